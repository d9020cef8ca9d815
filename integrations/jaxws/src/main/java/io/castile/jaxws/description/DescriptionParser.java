package io.castile.jaxws.description;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Gathers what documents of one description say. Owned by one thread. */
final class DescriptionParser {
  private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
  private static final String SOAP_11 = "http://schemas.xmlsoap.org/wsdl/soap/";
  private static final String SOAP_12 = "http://schemas.xmlsoap.org/wsdl/soap12/";
  private static final String HTTP = "http://schemas.xmlsoap.org/wsdl/http/";

  /** Extensions that are understood wherever they stand. */
  private static final Set<String> UNDERSTOOD =
      Set.of(
          SOAP_11, SOAP_12, Assertions.USING_ADDRESSING, "http://schemas.xmlsoap.org/wsdl/mime/");

  private record PortElement(QName name, QName binding, String address, Assertions own) {}

  private record BindingElement(
      @Nullable QName type, @Nullable String bindingId, Assertions own, List<QName> required) {}

  private final Map<QName, List<PortElement>> services = new LinkedHashMap<>();
  private final Map<QName, BindingElement> bindings = new HashMap<>();

  /** Policies with an identifier, by it: those of one document may be referred to in others. */
  private final Map<String, Assertions> policies = new HashMap<>();

  private String target = "";

  /** Whether there are policies that are not of a port or a binding. */
  private boolean hasOthers;

  /** Whether there is a service, and the bindings of all ports are known. */
  boolean isComplete() {
    return !services.isEmpty()
        && services.values().stream()
            .flatMap(List::stream)
            .allMatch(port -> bindings.containsKey(port.binding()));
  }

  /** The services that have been found, with what is known of their ports. */
  Map<QName, List<BoundPort>> services() {
    Map<QName, List<BoundPort>> all = new LinkedHashMap<>();
    services.forEach((name, ports) -> all.put(name, ports.stream().map(this::bound).toList()));
    return all;
  }

  private BoundPort bound(PortElement port) {
    BindingElement binding = bindings.get(port.binding());
    Assertions said = port.own().resolved(policies);
    if (binding != null) {
      said = said.and(binding.own().resolved(policies));
    }
    return new BoundPort(
        port.name(),
        port.address(),
        binding == null ? null : binding.bindingId(),
        binding == null ? null : binding.type(),
        said.addressing(),
        said.addressingRequired(),
        said.mtom(),
        said.others() || hasOthers,
        binding == null ? List.of() : binding.required());
  }

  /**
   * Reads a document.
   *
   * @param in at the start tag of its root
   * @return the locations of the documents that it imports
   */
  List<String> parse(XMLStreamReader in) throws XMLStreamException {
    if (!is(in, WSDL, "definitions")) {
      throw new XMLStreamException(
          "expected {" + WSDL + "}definitions as its root, found " + in.getName());
    }
    target = orEmpty(in.getAttributeValue(null, "targetNamespace"));
    List<String> imports = new ArrayList<>();
    while (nextChild(in)) {
      if (is(in, WSDL, "import")) {
        String location = in.getAttributeValue(null, "location");
        if (location != null) {
          imports.add(location.strip());
        }
        skip(in);
      } else if (is(in, WSDL, "portType")) {
        hasOthers |= hasPolicy(in);
      } else if (is(in, WSDL, "binding")) {
        binding(in);
      } else if (is(in, WSDL, "service")) {
        service(in);
      } else if (Assertions.isPolicy(in, "Policy")) {
        String id = Assertions.id(in);
        Assertions said = Assertions.read(in);
        if (id != null) {
          policies.put(id, said);
        }
      } else {
        skip(in);
      }
    }
    return imports;
  }

  private void binding(XMLStreamReader in) throws XMLStreamException {
    QName name = ownName(in);
    QName type = reference(in, in.getAttributeValue(null, "type"));
    String bindingId = null;
    Assertions said = Assertions.NONE;
    List<QName> required = new ArrayList<>();
    while (nextChild(in)) {
      if (is(in, SOAP_11, "binding")) {
        bindingId = "http://schemas.xmlsoap.org/wsdl/soap/http";
      } else if (is(in, SOAP_12, "binding")) {
        bindingId = "http://www.w3.org/2003/05/soap/bindings/HTTP/";
      } else if (is(in, HTTP, "binding")) {
        bindingId = "http://www.w3.org/2004/08/wsdl/http";
      } else if (Assertions.isAssertion(in)) {
        said = said.and(Assertions.read(in));
        continue;
      }
      if (isRequired(in)) {
        required.add(in.getName());
      }
      if (hasPolicy(in)) { // of an operation, or a message
        said = said.and(Assertions.OTHERS);
      }
    }
    bindings.putIfAbsent(name, new BindingElement(type, bindingId, said, List.copyOf(required)));
  }

  /** Whether an extension has to be understood, and is not. */
  private static boolean isRequired(XMLStreamReader in) {
    return Assertions.isTrue(in.getAttributeValue(WSDL, "required"))
        && !WSDL.equals(in.getNamespaceURI())
        && !UNDERSTOOD.contains(in.getNamespaceURI());
  }

  private void service(XMLStreamReader in) throws XMLStreamException {
    QName name = ownName(in);
    List<PortElement> ports = services.computeIfAbsent(name, key -> new ArrayList<>());
    Assertions common = Assertions.NONE;
    List<PortElement> found = new ArrayList<>();
    while (nextChild(in)) {
      if (is(in, WSDL, "port")) {
        found.add(port(in));
      } else if (Assertions.isAssertion(in)) {
        common = common.and(Assertions.read(in));
      } else {
        skip(in);
      }
    }
    for (PortElement port : found) {
      ports.add(
          new PortElement(port.name(), port.binding(), port.address(), port.own().and(common)));
    }
  }

  private PortElement port(XMLStreamReader in) throws XMLStreamException {
    QName name = ownName(in);
    QName binding = reference(in, in.getAttributeValue(null, "binding"));
    String address = "";
    Assertions said = Assertions.NONE;
    while (nextChild(in)) {
      if (in.getLocalName().equals("address") && !WSDL.equals(in.getNamespaceURI())) {
        address = orEmpty(in.getAttributeValue(null, "location")).strip();
      } else if (Assertions.isAssertion(in)) {
        said = said.and(Assertions.read(in));
        continue;
      }
      skip(in);
    }
    return new PortElement(name, binding == null ? new QName("") : binding, address, said);
  }

  // ---- elements ----

  private QName ownName(XMLStreamReader in) {
    return new QName(target, orEmpty(in.getAttributeValue(null, "name")).strip());
  }

  private static @Nullable QName reference(XMLStreamReader in, @Nullable String value) {
    if (value == null) {
      return null;
    }
    String name = value.strip();
    int colon = name.indexOf(':');
    String uri = in.getNamespaceURI(colon < 0 ? "" : name.substring(0, colon));
    return new QName(orEmpty(uri), name.substring(colon + 1));
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static boolean is(XMLStreamReader in, String uri, String local) {
    return local.equals(in.getLocalName()) && uri.equals(in.getNamespaceURI());
  }

  /** Goes to the next child; false at the end of the parent. */
  static boolean nextChild(XMLStreamReader in) throws XMLStreamException {
    while (true) {
      int event = in.next();
      if (event == XMLStreamReader.START_ELEMENT) {
        return true;
      }
      if (event == XMLStreamReader.END_ELEMENT || event == XMLStreamReader.END_DOCUMENT) {
        return false;
      }
    }
  }

  /** From the start tag of an element to its end tag; whether there is a policy in it. */
  private static boolean hasPolicy(XMLStreamReader in) throws XMLStreamException {
    boolean found = false;
    int depth = 1;
    while (depth > 0) {
      int event = in.next();
      if (event == XMLStreamReader.START_ELEMENT) {
        depth++;
        found |= Assertions.isPolicy(in);
      } else if (event == XMLStreamReader.END_ELEMENT) {
        depth--;
      }
    }
    return found;
  }

  /** From the start tag of an element to its end tag. */
  private static void skip(XMLStreamReader in) throws XMLStreamException {
    int depth = 1;
    while (depth > 0) {
      int event = in.next();
      if (event == XMLStreamReader.START_ELEMENT) {
        depth++;
      } else if (event == XMLStreamReader.END_ELEMENT) {
        depth--;
      }
    }
  }
}
