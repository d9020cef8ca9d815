package io.castile.spring.observe;

import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import io.micrometer.observation.Observation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the methods of a port, those of its operations in an observation each. Asynchronous methods
 * are called as they are. Thread-safe if the port is.
 */
final class ObservedMethods {
  private static final Logger log = LoggerFactory.getLogger(ObservedMethods.class);

  private final Object port;
  private final Calls calls;
  private final String service;
  private final @Nullable ServiceModel model; // null where it cannot be read
  private final ConcurrentHashMap<Method, Optional<String>> operations = new ConcurrentHashMap<>();

  ObservedMethods(Object port, Class<?> sei, Calls calls) {
    this.port = port;
    this.calls = calls;
    this.model = model(sei);
    this.service = model == null ? sei.getSimpleName() : model.serviceName().getLocalPart();
  }

  private static @Nullable ServiceModel model(Class<?> sei) {
    try {
      return ServiceModel.of(sei);
    } catch (RuntimeException | LinkageError e) {
      log.warn("calls of {} are not observed: {}", sei.getName(), e.toString());
      return null;
    }
  }

  /**
   * Calls a method.
   *
   * @param proxy that stands for the port
   */
  @Nullable Object call(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return ofObject(proxy, method, arguments);
    }
    Optional<String> operation = operations.get(method); // which computeIfAbsent may lock for
    if (operation == null) {
      operation = operations.computeIfAbsent(method, this::find);
    }
    if (operation.isEmpty()) {
      return invoke(method, arguments);
    }
    Observation observation = calls.start(service, operation.get());
    try (Observation.Scope scope = observation.openScope()) {
      return invoke(method, arguments);
    } catch (Throwable t) {
      observation.error(t);
      throw t;
    } finally {
      observation.stop();
    }
  }

  private @Nullable Object invoke(Method method, Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(port, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private Object ofObject(Object proxy, Method method, Object @Nullable [] arguments) {
    return switch (method.getName()) {
      case "equals" -> proxy == Objects.requireNonNull(arguments)[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> "observed " + port;
    };
  }

  private Optional<String> find(Method method) {
    OperationModel operation = model == null ? null : model.operation(method);
    return Optional.ofNullable(operation).map(found -> found.name().getLocalPart());
  }
}
