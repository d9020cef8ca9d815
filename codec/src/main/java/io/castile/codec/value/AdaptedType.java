package io.castile.codec.value;

import io.castile.codec.binding.Types;
import io.castile.xml.XmlText;
import io.castile.xml.XmlWriter;
import java.lang.reflect.Type;

/** An item of a white-space separated list that goes through an adapter. */
public final class AdaptedType extends SimpleType {
  private final AdapterBinding adaptation;
  private final SimpleType bound;

  public AdaptedType(AdapterBinding adaptation, SimpleType bound, Type javaType) {
    super(Kind.OTHER, Types.erase(javaType), bound.schemaType);
    this.adaptation = adaptation;
    this.bound = bound;
  }

  @Override
  public void write(Object value, XmlWriter out, CodecContext context) {
    Object written = adaptation.toBound(value, context);
    if (written != null) {
      bound.write(written, out, context);
    }
  }

  @Override
  public void writeAttribute(Object value, XmlWriter out, CodecContext context) {
    Object written = adaptation.toBound(value, context);
    if (written != null) {
      bound.writeAttribute(written, out, context);
    }
  }

  @Override
  @SuppressWarnings("NullAway") // where an adapter gives null, the list has it as an item
  public Object read(XmlText text, CodecContext context) {
    return adaptation.toValue(bound.read(text, context), text, context);
  }

  @Override
  @SuppressWarnings("NullAway") // as above
  public Object copy(Object value, CodecContext context) {
    return adaptation.copy(value, each -> bound.copy(each, context), context);
  }

  @Override
  public boolean equal(Object one, Object other, CodecContext context) {
    return adaptation.equal(one, other, (a, b) -> bound.equal(a, b, context), context);
  }

  @Override
  public int hash(Object value, CodecContext context) {
    return adaptation.hash(value, each -> bound.hash(each, context), context);
  }

  @Override
  boolean isBinary() {
    return bound.isBinary();
  }

  @Override
  boolean refersToAttachments() {
    return bound.refersToAttachments();
  }

  @Override
  public boolean acceptsEmpty() {
    return bound.acceptsEmpty();
  }

  @Override
  public boolean isImmutable() {
    return false;
  }
}
