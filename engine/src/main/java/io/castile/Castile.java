package io.castile;

import io.castile.cache.KeptRequests;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.template.Templates;
import jakarta.xml.bind.JAXBContext;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Creates clients and servers of SOAP services.
 *
 * <pre>{@code
 * StockQuote port = Castile.client(StockQuote.class).endpoint("https://example.com/stocks").build();
 * SoapServer server = Castile.server().port(8080).publish("/stocks", new StockQuoteImpl()).start();
 * }</pre>
 */
public final class Castile {
  /**
   * The property of a client's response context that is {@link Boolean#TRUE} where the response
   * came from the response cache and is stale: because the service could not be reached, or is
   * being called again, as the policy allows.
   */
  public static final String STALE_RESPONSE = "io.castile.response.stale";

  /**
   * The property of a client's request context for how long a whole call may take, from connecting
   * to the end of the response: milliseconds as a number or its digits, 0 for no limit, or a {@link
   * java.time.Duration}.
   */
  public static final String CALL_TIMEOUT = "io.castile.call.timeout";

  /**
   * The property of a client's request context with the user name of username tokens, in place of
   * the one given to the builder.
   */
  public static final String WS_SECURITY_USERNAME = "ws-security.username";

  /** The property of a client's request context with the password of that user. */
  public static final String WS_SECURITY_PASSWORD = "ws-security.password";

  /**
   * The property of a client's request context by which calls ask that their responses are held to
   * the schema of the service's WSDL: {@link Boolean#TRUE}, or {@code "true"}.
   */
  public static final String SCHEMA_VALIDATION = "schema-validation-enabled";

  private Castile() {}

  /**
   * Begins a client of a service.
   *
   * @param sei the service endpoint interface, annotated with {@code jakarta.jws.WebService}
   */
  public static <T> ClientBuilder<T> client(Class<T> sei) {
    return new ClientBuilder<>(sei);
  }

  /**
   * Returns where the templates of a client's requests are kept.
   *
   * @param port a client that {@link ClientBuilder#build} has returned
   * @throws IllegalArgumentException if it is none
   */
  public static Templates templates(Object port) {
    Objects.requireNonNull(port, "port");
    if (Proxy.isProxyClass(port.getClass())
        && Proxy.getInvocationHandler(port) instanceof ClientInvocationHandler handler) {
      return handler.templates();
    }
    throw new IllegalArgumentException(
        "Cannot use "
            + port.getClass().getName()
            + " as a client, because Castile has not made it. Pass a client of Castile.client(…) or"
            + " Castile.dispatch(…).");
  }

  /**
   * Puts a cache of its own in front of a port of any stack (CXF, Metro, another one): repeated
   * calls are served from it as the policy says, and everything else is as before.
   *
   * <pre>{@code
   * Catalog port = Castile.cached(service.getCatalogPort(), CachePolicy.load(Path.of("cache.yaml")));
   * }</pre>
   *
   * <p>What the returned object does not see of the port (interceptors, credentials of the conduit,
   * certificates) belongs to the port, and answers are not shared with other ports. A call with
   * what it does see in the request context (credentials, header fields, handlers, header blocks)
   * is cached only as the policy says.
   *
   * @param port implements one interface with {@code WebService}
   * @return an object with the same interfaces; its {@code close}, where it has one, closes the
   *     port and the cache
   * @throws IllegalArgumentException if the port implements no such interface, or several
   */
  public static <T> T cached(T port, CachePolicy policy) {
    Objects.requireNonNull(port, "port");
    ResponseCache cache = ResponseCache.of(policy);
    return sameType(port, CachingInvocationHandler.of(port, cache, cache));
  }

  /**
   * Puts a shared cache in front of a port of any stack; the cache is not closed with the port.
   * Ports share responses in it only where the policy states {@code shared: true}.
   */
  public static <T> T cached(T port, ResponseCache cache) {
    Objects.requireNonNull(port, "port");
    Objects.requireNonNull(cache, "cache");
    return sameType(port, CachingInvocationHandler.of(port, cache, null));
  }

  @SuppressWarnings("unchecked") // it has all interfaces of the port, and T is one of them
  private static <T> T sameType(T port, Object cached) {
    return (T) cached;
  }

  /**
   * Returns the response cache of a client, or of a cached port, also through the proxies of a
   * framework, such as Spring's.
   *
   * @throws IllegalArgumentException if it has none
   */
  public static ResponseCache cache(Object port) {
    Objects.requireNonNull(port, "port");
    return WrappedPort.ask(port, Castile::cacheOf)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Cannot return the cache of "
                        + port.getClass().getName()
                        + ", because it has none. Pass a client or port with a cache, or a proxy"
                        + " around one."));
  }

  /** Null where the handler is of no port with a cache. */
  private static @Nullable ResponseCache cacheOf(InvocationHandler handler) {
    if (handler instanceof ClientInvocationHandler client) {
      return client.cache();
    }
    return handler instanceof CachingInvocationHandler cached ? cached.cache() : null;
  }

  /**
   * Returns the requests that a client keeps, to drop some of them.
   *
   * @param port a client with {@link ClientBuilder#cacheRequests(long)}
   * @throws IllegalArgumentException if it keeps none
   */
  public static KeptRequests keptRequests(Object port) {
    Objects.requireNonNull(port, "port");
    if (Proxy.isProxyClass(port.getClass())
        && Proxy.getInvocationHandler(port) instanceof ClientInvocationHandler client
        && client.requests() != null) {
      return client.requests();
    }
    throw new IllegalArgumentException(
        "Cannot return the kept requests of "
            + port.getClass().getName()
            + ", because it keeps none. Pass a client that was built with cacheRequests(…).");
  }

  /**
   * Begins a client that sends messages as they are.
   *
   * <pre>{@code
   * Dispatch<Source> dispatch =
   *     Castile.dispatch(Source.class).endpoint("https://example.com/stocks").build();
   * Source answer = dispatch.invoke(new StreamSource(new StringReader("<quote xmlns='urn:s'/>")));
   * }</pre>
   *
   * @param type {@code javax.xml.transform.Source}, or {@code jakarta.xml.soap.SOAPMessage}
   * @throws IllegalArgumentException if it is another one
   */
  public static <T> DispatchBuilder<T> dispatch(Class<T> type) {
    return new DispatchBuilder<>(type);
  }

  /**
   * Begins a client that sends and receives objects as the payloads of messages, root elements or
   * {@code JAXBElement}s; in mode {@code MESSAGE} as whole envelopes.
   *
   * @param binding how they are written and read
   */
  public static DispatchBuilder<Object> dispatch(JAXBContext binding) {
    return DispatchBuilder.ofObjects(binding);
  }

  /** Begins a server. */
  public static ServerBuilder server() {
    return new ServerBuilder();
  }
}
