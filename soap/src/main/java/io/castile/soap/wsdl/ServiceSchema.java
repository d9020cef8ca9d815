package io.castile.soap.wsdl;

import io.castile.soap.internal.DomWriter;
import io.castile.soap.model.Operation;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.w3c.dom.bootstrap.DOMImplementationRegistry;
import org.w3c.dom.ls.DOMImplementationLS;
import org.w3c.dom.ls.LSInput;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * The schema of a service's messages, made of the documents that describe it: the schemas inside
 * the WSDL and what they take in from the other documents, and of rpc operations the elements that
 * wrap the parts (WSDL 1.1 §3.5), which no schema declares. Nothing is fetched.
 */
final class ServiceSchema {
  private static final String XS = WsdlGenerator.SCHEMA_NAMESPACE;
  private static final String WSDL = WsdlGenerator.WSDL_NAMESPACE;
  private static final String BASE = WsdlAddress.PLACEHOLDER + "?";
  private static final String SCHEME =
      WsdlAddress.PLACEHOLDER.substring(0, WsdlAddress.PLACEHOLDER.indexOf(':'));

  private final ServiceModel model;

  /** The documents by query: those of the description, then those made here. */
  private final Map<String, String> documents;

  /** The queries of the schemas inside the WSDL, by namespace. */
  private final Map<String, List<String>> byNamespace = new LinkedHashMap<>();

  /** The queries of schema documents beside the WSDL, by namespace. */
  private final Map<String, String> imported = new LinkedHashMap<>();

  /** Returns the elements that the schema declares, and no element around them. */
  private final Set<QName> elements = new HashSet<>();

  ServiceSchema(ServiceModel model) {
    this.model = model;
    this.documents = new LinkedHashMap<>(new WsdlDocuments(model, List.of()).all());
  }

  /**
   * The schema.
   *
   * @throws IllegalArgumentException if the documents make none
   */
  Schema schema() {
    List<Document> wsdls = new ArrayList<>();
    documents.forEach(
        (query, text) -> {
          Document document = parse(text);
          if (query.startsWith("wsdl")) {
            wsdls.add(document);
          } else {
            String namespace = document.getDocumentElement().getAttribute("targetNamespace");
            imported.putIfAbsent(namespace, query);
            addElements(document.getDocumentElement());
          }
        });
    for (Document wsdl : wsdls) {
      NodeList schemas = wsdl.getElementsByTagNameNS(XS, "schema");
      for (int i = 0; i < schemas.getLength(); i++) {
        add((Element) schemas.item(i));
      }
    }
    for (OperationModel operation : model.operations()) {
      if (operation.style() == Operation.Style.RPC) {
        addWrapper(operation, true, wsdls);
        if (!operation.oneWay()) {
          addWrapper(operation, false, wsdls);
        }
      }
    }
    return compile(root());
  }

  /**
   * The elements that can be held to the schema alone; without those of documents that are included
   * and have no namespace of their own. To be asked when {@link #schema} has been made.
   */
  Set<QName> elements() {
    return Set.copyOf(elements);
  }

  private void addElements(Element schema) {
    for (Node child = schema.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element element
          && XS.equals(element.getNamespaceURI())
          && element.getLocalName().equals("element")) {
        elements.add(
            new QName(schema.getAttribute("targetNamespace"), element.getAttribute("name")));
      }
    }
  }

  private void add(String namespace, String schema) {
    String query = "schema=" + documents.size();
    documents.put(query, schema);
    byNamespace.computeIfAbsent(namespace, uri -> new ArrayList<>()).add(query);
  }

  /** Adds a schema with what is declared around it, as it may refer to that by prefixes. */
  private void add(Element schema) {
    for (Node owner = schema.getParentNode();
        owner instanceof Element;
        owner = owner.getParentNode()) {
      NamedNodeMap attributes = owner.getAttributes();
      for (int i = 0; i < attributes.getLength(); i++) {
        Node attribute = attributes.item(i);
        boolean declares = XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(attribute.getNamespaceURI());
        if (declares && !schema.hasAttribute(attribute.getNodeName())) {
          schema.setAttributeNS(
              XMLConstants.XMLNS_ATTRIBUTE_NS_URI,
              attribute.getNodeName(),
              attribute.getNodeValue());
        }
      }
    }
    addElements(schema);
    add(
        schema.getAttribute("targetNamespace"),
        new String(DomWriter.toBytes(schema), StandardCharsets.UTF_8));
  }

  // ---- rpc ----

  private void addWrapper(OperationModel operation, boolean isRequest, List<Document> wsdls) {
    String name = operation.name().getLocalPart() + (isRequest ? "" : "Response");
    String namespace = Objects.requireNonNull(operation.requestElement()).getNamespaceURI();
    Element message = message(operation.name().getLocalPart(), isRequest, wsdls);
    StringBuilder parts = new StringBuilder();
    NodeList all = message.getElementsByTagNameNS(WSDL, "part");
    for (int i = 0; i < all.getLength(); i++) {
      Element part = (Element) all.item(i);
      String type = part.getAttribute("type");
      if (!type.isEmpty()) { // a part with an element is a header block
        int colon = type.indexOf(':');
        String uri = part.lookupNamespaceURI(colon < 0 ? null : type.substring(0, colon));
        parts
            .append("<xs:element form='unqualified' minOccurs='0' name='")
            .append(part.getAttribute("name"))
            .append("' type='p:")
            .append(type.substring(colon + 1))
            .append("' xmlns:p='")
            .append(escaped(uri == null ? "" : uri))
            .append("'/>");
      }
    }
    StringBuilder schema = new StringBuilder(start(namespace));
    Set<String> others = new LinkedHashSet<>(byNamespace.keySet());
    others.addAll(imported.keySet());
    others.remove(namespace);
    others.forEach(uri -> schema.append(imported(uri)));
    add(
        namespace,
        schema
            .append("<xs:element name='" + name + "'><xs:complexType><xs:sequence>")
            .append(parts)
            .append("</xs:sequence></xs:complexType></xs:element></xs:schema>")
            .toString());
  }

  private Element message(String operation, boolean isRequest, List<Document> wsdls) {
    String name = null;
    for (Element each : all(wsdls, "operation")) {
      NodeList found = each.getElementsByTagNameNS(WSDL, isRequest ? "input" : "output");
      if (each.getParentNode().getLocalName().equals("portType")
          && each.getAttribute("name").equals(operation)
          && found.getLength() == 1) {
        name = ((Element) found.item(0)).getAttribute("message");
      }
    }
    for (Element each : all(wsdls, "message")) {
      if (name != null && each.getAttribute("name").equals(name.substring(name.indexOf(':') + 1))) {
        return each;
      }
    }
    throw wrong("expected a message of operation " + operation + ", found none", null);
  }

  private static List<Element> all(List<Document> wsdls, String localName) {
    List<Element> all = new ArrayList<>();
    for (Document wsdl : wsdls) {
      NodeList found = wsdl.getElementsByTagNameNS(WSDL, localName);
      for (int i = 0; i < found.getLength(); i++) {
        all.add((Element) found.item(i));
      }
    }
    return all;
  }

  // ---- one schema of all ----

  /** A schema that imports one for each namespace, which includes those of the WSDL. */
  private String root() {
    StringBuilder root = new StringBuilder(start(BASE + "root"));
    byNamespace.forEach(
        (namespace, queries) -> {
          StringBuilder one = new StringBuilder(start(namespace));
          queries.forEach(
              query -> one.append("<xs:include schemaLocation='" + escaped(BASE + query) + "'/>"));
          documents.put(query(namespace), one.append("</xs:schema>").toString());
          root.append(imported(namespace));
        });
    return root.append("</xs:schema>").toString();
  }

  private static String query(String namespace) {
    return "namespace=" + namespace;
  }

  private static String start(String namespace) {
    return "<xs:schema xmlns:xs='"
        + XS
        + "'"
        + (namespace.isEmpty() ? "" : " targetNamespace='" + escaped(namespace) + "'")
        + ">";
  }

  private String imported(String namespace) {
    String location =
        byNamespace.containsKey(namespace) ? query(namespace) : imported.get(namespace);
    return "<xs:import"
        + (namespace.isEmpty() ? "" : " namespace='" + escaped(namespace) + "'")
        + " schemaLocation='"
        + escaped(BASE + location)
        + "'/>";
  }

  private static String escaped(String value) {
    return value.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&apos;");
  }

  private Schema compile(String root) {
    SchemaFactory factory = SchemaFactory.newDefaultInstance();
    try {
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
      factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, SCHEME);
      DOMImplementationLS inputs = inputs();
      factory.setResourceResolver(
          (type, namespace, publicId, location, base) -> input(inputs, namespace, location));
      return factory.newSchema(new StreamSource(new StringReader(root), BASE + "root"));
    } catch (SAXException | ReflectiveOperationException e) {
      throw wrong(e.getMessage(), e);
    }
  }

  private static DOMImplementationLS inputs() throws ReflectiveOperationException {
    return (DOMImplementationLS)
        DOMImplementationRegistry.newInstance().getDOMImplementation("LS 3.0");
  }

  /** A document by its location, else by its namespace; null for others, which are refused. */
  private @Nullable LSInput input(
      DOMImplementationLS inputs, @Nullable String namespace, @Nullable String location) {
    String uri = namespace == null ? "" : namespace;
    String query = null;
    if (location == null) {
      query = byNamespace.containsKey(uri) ? query(uri) : imported.get(uri);
    } else if (location.startsWith(BASE)) {
      query = location.substring(BASE.length());
    }
    String text = query == null ? null : documents.get(query);
    if (text == null) {
      return null;
    }
    LSInput input = inputs.createLSInput();
    input.setSystemId(BASE + query);
    input.setCharacterStream(new StringReader(text));
    return input;
  }

  private Document parse(String text) {
    try {
      return ClosedDom.parse(new InputSource(new StringReader(text)));
    } catch (SAXException | java.io.IOException e) {
      throw wrong(e.getMessage(), e);
    }
  }

  private IllegalArgumentException wrong(@Nullable String what, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "Cannot validate with the WSDL of " + model.serviceName() + ": " + what, cause);
  }
}
