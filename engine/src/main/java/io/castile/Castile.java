package io.castile;

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

  /** Begins a server. */
  public static ServerBuilder server() {
    return new ServerBuilder();
  }
}
