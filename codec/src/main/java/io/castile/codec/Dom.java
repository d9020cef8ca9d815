package io.castile.codec;

import io.castile.xml.Namespace;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Attr;
import org.w3c.dom.CharacterData;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/**
 * Wildcard content as DOM: read from and written to the same reader and writer as everything else.
 */
final class Dom {
  private static final DocumentBuilderFactory FACTORY = factory();

  private Dom() {}

  private static DocumentBuilderFactory factory() {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
    factory.setNamespaceAware(true);
    return factory;
  }

  private static Document newDocument() {
    try {
      return FACTORY.newDocumentBuilder().newDocument();
    } catch (ParserConfigurationException e) {
      throw new AssertionError("the platform's default parser with namespaces always exists", e);
    }
  }

  /**
   * Reads the element at which {@code in} stands, to its END_ELEMENT. As in the reference
   * implementation, white space that only sets a child element apart is left out.
   */
  static Element read(XmlReader in, boolean mixed) {
    Document document = newDocument();
    Element root = element(document, in);
    document.appendChild(root);
    declareUsedInAttributes(root, in);
    Deque<Element> open = new ArrayDeque<>();
    open.push(root);
    String text = null;
    while (!open.isEmpty()) {
      int event = in.nextContent();
      if (event == XmlReader.TEXT) {
        text = in.text();
        continue;
      }
      boolean start = event == XmlReader.START_ELEMENT;
      if (text != null && !(start && !mixed && isWhiteSpace(text))) {
        open.element().appendChild(document.createTextNode(text));
        declareUsed(open.element(), text, in);
      }
      text = null;
      if (start) {
        Element child = element(document, in);
        open.element().appendChild(child);
        declareUsedInAttributes(child, in);
        open.push(child);
      } else {
        open.pop();
      }
    }
    return root;
  }

  private static boolean isWhiteSpace(String text) {
    return text.chars().allMatch(c -> c == ' ' || c == '\t' || c == '\n' || c == '\r');
  }

  private static Element element(Document document, XmlReader in) {
    XmlName name = in.name();
    Element element = document.createElementNS(uri(name), qualified(in.prefix(), name));
    for (int i = 0; i < in.namespaceCount(); i++) {
      String prefix = in.namespacePrefix(i);
      declare(element, prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix, in.namespaceUri(i));
    }
    for (int i = 0; i < in.attributeCount(); i++) {
      XmlName attribute = in.attributeName(i);
      element.setAttributeNS(
          uri(attribute), qualified(in.attributePrefix(i), attribute), in.attribute(i).toString());
    }
    return element;
  }

  private static void declareUsedInAttributes(Element element, XmlReader in) {
    for (int i = 0; i < in.attributeCount(); i++) {
      declareUsed(element, in.attribute(i).toString(), in);
    }
  }

  /**
   * Declares the prefixes that may be meant by {@code prefix:} in the value, as in qualified names
   * and XPath, and that only elements around the one read declare: it must go on to mean the same.
   */
  private static void declareUsed(Element element, String value, XmlReader in) {
    for (int colon = value.indexOf(':'); colon >= 0; colon = value.indexOf(':', colon + 1)) {
      int start = colon;
      while (start > 0 && isNameCharacter(value.charAt(start - 1))) {
        start--;
      }
      String prefix = value.substring(start, colon);
      String uri = prefix.isEmpty() ? null : in.namespaceUri(prefix);
      if (uri != null && !uri.equals(element.lookupNamespaceURI(prefix))) {
        declare(element, "xmlns:" + prefix, uri);
      }
    }
  }

  private static boolean isNameCharacter(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
  }

  private static void declare(Element element, String name, String uri) {
    element.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, name, uri);
  }

  private static String uri(XmlName name) {
    return name.uri().isEmpty() ? null : name.uri();
  }

  private static String qualified(String prefix, XmlName name) {
    return prefix.isEmpty() ? name.local() : prefix + ":" + name.local();
  }

  /**
   * Writes the element with its own prefix and with all prefixes that it declares, each declared
   * where it is not in scope: qualified names in its content keep their meaning.
   */
  static void write(Element element, XmlWriter out) {
    String uri = nullToEmpty(element.getNamespaceURI());
    String prefix = nullToEmpty(element.getPrefix());
    if (uri.isEmpty() || prefix.isEmpty()) {
      out.startElement(uri, localName(element));
    } else {
      out.startElementWithPrefix(prefix, uri, localName(element));
    }
    writeDeclarations(element, prefix, out);
    writeAttributes(element, out);
    out.closeStartTag();
    writeChildren(element, out);
    out.endElement();
  }

  /**
   * Writes attributes, {@code >} and content of the element in place of another one with another
   * name.
   */
  static void writeBody(Element element, XmlWriter out) {
    writeDeclarations(element, "", out);
    NamedNodeMap attributes = element.getAttributes();
    for (int i = 0; i < attributes.getLength(); i++) {
      Attr attribute = (Attr) attributes.item(i);
      if (isDeclaration(attribute)) {
        continue;
      }
      RawAttribute.write(
          nullToEmpty(attribute.getNamespaceURI()),
          localName(attribute),
          attribute.getValue(),
          out);
    }
    out.raw(ValueCodec.GT);
    writeChildren(element, out);
  }

  /** Declares what the element declares, its own prefix aside, which is that of its name. */
  private static void writeDeclarations(Element element, String own, XmlWriter out) {
    NamedNodeMap attributes = element.getAttributes();
    for (int i = 0; i < attributes.getLength(); i++) {
      Attr attribute = (Attr) attributes.item(i);
      String prefix = localName(attribute);
      boolean prefixed = attribute.getPrefix() != null && isDeclaration(attribute);
      boolean reserved = prefix.equals(own) || prefix.equals(XMLConstants.XML_NS_PREFIX);
      if (prefixed && !reserved && !attribute.getValue().isEmpty()) {
        out.declare(new Namespace(prefix, attribute.getValue()));
      }
    }
  }

  private static void writeAttributes(Element element, XmlWriter out) {
    NamedNodeMap attributes = element.getAttributes();
    for (int i = 0; i < attributes.getLength(); i++) {
      Attr attribute = (Attr) attributes.item(i);
      if (!isDeclaration(attribute)) {
        out.attribute(
            nullToEmpty(attribute.getNamespaceURI()), localName(attribute), attribute.getValue());
      }
    }
  }

  private static boolean isDeclaration(Attr attribute) {
    return XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(attribute.getNamespaceURI());
  }

  private static void writeChildren(Element element, XmlWriter out) {
    for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
      switch (child.getNodeType()) {
        case Node.ELEMENT_NODE -> {
          out.enter(child);
          write((Element) child, out);
          out.leave();
        }
        case Node.TEXT_NODE, Node.CDATA_SECTION_NODE -> out.text(child.getNodeValue());
        default -> {
          // comments and processing instructions are no content
        }
      }
    }
  }

  private static String localName(Node node) {
    return node.getLocalName() != null ? node.getLocalName() : node.getNodeName();
  }

  private static String nullToEmpty(String text) {
    return text == null ? "" : text;
  }

  /**
   * Whether both say the same: names, attributes, text and children, whatever prefixes they use.
   */
  static boolean equal(Element one, Element other) {
    return sameName(one, other)
        && attributes(one).equals(attributes(other))
        && equalContent(one, other);
  }

  private static boolean sameName(Node one, Node other) {
    return localName(one).equals(localName(other))
        && nullToEmpty(one.getNamespaceURI()).equals(nullToEmpty(other.getNamespaceURI()));
  }

  private static Map<QName, String> attributes(Element element) {
    Map<QName, String> values = new HashMap<>();
    NamedNodeMap attributes = element.getAttributes();
    for (int i = 0; i < attributes.getLength(); i++) {
      Attr attribute = (Attr) attributes.item(i);
      if (!isDeclaration(attribute)) {
        values.put(
            new QName(nullToEmpty(attribute.getNamespaceURI()), localName(attribute)),
            attribute.getValue() + scope(element, attribute.getValue()));
      }
    }
    return values;
  }

  /**
   * What the prefixes of a text that looks like qualified names stand for: two values of one text
   * may mean different names.
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

  private static boolean equalContent(Element one, Element other) {
    List<Object> a = content(one);
    List<Object> b = content(other);
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      boolean same =
          a.get(i) instanceof Element x && b.get(i) instanceof Element y
              ? equal(x, y)
              : a.get(i).equals(b.get(i));
      if (!same) {
        return false;
      }
    }
    return true;
  }

  /** A hash of what {@link #equal} compares. */
  static int hash(Element element) {
    int hash = localName(element).hashCode();
    hash = 31 * hash + nullToEmpty(element.getNamespaceURI()).hashCode();
    hash = 31 * hash + attributes(element).hashCode();
    for (Object part : content(element)) {
      hash = 31 * hash + (part instanceof Element child ? hash(child) : part.hashCode());
    }
    return hash;
  }

  /** Child elements, and the texts between them as strings. */
  private static List<Object> content(Element element) {
    List<Object> content = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child.getNodeType() == Node.ELEMENT_NODE) {
        flush(element, text, content);
        content.add(child);
      } else if (child instanceof CharacterData data && child.getNodeType() != Node.COMMENT_NODE) {
        text.append(data.getData());
      }
    }
    flush(element, text, content);
    return content;
  }

  private static void flush(Element parent, StringBuilder text, List<Object> content) {
    if (text.length() > 0) {
      content.add(text + scope(parent, text.toString()));
      text.setLength(0);
    }
  }

  /** A deep copy in a document of its own. */
  static Element copy(Element element) {
    Document document = newDocument();
    Element copy = (Element) document.importNode(element, true);
    document.appendChild(copy);
    return copy;
  }
}
