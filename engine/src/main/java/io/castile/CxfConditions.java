package io.castile;

import io.castile.soap.Headers;
import jakarta.xml.ws.WebServiceException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes requests of a port of Apache CXF conditional: an interceptor on either way of its client,
 * by CXF's public interfaces, without a dependency on it. The one adds the header fields of a
 * {@link ConditionalCall} to the one message, in a map of its own; the other stops CXF from looking
 * for a message in a 304. Calls without condition both let pass. Thread-safe.
 */
final class CxfConditions implements InvocationHandler {
  private static final String MESSAGE = "org.apache.cxf.message.Message";
  private static final String EXCHANGE = "org.apache.cxf.message.Exchange";
  private static final String INTERCEPTOR = "org.apache.cxf.phase.PhaseInterceptor";

  /** Under these names messages and exchanges have header fields and status. */
  private static final String FIELDS = MESSAGE + ".PROTOCOL_HEADERS";

  private static final String STATUS = MESSAGE + ".RESPONSE_CODE";

  /** On the exchange of a request that was made conditional here. */
  private static final String MARK = CxfConditions.class.getName();

  private static final int NOT_MODIFIED = 304;

  /** The way on which this stands, and the first phase there: a cache behind sees the fields. */
  private enum Way {
    OUT("getOutInterceptors", "setup"),
    IN("getInInterceptors", "receive");

    final String chain;
    final String phase;

    Way(String chain, String phase) {
      this.chain = chain;
      this.phase = phase;
    }
  }

  private final Object handler;
  private final Way way;
  private final Method getExchange;
  private final Method getChain;
  private final Method abort;
  private final Method getInMessage;
  private final Method getOperation;

  private CxfConditions(Object handler, Way way, ClassLoader loader)
      throws ReflectiveOperationException {
    this.handler = handler;
    this.way = way;
    Class<?> message = loader.loadClass(MESSAGE);
    this.getExchange = message.getMethod("getExchange");
    this.getChain = message.getMethod("getInterceptorChain");
    this.abort = loader.loadClass("org.apache.cxf.interceptor.InterceptorChain").getMethod("abort");
    Class<?> exchange = loader.loadClass(EXCHANGE);
    this.getInMessage = exchange.getMethod("getInMessage");
    this.getOperation = exchange.getMethod("getBindingOperationInfo");
  }

  /**
   * Puts interceptors into the client of a port, which has them once at most.
   *
   * @param handler that of the port's proxy
   * @return whether the port can be asked conditionally now
   */
  static boolean install(InvocationHandler handler) {
    ClassLoader loader = handler.getClass().getClassLoader();
    try {
      Object client = handler.getClass().getMethod("getClient").invoke(handler);
      Class<?> provider = loader.loadClass("org.apache.cxf.interceptor.InterceptorProvider");
      synchronized (client) {
        for (Way way : Way.values()) {
          @SuppressWarnings("unchecked") // of interceptors, of which the proxy is one
          List<Object> chain = (List<Object>) provider.getMethod(way.chain).invoke(client);
          if (chain.stream().noneMatch(CxfConditions::isOurs)) {
            chain.add(
                Proxy.newProxyInstance(
                    loader,
                    new Class<?>[] {loader.loadClass(INTERCEPTOR)},
                    new CxfConditions(handler, way, loader)));
          }
        }
      }
      return true;
    } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
      log().debug("a port of CXF is not asked conditionally: {}", e.toString());
      return false;
    }
  }

  private static boolean isOurs(Object interceptor) {
    return Proxy.isProxyClass(interceptor.getClass())
        && Proxy.getInvocationHandler(interceptor) instanceof CxfConditions;
  }

  private static Logger log() {
    return LoggerFactory.getLogger(CxfConditions.class);
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method called, Object[] arguments) throws Throwable {
    return switch (called.getName()) {
      case "handleMessage" -> {
        if (way == Way.OUT) {
          ask(arguments[0]);
        } else {
          answered(arguments[0]);
        }
        yield null;
      }
      case "getPhase" -> way.phase;
      case "getId", "toString" -> MARK;
      case "getBefore", "getAfter" -> Set.of();
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> null; // handleFault, and getAdditionalInterceptors
    };
  }

  private void ask(Object message) throws Throwable {
    ConditionalCall call = ConditionalCall.take(handler);
    if (call == null) {
      return;
    }
    Object exchange = get(getExchange, message);
    Map<String, Object> properties = properties(message);
    Map<Object, Object> all = new HashMap<>();
    if (properties.get(FIELDS) instanceof Map<?, ?> given) {
      all.putAll(given);
    }
    String operation = operation(exchange);
    if (operation == null || !call.isOf(operation, Headers.ofForeign(all))) {
      return;
    }
    call.fields(() -> answer(exchange))
        .forEach((name, value) -> all.put(name, new ArrayList<>(List.of(value))));
    properties.put(FIELDS, all);
    properties(exchange).put(MARK, Boolean.TRUE);
  }

  /**
   * Ends the way in of a 304, which has no message. Interceptors between the cache and the port get
   * an exception rather than null, which they could take for the answer.
   */
  private void answered(Object message) throws Throwable {
    Map<String, Object> exchange = properties(get(getExchange, message));
    if (exchange.get(MARK) != null && Integer.valueOf(NOT_MODIFIED).equals(exchange.get(STATUS))) {
      get(abort, get(getChain, message));
      exchange.put(
          Exception.class.getName(),
          new WebServiceException(
              "Cannot return the cached response, because it has not been modified (HTTP status"
                  + " 304)."));
    }
  }

  @SuppressWarnings("unchecked") // messages and exchanges are maps, by their interfaces
  private static Map<String, Object> properties(Object of) {
    return (Map<String, Object>) of;
  }

  /** The local name of the operation that is called; null for none. */
  private @Nullable String operation(Object exchange) throws Throwable {
    Object operation = get(getOperation, exchange);
    return operation == null
        ? null
        : ((QName) get(operation.getClass().getMethod("getName"), operation)).getLocalPart();
  }

  /** Returns the response of an exchange; null for none. */
  private ConditionalCall.@Nullable Answer answer(Object exchange) {
    try {
      if (!(properties(exchange).get(STATUS) instanceof Integer status)) {
        return null;
      }
      Headers fields =
          get(getInMessage, exchange) instanceof Map<?, ?> response
              ? Headers.ofForeign(response.get(FIELDS))
              : Headers.NONE;
      return new ConditionalCall.Answer(status, fields);
    } catch (Throwable t) {
      log().debug("what came for a conditional request is not known: {}", t.toString());
      return null;
    }
  }

  private static Object get(Method method, Object object) throws Throwable {
    try {
      return method.invoke(object);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
