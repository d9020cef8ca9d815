package io.castile.codec.encoded;

import io.castile.codec.value.SimpleType;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A type of encoded messages as a description has it, without a class. Told apart by identity: one
 * object for each type.
 */
public abstract sealed class Described {
  private Described() {}

  /** A value of which the static type says nothing. */
  public static final class Any extends Described {
    /** The one there is. */
    public static final Any INSTANCE = new Any();

    private Any() {}
  }

  /** A map of Apache SOAP and Axis 1, of any keys and values: a map. */
  public static final class AnyMap extends Described {
    /** The one there is. */
    public static final AnyMap INSTANCE = new AnyMap();

    private AnyMap() {}
  }

  /** A text: a value of a class of Java. */
  public static final class Simple extends Described {
    final QName name;
    final SimpleType type;

    /**
     * @param name that {@code xsi:type} gives
     */
    public Simple(QName name, SimpleType type) {
      this.name = Objects.requireNonNull(name, "name");
      this.type = Objects.requireNonNull(type, "type");
    }
  }

  /** An array: a list. */
  public static final class Array extends Described {
    private final Supplier<Described> item;

    /**
     * @param item the type of the items, asked for when it is first needed
     */
    public Array(Supplier<Described> item) {
      this.item = Objects.requireNonNull(item, "item");
    }

    /** Returns the type of the items. */
    public Described item() {
      return item.get();
    }
  }

  /** A struct: a map by the names of its accessors. */
  public static final class Struct extends Described {
    final @Nullable QName name;
    final boolean isAbstract;
    private final @Nullable Struct base;
    private final Supplier<List<Field>> source;
    private volatile @Nullable List<Field> fields; // null until they are asked for

    /**
     * @param name that {@code xsi:type} gives; null for a type without one
     * @param isAbstract whether values are of derived types only
     * @param base the struct that this one is derived from; null for none
     * @param fields of the type and its base, in their order; asked for when they are first needed
     */
    public Struct(
        @Nullable QName name,
        boolean isAbstract,
        @Nullable Struct base,
        Supplier<List<Field>> fields) {
      this.name = name;
      this.isAbstract = isAbstract;
      this.base = base;
      this.source = Objects.requireNonNull(fields, "fields");
    }

    /** Returns the name that {@code xsi:type} gives; null for a type without one. */
    public @Nullable QName name() {
      return name;
    }

    /** Whether values are of derived types only. */
    public boolean isAbstract() {
      return isAbstract;
    }

    /** Returns the accessors of the type and its base. */
    public List<Field> fields() {
      List<Field> known = fields;
      if (known == null) {
        known = List.copyOf(source.get());
        fields = known;
      }
      return known;
    }

    /** Whether values of this type are values of another one. */
    public boolean isDerivedFrom(Struct other) {
      for (Struct each = this; each != null; each = each.base) {
        if (each == other) {
          return true;
        }
      }
      return false;
    }
  }

  /**
   * An accessor, or a part of a message.
   *
   * @param isNillable whether null is written as nil; else the element is absent
   */
  public record Field(String name, Described type, boolean isNillable) {}

  /**
   * A text that says its type, where nothing else does. Comparable by name and text, so that a map
   * finds one soon among many of one hash code, which a sender may choose.
   *
   * @param name of the type
   * @param value of the class of the type
   */
  public record Typed(QName name, Object value) implements Comparable<Typed> {
    public Typed {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(value, "value");
    }

    @Override
    public int compareTo(Typed other) {
      if (!name.equals(other.name)) {
        return name.toString().compareTo(other.name.toString());
      }
      return value.equals(other.value) ? 0 : value.toString().compareTo(other.value.toString());
    }

    /** Returns a value without its type. */
    static Object plain(Object value) {
      return value instanceof Typed typed ? typed.value : value;
    }
  }

  /** Finds the types that messages name. Thread-safe. */
  public interface Source {
    /** Returns the type of that name, always the same; null if there is none. */
    @Nullable Described type(QName name);

    /**
     * Whether every value that is read says its type: a struct by a {@link QName}, whatever the
     * declared type is, and a text of a type that is built in as this source has it.
     */
    default boolean namesTypes() {
      return false;
    }
  }
}
