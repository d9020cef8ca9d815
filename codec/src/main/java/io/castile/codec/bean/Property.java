package io.castile.codec.bean;

import io.castile.codec.binding.Accessor;
import io.castile.codec.value.CodecContext;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.ValueCodec;
import io.castile.xml.Namespace;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One property of a class in the plan, able to do everything itself: the interpreter calls it with
 * whole beans, generated code with values where it does not write or read them directly.
 *
 * <p>For generated code; no compatibility promise. Immutable and thread-safe.
 */
public abstract sealed class Property
    permits AttributeProperty,
        AnyAttributeProperty,
        ValueProperty,
        ElementProperty,
        ReferenceProperty,
        MapProperty {
  public final String javaName;
  public final Accessor accessor;

  Property(String javaName, Accessor accessor) {
    this.javaName = javaName;
    this.accessor = accessor;
  }

  /** Whether the property is written inside the start tag. */
  public boolean isAttribute() {
    return false;
  }

  /** Writes the value as attributes or as child elements, or the text of a value property. */
  public abstract void write(@Nullable Object value, XmlWriter out, CodecContext context);

  /** Whether its values, by its static type, have nothing that can be changed. */
  boolean isImmutable(Set<Class<?>> visited) {
    return false;
  }

  /** The names of the child elements of this property, in the order in which they are tried. */
  public List<XmlName> elementNames() {
    return List.of();
  }

  /**
   * Tells that the bean has been given items of this property which stood in a row, so that more
   * which may follow elsewhere come after them. For properties of elements that gather.
   */
  public void gathered(Object bean, CodecContext context) {
    throw new AssertionError(javaName + " does not gather items");
  }

  /**
   * Takes the child element at which {@code in} stands and puts its value into the bean. An array
   * gathers its items in the context until the bean ends.
   */
  public abstract void readInto(Object bean, XmlReader in, XmlName name, CodecContext context);

  /**
   * Takes the items that stand in a row, as far as they have the name of the first; for a repeated
   * element of one name, without a wrapper, while the reader has a memory.
   *
   * @return the name of the next child that was not taken, or null after the last
   */
  public @Nullable XmlName readRun(Object bean, XmlReader in, XmlName first, CodecContext context) {
    throw new AssertionError("not repeated: " + this);
  }

  /** Whether {@link CodecContext#finishGathered} has to be called for beans with this property. */
  public boolean gathers() {
    return false;
  }

  /** A deep copy of the value. */
  public abstract @Nullable Object copy(Object value, CodecContext context);

  /** Compares two values. */
  public abstract boolean equalValues(Object one, Object other, CodecContext context);

  /** Compares two values, or their absence. */
  public final boolean equal(@Nullable Object one, @Nullable Object other, CodecContext context) {
    return one == other || (one != null && other != null && equalValues(one, other, context));
  }

  /** Hashes a value: the same for values that are {@link #equalValues}. */
  public abstract int hashValue(Object value, CodecContext context);

  /** Hashes a value; 0 for null. */
  public final int hash(@Nullable Object value, CodecContext context) {
    return value == null ? 0 : hashValue(value, context);
  }

  /** Copies the value from bean to bean. */
  public void copy(Object from, Object to, CodecContext context) {
    Object value = accessor.get(from);
    if (value != null) {
      accessor.set(to, copy(value, context));
    } else if (accessor.get(to) != null) {
      accessor.set(to, null); // an empty bean has a value where the original has none
    }
  }

  /** The value in a bean of the class. */
  public final @Nullable Object valueIn(Object bean) {
    return accessor.get(bean);
  }

  /** Takes an attribute into the bean. */
  public void readAttribute(Object bean, XmlReader in, int index, CodecContext context) {
    throw new AssertionError("not an attribute: " + this);
  }

  /** Whether null has an element of its own, so that reading puts null into a bean. */
  public boolean setsNull() {
    return false;
  }

  /** Writes what stands for null. */
  public void writeNil(XmlWriter out) {
    throw new AssertionError("not nillable: " + this);
  }

  /** Whether several child elements in a row belong to the property. */
  public boolean isRepeated() {
    return false;
  }

  /** Returns the value for no items where the property is repeated; null for null. */
  @Nullable Object none() {
    return null;
  }

  /** The type of its text where it is an attribute or a value property; null otherwise. */
  @Nullable SimpleType simpleType() {
    return null;
  }

  void collectNamespaces(Set<Namespace> namespaces, Set<Class<?>> visited) {}

  public void collectTypes(Set<Class<?>> types) {}

  /** Like {@link ValueCodec#anyText}. */
  boolean anyText(Predicate<SimpleType> test, Set<Class<?>> visited) {
    return simpleType() != null && test.test(simpleType());
  }

  /** Describes the content where its types alone do not, for people. */
  public String content() {
    return "elements or a text";
  }

  /** Its Java name and what it is in XML, for people. */
  public final String describe() {
    String kind =
        getClass().getSimpleName().replace("Property", "").replaceAll("(?<=[a-z])(?=[A-Z])", " ");
    String names =
        this instanceof AttributeProperty attribute
            ? attribute.tag.name.toString()
            : String.join(" | ", elementNames().stream().map(XmlName::toString).toList());
    return javaName + ": " + kind.toLowerCase(Locale.ROOT) + (names.isEmpty() ? "" : " " + names);
  }

  @Override
  public String toString() {
    return javaName;
  }
}
