package io.castile;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Knows of the ports of one stack what Jakarta XML Web Services leaves open: where an application
 * may put parts of requests, and what can be seen of a response. {@link PortFacts} knows the rest.
 *
 * <p>Thread-safe.
 */
interface PortInspector {
  /** The inspectors of known stacks: each returns null for the handler of another stack's port. */
  List<Function<InvocationHandler, @Nullable PortInspector>> KNOWN =
      List.of(CastileInspector::of, CxfInspector::of, Axis2Inspector::of, MetroInspector::of);

  /**
   * Returns the inspector of a port.
   *
   * @param handler of the port's proxy; null for a port that is none
   */
  static PortInspector of(@Nullable InvocationHandler handler) {
    if (handler == null) {
      return new OtherInspector();
    }
    return KNOWN.stream()
        .map(each -> each.apply(handler))
        .filter(Objects::nonNull)
        .findFirst()
        .orElseGet(OtherInspector::new);
  }

  /** Whether each thread has a response context of its own; others share the last one. */
  default boolean isContextPerThread() {
    return false;
  }

  /** Whether the handler of the port takes {@link ConditionalCall}s, from now on at the latest. */
  default boolean takesConditions() {
    return false;
  }

  /** A memory of what follows from a request context; null where that is to be read each time. */
  default @Nullable ContextMemory memory(Map<String, Object> context) {
    return null;
  }

  /** The map of header fields that a request context has under a name of the stack's; or null. */
  default @Nullable Object fields(Map<String, Object> context) {
    return null;
  }

  /** Returns the part of a request context that may become parts of requests; null for none. */
  default @Nullable String hidden(Map<String, Object> context) {
    return null;
  }

  /** Whether header blocks were added to the port, outside of its request context. */
  default boolean hasBlocks() {
    return false;
  }

  /** Notes a call of the port that is none of an operation. */
  default void note(Method method, Object @Nullable [] arguments) {}

  /** Whether a property of a request context is a collection or a map with anything in it. */
  static boolean hasParts(@Nullable Object property) {
    return (property instanceof Collection<?> several && !several.isEmpty())
        || (property instanceof Map<?, ?> map && !map.isEmpty());
  }
}
