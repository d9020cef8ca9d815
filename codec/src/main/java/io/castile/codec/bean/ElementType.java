package io.castile.codec.bean;

import io.castile.codec.value.Markup;
import io.castile.codec.value.SimpleValue;
import io.castile.codec.value.ValueCodec;

/**
 * One element that a property can be: its name, the Java type that stands for it, and how its
 * content is written.
 */
public final class ElementType {
  public final Markup tag;
  final Class<?> javaType;
  public final boolean nillable;
  public final ValueCodec codec;

  /**
   * Whether {@code xsi:nil} means null here. Where the binding does not say {@code nillable}, the
   * reference implementation reads the element as if it were empty: an empty string, an empty bean.
   * That is followed, except for texts of which the empty one is no value.
   */
  public final boolean nilIsNull;

  ElementType(Markup tag, Class<?> javaType, boolean nillable, ValueCodec codec) {
    this.tag = tag;
    this.javaType = javaType;
    this.nillable = nillable;
    this.codec = codec;
    this.nilIsNull =
        nillable || (codec instanceof SimpleValue simple && !simple.type.acceptsEmpty());
  }
}
