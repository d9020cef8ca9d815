package io.castile.codec.bean;

import io.castile.codec.value.CodecContext;
import io.castile.codec.value.Markup;
import io.castile.codec.value.SimpleValue;
import io.castile.codec.value.ValueCodec;
import io.castile.xml.Namespace;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlText;
import io.castile.xml.XmlWriter;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Markup that depends on the value, not on its static type: {@code xsi:type} and {@code xsi:nil}.
 */
final class XsiMarkup {
  static final Namespace XSI = new Namespace("xsi", XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI);

  private static final byte[] TYPE = Markup.utf8(" xsi:type=\"");
  private static final byte[] QUOTE = {'"'};
  private static final byte[] NIL = Markup.utf8(" xsi:nil=\"true\"");

  private XsiMarkup() {}

  /**
   * Inside an open start tag: everything that a value of that class needs in scope, and its {@code
   * xsi:type}.
   */
  static void writeType(BeanCodec actual, XmlWriter out) {
    for (Namespace namespace : actual.namespaces()) {
      out.declare(namespace);
    }
    if (actual.typeName() != null) {
      writeType(actual.typeName().toQName(), out);
    }
  }

  /** Inside an open start tag: {@code xsi:type} with that name. */
  static void writeType(QName type, XmlWriter out) {
    out.declare(XSI);
    out.declare(type);
    out.raw(TYPE);
    out.text(type);
    out.raw(QUOTE);
  }

  /** The element without content that stands for null. */
  static void writeNil(Markup tag, XmlWriter out) {
    int mark = out.mark();
    out.raw(tag.open);
    writeNilBody(out);
    out.raw(tag.close);
    out.release(mark);
  }

  /**
   * Writes the rest of such an element after {@code <name}, without the end tag; the caller has set
   * the mark.
   */
  static void writeNilBody(XmlWriter out) {
    writeNilAttribute(out);
    out.raw(ValueCodec.GT);
  }

  /** Inside an open start tag. */
  static void writeNilAttribute(XmlWriter out) {
    out.declare(XSI);
    out.raw(NIL);
  }

  /**
   * Reads an element with {@code xsi:nil="true"} that stands on its own or in a {@code
   * JAXBElement}. As in the reference implementation, one with other attributes has a value all the
   * same; null where it has none, or is empty and an empty text is no value of its type.
   */
  static @Nullable Object readNil(
      XmlReader in, ValueCodec codec, @Nullable Object parent, CodecContext context) {
    if (in.attributeCount() == 1) {
      in.skipElement();
      return null;
    }
    if (codec instanceof SimpleValue simple && !simple.type.acceptsEmpty()) {
      XmlText text = in.readText();
      return text.isBlank() ? null : simple.type.read(text, context);
    }
    return codec.read(in, parent, context);
  }
}
