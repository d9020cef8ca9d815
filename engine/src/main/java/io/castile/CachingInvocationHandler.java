package io.castile;

import io.castile.cache.ResponseCache;
import io.castile.cache.internal.CallCache;
import io.castile.engine.AsyncMethods;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import jakarta.jws.WebService;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Stands before a port of any stack, and asks the cache before it. Calls of operations, synchronous
 * or not, go through the cache; all else goes to the port as it is. Thread-safe if the port is.
 */
final class CachingInvocationHandler implements InvocationHandler {
  private static final AtomicLong LAST = new AtomicLong();

  /** Keeps ports apart from those of other processes, with which the store may be shared. */
  private static final String PROCESS = UUID.randomUUID().toString();

  private final Object port;
  private final ServiceModel model;
  private final ResponseCache cache;
  private final @Nullable ResponseCache ownCache; // null for none that is closed with the port
  private final PortFacts facts;

  /** Keeps apart what the cache cannot see: the port's own configuration identifies the caller. */
  private final String partition = "port " + LAST.incrementAndGet() + " of " + PROCESS;

  private final ConcurrentHashMap<Method, Optional<PortMethod>> methods = new ConcurrentHashMap<>();

  private CachingInvocationHandler(
      Object port, ServiceModel model, ResponseCache cache, @Nullable ResponseCache ownCache) {
    this.port = port;
    this.model = model;
    this.cache = cache;
    this.ownCache = ownCache;
    this.facts = new PortFacts(port);
  }

  /**
   * Puts a cache before a port.
   *
   * @param ownCache closed with the port; null for none
   */
  static Object of(Object port, ResponseCache cache, @Nullable ResponseCache ownCache) {
    Set<Class<?>> types = new LinkedHashSet<>();
    for (Class<?> owner = port.getClass(); owner != null; owner = owner.getSuperclass()) {
      Arrays.stream(owner.getInterfaces()).forEach(type -> types.add(type));
    }
    List<Class<?>> services =
        types.stream().filter(type -> type.isAnnotationPresent(WebService.class)).toList();
    if (services.size() != 1) {
      throw new IllegalArgumentException(
          "Cannot cache the port, because "
              + port.getClass().getName()
              + " implements "
              + services.size()
              + " interfaces with @WebService. Pass a port that implements one.");
    }
    ServiceModel model = ServiceModel.of(services.get(0));
    CallCache.of(cache).warnOfUnfitNames(List.of(model), ownCache != null);
    return Proxy.newProxyInstance(
        port.getClass().getClassLoader(),
        types.toArray(Class<?>[]::new),
        new CachingInvocationHandler(port, model, cache, ownCache));
  }

  ResponseCache cache() {
    return cache;
  }

  PortFacts facts() {
    return facts;
  }

  String partition() {
    return partition;
  }

  ServiceModel model() {
    return model;
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return ofObject(proxy, method, arguments);
    }
    Optional<PortMethod> known = methods.get(method); // which computeIfAbsent may lock for
    if (known == null) {
      known = methods.computeIfAbsent(method, this::find);
    }
    if (known.isPresent()) {
      return known.get().call(arguments == null ? new Object[0] : arguments);
    }
    facts.note(method, arguments);
    try {
      return invokePort(method, arguments);
    } finally {
      if (ownCache != null && method.getName().equals("close") && arguments == null) {
        ownCache.close();
      }
    }
  }

  /** Calls the port, and throws what it throws. */
  @Nullable Object invokePort(Method method, Object @Nullable [] arguments) throws Throwable {
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
      case "toString" -> "cached " + port;
      default -> throw new AssertionError("a proxy does not pass on " + method);
    };
  }

  private Optional<PortMethod> find(Method method) {
    OperationModel operation = model.operation(method);
    if (operation != null) {
      return Optional.of(new PortMethod(this, method, operation, PortMethod.Form.SYNCHRONOUS));
    }
    return AsyncMethods.operation(model, method)
        .map(
            found ->
                new PortMethod(
                    this,
                    method,
                    found,
                    AsyncMethods.hasHandler(method)
                        ? PortMethod.Form.CALLBACK
                        : PortMethod.Form.POLLING));
  }
}
