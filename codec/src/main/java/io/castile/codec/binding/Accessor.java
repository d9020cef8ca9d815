package io.castile.codec.binding;

import io.castile.codec.BindingException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How the value of one property is taken from a bean and put into it. Field access means the field
 * itself: getters made by XJC create empty lists and return schema defaults, which would change
 * what is written.
 *
 * <p>Immutable and thread-safe.
 */
public abstract sealed class Accessor {

  /** The declared type of the property. */
  public abstract Type genericType();

  /** The erased {@link #genericType}. */
  public abstract Class<?> type();

  public abstract @Nullable Object get(Object bean);

  /** Puts the value in; null into a primitive is passed over. */
  public abstract void set(Object bean, @Nullable Object value);

  /** Direct access to a field of any visibility. */
  public static final class OfField extends Accessor {
    public final Field field;

    OfField(Field field) {
      this.field = field;
      open(field);
    }

    @Override
    public Type genericType() {
      return field.getGenericType();
    }

    @Override
    public Class<?> type() {
      return field.getType();
    }

    @Override
    public @Nullable Object get(Object bean) {
      try {
        return field.get(bean);
      } catch (IllegalAccessException e) {
        throw new AssertionError("opened in the constructor: " + field, e);
      }
    }

    @Override
    public void set(Object bean, @Nullable Object value) {
      if (value == null && field.getType().isPrimitive()) {
        return;
      }
      try {
        field.set(bean, value);
      } catch (IllegalAccessException e) {
        throw new BindingException("cannot set " + field + ": " + e.getMessage(), e);
      }
    }
  }

  /** A getter and a setter, one of which may be absent. */
  public static final class OfMethods extends Accessor {
    public final @Nullable Method getter;
    public final @Nullable Method setter;

    OfMethods(@Nullable Method getter, @Nullable Method setter) {
      this.getter = getter;
      this.setter = setter;
      if (getter != null) {
        open(getter);
      }
      if (setter != null) {
        open(setter);
      }
    }

    @Override
    @SuppressWarnings("NullAway")
    public // one of them is there
    Type genericType() {
      return getter != null ? getter.getGenericReturnType() : setter.getGenericParameterTypes()[0];
    }

    @Override
    @SuppressWarnings("NullAway")
    public // as above
    Class<?> type() {
      return getter != null ? getter.getReturnType() : setter.getParameterTypes()[0];
    }

    @Override
    public @Nullable Object get(Object bean) {
      return getter == null ? null : invoke(getter, bean);
    }

    @Override
    public void set(Object bean, @Nullable Object value) {
      if (setter == null || (value == null && type().isPrimitive())) {
        return;
      }
      invoke(setter, bean, value);
    }

    private static @Nullable Object invoke(
        Method method, Object bean, @Nullable Object... arguments) {
      try {
        return method.invoke(bean, arguments);
      } catch (InvocationTargetException e) {
        throw BindingException.of(method + " failed", e.getCause());
      } catch (IllegalAccessException e) {
        throw new AssertionError("opened in the constructor: " + method, e);
      }
    }
  }

  /**
   * A component of a record, or a field of a class that is made whole: got from the value, and set
   * in the array that holds the values until then.
   */
  @SuppressWarnings("NullAway")
  public // it has either a getter or a field
  static final class OfComponent extends Accessor {
    public final @Nullable Method getter; // null where there is a field
    public final @Nullable Field field; // null where there is a getter
    public final int index;

    OfComponent(@Nullable Method getter, @Nullable Field field, int index) {
      this.getter = getter;
      this.field = field;
      this.index = index;
      if (getter != null) {
        open(getter);
      } else {
        open(field);
      }
    }

    @Override
    public Type genericType() {
      return getter != null ? getter.getGenericReturnType() : field.getGenericType();
    }

    @Override
    public Class<?> type() {
      return getter != null ? getter.getReturnType() : field.getType();
    }

    @Override
    public @Nullable Object get(Object bean) {
      if (bean instanceof Object[] values) {
        return values[index];
      }
      try {
        return getter != null ? OfMethods.invoke(getter, bean) : field.get(bean);
      } catch (IllegalAccessException e) {
        throw new AssertionError("opened in the constructor: " + field, e);
      }
    }

    @Override
    public void set(Object bean, @Nullable Object value) {
      if (value != null || !type().isPrimitive()) {
        ((Object[]) bean)[index] = value;
      }
    }
  }

  /** One element of the {@code Object[]} that stands for a wrapper without a class. */
  public static final class OfIndex extends Accessor {
    public final int index;
    private final Type genericType;
    private final Class<?> type;

    public OfIndex(int index, Type genericType) {
      this.index = index;
      this.genericType = Objects.requireNonNull(genericType);
      this.type = Types.erase(genericType);
    }

    @Override
    public Type genericType() {
      return genericType;
    }

    @Override
    public Class<?> type() {
      return type;
    }

    @Override
    public @Nullable Object get(Object bean) {
      return ((Object[]) bean)[index];
    }

    @Override
    public void set(Object bean, @Nullable Object value) {
      ((Object[]) bean)[index] = value;
    }
  }

  /** Not by a reference to the method, for which the JVM would make classes. */
  private static <T extends AccessibleObject & Member> void open(T member) {
    if (!member.trySetAccessible()) {
      throw new BindingException(
          "Cannot reach "
              + member
              + ", because its module does not open its package to io.castile.codec. Add 'opens' to"
              + " its module-info.");
    }
  }
}
