package io.castile.wsdl;

import io.castile.wsdl.document.Element;
import io.castile.wsdl.model.Binding;
import io.castile.wsdl.model.BindingOperation;
import io.castile.wsdl.model.Place;
import io.castile.wsdl.model.PortType;
import io.castile.wsdl.model.Problem;
import io.castile.wsdl.model.Service;
import io.castile.wsdl.outline.Outline;
import io.castile.wsdl.schema.Schemas;
import io.castile.wsdl.value.OperationValues;
import io.castile.wsdl.value.Plans;
import io.castile.xml.NameTable;
import java.net.URI;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a WSDL says, with all that it imports. Thread-safe; what is planned of it is kept, nothing
 * else changes.
 */
public final class Description {
  private final URI location;
  private final String targetNamespace;
  private final String documentation;
  private final List<Service> services;
  private final List<PortType> portTypes;
  private final List<Binding> bindings;
  private final List<Problem> problems;
  private final Schemas schemas;
  private final Outline outline;
  private final Plans plans;
  private final Map<BindingOperation, OperationValues> values = new IdentityHashMap<>();
  private final List<Element> documents;
  private final Map<Place, URI> targets;

  Description(
      URI location,
      String targetNamespace,
      String documentation,
      List<Service> services,
      List<PortType> portTypes,
      List<Binding> bindings,
      List<Problem> problems,
      Schemas schemas,
      List<Element> documents,
      Map<Place, URI> targets) {
    this.location = location;
    this.targetNamespace = targetNamespace;
    this.documentation = documentation;
    this.services = List.copyOf(services);
    this.portTypes = List.copyOf(portTypes);
    this.bindings = List.copyOf(bindings);
    this.problems = List.copyOf(problems);
    this.schemas = schemas;
    this.outline = new Outline(schemas.components());
    this.plans = new Plans(schemas.components());
    this.documents = List.copyOf(documents);
    this.targets = Map.copyOf(targets);
  }

  /** Returns where the description was read. */
  public URI location() {
    return location;
  }

  /** Returns the namespace of the outermost document; may be empty. */
  public String targetNamespace() {
    return targetNamespace;
  }

  /** Returns what its author says of it; may be empty. */
  public String documentation() {
    return documentation;
  }

  /** Returns the services, in the order of the documents. */
  public List<Service> services() {
    return services;
  }

  /** Returns the port types, those that no binding is for too. */
  public List<PortType> portTypes() {
    return portTypes;
  }

  /** Returns the bindings, those that no port has too. */
  public List<Binding> bindings() {
    return bindings;
  }

  /** Returns what is not as it should be, and what was done about it. */
  public List<Problem> problems() {
    return problems;
  }

  /**
   * Returns the schemas, put right, so that a compiler of schemas can do with them alone: whatever
   * they refer to is in one of them, none imports or includes another, and each has the namespace
   * that those who include it have. Nothing says {@code key}, {@code keyref} or {@code unique}.
   */
  public List<Element> schemas() {
    return schemas.documents();
  }

  /**
   * Returns the outermost elements of all documents that were read, as they are, that of the
   * description first.
   */
  public List<Element> documents() {
    return documents;
  }

  /**
   * Returns where the document is that an import or include leads to; null if it leads to none of
   * the {@linkplain #documents documents}.
   */
  public @Nullable URI target(Element reference) {
    URI target = targets.get(reference.place());
    boolean isRead =
        documents.stream().anyMatch(document -> document.place().document().equals(target));
    return isRead ? target : null;
  }

  /** Returns where imports and includes lead that were not followed, or to nothing. */
  public Set<URI> unread() {
    Set<URI> unread = new TreeSet<>(targets.values());
    documents.forEach(document -> unread.remove(document.place().document()));
    return unread;
  }

  /** Returns the messages of an operation as values, without classes; always the same. */
  public OperationValues values(BindingOperation operation) {
    synchronized (values) {
      return values.computeIfAbsent(
          operation, added -> new OperationValues(plans, added, outline.isWrapped(added)));
    }
  }

  /** Returns the table by which readers of these messages tell names. */
  public NameTable names() {
    return plans.names();
  }

  /** Returns the operations and types as a person writes them down. */
  public Outline outline() {
    return outline;
  }
}
