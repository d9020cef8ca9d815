package io.castile.cache.graph;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** Calls the {@code clone} method of values whose class has made it public. */
public final class Cloner {
  private static final ClassValue<@Nullable Method> METHODS =
      new ClassValue<>() {
        @Override
        protected @Nullable Method computeValue(Class<?> type) {
          return find(type);
        }
      };

  private Cloner() {}

  /**
   * @throws NotCacheableException if the class has no such method, or the method fails
   */
  public static Object clone(Object value) {
    Class<?> type = value.getClass();
    if (type.isArray()) {
      return cloneArray(value);
    }
    Method method = METHODS.get(type);
    if (method == null) {
      throw new NotCacheableException(type.getName() + " has no public clone()");
    }
    try {
      return method.invoke(value);
    } catch (InvocationTargetException e) {
      throw NotCacheableException.failed(type.getName() + ".clone", e.getCause());
    } catch (IllegalAccessException e) {
      throw NotCacheableException.failed("reaching " + type.getName() + ".clone", e);
    }
  }

  private static Object cloneArray(Object array) {
    if (array instanceof byte[] bytes) {
      return bytes.clone();
    }
    int length = Array.getLength(array);
    Object copy = Array.newInstance(array.getClass().getComponentType(), length);
    System.arraycopy(array, 0, copy, 0, length);
    return copy;
  }

  private static @Nullable Method find(Class<?> type) {
    if (!Cloneable.class.isAssignableFrom(type)) {
      return null;
    }
    try {
      Method method = type.getMethod("clone");
      boolean reachable =
          Modifier.isPublic(method.getDeclaringClass().getModifiers()) || method.trySetAccessible();
      return reachable ? method : null;
    } catch (NoSuchMethodException e) {
      return null;
    }
  }
}
