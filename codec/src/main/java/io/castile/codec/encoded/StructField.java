package io.castile.codec.encoded;

import io.castile.codec.value.Markup;
import io.castile.xml.XmlName;
import org.jspecify.annotations.Nullable;

/** One accessor of a struct: its name, the type of its values, and how an object holds them. */
abstract class StructField implements Target {
  final XmlName name;
  final boolean isNillable;
  final byte[] open;
  final byte[] close;

  /**
   * @param name without a namespace as a rule (SOAP 1.1 §5.1)
   * @param isNillable whether null is written as nil; else the element is absent
   */
  StructField(Markup markup, boolean isNillable) {
    this.name = markup.name;
    this.isNillable = isNillable;
    this.open = markup.open;
    this.close = markup.close;
  }

  /** The type of its values, found when it is first asked for. */
  abstract EncodedType type();

  /** Whether there is a value always. */
  boolean isPrimitive() {
    return false;
  }

  abstract @Nullable Object get(Object holder);

  /**
   * Whether an element is written.
   *
   * @param value which the holder has
   */
  boolean isWritten(Object holder, @Nullable Object value) {
    return value != null || isNillable;
  }

  /** Puts a value in; null is passed over where there can be none. */
  abstract void set(Object holder, @Nullable Object value);

  @Override
  public final void set(Object holder, int index, @Nullable Object value) {
    set(holder, value);
  }
}
