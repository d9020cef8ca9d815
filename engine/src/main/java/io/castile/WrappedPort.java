package io.castile;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a port behind what frameworks put around one: a proxy of the JDK with a handler of
 * theirs (Spring's AOP, tracing), or an object that delegates. It is followed by its fields, the
 * nearest first, as there is no common way to ask.
 */
final class WrappedPort {
  /**
   * Objects that are looked into at most: a proxy is a few objects away from what it stands for.
   */
  private static final int MAX_OBJECTS = 500;

  private WrappedPort() {}

  /**
   * The first answer of a handler, from that of the port itself inwards.
   *
   * @param question answers null where the handler is not the one
   */
  static <T> Optional<T> ask(Object port, Function<InvocationHandler, @Nullable T> question) {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Object> next = new ArrayDeque<>();
    add(port, seen, next);
    while (!next.isEmpty()) {
      Object object = next.poll();
      if (Proxy.isProxyClass(object.getClass())) {
        InvocationHandler handler = Proxy.getInvocationHandler(object);
        T answer = question.apply(handler);
        if (answer != null) {
          return Optional.of(answer);
        }
        if (!(handler instanceof ClientInvocationHandler)) {
          add(handler, seen, next);
        }
      } else if (object.getClass().isArray()) {
        for (int i = 0; i < Math.min(Array.getLength(object), MAX_OBJECTS); i++) {
          add(Array.get(object, i), seen, next);
        }
      } else {
        addFields(object, seen, next);
      }
    }
    return Optional.empty();
  }

  private static void addFields(Object object, Set<Object> seen, Deque<Object> next) {
    for (Class<?> owner = object.getClass(); owner != null; owner = owner.getSuperclass()) {
      for (Field field : owner.getDeclaredFields()) {
        boolean isReference =
            !Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive();
        if (isReference && field.trySetAccessible()) {
          try {
            add(field.get(object), seen, next);
          } catch (IllegalAccessException e) {
            throw new IllegalStateException(
                "Cannot read field " + field + ", though it was made accessible.", e);
          }
        }
      }
    }
  }

  private static void add(@Nullable Object object, Set<Object> seen, Deque<Object> next) {
    if (object == null || seen.size() >= MAX_OBJECTS || isLeaf(object.getClass())) {
      return;
    }
    if (seen.add(object)) {
      next.add(object);
    }
  }

  /** What leads to no port, but to many objects. */
  private static boolean isLeaf(Class<?> type) {
    return type.isEnum()
        || (type.isArray() && type.getComponentType().isPrimitive())
        || type == Class.class
        || Thread.class.isAssignableFrom(type)
        || ClassLoader.class.isAssignableFrom(type)
        || (type.getName().startsWith("java.lang.") && !Proxy.isProxyClass(type));
  }
}
