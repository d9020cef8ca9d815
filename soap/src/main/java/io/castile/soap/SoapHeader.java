package io.castile.soap;

import io.castile.soap.internal.DomWriter;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import io.castile.xml.internal.DomReader;
import java.util.Objects;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * A block of a message's header (SOAP 1.1 §4.2; SOAP 1.2 part 1 §5.2) that is no parameter of the
 * operation, such as one that WS-Addressing adds.
 *
 * <p>Immutable and thread-safe, if what writes its content is.
 */
public final class SoapHeader {
  private final QName name;
  private final boolean mustUnderstand;

  /** Writes what is in the block; null if it was received, or is given as DOM. */
  private final @Nullable Consumer<XmlWriter> content;

  private final @Nullable Element element; // null where there is content

  private SoapHeader(
      QName name,
      boolean mustUnderstand,
      @Nullable Consumer<XmlWriter> content,
      @Nullable Element element) {
    this.name = Objects.requireNonNull(name, "name");
    this.mustUnderstand = mustUnderstand;
    this.content = content;
    this.element = element;
  }

  /** Returns a block with a text. */
  public static SoapHeader of(QName name, String text) {
    Objects.requireNonNull(text, "text");
    return of(
        name,
        out -> {
          out.closeStartTag();
          out.text(text);
        });
  }

  /**
   * Returns a block with elements, or with attributes.
   *
   * @param content writes what follows the name of the block in its start tag, attributes first;
   *     asked whenever a message is written, and writes the same each time
   */
  public static SoapHeader of(QName name, Consumer<XmlWriter> content) {
    return new SoapHeader(name, false, Objects.requireNonNull(content, "content"), null);
  }

  /** Returns the block that an element is, with all its attributes; it is copied. */
  public static SoapHeader of(Element element) {
    Element copy = (Element) element.cloneNode(true);
    return received(copy, mustUnderstand(copy));
  }

  /** The block that has been read as {@code element}, which is its own from here on. */
  public static SoapHeader received(Element element, boolean mustUnderstand) {
    String uri = element.getNamespaceURI() == null ? "" : element.getNamespaceURI();
    return new SoapHeader(new QName(uri, element.getLocalName()), mustUnderstand, null, element);
  }

  private static boolean mustUnderstand(Element element) {
    for (SoapVersion version : SoapVersion.values()) {
      String must = element.getAttributeNS(version.namespace(), "mustUnderstand").trim();
      if (must.equals("1") || must.equals("true")) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns this block as one that its receiver must understand, or else refuse the message.
   *
   * @throws IllegalStateException if it is given as an element, whose attributes say it
   */
  public SoapHeader withMustUnderstand() {
    if (content == null) {
      throw new IllegalStateException(
          "Cannot mark this block as one that must be understood, because it is given as an"
              + " element. Set attribute mustUnderstand of the element.");
    }
    return new SoapHeader(name, true, content, null);
  }

  /** Returns the name of the block's element. */
  public QName name() {
    return name;
  }

  /** Whether the receiver of the block must understand it. */
  public boolean mustUnderstand() {
    return mustUnderstand;
  }

  /** Returns the block's element, the caller's own. */
  public Element element() {
    if (element != null) {
      return (Element) element.cloneNode(true);
    }
    byte[] bytes = toBytes();
    XmlReader in = new XmlReader().reset(bytes, 0, bytes.length);
    while (in.event() != XmlReader.START_ELEMENT) {
      in.next();
    }
    return DomReader.readSelfContained(in);
  }

  /** Returns the text in the block, that of elements in it included. */
  public String text() {
    return (element != null ? element : element()).getTextContent();
  }

  /**
   * Returns the block as a document of its own, in UTF-8. A block of a message lacks the attribute
   * that says whether it must be understood, as that depends on the message's version; a block that
   * was made from an element has all attributes.
   */
  public byte[] toBytes() {
    XmlWriter out = new XmlWriter();
    write(out, null);
    return out.toByteArray();
  }

  /** Appends the block to a message of that version. */
  public void write(XmlWriter out, @Nullable SoapVersion version) {
    if (element != null) {
      DomWriter.write(element, out);
      return;
    }
    out.startElement(name.getNamespaceURI(), name.getLocalPart());
    if (mustUnderstand && version != null) {
      out.attribute(version.namespace(), "mustUnderstand", "1");
    }
    Objects.requireNonNull(content).accept(out);
    out.endElement();
  }

  /** Omits the content, which may be a secret. */
  @Override
  public String toString() {
    return "header block " + name;
  }
}
