package io.castile;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ConcurrentModificationException;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what followed from a port's request context while nothing in that changes: most
 * applications set one up and leave it alone. Only what cannot be changed by itself is remembered:
 * the same objects then say the same.
 *
 * <p>Thread-safe.
 */
final class ContextMemory {
  /** Where CXF's contexts have the map that they stand before, whose names are others. */
  private static final String WRAPPED_MAP = "getWrappedMap";

  /** Says which handlers see a property: nothing of which follows here. */
  private static final String SCOPES = "org.apache.cxf.jaxws.context.WrappedMessageContext.SCOPES";

  private final MethodHandle wrapped; // of type (Object)Map
  private volatile @Nullable Remembered last; // null for nothing

  private ContextMemory(MethodHandle wrapped) {
    this.wrapped = wrapped;
  }

  /**
   * A memory of contexts of the same class.
   *
   * @return null where looking would cost as much as asking
   */
  static @Nullable ContextMemory of(Map<String, Object> context) {
    try {
      MethodHandle found =
          MethodHandles.publicLookup()
              .findVirtual(context.getClass(), WRAPPED_MAP, MethodType.methodType(Map.class));
      return new ContextMemory(found.asType(MethodType.methodType(Map.class, Object.class)));
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }

  /**
   * The content of the context when something followed from it.
   *
   * @param entries names and values in turn, in the order of the map
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  private record Remembered(Object[] entries, PortFacts.Snapshot snapshot) {}

  /** Returns the result for the context as it is; null if it is not known. */
  PortFacts.@Nullable Snapshot find(Map<String, Object> context) {
    Remembered known = last;
    return known != null && isSame(map(context), known.entries()) ? known.snapshot() : null;
  }

  /** The context as it is, for {@link #remember}; null if it has what may change by itself. */
  Object @Nullable [] entries(Map<String, Object> context) {
    Map<?, ?> map = map(context);
    Object[] entries = new Object[2 * map.size()];
    int i = 0;
    try {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        if (i == entries.length
            || !(isLasting(entry.getValue()) || SCOPES.equals(entry.getKey()))) {
          return null;
        }
        entries[i++] = entry.getKey();
        entries[i++] = entry.getValue();
      }
    } catch (ConcurrentModificationException e) {
      return null;
    }
    return i == entries.length ? entries : null;
  }

  /** Remembers what follows from a context that had these entries before, if it still has them. */
  void remember(Map<String, Object> context, Object[] entries, PortFacts.Snapshot snapshot) {
    if (isSame(map(context), entries)) {
      last = new Remembered(entries, snapshot);
    }
  }

  private static boolean isLasting(@Nullable Object value) {
    return value instanceof String
        || value instanceof Boolean
        || value instanceof Integer
        || value instanceof Long
        || value instanceof Method;
  }

  private static boolean isSame(Map<?, ?> map, Object[] entries) {
    Comparison comparison = new Comparison(entries);
    try {
      map.forEach(comparison); // for which no map has to make objects, as for its entries
    } catch (ConcurrentModificationException e) {
      return false;
    }
    return comparison.isSame();
  }

  /** Compares a map with what one had. */
  private static final class Comparison implements BiConsumer<Object, Object> {
    private final Object[] entries;
    private int next; // of the entries; beyond their end once one is another

    Comparison(Object[] entries) {
      this.entries = entries;
    }

    @Override
    public void accept(Object name, Object value) {
      next =
          next < entries.length && entries[next] == name && entries[next + 1] == value
              ? next + 2
              : entries.length + 1;
    }

    boolean isSame() {
      return next == entries.length;
    }
  }

  private Map<?, ?> map(Map<String, Object> context) {
    try {
      return (Map<?, ?>) wrapped.invokeExact((Object) context);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("the method declares no exceptions", e);
    }
  }
}
