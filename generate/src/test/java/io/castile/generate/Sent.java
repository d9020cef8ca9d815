package io.castile.generate;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Compares documents by their values: two texts of one number are alike. */
final class Sent {
  private Sent() {}

  /** Returns the first difference, with its path; null if there is none. */
  static String difference(Document expected, Document actual) {
    return difference(expected.getDocumentElement(), actual.getDocumentElement(), "");
  }

  private static String difference(Element expected, Element actual, String outer) {
    String path = outer + "/" + expected.getLocalName();
    if (!name(expected).equals(name(actual))) {
      return path + ": expected " + name(expected) + ", found " + name(actual);
    }
    TreeMap<String, String> attributes = attributes(expected);
    if (!attributes.equals(attributes(actual))) {
      return path + ": expected " + attributes + ", found " + attributes(actual);
    }
    List<Element> children = children(expected);
    List<Element> found = children(actual);
    for (int i = 0; i < Math.min(children.size(), found.size()); i++) {
      String difference = difference(children.get(i), found.get(i), path);
      if (difference != null) {
        return difference;
      }
    }
    if (children.size() != found.size()) {
      return path + ": expected " + names(children) + ", found " + names(found);
    }
    String text = children.isEmpty() ? value(expected.getTextContent()) : "";
    String other = children.isEmpty() ? value(actual.getTextContent()) : "";
    return text.equals(other) ? null : path + ": expected " + text + ", found " + other;
  }

  private static List<String> names(List<Element> elements) {
    return elements.stream().map(Sent::name).toList();
  }

  private static String name(Node node) {
    return "{" + node.getNamespaceURI() + "}" + node.getLocalName();
  }

  private static TreeMap<String, String> attributes(Element element) {
    TreeMap<String, String> attributes = new TreeMap<>();
    for (int i = 0; i < element.getAttributes().getLength(); i++) {
      Node each = element.getAttributes().item(i);
      if (!each.getNodeName().matches("xmlns(:.*)?")) {
        boolean isType = List.of("type", "arrayType").contains(each.getLocalName());
        attributes.put(name(each), isType ? type(each.getNodeValue()) : value(each.getNodeValue()));
      }
    }
    return attributes;
  }

  /** The name of a type; Java's strings and objects are no values of any simple type. */
  private static String type(String value) {
    return value
        .replaceFirst("^.*:", "")
        .replaceFirst("^anySimpleType$", "string")
        .replaceFirst("^anySimpleType\\[", "anyType[");
  }

  private static List<Element> children(Element element) {
    List<Element> children = new ArrayList<>();
    for (Node each = element.getFirstChild(); each != null; each = each.getNextSibling()) {
      if (each instanceof Element child) {
        children.add(child);
      }
    }
    return children;
  }

  /** The items of a text, those that are numbers in one form. */
  private static String value(String text) {
    List<String> items = new ArrayList<>();
    for (String item : text.strip().split("\\s+")) {
      try {
        items.add(new BigDecimal(item).stripTrailingZeros().toPlainString());
      } catch (NumberFormatException e) {
        items.add(item.replaceFirst("^[a-z]\\w*:(?=[a-z])", "")); // the prefix of a name
      }
    }
    return String.join(" ", items);
  }
}
