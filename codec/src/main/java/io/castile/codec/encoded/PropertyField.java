package io.castile.codec.encoded;

import io.castile.codec.binding.Accessor;
import io.castile.codec.value.Markup;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** A property of a bound class. */
class PropertyField extends StructField {
  private final Accessor accessor;
  private final Type declared;
  private final @Nullable Leaf leaf;
  private final JavaTypes types;
  private volatile @Nullable EncodedType type; // null until it is asked for

  /**
   * @param declared the Java type of the values
   * @param leaf of the values, or of what they are arrays of, where annotations say more than their
   *     class does; else null
   */
  PropertyField(
      Markup markup,
      boolean isNillable,
      Accessor accessor,
      Type declared,
      @Nullable Leaf leaf,
      JavaTypes types) {
    super(markup, isNillable);
    this.accessor = accessor;
    this.declared = declared;
    this.leaf = leaf;
    this.types = types;
  }

  @Override
  EncodedType type() {
    EncodedType known = type;
    if (known == null) {
      known = types.of(declared, leaf);
      type = known;
    }
    return known;
  }

  @Override
  boolean isPrimitive() {
    return accessor.type().isPrimitive();
  }

  @Override
  @Nullable Object get(Object holder) {
    return accessor.get(holder);
  }

  @Override
  void set(Object holder, @Nullable Object value) {
    accessor.set(holder, value);
  }
}
