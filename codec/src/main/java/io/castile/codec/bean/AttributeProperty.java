package io.castile.codec.bean;

import io.castile.codec.binding.Accessor;
import io.castile.codec.value.AdapterBinding;
import io.castile.codec.value.CodecContext;
import io.castile.codec.value.Markup;
import io.castile.codec.value.SimpleType;
import io.castile.xml.Namespace;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A property that is an attribute ({@code XmlAttribute}); null is no attribute. */
public final class AttributeProperty extends Property {
  private static final byte[] QUOTE = {'"'};

  public final Markup tag;
  public final SimpleType type;
  public final @Nullable AdapterBinding adaptation; // null for none

  AttributeProperty(
      String javaName,
      Accessor accessor,
      Markup tag,
      SimpleType type,
      @Nullable AdapterBinding adaptation) {
    super(javaName, accessor);
    this.tag = tag;
    this.type = type;
    this.adaptation = adaptation;
  }

  @Override
  public boolean isAttribute() {
    return true;
  }

  @Override
  boolean isImmutable(Set<Class<?>> visited) {
    return adaptation == null && type.isImmutable();
  }

  @Override
  SimpleType simpleType() {
    return type;
  }

  @Override
  public void write(@Nullable Object value, XmlWriter out, CodecContext context) {
    Object bound = adaptation == null ? value : adaptation.toBound(value, context);
    if (bound == null) {
      return;
    }
    if (type.needsDeclaration()) {
      type.declare(bound, out);
    }
    out.raw(tag.attribute);
    type.writeAttribute(bound, out, context);
    out.raw(QUOTE);
  }

  @Override
  public void readAttribute(Object bean, XmlReader in, int index, CodecContext context) {
    if (type instanceof IdrefType idref) {
      idref.readInto(bean, accessor, in.attribute(index), context);
      return;
    }
    Object bound = type.read(in.attribute(index), context);
    accessor.set(bean, adaptation == null ? bound : adaptation.toValue(bound, in, context));
  }

  @Override
  public void readInto(Object bean, XmlReader in, XmlName name, CodecContext context) {
    throw new AssertionError("an attribute has no elements: " + this);
  }

  @Override
  public void copy(Object from, Object to, CodecContext context) {
    if (type instanceof IdrefType idref) {
      idref.copy(accessor, from, to, context);
    } else {
      super.copy(from, to, context);
    }
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

  @Override
  void collectNamespaces(Set<Namespace> namespaces, Set<Class<?>> visited) {
    if (tag.namespace != null) {
      namespaces.add(tag.namespace);
    }
  }
}
