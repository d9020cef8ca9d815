package io.castile.wsdl;

import com.sun.xml.xsom.XSSchemaSet;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.Problem;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.Part;
import io.castile.wsdl.model.internal.PortType;
import io.castile.wsdl.model.internal.Service;
import io.castile.wsdl.outline.Outline;
import io.castile.wsdl.schema.Schemas;
import io.castile.wsdl.tree.Element;
import io.castile.wsdl.value.Names;
import io.castile.wsdl.value.OperationValues;
import io.castile.wsdl.value.Plans;
import io.castile.wsdl.value.SchemaScreen;
import io.castile.xml.NameTable;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The content of a WSDL, with all that it imports. Thread-safe; what is planned of it is kept,
 * nothing else changes.
 *
 * <p>One that a {@linkplain WsdlReader#lazy lazy reader} has read reads its schemas when it is
 * first asked for something of them, and throws a {@link java.io.UncheckedIOException} then if they
 * cannot be used.
 */
public final class Description {
  static {
    Descriptions.access(new DescriptionParts());
  }

  private final URI location;
  private final String targetNamespace;
  private final String documentation;
  private final List<Service> services;
  private final List<PortType> portTypes;
  private final List<Binding> bindings;
  private final List<Problem> problems;
  private final Schemas schemas;
  private final Names names = new Names();
  private final Map<BindingOperation, OperationValues> values = new IdentityHashMap<>();
  private @Nullable Outline outline; // null until it is asked for
  private @Nullable Plans plans; // null until all components are needed

  Description(
      URI location,
      String targetNamespace,
      String documentation,
      List<Service> services,
      List<PortType> portTypes,
      List<Binding> bindings,
      List<Problem> problems,
      Schemas schemas) {
    this.location = location;
    this.targetNamespace = targetNamespace;
    this.documentation = documentation;
    this.services = List.copyOf(services);
    this.portTypes = List.copyOf(portTypes);
    this.bindings = List.copyOf(bindings);
    this.problems = List.copyOf(problems);
    this.schemas = schemas;
  }

  /** Returns where the description was read. */
  public URI location() {
    return location;
  }

  /** Returns the namespace of the outermost document; may be empty. */
  public String targetNamespace() {
    return targetNamespace;
  }

  /** Returns the author's documentation; may be empty. */
  public String documentation() {
    return documentation;
  }

  /** Returns the services, in the order of the documents. */
  List<Service> services() {
    return services;
  }

  /** Returns the port types, those that no binding is for too. */
  List<PortType> portTypes() {
    return portTypes;
  }

  /** Returns the bindings, those that no port has too. */
  List<Binding> bindings() {
    return bindings;
  }

  /**
   * Returns the operations of each binding, in the order of the documents, as a person writes them
   * down: {@code GetQuote(symbol?: string): string}.
   */
  public Map<QName, List<String>> operations() {
    Map<QName, List<String>> all = new LinkedHashMap<>();
    for (Binding binding : bindings) {
      all.put(
          binding.name(),
          binding.operations().stream().map(each -> outline().signature(each).toString()).toList());
    }
    return Collections.unmodifiableMap(all);
  }

  /** Returns the problems of the description, and how each was treated. */
  public List<Problem> problems() {
    List<Problem> all = new ArrayList<>(problems);
    all.addAll(schemas.problems());
    return List.copyOf(all);
  }

  /**
   * Returns the schemas, put right, so that a compiler of schemas needs nothing else: whatever they
   * refer to is in one of them, none imports or includes another, and each has the namespace of the
   * schemas that include it. None has {@code key}, {@code keyref} or {@code unique}.
   */
  List<Element> schemas() {
    return schemas.roots();
  }

  /**
   * Returns the outermost elements of all documents that were read, as they are, that of the
   * description first.
   */
  List<Element> documents() {
    return schemas.documents();
  }

  /**
   * Returns where the document is that an import or include leads to; null if it leads to none of
   * the {@linkplain #documents documents}.
   */
  @Nullable URI target(Element reference) {
    URI target = schemas.targets().get(reference.place());
    boolean isRead =
        documents().stream().anyMatch(document -> document.place().document().equals(target));
    return isRead ? target : null;
  }

  /** Returns where imports and includes lead that were not followed, or to nothing. */
  public Set<URI> unread() {
    Set<URI> unread = new TreeSet<>(schemas.targets().values());
    documents().forEach(document -> unread.remove(document.place().document()));
    return unread;
  }

  /** Returns the messages of an operation as values, without classes; always the same. */
  OperationValues values(BindingOperation operation) {
    synchronized (values) {
      return values.computeIfAbsent(
          operation, added -> new OperationValues(added, () -> planned(added)));
    }
  }

  /** Plans an operation, of as little of the schemas as it leads to. */
  private OperationValues.Planned planned(BindingOperation operation) {
    XSSchemaSet part = operation.isEncoded() ? null : part(operation);
    return part == null
        ? new OperationValues.Planned(plans(), outline().isWrapped(operation))
        : new OperationValues.Planned(
            new Plans(part, names, this::plans), new Outline(part).isWrapped(operation));
  }

  private @Nullable XSSchemaSet part(BindingOperation operation) {
    Set<QName> elements = new HashSet<>();
    Set<QName> types = new HashSet<>();
    for (Part part : operation.parts()) {
      if (part.element() != null) {
        elements.add(part.element());
      } else if (part.type() != null) {
        types.add(part.type());
      }
    }
    return schemas.part(elements, types);
  }

  private synchronized Plans plans() {
    Plans known = plans;
    if (known == null) {
      known = new Plans(schemas.components(), names, null);
      plans = known;
    }
    return known;
  }

  /** Returns the table by which readers of these messages tell names. */
  NameTable names() {
    return names.table();
  }

  /** Returns the operations and types as a person writes them down. */
  synchronized Outline outline() {
    Outline known = outline;
    if (known == null) {
      known = new Outline(schemas.components());
      outline = known;
    }
    return known;
  }

  /** Gives {@link Descriptions} the parts of descriptions. */
  private static final class DescriptionParts extends Descriptions.Access {
    @Override
    protected List<Element> schemas(Description description) {
      return description.schemas();
    }

    @Override
    protected List<Element> documents(Description description) {
      return description.documents();
    }

    @Override
    protected @Nullable URI target(Description description, Element reference) {
      return description.target(reference);
    }

    @Override
    protected XSSchemaSet components(Description description) {
      return description.schemas.components();
    }

    @Override
    protected OperationValues values(Description description, BindingOperation operation) {
      return description.values(operation);
    }

    @Override
    protected SchemaScreen screen(Description description) {
      return new SchemaScreen(description.plans());
    }

    @Override
    protected Outline outline(Description description) {
      return description.outline();
    }

    @Override
    protected List<Service> services(Description description) {
      return description.services();
    }

    @Override
    protected List<PortType> portTypes(Description description) {
      return description.portTypes();
    }

    @Override
    protected List<Binding> bindings(Description description) {
      return description.bindings();
    }

    @Override
    protected NameTable names(Description description) {
      return description.names();
    }
  }
}
