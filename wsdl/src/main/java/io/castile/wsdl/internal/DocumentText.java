package io.castile.wsdl.internal;

import io.castile.wsdl.tree.Attribute;
import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.Element;
import io.castile.wsdl.tree.Prefixes;
import io.castile.wsdl.tree.Text;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes an element as a document, indented, with the prefixes that it has. */
final class DocumentText {
  private static final int WIDTH = 120;

  private final StringBuilder out =
      new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");

  private DocumentText() {}

  static String of(Element root) {
    DocumentText text = new DocumentText();
    text.element(root, Map.of(), "");
    return text.out.toString();
  }

  private void element(Element element, Map<String, String> outer, String indent) {
    Map<String, String> attributes = new LinkedHashMap<>();
    Prefixes.declared(element, outer)
        .forEach(
            (prefix, namespace) ->
                attributes.put(prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix, namespace));
    String name = name(element, attributes);
    int made = 0;
    for (Attribute each : element.attributes()) {
      String prefix = Prefixes.of(each.name(), element.namespaces(), true);
      if (prefix == null) {
        prefix = "a" + made++;
        attributes.put("xmlns:" + prefix, each.name().getNamespaceURI());
      }
      attributes.put(qualified(prefix, each.name().getLocalPart()), each.value());
    }
    out.append(indent).append('<').append(name);
    attributes(attributes, indent);
    content(element, name, indent);
  }

  /** The name of an element, for which a namespace may have to be declared. */
  private static String name(Element element, Map<String, String> attributes) {
    String local = element.name().getLocalPart();
    @Nullable String prefix = Prefixes.of(element.name(), element.namespaces(), false);
    if (prefix == null) {
      attributes.put("xmlns", element.name().getNamespaceURI());
      return local;
    }
    return qualified(prefix, local);
  }

  private static String qualified(String prefix, String local) {
    return prefix.isEmpty() ? local : prefix + ":" + local;
  }

  private void attributes(Map<String, String> attributes, String indent) {
    int column = out.length() - out.lastIndexOf("\n");
    for (Map.Entry<String, String> each : attributes.entrySet()) {
      String text = " " + each.getKey() + "=\"" + escaped(each.getValue(), true) + "\"";
      if (column + text.length() > WIDTH && column > indent.length() + 1) {
        out.append('\n').append(indent).append("   ");
        column = indent.length() + 3;
      }
      out.append(text);
      column += text.length();
    }
  }

  private void content(Element element, String name, String indent) {
    if (element.content().isEmpty()) {
      out.append("/>\n");
      return;
    }
    out.append('>');
    boolean isMixed = element.content().stream().anyMatch(Text.class::isInstance);
    if (!isMixed) {
      out.append('\n');
    }
    for (Content each : element.content()) {
      if (each instanceof Text text) {
        out.append(escaped(text.value(), false));
      } else if (each instanceof Element child) {
        element(child, element.namespaces(), isMixed ? "" : indent + "  ");
        if (isMixed) {
          out.setLength(out.length() - 1); // no line is added to text
        }
      }
    }
    out.append(isMixed ? "" : indent).append("</").append(name).append(">\n");
  }

  private static String escaped(String value, boolean isAttribute) {
    StringBuilder text = new StringBuilder(value.length());
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '&' -> text.append("&amp;");
        case '<' -> text.append("&lt;");
        case '>' -> text.append("&gt;");
        case '\r' -> text.append("&#13;");
        case '"' -> text.append(isAttribute ? "&quot;" : "\"");
        case '\n' -> text.append(isAttribute ? "&#10;" : "\n");
        case '\t' -> text.append(isAttribute ? "&#9;" : "\t");
        default -> text.append(c);
      }
    }
    return text.toString();
  }
}
