package io.castile.codec.encoded;

import io.castile.codec.value.Markup;
import io.castile.xml.Namespace;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * How the values of one type stand in an encoded message, whatever the element's name: a node of
 * the plan. Values are never null here.
 *
 * <p>Immutable once its parts are known, which is when they are first asked for, as types may refer
 * to themselves; thread-safe.
 */
abstract class EncodedType {
  /** The name that {@code xsi:type} gives; null for a type without one. */
  final @Nullable QName name;

  /** The declaration for the prefix of the name; null for no name, or none with a namespace. */
  final @Nullable Namespace namespace;

  /** {@code xsi:type="p:name"} with a leading space; empty for a type without a name. */
  final byte[] typeAttribute;

  EncodedType(@Nullable QName name, @Nullable Namespace namespace) {
    this.name = name;
    this.namespace = namespace;
    this.typeAttribute =
        name == null
            ? new byte[0]
            : Markup.utf8(" xsi:type=\"" + qualified(namespace, name.getLocalPart()) + "\"");
  }

  static String qualified(@Nullable Namespace namespace, String local) {
    return namespace == null ? local : namespace.prefix() + ':' + local;
  }

  /** Returns the class that values have, or extend. */
  public abstract Class<?> javaType();

  /**
   * Whether two references to one value are something else than two equal values: so for objects,
   * not for texts.
   */
  boolean hasIdentity() {
    return true;
  }

  /** The type that a value of this static type has. */
  EncodedType actual(Object value, EncodedTypes types) {
    return this;
  }

  /**
   * The type by which an element of this static type is read.
   *
   * @param said what the element says of itself
   * @throws io.castile.xml.XmlDataException if that does not fit
   */
  abstract EncodedType narrowed(EncodedType said, EncodedInput in);

  /** Meets all that a value refers to, once. */
  abstract void visit(Object value, SharedObjects objects);

  /** Declares in the open start tag what {@link #writeBody} uses. */
  void declare(EncodedOutput out) {
    if (namespace != null) {
      out.xml.declare(namespace);
    }
  }

  /** Writes what follows {@code <name} and identifiers: {@code xsi:type}, {@code >}, content. */
  abstract void writeBody(Object value, EncodedOutput out);

  /**
   * Reads the element that the input stands at, to its end.
   *
   * @param id under which the value is made known, before its parts are read if it can be; null for
   *     none
   */
  abstract Object read(EncodedInput in, @Nullable String id);

  /** Notes in a value that was read which type it has, as its static type does not say it. */
  void nameIn(Object value) {}

  /**
   * A copy of the value, which {@code copies} fills with the copies of what the value refers to.
   */
  abstract Object copy(Object value, EncodedCopy copies);

  /**
   * Gives a copy, which {@link #copy} has left for later, the copies of what the value refers to.
   */
  void fill(Object value, Object copy, EncodedCopy copies) {}

  /** Whether two values of the type are equal, apart from what they refer to. */
  abstract boolean equal(Object one, Object other, EncodedComparison pairs);

  /** Adds what the value is, apart from what it refers to. */
  abstract void hash(Object value, EncodedHash hash);

  /** Adds all types that values of this one can refer to by their static types, and itself. */
  void collect(Set<EncodedType> types) {
    types.add(this);
  }

  /** Describes the type for people. */
  String describe() {
    return name == null ? javaType().getSimpleName() : name.getLocalPart();
  }

  @Override
  public String toString() {
    return describe();
  }
}
