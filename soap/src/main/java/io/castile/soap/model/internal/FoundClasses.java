package io.castile.soap.model.internal;

import io.castile.soap.model.internal.OperationDescription.MessageDescription;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The wrapper and fault classes that a service has, each looked for once: another stack in this
 * process may make one later, and what is known of the service by then is to stay in one piece.
 * Thread-safe.
 */
final class FoundClasses {
  private final Class<?> sei;
  private final Map<String, Optional<Class<?>>> wrappers = new ConcurrentHashMap<>(1);
  private final Map<Class<?>, FaultDescription> faults = new ConcurrentHashMap<>();

  FoundClasses(Class<?> sei) {
    this.sei = sei;
  }

  /** The class of a message's wrapper; null for none. */
  @Nullable Class<?> wrapper(MessageDescription message) {
    String name = message.wrapperClass();
    if (name == null) {
      return null;
    }
    Optional<Class<?>> known = wrappers.get(name);
    if (known == null) {
      Optional<Class<?>> found = Optional.ofNullable(JaxwsNames.find(name, sei));
      known = wrappers.putIfAbsent(name, found);
      known = known == null ? found : known;
    }
    return known.orElse(null);
  }

  /** Returns the description of an exception's fault, the class of the fault's detail included. */
  FaultDescription fault(Class<? extends Throwable> exception) {
    FaultDescription known = faults.get(exception);
    if (known == null) {
      FaultDescription found = FaultDescription.of(exception, sei);
      known = faults.putIfAbsent(exception, found);
      known = known == null ? found : known;
    }
    return known;
  }
}
