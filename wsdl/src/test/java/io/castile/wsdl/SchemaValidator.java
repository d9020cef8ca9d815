package io.castile.wsdl;

import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.MessageBinding;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.model.internal.Part;
import io.castile.wsdl.tree.Attribute;
import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.Element;
import io.castile.wsdl.tree.Text;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.w3c.dom.Document;
import org.w3c.dom.bootstrap.DOMImplementationRegistry;
import org.w3c.dom.ls.DOMImplementationLS;
import org.w3c.dom.ls.LSInput;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** The schemas of a description, as the schema validator of the JDK reads them. */
public final class SchemaValidator {
  private static final String PARTS = "urn:castile:parts";

  private final Schema schema;

  private SchemaValidator(Schema schema) {
    this.schema = schema;
  }

  /**
   * @throws SAXException if the schemas are not valid
   */
  public static SchemaValidator of(Description description) throws Exception {
    return of(description, List.of());
  }

  /**
   * As above, with an element around the parts of each of these rpc operations (WSDL 1.1 §3.5).
   *
   * @throws SAXException if the schemas are not valid
   */
  static SchemaValidator of(Description description, List<BindingOperation> operations)
      throws Exception {
    return of(description, operations, false);
  }

  /**
   * As above, of requests or of responses.
   *
   * @throws SAXException if the schemas are not valid
   */
  public static SchemaValidator of(
      Description description, List<BindingOperation> operations, boolean isResponse)
      throws Exception {
    Map<String, String> documents = new LinkedHashMap<>();
    Map<String, List<String>> byNamespace = new LinkedHashMap<>();
    List<Element> roots = description.schemas();
    TreeSet<String> namespaces = new TreeSet<>();
    for (Element root : roots) {
      namespaces.add(namespace(root));
    }
    for (int i = 0; i < roots.size(); i++) {
      String namespace = namespace(roots.get(i));
      StringBuilder imports = new StringBuilder();
      for (String other : namespaces) {
        if (!other.equals(namespace)) {
          imports.append("<xs:import xmlns:xs=\"").append(XMLConstants.W3C_XML_SCHEMA_NS_URI);
          imports.append(other.isEmpty() ? "\"" : "\" namespace=\"" + escaped(other) + "\"");
          imports.append(" schemaLocation=\"all:/").append(escaped(other)).append("\"/>");
        }
      }
      documents.put("one:" + i, text(roots.get(i), Map.of(), imports.toString()));
      byNamespace.computeIfAbsent(namespace, added -> new ArrayList<>()).add("one:" + i);
    }
    StringBuilder whole = new StringBuilder("<x:schema xmlns:x=\"");
    whole.append(XMLConstants.W3C_XML_SCHEMA_NS_URI).append("\" targetNamespace=\"urn:whole\">");
    byNamespace.forEach(
        (namespace, all) -> {
          StringBuilder one = new StringBuilder("<x:schema xmlns:x=\"");
          one.append(XMLConstants.W3C_XML_SCHEMA_NS_URI).append('"');
          one.append(namespace.isEmpty() ? "" : " targetNamespace=\"" + escaped(namespace) + "\"");
          one.append('>');
          all.forEach(each -> one.append("<x:include schemaLocation=\"" + each + "\"/>"));
          documents.put("all:/" + namespace, one + "</x:schema>");
          whole.append("<x:import");
          whole.append(namespace.isEmpty() ? "" : " namespace=\"" + escaped(namespace) + "\"");
          whole.append(" schemaLocation=\"all:/" + escaped(namespace) + "\"/>");
        });
    documents.put("all:parts", parts(operations, byNamespace.keySet(), isResponse));
    whole.append("<x:import namespace=\"" + PARTS + "\" schemaLocation=\"all:parts\"/>");
    SchemaFactory factory = SchemaFactory.newDefaultInstance();
    DOMImplementationLS dom =
        (DOMImplementationLS)
            DOMImplementationRegistry.newInstance().getDOMImplementation("LS 3.0");
    factory.setProperty("http://www.oracle.com/xml/jaxp/properties/maxOccurLimit", "100000");
    factory.setResourceResolver(
        (type, namespace, publicId, systemId, base) -> {
          String found = documents.get(systemId);
          if (found == null) {
            return null;
          }
          LSInput input = dom.createLSInput();
          input.setStringData(found);
          input.setSystemId(systemId);
          return input;
        });
    return new SchemaValidator(
        factory.newSchema(new StreamSource(new StringReader(whole + "</x:schema>"), "whole:")));
  }

  private static String parts(
      List<BindingOperation> operations, Set<String> namespaces, boolean isResponse) {
    StringBuilder text = new StringBuilder("<x:schema xmlns:x=\"");
    text.append(XMLConstants.W3C_XML_SCHEMA_NS_URI);
    text.append("\" targetNamespace=\"").append(PARTS).append("\">");
    for (String each : namespaces) {
      text.append("<x:import").append(each.isEmpty() ? "" : " namespace=\"" + escaped(each) + "\"");
      text.append(" schemaLocation=\"all:/").append(escaped(each)).append("\"/>");
    }
    for (int i = 0; i < operations.size(); i++) {
      text.append("<x:element name=\"o").append(i).append("\"><x:complexType><x:all>");
      BindingOperation each = operations.get(i);
      MessageBinding bound = isResponse ? each.output() : each.input();
      OperationMessage message = isResponse ? each.operation().output() : each.operation().input();
      for (Part part : message.message().parts()) {
        if (bound.parts().contains(part.name())) {
          QName type = part.type();
          text.append("<x:element name=\"").append(part.name()).append("\" xmlns:q=\"");
          text.append(escaped(type.getNamespaceURI())).append("\" type=\"q:");
          text.append(type.getLocalPart()).append("\"/>");
        }
      }
      text.append("</x:all></x:complexType></x:element>");
    }
    return text.append("</x:schema>").toString();
  }

  private static String namespace(Element schema) {
    String namespace = schema.attribute("targetNamespace");
    return namespace == null ? "" : namespace;
  }

  /**
   * @throws SAXException if a document is not valid
   */
  public void validate(String document) throws SAXException, IOException {
    schema.newValidator().validate(new StreamSource(new StringReader(document)));
  }

  /**
   * Validates what is in the body of a message of an rpc operation.
   *
   * @param index of the operation among those that were given
   * @throws SAXException if a part is not valid
   */
  public void validateParts(int index, String body) throws Exception {
    Document document =
        DocumentBuilderFactory.newDefaultNSInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(body)));
    document.renameNode(document.getDocumentElement(), PARTS, "o" + index);
    schema.newValidator().validate(new DOMSource(document));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("\"", "&quot;")
        .replace("\n", "&#10;");
  }

  private static String text(Element element, Map<String, String> outer, String first) {
    StringBuilder text = new StringBuilder();
    Map<String, String> namespaces = new HashMap<>(element.namespaces());
    String name = name(element.name(), namespaces, true);
    StringBuilder attributes = new StringBuilder();
    for (Attribute each : element.attributes()) {
      attributes.append(' ').append(name(each.name(), namespaces, false));
      attributes.append("=\"").append(escaped(each.value())).append('"');
    }
    text.append('<').append(name).append(attributes);
    namespaces.forEach(
        (prefix, uri) -> {
          boolean isReserved = prefix.startsWith("xml");
          if (!isReserved
              && !uri.equals(outer.get(prefix))
              && !(uri.isEmpty() && !prefix.isEmpty())) {
            text.append(prefix.isEmpty() ? " xmlns" : " xmlns:" + prefix);
            text.append("=\"").append(escaped(uri)).append('"');
          }
        });
    text.append('>').append(first);
    for (Content each : element.content()) {
      if (each instanceof Text characters) {
        text.append(escaped(characters.value()));
      } else {
        text.append(text((Element) each, namespaces, ""));
      }
    }
    return text.append("</").append(name).append('>').toString();
  }

  private static String name(QName name, Map<String, String> namespaces, boolean isElement) {
    String uri = name.getNamespaceURI();
    if (uri.equals(XMLConstants.XML_NS_URI)) {
      return "xml:" + name.getLocalPart();
    }
    if (uri.isEmpty()) {
      return name.getLocalPart();
    }
    for (Map.Entry<String, String> each : namespaces.entrySet()) {
      if (each.getValue().equals(uri) && (isElement || !each.getKey().isEmpty())) {
        return (each.getKey().isEmpty() ? "" : each.getKey() + ":") + name.getLocalPart();
      }
    }
    String prefix = "p" + namespaces.size() + "x";
    namespaces.put(prefix, uri);
    return prefix + ":" + name.getLocalPart();
  }
}
