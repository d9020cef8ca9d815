package io.castile.codec.bean;

import io.castile.codec.binding.Accessor;
import io.castile.codec.value.AdapterBinding;
import io.castile.codec.value.CodecContext;
import io.castile.codec.value.SimpleType;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlText;
import io.castile.xml.XmlWriter;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The property that is the text of its bean's element ({@code XmlValue}). */
public final class ValueProperty extends Property {
  public final SimpleType type;
  public final @Nullable AdapterBinding adaptation; // null for none

  ValueProperty(
      String javaName, Accessor accessor, SimpleType type, @Nullable AdapterBinding adaptation) {
    super(javaName, accessor);
    this.type = type;
    this.adaptation = adaptation;
  }

  @Override
  boolean isImmutable(Set<Class<?>> visited) {
    return adaptation == null && type.isImmutable();
  }

  @Override
  SimpleType simpleType() {
    return type;
  }

  /** Inside the start tag: declares what the text will refer to. */
  void declare(Object bean, XmlWriter out, CodecContext context) {
    if (!type.needsDeclaration()) {
      return;
    }
    Object value = accessor.get(bean);
    Object bound = adaptation == null ? value : adaptation.toBound(value, context);
    if (bound != null) {
      type.declare(bound, out);
    }
  }

  @Override
  public void write(@Nullable Object value, XmlWriter out, CodecContext context) {
    Object bound = adaptation == null ? value : adaptation.toBound(value, context);
    if (bound != null) {
      type.writeContent(bound, out, context);
    }
  }

  /** Takes the text of the element. */
  public void read(Object bean, XmlText text, XmlReader in, CodecContext context) {
    if (type instanceof IdrefType idref) {
      idref.readInto(bean, accessor, text, context);
      return;
    }
    if (!type.acceptsEmpty() && text.isBlank()) {
      return; // how null is written
    }
    Object bound = type.read(text, context);
    accessor.set(bean, adaptation == null ? bound : adaptation.toValue(bound, in, context));
  }

  @Override
  public void readInto(Object bean, XmlReader in, XmlName name, CodecContext context) {
    throw new AssertionError("a text has no elements: " + this);
  }

  @Override
  public @Nullable Object copy(Object value, CodecContext context) {
    return adaptation == null
        ? type.copy(value, context)
        : adaptation.copy(value, bound -> type.copy(bound, context), context);
  }

  @Override
  public boolean equalValues(Object one, Object other, CodecContext context) {
    return adaptation == null
        ? type.equal(one, other, context)
        : adaptation.equal(one, other, (a, b) -> type.equal(a, b, context), context);
  }

  @Override
  public int hashValue(Object value, CodecContext context) {
    return adaptation == null
        ? type.hash(value, context)
        : adaptation.hash(value, bound -> type.hash(bound, context), context);
  }
}
