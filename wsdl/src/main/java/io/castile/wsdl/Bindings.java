package io.castile.wsdl;

import io.castile.wsdl.model.Problem;
import io.castile.wsdl.model.internal.AttachmentBinding;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.HeaderBinding;
import io.castile.wsdl.model.internal.Message;
import io.castile.wsdl.model.internal.MessageBinding;
import io.castile.wsdl.model.internal.Operation;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.model.internal.Part;
import io.castile.wsdl.model.internal.PortType;
import io.castile.wsdl.model.internal.Protocol;
import io.castile.wsdl.model.internal.Style;
import io.castile.wsdl.model.internal.Use;
import io.castile.wsdl.tree.Element;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** How operations are called (WSDL 1.1 §2.5, §3 to §5). */
final class Bindings {
  /** The number of names in a message at most. */
  private static final int MAX_NAMED = 10;

  private final DescriptionDocuments documents;
  private final PortTypes portTypes;
  private final List<Problem> problems;

  /** The bindings that have been looked at; null for one that cannot be used. */
  private final Map<QName, @Nullable Binding> bindings = new HashMap<>();

  Bindings(DescriptionDocuments documents, PortTypes portTypes, List<Problem> problems) {
    this.documents = documents;
    this.portTypes = portTypes;
    this.problems = problems;
  }

  /** Returns a binding; null if there is none of that name, or none that can be used. */
  @Nullable Binding binding(QName name) {
    Element element = documents.find("binding", name);
    if (bindings.containsKey(name) || element == null) {
      return bindings.get(name);
    }
    String typed = element.attribute("type");
    QName type = typed == null ? null : element.qName(typed, true);
    PortType portType = type == null ? null : portTypes.portType(type);
    if (portType == null) {
      problems.add(
          Problem.error(
              element.place(),
              "expected a port type that is defined, found "
                  + (typed == null ? "none" : type == null ? "'" + typed + "'" : type),
              "the binding is left out"));
      bindings.put(name, null);
      return null;
    }
    Binding binding = binding(element, name, portType);
    bindings.put(name, binding);
    return binding;
  }

  private Binding binding(Element element, QName name, PortType portType) {
    Element soap =
        element
            .child(Wsdl11.SOAP_1_1, "binding")
            .or(() -> element.child(Wsdl11.SOAP_1_2, "binding"))
            .orElse(null);
    Style style = style(soap, Style.DOCUMENT);
    String transport = soap == null ? null : soap.attribute("transport");
    Set<Operation> unbound = new LinkedHashSet<>(portType.operations());
    List<BindingOperation> operations = new ArrayList<>();
    for (Element child : element.children(Wsdl11.NAMESPACE, "operation")) {
      Operation operation = operation(child, unbound);
      if (operation == null) {
        problems.add(unknown(child, portType));
      } else {
        unbound.remove(operation);
        operations.add(bound(child, operation, style));
      }
    }
    if (!unbound.isEmpty()) {
      problems.add(
          Problem.warning(
              element.place(),
              "the binding does not say how these operations are called: "
                  + String.join(
                      ", ", unbound.stream().limit(MAX_NAMED).map(Operation::name).toList())
                  + (unbound.size() > MAX_NAMED ? ", and others" : ""),
              "they cannot be called by it"));
    }
    return new Binding(
        name, portType, protocol(element, soap), transport == null ? "" : transport, operations);
  }

  private static Problem unknown(Element element, PortType portType) {
    String name = element.attribute("name");
    boolean isThere = portType.operations().stream().anyMatch(each -> each.name().equals(name));
    return isThere
        ? Problem.warning(
            element.place(), "operation " + name + " is bound again", "the first binding is taken")
        : Problem.error(
            element.place(),
            "the port type " + portType.name() + " has no operation " + name,
            "it is left out");
  }

  private static Protocol protocol(Element element, @Nullable Element soap) {
    if (soap != null) {
      return soap.name().getNamespaceURI().equals(Wsdl11.SOAP_1_1)
          ? Protocol.SOAP_1_1
          : Protocol.SOAP_1_2;
    }
    String verb =
        element.child(Wsdl11.HTTP, "binding").map(http -> http.attribute("verb")).orElse("");
    return verb.equalsIgnoreCase("GET")
        ? Protocol.HTTP_GET
        : verb.equalsIgnoreCase("POST") ? Protocol.HTTP_POST : Protocol.OTHER;
  }

  private static Style style(@Nullable Element element, Style otherwise) {
    String style = element == null ? null : element.attribute("style");
    return style == null ? otherwise : style.strip().equals("rpc") ? Style.RPC : Style.DOCUMENT;
  }

  /**
   * The operation that a binding means: of those with the name the one whose input and output have
   * the names that it says (§2.5), else the first that is not bound yet.
   */
  private static @Nullable Operation operation(Element element, Set<Operation> candidates) {
    String name = element.attribute("name");
    String input = childName(element, "input");
    String output = childName(element, "output");
    Operation first = null;
    for (Operation each : candidates) {
      if (name != null && each.name().equals(name.strip())) {
        if (isNamed(each.input(), input) && isNamed(each.output(), output)) {
          return each;
        }
        first = first == null ? each : first;
      }
    }
    return first;
  }

  private static @Nullable String childName(Element element, String child) {
    return element.child(Wsdl11.NAMESPACE, child).map(each -> each.attribute("name")).orElse(null);
  }

  private static boolean isNamed(@Nullable OperationMessage message, @Nullable String name) {
    return name == null || message != null && message.name().equals(name.strip());
  }

  private BindingOperation bound(Element element, Operation operation, Style defaultStyle) {
    Element soap =
        element
            .children()
            .filter(child -> Wsdl11.isSoap(child, "operation"))
            .findFirst()
            .orElse(null);
    String action = soap == null ? null : soap.attribute("soapAction");
    List<MessageBinding> faults = new ArrayList<>();
    for (Element child : element.children(Wsdl11.NAMESPACE, "fault")) {
      faults.add(message(child, null));
    }
    return new BindingOperation(
        operation,
        style(soap, defaultStyle),
        action == null ? "" : action.strip(),
        operation.input() == null ? null : message(element, "input", operation.input()),
        operation.output() == null ? null : message(element, "output", operation.output()),
        faults);
  }

  private MessageBinding message(Element operation, String direction, OperationMessage message) {
    Element element = operation.child(Wsdl11.NAMESPACE, direction).orElse(null);
    if (element == null) {
      problems.add(
          Problem.warning(
              operation.place(),
              "the binding does not say how the " + direction + " is sent",
              "it is taken as literal"));
      List<String> parts = message.message().parts().stream().map(Part::name).toList();
      return new MessageBinding(message.name(), Use.LITERAL, null, "", parts, List.of(), List.of());
    }
    return message(element, message);
  }

  private MessageBinding message(Element element, @Nullable OperationMessage message) {
    String name = element.attribute("name");
    List<Element> extensions = extensions(element);
    Element body =
        extensions.stream()
            .filter(each -> Wsdl11.isSoap(each, "body") || Wsdl11.isSoap(each, "fault"))
            .findFirst()
            .orElse(null);
    List<HeaderBinding> headers = new ArrayList<>();
    Map<String, List<String>> attachments = new LinkedHashMap<>();
    for (Element each : extensions) {
      if (Wsdl11.isSoap(each, "header")) {
        header(each, headers);
      } else if (each.is(Wsdl11.MIME, "content")) {
        String part = each.attribute("part");
        String type = each.attribute("type");
        if (part != null) {
          List<String> types = attachments.computeIfAbsent(part, key -> new ArrayList<>());
          if (type != null) {
            types.add(type);
          }
        }
      }
    }
    String shown = name != null ? name : message == null ? "" : message.name();
    return new MessageBinding(
        shown,
        use(body),
        body == null ? null : body.attribute("namespace"),
        attribute(body, "encodingStyle"),
        parts(body, message, headers, attachments.keySet()),
        headers,
        attachments.entrySet().stream()
            .map(each -> new AttachmentBinding(each.getKey(), each.getValue()))
            .toList());
  }

  /** The elements that say how a message is sent, those in MIME parts too. */
  private static List<Element> extensions(Element element) {
    List<Element> extensions = new ArrayList<>();
    element
        .children()
        .forEach(
            child -> {
              if (child.is(Wsdl11.MIME, "multipartRelated") || child.is(Wsdl11.MIME, "part")) {
                extensions.addAll(extensions(child));
              } else {
                extensions.add(child);
              }
            });
    return extensions;
  }

  private static Use use(@Nullable Element body) {
    return attribute(body, "use").strip().equals("encoded") ? Use.ENCODED : Use.LITERAL;
  }

  private static String attribute(@Nullable Element element, String name) {
    String value = element == null ? null : element.attribute(name);
    return value == null ? "" : value;
  }

  private static List<String> parts(
      @Nullable Element body,
      @Nullable OperationMessage message,
      List<HeaderBinding> headers,
      Set<String> attachments) {
    String given = body == null ? null : body.attribute("parts");
    if (given != null) {
      return given.isBlank() ? List.of() : List.of(given.strip().split("\\s+"));
    }
    if (message == null) {
      return List.of();
    }
    List<String> parts = new ArrayList<>();
    for (Part part : message.message().parts()) {
      boolean isHeader =
          headers.stream()
              .anyMatch(
                  header ->
                      header.message().name().equals(message.message().name())
                          && header.part().equals(part));
      if (!isHeader && !attachments.contains(part.name())) {
        parts.add(part.name());
      }
    }
    return parts;
  }

  private void header(Element element, List<HeaderBinding> headers) {
    String named = element.attribute("message");
    QName name = named == null ? null : element.qName(named, true);
    Message message = name == null ? null : portTypes.message(name);
    String partName = attribute(element, "part").strip();
    Part part = message == null ? null : message.part(partName).orElse(null);
    if (message == null || part == null) {
      problems.add(
          Problem.error(
              element.place(),
              "expected a part of a message, found '" + named + "' and '" + partName + "'",
              "the header block is left out"));
      return;
    }
    headers.add(new HeaderBinding(message, part, use(element), element.attribute("namespace")));
  }
}
