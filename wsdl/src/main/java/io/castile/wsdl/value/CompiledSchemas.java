package io.castile.wsdl.value;

import io.castile.wsdl.tree.Attribute;
import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.Element;
import io.castile.wsdl.tree.Text;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.w3c.dom.bootstrap.DOMImplementationRegistry;
import org.w3c.dom.ls.DOMImplementationLS;
import org.w3c.dom.ls.LSInput;
import org.xml.sax.SAXException;

/** The schemas of a description, as the validator of the JDK reads them. Nothing is fetched. */
public final class CompiledSchemas {
  private static final String XS = XMLConstants.W3C_XML_SCHEMA_NS_URI;

  /** The occurrences that one particle may have, as the JDK unrolls them. */
  private static final String MAX_OCCURS = "100000";

  private final Map<String, String> documents = new LinkedHashMap<>();
  private final Map<String, List<String>> byNamespace = new LinkedHashMap<>();
  private final TreeSet<String> namespaces = new TreeSet<>();

  private CompiledSchemas() {}

  /**
   * Compiles schemas.
   *
   * @param roots the schemas of a description, put right
   * @param more declarations of elements that none of the schemas has, by namespace; the elements
   *     around the parts of rpc operations, for one (WSDL 1.1 §3.5)
   * @throws SAXException if they are not valid
   */
  public static Schema of(List<Element> roots, Map<String, String> more) throws SAXException {
    return new CompiledSchemas().compiled(roots, more);
  }

  /** Returns the declaration of an element with a type, for {@link #of}. */
  public static String declaration(String name, QName type, boolean isOptional) {
    return "<x:element name=\""
        + escaped(name)
        + (isOptional ? "\" minOccurs=\"0" : "")
        + "\" xmlns:q=\""
        + escaped(type.getNamespaceURI())
        + "\" type=\"q:"
        + escaped(type.getLocalPart())
        + "\"/>";
  }

  private Schema compiled(List<Element> roots, Map<String, String> more) throws SAXException {
    roots.forEach(root -> namespaces.add(namespace(root)));
    namespaces.addAll(more.keySet());
    for (int i = 0; i < roots.size(); i++) {
      String namespace = namespace(roots.get(i));
      add(namespace, "one:" + i, text(roots.get(i), Map.of(), imports(namespace)));
    }
    more.forEach(
        (namespace, declarations) ->
            add(
                namespace,
                "more:/" + namespace,
                start(namespace) + imports(namespace) + declarations + "</x:schema>"));
    StringBuilder whole = new StringBuilder(start("urn:whole"));
    byNamespace.forEach(
        (namespace, all) -> {
          StringBuilder one = new StringBuilder(start(namespace));
          all.forEach(each -> one.append("<x:include schemaLocation=\"" + escaped(each) + "\"/>"));
          documents.put("all:/" + namespace, one + "</x:schema>");
          whole.append(imported(namespace));
        });
    SchemaFactory factory = SchemaFactory.newDefaultInstance();
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    factory.setProperty("http://www.oracle.com/xml/jaxp/properties/maxOccurLimit", MAX_OCCURS);
    DOMImplementationLS dom = dom();
    factory.setResourceResolver(
        (type, namespace, publicId, systemId, base) -> {
          LSInput input = dom.createLSInput();
          input.setStringData(documents.getOrDefault(systemId, "")); // else it would be fetched
          input.setSystemId(systemId);
          return input;
        });
    return factory.newSchema(new StreamSource(new StringReader(whole + "</x:schema>"), "whole:"));
  }

  private static DOMImplementationLS dom() {
    try {
      return (DOMImplementationLS)
          DOMImplementationRegistry.newInstance().getDOMImplementation("LS 3.0");
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Cannot compile schemas, because this JDK has no DOM.", e);
    }
  }

  private void add(String namespace, String location, String document) {
    documents.put(location, document);
    byNamespace.computeIfAbsent(namespace, added -> new ArrayList<>()).add(location);
  }

  private static String start(String namespace) {
    return "<x:schema xmlns:x=\""
        + XS
        + (namespace.isEmpty() ? "\">" : "\" targetNamespace=\"" + escaped(namespace) + "\">");
  }

  private String imports(String besides) {
    StringBuilder imports = new StringBuilder();
    namespaces.stream()
        .filter(each -> !each.equals(besides))
        .forEach(each -> imports.append(imported(each)));
    return imports.toString();
  }

  private static String imported(String namespace) {
    return "<x:import xmlns:x=\""
        + XS
        + (namespace.isEmpty() ? "" : "\" namespace=\"" + escaped(namespace))
        + "\" schemaLocation=\"all:/"
        + escaped(namespace)
        + "\"/>";
  }

  private static String namespace(Element schema) {
    String namespace = schema.attribute("targetNamespace");
    return namespace == null ? "" : namespace;
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("\"", "&quot;")
        .replace("\t", "&#9;")
        .replace("\n", "&#10;")
        .replace("\r", "&#13;");
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
