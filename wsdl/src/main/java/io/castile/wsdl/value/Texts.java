package io.castile.wsdl.value;

import io.castile.codec.value.CodecContext;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.SimpleTypes;
import io.castile.wsdl.model.ValueException;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlText;
import io.castile.xml.XmlWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Texts and the values that they stand for. Used by one thread, for one message. */
final class Texts {
  private static final int MAX_DIGITS = XmlLimits.DEFAULT_MAX_DIGITS;

  /** More than as many decimal digits take. */
  private static final int MAX_BITS = MAX_DIGITS * 4;

  private static final byte[] START = {'<', 'v', '>'};
  private static final byte[] END = {'<', '/', 'v', '>'};

  private final CodecContext context = new CodecContext();
  private @Nullable XmlWriter writer; // null until it is needed: most values need no text
  private @Nullable XmlReader reader;

  CodecContext context() {
    return context;
  }

  /**
   * Returns a text as a reader has it, until the next call.
   *
   * @throws io.castile.xml.XmlException if it has a character that no document may have
   */
  XmlText of(String text) {
    XmlWriter out = writer();
    out.raw(START);
    out.text(text);
    out.raw(END);
    return read(out);
  }

  /** Returns the text of a value, as it is written. */
  String of(SimpleType type, Object value) {
    if (value instanceof String text) {
      return text;
    }
    XmlWriter out = writer();
    out.raw(START);
    type.write(value, out, context);
    out.raw(END);
    return read(out).toString();
  }

  /**
   * Returns the text of a value of which only the class is known.
   *
   * @throws ValueException if it is a map, a list, or a number of too many digits
   */
  String of(Object value) {
    if (value instanceof String text) {
      return text;
    }
    if (value instanceof Map || value instanceof List) {
      throw new ValueException(
          "expected a text, found " + (value instanceof List ? "a list" : "fields"));
    }
    checkDigits(value);
    SimpleType type = SimpleTypes.of(value.getClass());
    boolean isQualified = type != null && type.needsDeclaration();
    return type == null || isQualified ? value.toString() : of(type, value);
  }

  /**
   * Refuses a number whose digits would fill the memory when they are written out.
   *
   * @throws ValueException if it has more digits, or as many zeros, as a document may have
   */
  static void checkDigits(Object value) {
    boolean isBounded = true;
    if (value instanceof BigDecimal decimal) {
      isBounded =
          decimal.precision() <= MAX_DIGITS && Math.abs((long) decimal.scale()) <= MAX_DIGITS;
    } else if (value instanceof BigInteger integer) {
      isBounded = integer.bitLength() <= MAX_BITS;
    }
    if (!isBounded) {
      throw new ValueException(
          "expected a number of at most " + MAX_DIGITS + " digits, found one of more");
    }
  }

  /** Returns the type of XML Schema that values of a class have; null for none. */
  static @Nullable QName typeOf(Object value) {
    if (value instanceof XMLGregorianCalendar calendar) {
      return calendar.getXMLSchemaType();
    }
    SimpleType type = SimpleTypes.of(value.getClass());
    SimpleType known = type == null ? SimpleTypes.ofSubclass(value.getClass()) : type;
    return known == null ? null : known.schemaType;
  }

  private XmlWriter writer() {
    XmlWriter known = writer;
    if (known == null) {
      known = new XmlWriter();
      writer = known;
    }
    return known.reset();
  }

  private XmlText read(XmlWriter out) {
    XmlReader known = reader;
    if (known == null) {
      known = new XmlReader();
      reader = known;
    }
    known.reset(out.buffer(), 0, out.size()).nextChild(null);
    return known.readText();
  }
}
