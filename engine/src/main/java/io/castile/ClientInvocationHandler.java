package io.castile;

import io.castile.cache.ResponseCache;
import io.castile.cache.internal.CacheInterceptor;
import io.castile.cache.internal.RequestCacheInterceptor;
import io.castile.engine.AsyncCall;
import io.castile.engine.AsyncMethods;
import io.castile.engine.AsyncOperation;
import io.castile.soap.SoapTransportException;
import io.castile.soap.SoapVersion;
import io.castile.soap.client.SoapClient;
import io.castile.soap.exchange.CacheStatus;
import io.castile.soap.flight.CallEvent;
import io.castile.soap.flight.FlightEvents;
import io.castile.soap.handler.HandlerInterceptor;
import io.castile.soap.http.message.ErrorText;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.template.Templates;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import java.io.Closeable;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The handler behind a client's interface. Calls of the service go to the {@link SoapClient}; the
 * rest is {@link BindingProvider}, {@link Closeable} and {@link Object}. Thread-safe.
 */
final class ClientInvocationHandler extends AbstractClient implements InvocationHandler {
  private static final Object[] NO_ARGUMENTS = {};

  private final Templates templates;
  private final @Nullable ResponseCache cache; // null for none
  private final @Nullable RequestCacheInterceptor requests; // null for none
  private final @Nullable ResponseCache ownCache; // null for none that is closed with this

  /** The cache where nothing but handlers comes before it; else null. */
  private final @Nullable CacheInterceptor hits;

  private final Executor executor;

  /** Whether a cache in front of the port makes some of its calls. */
  private volatile boolean takesConditions;

  /** Operations by every method that means them, bridges included. */
  private final ConcurrentHashMap<Method, OperationModel> operations = new ConcurrentHashMap<>(1);

  /** The operations of asynchronous methods. */
  private final ConcurrentHashMap<Method, AsyncOperation> asynchronous = new ConcurrentHashMap<>(1);

  ClientInvocationHandler(
      SoapClient client,
      Templates templates,
      @Nullable ResponseCache cache,
      @Nullable ResponseCache ownCache,
      @Nullable CacheInterceptor hits,
      SoapVersion version,
      @Nullable RequestCacheInterceptor requests,
      HandlerInterceptor handlers,
      RequestContext requestContext,
      Executor executor) {
    super(client, version, handlers, requestContext);
    this.templates = templates;
    this.cache = cache;
    this.requests = requests;
    this.ownCache = ownCache;
    this.hits = hits;
    this.executor = executor;
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    OperationModel operation = operations.get(method);
    if (operation == null) {
      if (isOwn(method)) {
        return own(proxy, method, arguments);
      }
      operation = find(method);
      if (operation == null) {
        return other(proxy, method, arguments);
      }
      operations.put(method, operation);
    }
    operation.checkHolders(arguments);
    begin();
    SoapClient.Options options = options();
    if (hits != null && !client().hasHandlers()) {
      Object[] given = arguments == null ? NO_ARGUMENTS : arguments;
      CallEvent event = FlightEvents.kept();
      Object[] kept = hits.find(operation, operation.requestView(given), options);
      if (kept != null) {
        acceptKept();
        if (event != null) {
          recordHit(event, operation, options);
        }
        return operation.deliver(kept, given);
      }
    }
    ConditionalCall condition = takesConditions ? ConditionalCall.take(this) : null;
    return condition != null && condition.isOf(operation, options.headers())
        ? callConditionally(condition, operation, arguments, options)
        : client().call(operation, arguments, options, this);
  }

  private void recordHit(CallEvent event, OperationModel operation, SoapClient.Options options) {
    event.record(
        CallEvent.Side.CLIENT,
        client().model().portTypeName().getLocalPart(),
        operation.name().getLocalPart(),
        ErrorText.address(options.endpoint()),
        CallEvent.Outcome.RESPONSE,
        CacheStatus.HIT.label());
  }

  /** Makes a call for a cache before this port, which is told what came. */
  private @Nullable Object callConditionally(
      ConditionalCall condition,
      OperationModel operation,
      Object @Nullable [] arguments,
      SoapClient.Options options)
      throws Throwable {
    AtomicReference<ConditionalCall.Answer> came = new AtomicReference<>();
    SoapClient.Options more = options.withHeaders(condition.fields(came::get));
    try {
      return client().call(operation, arguments, more, this);
    } catch (WebServiceException e) {
      if (e.getCause() instanceof SoapTransportException transport) {
        came.set(new ConditionalCall.Answer(transport.status(), transport.headers()));
      }
      throw e;
    }
  }

  /** Lets calls from now on take {@link ConditionalCall}s: a cache stands in front of the port. */
  void takeConditions() {
    takesConditions = true;
  }

  Templates templates() {
    return templates;
  }

  /** The requests that are kept; null for none. */
  @Nullable RequestCacheInterceptor requests() {
    return requests;
  }

  /** The response cache; null for none. */
  @Nullable ResponseCache cache() {
    return cache;
  }

  /**
   * Makes a call on another thread. What the method is given, and what the request context says, is
   * taken now: the caller may change either when this has returned.
   */
  private AsyncCall<Object> start(
      Method method, AsyncOperation called, Object @Nullable [] arguments) {
    Object[] given = arguments == null ? new Object[0] : arguments;
    AsyncHandler<Object> handler = null;
    if (AsyncMethods.hasHandler(method)) {
      int last = given.length - 1;
      handler = handler(given[last]);
      given = Arrays.copyOf(given, last);
    }
    OperationModel operation = called.operation();
    Object[] copies = copies(operation, called.requestValues(given));
    SoapClient.Options options = options();
    AsyncCall<Object> call =
        new AsyncCall<>(
            context ->
                called.result(
                    client()
                        .call(
                            operation,
                            copies,
                            options,
                            response -> context.accept(responseContext(response))),
                    copies),
            handler);
    executor.execute(call);
    return call;
  }

  @SuppressWarnings("unchecked") // it is given what the method brings
  private static @Nullable AsyncHandler<Object> handler(@Nullable Object argument) {
    return (AsyncHandler<Object>) argument;
  }

  /** Arguments with copies of the values of a request. */
  private Object[] copies(OperationModel operation, Object[] given) {
    return operation.arguments(client().model().copyOfRequest(operation, given));
  }

  private static boolean isOwn(Method method) {
    Class<?> owner = method.getDeclaringClass();
    return owner == Object.class || owner == BindingProvider.class || owner == Closeable.class;
  }

  private @Nullable Object own(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return switch (method.getName()) {
        case "equals" -> proxy == Objects.requireNonNull(arguments)[0];
        case "hashCode" -> System.identityHashCode(proxy);
        case "toString" -> toString();
        default -> throw new AssertionError("a proxy does not pass on " + method);
      };
    }
    try {
      return method.invoke(this, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** The operation of a method, or of the method that its bridge stands for. */
  private @Nullable OperationModel find(Method method) {
    ServiceModel model = client().model();
    OperationModel direct = model.operation(method);
    if (direct != null || !method.isBridge()) {
      return direct;
    }
    for (OperationModel candidate : model.operations()) {
      Method target = candidate.method();
      if (target.getName().equals(method.getName())
          && isNarrowed(target.getParameterTypes(), method.getParameterTypes())) {
        return candidate;
      }
    }
    return null;
  }

  private static boolean isNarrowed(Class<?>[] narrow, Class<?>[] wide) {
    if (narrow.length != wide.length) {
      return false;
    }
    for (int i = 0; i < wide.length; i++) {
      if (!wide[i].isAssignableFrom(narrow[i])) {
        return false;
      }
    }
    return true;
  }

  /** A method that is no operation: asynchronous, or excluded. */
  private @Nullable Object other(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    AsyncOperation operation = asynchronous.get(method);
    if (operation == null) {
      operation = AsyncOperation.of(client().model(), method).orElse(null);
      if (operation != null) {
        asynchronous.put(method, operation);
      }
    }
    if (operation != null) {
      return start(method, operation, arguments);
    }
    if (method.isDefault()) {
      Class<?> owner = method.getDeclaringClass();
      return MethodHandles.privateLookupIn(owner, MethodHandles.lookup())
          .unreflectSpecial(method, owner)
          .bindTo(proxy)
          .invokeWithArguments(arguments == null ? new Object[0] : arguments);
    }
    throw new UnsupportedOperationException(
        "Cannot call "
            + method
            + ", because it is no operation of "
            + client().model().portTypeName()
            + ".");
  }

  @Override
  public void close() {
    super.close();
    if (ownCache != null) {
      ownCache.close();
    }
  }

  @Override
  public String toString() {
    return "client of " + client().model().portTypeName() + " at " + shownEndpoint();
  }
}
