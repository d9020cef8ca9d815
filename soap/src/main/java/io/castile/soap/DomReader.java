package io.castile.soap;

import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import java.util.HashMap;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Reads an element and all that it contains as DOM: the entries of a fault's detail. */
final class DomReader {
  private DomReader() {}

  static Document newDocument() {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
      factory.setNamespaceAware(true);
      return factory.newDocumentBuilder().newDocument();
    } catch (ParserConfigurationException e) {
      throw new AssertionError("the platform's DOM needs no configuration", e);
    }
  }

  /**
   * Reads the element at which {@code in} stands; afterwards {@code in} is at its end.
   *
   * @param scope the namespaces declared around the element, by prefix; they are declared on it
   *     again, as values inside may refer to them
   */
  static Element read(XmlReader in, Map<String, String> scope) {
    Document document = newDocument();
    Element root = start(document, in);
    Map<String, String> missing = new HashMap<>(scope);
    for (int i = 0; i < in.namespaceCount(); i++) {
      missing.remove(in.namespacePrefix(i));
    }
    missing.forEach((prefix, uri) -> declare(root, prefix, uri));
    document.appendChild(root);
    Node parent = root;
    while (true) {
      switch (in.next()) {
        case XmlReader.START_ELEMENT -> {
          Element child = start(document, in);
          parent.appendChild(child);
          parent = child;
        }
        case XmlReader.TEXT -> parent.appendChild(document.createTextNode(in.text()));
        case XmlReader.END_ELEMENT -> {
          if (parent == root) {
            return root;
          }
          parent = parent.getParentNode();
        }
        default -> {
          // Comments and processing instructions carry nothing.
        }
      }
    }
  }

  /** Adds the namespaces declared on the current element to {@code scope}. */
  static void addDeclarations(XmlReader in, Map<String, String> scope) {
    for (int i = 0; i < in.namespaceCount(); i++) {
      scope.put(in.namespacePrefix(i), in.namespaceUri(i));
    }
  }

  private static Element start(Document document, XmlReader in) {
    XmlName name = in.name();
    Element element = document.createElementNS(uri(name), qualified(in.prefix(), name.local()));
    for (int i = 0; i < in.namespaceCount(); i++) {
      declare(element, in.namespacePrefix(i), in.namespaceUri(i));
    }
    for (int i = 0; i < in.attributeCount(); i++) {
      XmlName attribute = in.attributeName(i);
      element.setAttributeNS(
          uri(attribute),
          qualified(in.attributePrefix(i), attribute.local()),
          in.attribute(i).toString());
    }
    return element;
  }

  private static void declare(Element element, String prefix, String uri) {
    String name = prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix;
    element.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, name, uri);
  }

  private static String uri(XmlName name) {
    return name.uri().isEmpty() ? null : name.uri();
  }

  private static String qualified(String prefix, String local) {
    return prefix == null || prefix.isEmpty() ? local : prefix + ":" + local;
  }
}
