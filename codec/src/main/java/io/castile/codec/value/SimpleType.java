package io.castile.codec.value;

import io.castile.xml.XmlText;
import io.castile.xml.XmlWriter;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * How the values of one Java type stand in text: in an element, an attribute, or a list.
 *
 * <p>For generated code; no compatibility promise. Immutable and thread-safe.
 */
public abstract class SimpleType {

  /**
   * The types that generated code writes and reads by a direct call; {@link #OTHER} goes through
   * the object.
   */
  public enum Kind {
    STRING,
    NORMALIZED_STRING,
    TOKEN,
    BOOLEAN,
    BYTE,
    SHORT,
    INT,
    LONG,
    FLOAT,
    DOUBLE,
    BIG_INTEGER,
    BIG_DECIMAL,
    BASE64,
    HEX,
    OTHER
  }

  public final Kind kind;
  public final Class<?> javaType;

  /**
   * The type name that {@code xsi:type} gives for a value of unknown static type; null if there is
   * none.
   */
  public final @Nullable QName schemaType;

  private final ValueRows rows = new ValueRows(this);

  public SimpleType(Kind kind, Class<?> javaType, @Nullable QName schemaType) {
    this.kind = kind;
    this.javaType = javaType;
    this.schemaType = schemaType;
  }

  /**
   * Inside the open start tag, before the text: declares what the text will refer to. Only for
   * qualified names.
   */
  public void declare(Object value, XmlWriter out) {}

  /** Writes the value as a text, which others may stand beside in a list. */
  public abstract void write(Object value, XmlWriter out, CodecContext context);

  /**
   * Writes the value as all the content of an element, which for binary data may be a reference to
   * a part.
   */
  public void writeContent(Object value, XmlWriter out, CodecContext context) {
    write(value, out, context);
  }

  /** Writes the value as the text of an attribute, without the quotes. */
  public void writeAttribute(Object value, XmlWriter out, CodecContext context) {
    write(value, out, context);
  }

  /** Reads a text. */
  public abstract Object read(XmlText text, CodecContext context);

  /** A value that shares nothing changeable with {@code value}. */
  public Object copy(Object value, CodecContext context) {
    return value;
  }

  /** Whether two values are written alike. */
  public boolean equal(Object one, Object other, CodecContext context) {
    return one.equals(other);
  }

  /** A hash that is the same for values that are {@link #equal}. */
  public int hash(Object value, CodecContext context) {
    return value.hashCode();
  }

  /** Whether {@link #copy} may return the value itself. */
  public boolean isImmutable() {
    return true;
  }

  /** Whether the empty text stands for a value. */
  public boolean acceptsEmpty() {
    return switch (kind) {
      case STRING, NORMALIZED_STRING, TOKEN, BASE64, HEX -> true;
      default -> false;
    };
  }

  /** Whether the text refers to an attachment. */
  boolean refersToAttachments() {
    return false;
  }

  /** Whether {@link #writeContent} may make a part of the value. */
  boolean isBinary() {
    return kind == Kind.BASE64;
  }

  /** Lists of values as rows, of a type that {@link ValueRows#takes}. */
  public ValueRows rows() {
    return rows;
  }

  /** Whether {@link #declare} does something. */
  public boolean needsDeclaration() {
    return false;
  }

  @Override
  public String toString() {
    return javaType.getSimpleName() + (kind == Kind.OTHER ? "" : " as " + kind);
  }
}
