package io.castile.cache.graph;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * One instance field, of any visibility, primitive or not.
 *
 * <p>Immutable and thread-safe.
 */
final class FieldSlot {
  private final Field field;
  private final Class<?> type;

  /**
   * @param field made accessible by the caller
   */
  FieldSlot(Field field) {
    this.field = field;
    this.type = field.getType();
  }

  String name() {
    return field.getName();
  }

  Class<?> type() {
    return type;
  }

  boolean isPrimitive() {
    return type.isPrimitive();
  }

  boolean isFinal() {
    return Modifier.isFinal(field.getModifiers());
  }

  /** The value, boxed if it is primitive. */
  @Nullable Object get(Object bean) {
    try {
      return field.get(bean);
    } catch (IllegalAccessException e) {
      throw new AssertionError("made accessible: " + field, e);
    }
  }

  void set(Object bean, @Nullable Object value) {
    try {
      field.set(bean, value);
    } catch (IllegalAccessException e) {
      throw new NotCacheableException("cannot set " + field, e);
    }
  }

  /** Copies a primitive from bean to bean without a box. */
  void copyPrimitive(Object from, Object to) {
    try {
      if (type == int.class) {
        field.setInt(to, field.getInt(from));
      } else if (type == boolean.class) {
        field.setBoolean(to, field.getBoolean(from));
      } else if (type == long.class) {
        field.setLong(to, field.getLong(from));
      } else if (type == double.class) {
        field.setDouble(to, field.getDouble(from));
      } else {
        field.set(to, field.get(from));
      }
    } catch (IllegalAccessException e) {
      throw new NotCacheableException("cannot set " + field, e);
    }
  }
}
