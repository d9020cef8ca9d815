package io.castile.interop;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import javax.xml.XMLConstants;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/**
 * Writes a document another way: what a lenient reader reads alike. The declarations of the
 * original are kept, so that qualified names in text keep their meaning.
 */
final class Variants {
  private static final String XSI = XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI;

  private final Set<Change> changes;
  private final Random random;
  private final Map<String, String> prefixes = new HashMap<>();
  private final StringBuilder out = new StringBuilder();

  private Variants(Set<Change> changes, Random random) {
    this.changes = changes;
    this.random = random;
  }

  /** One liberty that a writer may take. */
  enum Change {
    OTHER_PREFIXES,
    HOISTED_PREFIXES,
    DEFAULT_NAMESPACE,
    COMMENTS,
    INSTRUCTIONS,
    CDATA,
    REFERENCES,
    WHITE_SPACE,
    UNKNOWN_ELEMENTS,
    SHUFFLED
  }

  /** A random choice of changes. */
  static Set<Change> choose(Random random) {
    Set<Change> changes = EnumSet.noneOf(Change.class);
    for (Change change : Change.values()) {
      if (random.nextInt(3) == 0) {
        changes.add(change);
      }
    }
    if (changes.contains(Change.OTHER_PREFIXES)) {
      changes.remove(Change.DEFAULT_NAMESPACE);
    }
    return changes;
  }

  static byte[] write(byte[] xml, Set<Change> changes, Random random) {
    Variants writer = new Variants(changes, random);
    Document document = Infoset.parse(xml);
    if (changes.contains(Change.HOISTED_PREFIXES)) {
      hoist(document.getDocumentElement(), document.getDocumentElement());
    }
    writer.misc();
    writer.element(document.getDocumentElement());
    writer.misc();
    return writer.out.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Declares at the root every prefix that does not mean something else there. */
  private static void hoist(Element element, Element root) {
    declarations(element)
        .forEach(
            (prefix, uri) -> {
              String known = root.lookupNamespaceURI(prefix);
              if (!prefix.isEmpty() && (known == null || known.equals(uri))) {
                String name = "xmlns:" + prefix;
                element.removeAttribute(name);
                root.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, name, uri);
              }
            });
    for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element inner) {
        hoist(inner, root);
      }
    }
  }

  private boolean now(Change change) {
    return changes.contains(change) && random.nextBoolean();
  }

  private void element(Element element) {
    Map<String, String> declared = declarations(element);
    String name = elementName(element, declared);
    out.append('<').append(name);
    List<String> attributes = new ArrayList<>();
    NamedNodeMap map = element.getAttributes();
    for (int i = 0; i < map.getLength(); i++) {
      Attr attribute = (Attr) map.item(i);
      if (!XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(attribute.getNamespaceURI())) {
        attributes.add(attribute(attribute, declared));
      }
    }
    declared.forEach(
        (prefix, uri) ->
            attributes.add((prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix) + quoted(uri)));
    if (changes.contains(Change.SHUFFLED)) {
      Collections.shuffle(attributes, random);
    }
    attributes.forEach(attribute -> out.append(' ').append(attribute));
    List<Node> children = children(element);
    if (children.isEmpty() && random.nextBoolean()) {
      out.append(" />");
      return;
    }
    out.append('>');
    content(children);
    out.append("</").append(name).append(now(Change.WHITE_SPACE) ? " >" : ">");
  }

  /** The prefixes that the original declares here, and their URIs. */
  private static Map<String, String> declarations(Element element) {
    Map<String, String> declared = new HashMap<>();
    NamedNodeMap map = element.getAttributes();
    for (int i = 0; i < map.getLength(); i++) {
      Attr attribute = (Attr) map.item(i);
      if (XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(attribute.getNamespaceURI())) {
        boolean prefixed = attribute.getPrefix() != null;
        declared.put(prefixed ? attribute.getLocalName() : "", attribute.getValue());
      }
    }
    return declared;
  }

  private String elementName(Element element, Map<String, String> declared) {
    String uri = element.getNamespaceURI();
    String local = element.getLocalName();
    if (changes.contains(Change.DEFAULT_NAMESPACE)) {
      declared.put("", uri == null ? "" : uri);
      return local;
    }
    if (changes.contains(Change.OTHER_PREFIXES) && uri != null) {
      return otherPrefix(uri, declared) + ":" + local;
    }
    return element.getNodeName();
  }

  private String otherPrefix(String uri, Map<String, String> declared) {
    String prefix = prefixes.computeIfAbsent(uri, key -> "other" + prefixes.size());
    declared.put(prefix, uri);
    return prefix;
  }

  private String attribute(Attr attribute, Map<String, String> declared) {
    String uri = attribute.getNamespaceURI();
    boolean renamed =
        changes.contains(Change.OTHER_PREFIXES)
            && uri != null
            && !uri.equals(XMLConstants.XML_NS_URI);
    String name =
        renamed ? otherPrefix(uri, declared) + ":" + attribute.getLocalName() : attribute.getName();
    String value = attribute.getValue();
    if (XSI.equals(uri) && attribute.getLocalName().equals("type")) {
      value = typeName(value, attribute.getOwnerElement(), declared);
    }
    return name + quoted(value);
  }

  /** The value of {@code xsi:type} with a prefix, since the default namespace may be another. */
  private String typeName(String value, Element scope, Map<String, String> declared) {
    String uri = value.contains(":") ? null : scope.lookupNamespaceURI(null);
    return uri == null ? value : otherPrefix(uri, declared) + ":" + value;
  }

  private List<Node> children(Element element) {
    List<Node> children = new ArrayList<>();
    boolean text = false;
    for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
      children.add(child);
      text |= !(child instanceof Element);
    }
    if (changes.contains(Change.SHUFFLED) && !text) {
      Collections.shuffle(children, random);
    }
    return children;
  }

  private void content(List<Node> children) {
    boolean structured =
        !children.isEmpty() && children.stream().allMatch(child -> child instanceof Element);
    for (Node child : children) {
      if (structured) {
        between();
      }
      if (child instanceof Element element) {
        element(element);
      } else {
        text(child.getNodeValue());
      }
    }
    if (structured) {
      between();
    }
  }

  /** What may stand between child elements. */
  private void between() {
    if (now(Change.WHITE_SPACE)) {
      out.append("\n\t ");
    }
    misc();
    if (now(Change.UNKNOWN_ELEMENTS)) {
      out.append("<u:unknown xmlns:u='urn:castile:unknown' a='&lt;'>text<u:deep><b/></u:deep>");
      out.append("</u:unknown>");
    }
  }

  private void misc() {
    if (now(Change.COMMENTS)) {
      out.append("<!-- <comment> & -->");
    }
    if (now(Change.INSTRUCTIONS)) {
      out.append("<?target data > ?>");
    }
  }

  private void text(String text) {
    int at = 0;
    while (at < text.length()) {
      int end = Math.min(text.length(), at + 1 + random.nextInt(text.length()));
      if (end < text.length() && Character.isLowSurrogate(text.charAt(end))) {
        end++;
      }
      String part = text.substring(at, end);
      if (at > 0) {
        misc();
      }
      boolean literal = part.contains("]]>") || part.contains("\r");
      if (!literal && now(Change.CDATA)) {
        out.append("<![CDATA[").append(part).append("]]>");
      } else {
        out.append(escaped(part));
      }
      at = end;
    }
  }

  private String quoted(String value) {
    return "=\"" + escaped(value) + '"';
  }

  private String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              boolean must = c == '<' || c == '&' || c == '>' || c == '"' || c < ' ';
              if (!must && !(c > ' ' && now(Change.REFERENCES))) {
                escaped.appendCodePoint(c);
              } else if (c == '<') {
                escaped.append("&lt;");
              } else if (c == '&') {
                escaped.append("&amp;");
              } else {
                escaped.append("&#x").append(Integer.toHexString(c)).append(';');
              }
            });
    return escaped.toString();
  }
}
