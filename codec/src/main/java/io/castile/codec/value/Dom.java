package io.castile.codec.value;

import io.castile.xml.Namespace;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import io.castile.xml.internal.DomReader;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/**
 * Wildcard content as DOM: read from and written to the same reader and writer as everything else.
 */
public final class Dom {
  private Dom() {}

  /**
   * Reads the element at which {@code in} stands, to its END_ELEMENT, with all white space in it: a
   * signature may count that. Each element has a document of its own.
   */
  public static Element read(XmlReader in) {
    return DomReader.read(in);
  }

  /**
   * Writes the element with its own prefix and with all prefixes that it declares, each declared
   * where it is not in scope: qualified names in its content keep their meaning.
   */
  public static void write(Element element, XmlWriter out) {
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
  public static void writeBody(Element element, XmlWriter out) {
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

  static boolean isDeclaration(Attr attribute) {
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

  static String localName(Node node) {
    return node.getLocalName() != null ? node.getLocalName() : node.getNodeName();
  }

  static String nullToEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  /**
   * Whether both say the same: names, attributes, text and children, whatever prefixes they use.
   */
  public static boolean equal(Element one, Element other) {
    return one == other || new DomContent(one).sameAs(new DomContent(other));
  }

  /** A hash of what {@link #equal} compares. */
  public static int hash(Element element) {
    return new DomContent(element).hash();
  }

  /** A deep copy in a document of its own. */
  public static Element copy(Element element) {
    Document document = DomReader.newDocument();
    Element copy = (Element) document.importNode(element, true);
    document.appendChild(copy);
    return copy;
  }
}
