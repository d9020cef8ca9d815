package io.castile.cache.graph;

import jakarta.xml.bind.JAXBElement;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a value is deeply immutable: values of the JDK, enums, unmodifiable collections,
 * and records and classes with nothing but final fields, of such.
 */
public final class Immutability {
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private Immutability() {}

  public static boolean isImmutable(@Nullable Object value) {
    return reason(value) == null;
  }

  /** Why the value can be changed, as a sentence; null if it cannot. */
  public static @Nullable String reason(@Nullable Object value) {
    return value == null || TypeShapes.isImmutable(value.getClass())
        ? null
        : new Immutability().find(value);
  }

  private @Nullable String find(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    TypeShape shape = TypeShapes.of(value.getClass());
    if (shape instanceof TypeShape.Immutable) {
      return null;
    }
    if (shape instanceof TypeShape.Bean bean && bean.allFinal()) {
      return seen.add(value) ? findInFields(bean, value) : null;
    }
    if (shape instanceof TypeShape.Items items && items.unmodifiable()) {
      return seen.add(value) ? findIn((Collection<?>) value) : null;
    }
    if (shape instanceof TypeShape.Entries entries && entries.unmodifiable()) {
      Map<?, ?> map = (Map<?, ?>) value;
      String reason = seen.add(value) ? findIn(map.keySet()) : null;
      return reason != null ? reason : findIn(map.values());
    }
    return name(value) + " can be changed";
  }

  private static String name(Object value) {
    return value instanceof JAXBElement<?> ? "a JAXBElement" : "a " + value.getClass().getName();
  }

  private @Nullable String findInFields(TypeShape.Bean bean, Object value) {
    for (FieldSlot field : bean.fields()) {
      String reason = field.isPrimitive() ? null : find(field.get(value));
      if (reason != null) {
        return reason;
      }
    }
    return null;
  }

  private @Nullable String findIn(Collection<?> items) {
    for (Object item : items) {
      String reason = find(item);
      if (reason != null) {
        return reason;
      }
    }
    return null;
  }
}
