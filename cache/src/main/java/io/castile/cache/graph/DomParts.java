package io.castile.cache.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.w3c.dom.Attr;
import org.w3c.dom.CharacterData;
import org.w3c.dom.Document;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/** Compares and copies DOM nodes, by what they say: prefixes and comments do not count. */
final class DomParts {
  private static final String XMLNS = "http://www.w3.org/2000/xmlns/";

  private DomParts() {}

  static boolean equal(Node one, Node other) {
    if (one.getNodeType() != other.getNodeType() || !name(one).equals(name(other))) {
      return false;
    }
    if (one.getNodeType() != Node.ELEMENT_NODE && one.getNodeType() != Node.DOCUMENT_NODE) {
      return Objects.equals(one.getNodeValue(), other.getNodeValue());
    }
    List<Object> a = content(one);
    List<Object> b = content(other);
    if (!attributes(one).equals(attributes(other)) || a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      boolean same =
          a.get(i) instanceof Node x && b.get(i) instanceof Node y
              ? equal(x, y)
              : a.get(i).equals(b.get(i));
      if (!same) {
        return false;
      }
    }
    return true;
  }

  static int hash(Node node) {
    return 31 * name(node).hashCode() + Objects.hashCode(node.getTextContent());
  }

  /** A deep copy; of an element in a document of its own. */
  static Node copy(Node node) {
    if (node instanceof Document) {
      return node.cloneNode(true);
    }
    Document document =
        (Document) node.getOwnerDocument().cloneNode(false); // of the same implementation
    Node copy = document.importNode(node, true);
    if (copy.getNodeType() == Node.ELEMENT_NODE) {
      document.appendChild(copy);
    }
    return copy;
  }

  /** The document that a change of the node may reach. */
  static Node document(Node node) {
    return node instanceof Document ? node : node.getOwnerDocument();
  }

  private static String name(Node node) {
    String local = node.getLocalName() != null ? node.getLocalName() : node.getNodeName();
    return node.getNamespaceURI() == null ? local : "{" + node.getNamespaceURI() + "}" + local;
  }

  private static Map<String, String> attributes(Node node) {
    Map<String, String> values = new HashMap<>();
    NamedNodeMap attributes = node.getAttributes();
    for (int i = 0; attributes != null && i < attributes.getLength(); i++) {
      Attr attribute = (Attr) attributes.item(i);
      if (!XMLNS.equals(attribute.getNamespaceURI())) {
        values.put(name(attribute), attribute.getValue() + scope(node, attribute.getValue()));
      }
    }
    return values;
  }

  /**
   * The namespaces for the prefixes of a text that looks like qualified names: two values of one
   * text may mean different names.
   */
  private static String scope(Node element, String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      return "";
    }
    StringBuilder scope = new StringBuilder();
    for (; colon >= 0; colon = text.indexOf(':', colon + 1)) {
      int from = colon;
      while (from > 0
          && (Character.isLetterOrDigit(text.charAt(from - 1))
              || "_-.".indexOf(text.charAt(from - 1)) >= 0)) {
        from--;
      }
      String uri = from == colon ? null : element.lookupNamespaceURI(text.substring(from, colon));
      if (uri != null) {
        scope.append('\u0001').append(uri);
      }
    }
    return scope.toString();
  }

  /** Child elements as nodes, and the texts between them as strings. */
  private static List<Object> content(Node node) {
    List<Object> content = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child.getNodeType() == Node.ELEMENT_NODE) {
        flush(node, text, content);
        content.add(child);
      } else if (child instanceof CharacterData data && child.getNodeType() != Node.COMMENT_NODE) {
        text.append(data.getData());
      }
    }
    flush(node, text, content);
    return content;
  }

  private static void flush(Node parent, StringBuilder text, List<Object> content) {
    if (text.length() > 0) {
      content.add(text + scope(parent, text.toString()));
      text.setLength(0);
    }
  }
}
