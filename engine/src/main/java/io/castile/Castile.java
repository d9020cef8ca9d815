package io.castile;

import io.castile.template.Templates;
import java.lang.reflect.Proxy;

/**
 * Where everything begins: clients and servers of SOAP services.
 *
 * <pre>{@code
 * StockQuote port = Castile.client(StockQuote.class).endpoint("https://example.com/stocks").build();
 * SoapServer server = Castile.server().port(8080).publish("/stocks", new StockQuoteImpl()).start();
 * }</pre>
 */
public final class Castile {
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
    if (Proxy.isProxyClass(port.getClass())
        && Proxy.getInvocationHandler(port) instanceof PortHandler handler) {
      return handler.templates();
    }
    throw new IllegalArgumentException(
        "expected a client of Castile, found an object of " + port.getClass().getName());
  }

  /** Begins a server. */
  public static ServerBuilder server() {
    return new ServerBuilder();
  }
}
