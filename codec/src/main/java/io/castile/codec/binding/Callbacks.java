package io.castile.codec.binding;

import io.castile.codec.BindingException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * The life-cycle methods of a class (Jakarta XML Binding 4, §4.4.1 and §4.5.1): of each kind the
 * one that the most derived class declares. As there is no {@code Marshaller} or {@code
 * Unmarshaller} here, they are given null for it.
 *
 * <p>Immutable and thread-safe.
 */
public final class Callbacks {
  private final @Nullable Method beforeMarshal;
  private final @Nullable Method afterMarshal;
  private final @Nullable Method beforeUnmarshal;
  private final @Nullable Method afterUnmarshal;

  private Callbacks(Class<?> type) {
    beforeMarshal = find(type, "beforeMarshal", Marshaller.class);
    afterMarshal = find(type, "afterMarshal", Marshaller.class);
    beforeUnmarshal = find(type, "beforeUnmarshal", Unmarshaller.class, Object.class);
    afterUnmarshal = find(type, "afterUnmarshal", Unmarshaller.class, Object.class);
  }

  /** The callbacks of the class; null if it has none. */
  public static @Nullable Callbacks of(Class<?> type) {
    Callbacks callbacks = new Callbacks(type);
    boolean none =
        callbacks.beforeMarshal == null
            && callbacks.afterMarshal == null
            && callbacks.beforeUnmarshal == null
            && callbacks.afterUnmarshal == null;
    return none ? null : callbacks;
  }

  private static @Nullable Method find(Class<?> type, String name, Class<?>... parameters) {
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      try {
        Method method = c.getDeclaredMethod(name, parameters);
        if (method.trySetAccessible()) {
          return method;
        }
      } catch (NoSuchMethodException e) {
        continue; // the superclass may have it
      }
    }
    return null;
  }

  /** Whether one is called before there are values. */
  public boolean comesBefore() {
    return beforeUnmarshal != null;
  }

  public void beforeMarshal(Object bean) {
    call(beforeMarshal, bean, (Object) null);
  }

  public void afterMarshal(Object bean) {
    call(afterMarshal, bean, (Object) null);
  }

  public void beforeUnmarshal(Object bean, @Nullable Object parent) {
    call(beforeUnmarshal, bean, null, known(parent));
  }

  public void afterUnmarshal(Object bean, @Nullable Object parent) {
    call(afterUnmarshal, bean, null, known(parent));
  }

  /** Null for an array of the values of a parent that is not made yet, or has no class. */
  private static @Nullable Object known(@Nullable Object parent) {
    return parent instanceof Object[] ? null : parent;
  }

  private static void call(@Nullable Method method, Object bean, @Nullable Object... arguments) {
    if (method == null) {
      return;
    }
    try {
      method.invoke(bean, arguments);
    } catch (InvocationTargetException e) {
      throw BindingException.of(method + " failed", e.getCause());
    } catch (IllegalAccessException e) {
      throw new AssertionError("opened when it was found: " + method, e);
    }
  }
}
