package io.castile.codec.encoded;

import io.castile.codec.value.AdaptedType;
import io.castile.codec.value.AdapterBinding;
import io.castile.codec.value.EnumType;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.SimpleValue;
import java.lang.reflect.Type;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A text, by its own or as what an array is made of.
 *
 * @param type how it is written
 * @param name that {@code xsi:type} gives; null for none
 */
record Leaf(SimpleType type, @Nullable QName name) {

  /** The text under the name that annotations give; an enum has a name of its own. */
  static Leaf of(SimpleValue value) {
    boolean isNamed = value.schemaType != null && !(value.type instanceof EnumType);
    return new Leaf(value.type, isNamed ? value.schemaType : value.type.schemaType);
  }

  /**
   * Returns this leaf with an adapter around.
   *
   * @param javaType of the values that the adapter makes
   */
  Leaf adapted(AdapterBinding adaptation, Type javaType) {
    return new Leaf(new AdaptedType(adaptation, type, javaType), name);
  }
}
