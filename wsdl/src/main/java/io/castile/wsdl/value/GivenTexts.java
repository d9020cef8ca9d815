package io.castile.wsdl.value;

import io.castile.codec.value.CodecContext;
import io.castile.codec.value.SimpleType;
import io.castile.xml.XmlText;
import io.castile.xml.XmlWriter;

/**
 * Values of a type with a pattern: those that were given as a text are written as that text, which
 * the pattern holds. Immutable and thread-safe.
 */
final class GivenTexts extends SimpleType {
  private final SimpleType type;

  GivenTexts(SimpleType type) {
    super(type.kind, type.javaType, type.schemaType);
    this.type = type;
  }

  @Override
  public void write(Object value, XmlWriter out, CodecContext context) {
    if (value instanceof String text) {
      out.text(text);
    } else {
      type.write(value, out, context);
    }
  }

  @Override
  public Object read(XmlText text, CodecContext context) {
    return type.read(text, context);
  }

  @Override
  public Object copy(Object value, CodecContext context) {
    return value instanceof String ? value : type.copy(value, context);
  }

  @Override
  public boolean equal(Object one, Object other, CodecContext context) {
    return one instanceof String || other instanceof String
        ? one.equals(other)
        : type.equal(one, other, context);
  }

  @Override
  public int hash(Object value, CodecContext context) {
    return value instanceof String ? value.hashCode() : type.hash(value, context);
  }

  @Override
  public boolean isImmutable() {
    return type.isImmutable();
  }
}
