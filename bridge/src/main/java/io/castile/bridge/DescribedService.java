package io.castile.bridge;

import io.castile.wsdl.Description;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.HeaderBinding;
import io.castile.wsdl.model.internal.MessageBinding;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.model.internal.Part;
import io.castile.wsdl.model.internal.Port;
import io.castile.wsdl.model.internal.Protocol;
import io.castile.wsdl.model.internal.Service;
import io.castile.wsdl.model.internal.Style;
import io.castile.wsdl.model.internal.Use;
import io.castile.wsdl.outline.ElementTree;
import io.castile.wsdl.outline.FirstSentence;
import io.castile.wsdl.outline.Outline;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The names that a service of a description has: of its operations, and of the arguments, elements
 * and attributes in their requests. An operation has its own name, by which clients and servers
 * know it, and that of the element in its requests, which is all that a gateway sees. Thread-safe.
 */
public final class DescribedService {
  private final @Nullable QName name;
  private final Schemas schemas;
  private final Map<QName, List<Bound>> operations = new LinkedHashMap<>();
  private final Map<QName, Operation> byElement = new LinkedHashMap<>();
  private final Set<QName> byGet = new LinkedHashSet<>();

  /**
   * An operation of SOAP.
   *
   * @param name under which it is called
   * @param documentation what its author says of it; may be empty
   */
  public record Operation(String name, String documentation) {
    /** Returns the first sentence of the documentation; empty where there is none. */
    public String summary() {
      return FirstSentence.of(documentation);
    }
  }

  /**
   * What requests of an operation may have.
   *
   * @param arguments the names of its arguments: of parts, and of what is in an element around them
   * @param body the elements in the body; null where that is not known
   */
  public record Request(Set<String> arguments, @Nullable List<ElementTree.Node> body) {
    public Request {
      arguments = Set.copyOf(arguments);
      body = body == null ? null : List.copyOf(body);
    }
  }

  /** An operation as a binding calls it. */
  private record Bound(BindingOperation operation, boolean isSoap) {}

  /** The elements of all services of a description, which are read when they are asked for. */
  private static final class Schemas {
    private final Description description;
    private @Nullable ElementTree read; // null before it is asked for; guarded by this

    Schemas(Description description) {
      this.description = description;
    }

    synchronized ElementTree get() {
      ElementTree known = read;
      if (known == null) {
        known = new ElementTree(Descriptions.components(description));
        read = known;
      }
      return known;
    }
  }

  private DescribedService(@Nullable QName name, Iterable<Binding> bindings, Schemas schemas) {
    this.name = name;
    this.schemas = schemas;
    bindings.forEach(this::add);
  }

  /**
   * Returns the services of a description; one without a name where it has bindings alone. Nothing
   * of its schemas is read.
   */
  public static List<DescribedService> of(Description description) {
    Schemas schemas = new Schemas(description);
    List<DescribedService> all = new ArrayList<>();
    for (Service service : Descriptions.services(description)) {
      List<Binding> bindings = service.ports().stream().map(Port::binding).toList();
      all.add(new DescribedService(service.name(), bindings, schemas));
    }
    if (all.isEmpty()) {
      all.add(new DescribedService(null, Descriptions.bindings(description), schemas));
    }
    return all;
  }

  /** Returns the services of a description that is known by its operations. */
  public static List<DescribedService> of(JsonService service) {
    return of(service.description());
  }

  private void add(Binding binding) {
    Map<BindingOperation, String> called = new IdentityHashMap<>();
    binding.named().forEach((each, operation) -> called.putIfAbsent(operation, each));
    String namespace = binding.portType().name().getNamespaceURI();
    boolean isSoap = binding.protocol().isSoap();
    for (BindingOperation each : binding.operations()) {
      Bound bound = new Bound(each, isSoap);
      String own = each.operation().name();
      add(new QName(namespace, own), bound);
      if (binding.protocol() == Protocol.HTTP_GET && byGet.add(new QName(own))) {
        add(new QName(own), bound);
      }
      MessageBinding input = each.input();
      if (input == null) {
        continue;
      }
      if (input.namespace() != null) {
        add(new QName(input.namespace(), own), bound);
      }
      QName first = null;
      for (QName element : elements(each, input)) {
        first = first == null ? element : first;
        add(element, bound);
      }
      if (first != null && isSoap) {
        String documentation = each.operation().documentation().strip();
        byElement.putIfAbsent(first, new Operation(called.getOrDefault(each, own), documentation));
      }
    }
  }

  /** Returns the elements in the body of requests. */
  private static List<QName> elements(BindingOperation operation, MessageBinding input) {
    if (operation.style() == Style.RPC) {
      String namespace = input.namespace() == null ? "" : input.namespace();
      return List.of(new QName(namespace, operation.operation().name()));
    }
    List<QName> elements = new ArrayList<>();
    for (Part part : parts(operation)) {
      if (part.element() != null && input.parts().contains(part.name())) {
        elements.add(part.element());
      }
    }
    return elements;
  }

  private void add(QName known, Bound operation) {
    operations.computeIfAbsent(known, added -> new ArrayList<>()).add(operation);
  }

  private static List<Part> parts(BindingOperation operation) {
    OperationMessage input = operation.operation().input();
    return input == null ? List.of() : input.message().parts();
  }

  /** Returns the name of the service; null where the description does not name one. */
  public @Nullable QName name() {
    return name;
  }

  /** Returns all names of operations: their own, and those of the elements in their requests. */
  public Set<QName> names() {
    return Collections.unmodifiableSet(operations.keySet());
  }

  /** Returns the operations of SOAP by the first element in the body of their requests. */
  public Map<QName, Operation> byElement() {
    return Collections.unmodifiableMap(byElement);
  }

  /** Returns the names that requests by HTTP GET have, which have no namespace. */
  public Set<QName> byGet() {
    return Collections.unmodifiableSet(byGet);
  }

  /**
   * Returns an operation as a person writes it down, {@code getPrice(symbol: string): decimal}.
   * Reads the schemas, which takes time.
   *
   * @param operation one of {@link #names}
   * @throws java.io.UncheckedIOException if the schemas cannot be used
   */
  public String signature(QName operation) {
    List<Bound> all = operations.getOrDefault(operation, List.of());
    if (all.isEmpty()) {
      return "";
    }
    Outline outline = Descriptions.outline(schemas.description);
    return outline.signature(all.get(0).operation).expanded().toString();
  }

  /**
   * Returns an operation.
   *
   * @param operation one of {@link #names}
   */
  public Operation operation(QName operation) {
    Operation known = byElement.get(operation);
    if (known != null) {
      return known;
    }
    List<Bound> all = operations.getOrDefault(operation, List.of());
    return all.isEmpty()
        ? new Operation(operation.getLocalPart(), "")
        : new Operation(
            all.get(0).operation.operation().name(),
            all.get(0).operation.operation().documentation().strip());
  }

  /**
   * Returns what the requests of an operation may have, those of all bindings together. Reads the
   * schemas, which takes time.
   *
   * @param operation one of {@link #names}
   * @throws java.io.UncheckedIOException if the schemas cannot be used
   */
  public Request request(QName operation) {
    Set<String> arguments = new LinkedHashSet<>();
    Set<ElementTree.Node> body = new LinkedHashSet<>();
    boolean isKnown = true;
    for (Bound each : operations.getOrDefault(operation, List.of())) {
      addArguments(each.operation, arguments);
      isKnown &= !each.isSoap || addElements(each.operation, body);
    }
    return new Request(arguments, isKnown ? List.copyOf(body) : null);
  }

  private void addArguments(BindingOperation operation, Set<String> arguments) {
    for (Part part : parts(operation)) {
      add(part, arguments);
      if (part.element() != null) {
        for (ElementTree.Node child : schemas.get().element(part.element()).children()) {
          arguments.add(child.name().getLocalPart());
        }
      }
    }
    if (operation.input() != null) {
      for (HeaderBinding header : operation.input().headers()) {
        add(header.part(), arguments);
      }
    }
  }

  /** Adds the elements in the body of requests; returns whether these are all. */
  private boolean addElements(BindingOperation operation, Set<ElementTree.Node> body) {
    MessageBinding input = operation.input();
    if (input == null) {
      return true;
    }
    boolean isRpc = operation.style() == Style.RPC;
    boolean isKnown = true;
    List<ElementTree.Node> nodes = new ArrayList<>();
    for (Part part : parts(operation)) {
      if (input.parts().contains(part.name())) {
        isKnown &= isRpc || part.element() != null;
        nodes.add(node(part, input));
      }
    }
    if (isRpc) {
      body.add(ElementTree.around(elements(operation, input).get(0), nodes));
    } else {
      body.addAll(nodes);
    }
    return isKnown;
  }

  private static void add(Part part, Set<String> arguments) {
    arguments.add(part.name());
    if (part.element() != null) {
      arguments.add(part.element().getLocalPart());
    }
  }

  /** A part in a body; of an encoded one, the elements in it may have any names. */
  private ElementTree.Node node(Part part, MessageBinding input) {
    if (part.element() != null) {
      return schemas.get().element(part.element());
    }
    QName named = new QName(part.name());
    return input.use() == Use.ENCODED
        ? ElementTree.open(named)
        : schemas.get().element(named, part.type());
  }
}
