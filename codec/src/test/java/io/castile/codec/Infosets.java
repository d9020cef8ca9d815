package io.castile.codec;

import java.io.StringReader;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

/** What a document says, whatever prefixes it uses. */
final class Infosets {
  private Infosets() {}

  static String of(String document) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
    factory.setNamespaceAware(true);
    StringBuilder into = new StringBuilder();
    append(
        factory
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(document)))
            .getDocumentElement(),
        into);
    return into.toString();
  }

  private static void append(Element element, StringBuilder into) {
    into.append('<').append(name(element));
    Map<String, String> attributes = new TreeMap<>();
    for (int i = 0; i < element.getAttributes().getLength(); i++) {
      Attr attribute = (Attr) element.getAttributes().item(i);
      if (!"http://www.w3.org/2000/xmlns/".equals(attribute.getNamespaceURI())) {
        boolean type = "type".equals(attribute.getLocalName());
        attributes.put(name(attribute), type ? resolved(element, attribute) : attribute.getValue());
      }
    }
    into.append(attributes).append('>');
    for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element inner) {
        append(inner, into);
      } else {
        into.append(child.getNodeValue());
      }
    }
    into.append("</>");
  }

  private static String resolved(Element element, Attr type) {
    int colon = type.getValue().indexOf(':');
    return colon < 0
        ? type.getValue()
        : '{'
            + element.lookupNamespaceURI(type.getValue().substring(0, colon))
            + '}'
            + type.getValue().substring(colon + 1);
  }

  private static String name(Node node) {
    return '{' + String.valueOf(node.getNamespaceURI()) + '}' + node.getLocalName();
  }
}
