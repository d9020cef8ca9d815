package io.castile;

import io.castile.cache.ResponseCache;
import io.castile.internal.Ends;
import io.castile.soap.http.HttpServerOptions;
import io.castile.soap.http.Transport;
import io.castile.soap.server.HttpExchange;
import io.castile.soap.server.SoapHttpMount;
import io.castile.template.Templates;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * Serves SOAP services inside the application's own HTTP server, which passes in the requests: a
 * servlet container (by {@code io.castile.servlet.CastileServlet}), or any other server by a {@link
 * HttpExchange} of its own. Thread-safe.
 */
public final class SoapMount implements AutoCloseable {
  static {
    Ends.ofServers(new EndParts());
  }

  private final SoapHttpMount mount;
  private final Services services;
  private final Duration drain;

  SoapMount(SoapHttpMount mount, Services services, Duration drain) {
    this.mount = mount;
    this.services = services;
    this.drain = drain;
  }

  /** Answers a request, as {@link Ends#serve} says. */
  void serve(HttpExchange exchange) throws IOException {
    mount.serve(exchange);
  }

  /** Returns a transport for clients in this JVM, as {@link SoapServer#localTransport}. */
  public Transport localTransport() {
    return services.localTransport();
  }

  /** Returns where the templates of the responses are kept. */
  public Templates templates() {
    return services.templates();
  }

  /** Returns the cache of the responses; empty for none. */
  public Optional<ResponseCache> cache() {
    return services.cache();
  }

  /**
   * Closes the mount as {@link #close(Duration)} does, with the time that {@link
   * io.castile.soap.http.HttpServerOptions#drain} says.
   */
  @Override
  public void close() {
    close(drain);
  }

  /**
   * Refuses new requests with status 503, and waits for those under way; then closes the services.
   *
   * @param drain how long to wait at most; zero for not at all
   */
  public void close(Duration drain) {
    mount.close(HttpServerOptions.checkedDrain(drain));
    services.close();
  }
}
