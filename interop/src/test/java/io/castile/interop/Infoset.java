package io.castile.interop;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * What two documents say, compared without regard to how: names by namespace and local name,
 * attributes without order, adjacent text joined; prefixes, declarations, comments and processing
 * instructions do not count. Text and attribute values that are qualified names in both documents
 * count resolved.
 *
 * <p>A tab in an attribute counts as a space: the reference implementation writes it as it is, so
 * that a parser makes a space of it (XML 1.0, §3.3.3).
 */
public final class Infoset {
  private static final String XMLNS = XMLConstants.XMLNS_ATTRIBUTE_NS_URI;
  private static final Pattern QNAME = Pattern.compile("[A-Za-z_][\\w.-]*:[A-Za-z_][\\w.-]*");
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");

  /** Before JDK 19 {@code Double.toString} is not always the shortest form (JDK-4511638). */
  private static final boolean SHORTEST = Runtime.version().feature() >= 19;

  private static final ThreadLocal<DocumentBuilder> PARSER =
      ThreadLocal.withInitial(Infoset::newParser);

  private Infoset() {}

  static Document parse(byte[] xml) {
    try {
      return PARSER.get().parse(new ByteArrayInputStream(xml));
    } catch (SAXException e) {
      throw new IllegalArgumentException("not well-formed: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Document newDocument() {
    return PARSER.get().newDocument();
  }

  private static DocumentBuilder newParser() {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
      // All nodes are looked at: to make them when they are asked for takes longer.
      factory.setFeature("http://apache.org/xml/features/dom/defer-node-expansion", false);
      DocumentBuilder builder = factory.newDocumentBuilder();
      builder.setErrorHandler(new Refusing());
      return builder;
    } catch (ParserConfigurationException e) {
      throw new AssertionError("the JDK's own parser", e);
    }
  }

  /** Throws what the default handler would print first. */
  private static final class Refusing implements ErrorHandler {
    @Override
    public void warning(SAXParseException e) throws SAXException {
      throw e;
    }

    @Override
    public void error(SAXParseException e) throws SAXException {
      throw e;
    }

    @Override
    public void fatalError(SAXParseException e) throws SAXException {
      throw e;
    }
  }

  /** Returns where and how the documents first differ; null if they say the same. */
  public static String difference(byte[] expected, byte[] actual) {
    return difference(parse(expected), parse(actual));
  }

  /**
   * The same for elements that were read as parts of documents. White space between elements does
   * not count: the reference drops it before start tags and keeps it before end tags.
   */
  static String differenceOfParts(Node expected, Node actual) {
    return difference(stripped(expected), stripped(actual));
  }

  private static Node stripped(Node node) {
    Node copy = node.cloneNode(true);
    strip(copy);
    return copy;
  }

  private static void strip(Node node) {
    boolean structured = false;
    for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
      structured |= child instanceof Element;
    }
    Node next;
    for (Node child = node.getFirstChild(); child != null; child = next) {
      next = child.getNextSibling();
      if (child instanceof Element) {
        strip(child);
      } else if (structured && child.getNodeValue().isBlank()) {
        node.removeChild(child);
      }
    }
  }

  static String difference(Node expected, Node actual) {
    Node one = expected instanceof Document d ? d.getDocumentElement() : expected;
    Node other = actual instanceof Document d ? d.getDocumentElement() : actual;
    if (one instanceof Element a && other instanceof Element b) {
      return compare(new Step(null, "/" + a.getLocalName()), a, b);
    }
    return one.isEqualNode(other) ? null : describe(one) + " and " + describe(other);
  }

  /**
   * Where in the documents: put into words only where they differ, which is nearly never.
   *
   * @param before null at the root
   * @param at the step to print: the index of a node, or a word
   */
  private record Step(@Nullable Step before, Object at) {
    @Override
    public String toString() {
      return (before == null ? "" : before.toString()) + (at instanceof Integer ? "/" + at : at);
    }

    /** At the element that is there. */
    Step of(Element element) {
      return new Step(this, ":" + element.getLocalName());
    }
  }

  static String describe(Node node) {
    return node instanceof Element element
        ? name(element) + " \"" + element.getTextContent() + "\""
        : String.valueOf(node);
  }

  private static String compare(Step path, Element expected, Element actual) {
    if (!sameName(expected, actual)) {
      return path + ": expected element " + name(expected) + " but was " + name(actual);
    }
    String difference = compareAttributes(path, expected, actual);
    if (difference != null) {
      return difference;
    }
    List<Object> one = content(expected);
    List<Object> other = content(actual);
    for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
      Object a = i < one.size() ? one.get(i) : null;
      Object b = i < other.size() ? other.get(i) : null;
      Step at = new Step(path, i);
      if (a instanceof Element x && b instanceof Element y) {
        difference = compare(at.of(x), x, y);
      } else if (a instanceof String x && b instanceof String y) {
        difference = sameText(x, expected, y, actual) ? null : differ(at, "", x, y);
      } else {
        difference = differ(at, "", show(a), show(b));
      }
      if (difference != null) {
        return difference;
      }
    }
    return null;
  }

  private static String compareAttributes(Step path, Element expected, Element actual) {
    List<Attr> one = attributes(expected);
    List<Attr> other = attributes(actual);
    for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
      Attr a = i < one.size() ? one.get(i) : null;
      Attr b = i < other.size() ? other.get(i) : null;
      if (a == null || b == null || !sameName(a, b)) {
        return differ(path, "/@", show(a), show(b));
      }
      boolean type = isXsiType(a);
      boolean same =
          type
              ? resolve(a.getValue(), expected).equals(resolve(b.getValue(), actual))
              : sameText(withoutTabs(a), expected, withoutTabs(b), actual);
      if (!same) {
        return differ(path, "/@" + a.getLocalName(), a.getValue(), b.getValue());
      }
    }
    return null;
  }

  private static boolean isXsiType(Attr attribute) {
    return "type".equals(attribute.getLocalName())
        && XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI.equals(attribute.getNamespaceURI());
  }

  /** The attributes other than namespace declarations, sorted by name. */
  private static List<Attr> attributes(Element element) {
    List<Attr> attributes = new ArrayList<>();
    NamedNodeMap map = element.getAttributes();
    for (int i = 0; i < map.getLength(); i++) {
      Attr attribute = (Attr) map.item(i);
      if (!XMLNS.equals(attribute.getNamespaceURI())) {
        attributes.add(attribute);
      }
    }
    if (attributes.size() > 1) {
      attributes.sort(Comparator.comparing(Infoset::name));
    }
    return attributes;
  }

  /** Child elements and the texts between them; no empty texts. */
  private static List<Object> content(Element element) {
    List<Object> content = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element) {
        flush(text, content);
        content.add(child);
      } else if (child.getNodeType() == Node.TEXT_NODE
          || child.getNodeType() == Node.CDATA_SECTION_NODE) {
        text.append(child.getNodeValue());
      }
    }
    flush(text, content);
    return content;
  }

  private static void flush(StringBuilder text, List<Object> content) {
    if (text.length() > 0) {
      content.add(text.toString());
    }
    text.setLength(0);
  }

  private static String withoutTabs(Attr attribute) {
    return attribute.getValue().replace('\t', ' ');
  }

  private static boolean sameText(String one, Element oneScope, String other, Element otherScope) {
    if (one.equals(other) && one.indexOf(':') < 0) {
      return true; // the same tokens, none of which is a qualified name with a prefix
    }
    String[] a = one.split(" ", -1);
    String[] b = other.split(" ", -1);
    if (a.length != b.length) {
      return false;
    }
    for (int i = 0; i < a.length; i++) {
      if (!sameToken(a[i], oneScope, b[i], otherScope)) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameToken(String a, Element aScope, String b, Element bScope) {
    if (a.indexOf(':') > 0 && QNAME.matcher(a).matches() && QNAME.matcher(b).matches()) {
      String one = resolve(a, aScope);
      String other = resolve(b, bScope);
      return one.equals(other);
    }
    return a.equals(b) || (!SHORTEST && sameNumber(a, b));
  }

  /** Equal as doubles; or as floats where neither has more digits than a float needs. */
  private static boolean sameNumber(String a, String b) {
    if (!NUMBER.matcher(a).matches() || !NUMBER.matcher(b).matches()) {
      return false;
    }
    boolean floats = digits(a) <= 9 && digits(b) <= 9;
    return Double.parseDouble(a) == Double.parseDouble(b)
        || (floats && Float.parseFloat(a) == Float.parseFloat(b));
  }

  private static int digits(String number) {
    return (int) number.chars().takeWhile(c -> c != 'e' && c != 'E').filter(c -> c >= '0').count();
  }

  /** The qualified name with its prefix resolved; the text itself where that is not bound. */
  private static String resolve(String text, Element scope) {
    int colon = text.indexOf(':');
    String uri = scope.lookupNamespaceURI(colon < 0 ? null : text.substring(0, colon));
    if (uri == null) {
      return text;
    }
    return "{" + uri + "}" + text.substring(colon + 1);
  }

  /** Whether {@link #name} is the same of both. */
  private static boolean sameName(Node one, Node other) {
    if (one.getLocalName() == null || other.getLocalName() == null) {
      return name(one).equals(name(other));
    }
    return one.getLocalName().equals(other.getLocalName())
        && Objects.requireNonNullElse(one.getNamespaceURI(), "")
            .equals(Objects.requireNonNullElse(other.getNamespaceURI(), ""));
  }

  private static String name(Node node) {
    if (node.getLocalName() == null) {
      return node.getNodeName(); // Made without namespaces, by DOM level 1.
    }
    String uri = node.getNamespaceURI();
    return uri == null || uri.isEmpty()
        ? node.getLocalName()
        : "{" + uri + "}" + node.getLocalName();
  }

  private static String show(Object part) {
    return part instanceof Node node ? name(node) : String.valueOf(part);
  }

  private static String differ(Step path, String more, String expected, String actual) {
    return path + more + ": expected \"" + expected + "\" but was \"" + actual + "\"";
  }
}
