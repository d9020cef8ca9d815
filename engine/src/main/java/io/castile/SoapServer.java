package io.castile;

import io.castile.cache.ResponseCache;
import io.castile.soap.http.HttpServerOptions;
import io.castile.soap.http.Transport;
import io.castile.soap.server.HttpServer;
import io.castile.template.Templates;
import java.time.Duration;
import java.util.Optional;

/** A running server of SOAP services. Thread-safe. */
public final class SoapServer implements AutoCloseable {
  private final HttpServer server;
  private final Services services;
  private final String base; // scheme and host
  private final Duration drain;

  SoapServer(HttpServer server, Services services, String base, Duration drain) {
    this.server = server;
    this.services = services;
    this.base = base;
    this.drain = drain;
  }

  /** Returns the port on which the server listens. */
  public int port() {
    return server.port();
  }

  /**
   * Returns the address of a service for clients on this machine.
   *
   * @throws IllegalArgumentException if no service is published at {@code path}
   */
  public String url(String path) {
    services.checkPath(path);
    return base + ":" + port() + ServicePath.encoded(path);
  }

  /**
   * Returns a transport for clients in this JVM, to be given to {@link ClientBuilder#transport}:
   * messages are handed over as bytes, without HTTP and without sockets, and each is served on the
   * thread that calls. It answers as long as it is used, whether the server listens or not.
   */
  public Transport localTransport() {
    return services.localTransport();
  }

  /** Returns where the templates of this server's responses are kept. */
  public Templates templates() {
    return services.templates();
  }

  /** Returns the cache of this server's responses; empty for none. */
  public Optional<ResponseCache> cache() {
    return services.cache();
  }

  /**
   * Closes the server as {@link #close(Duration)} does, with the time that {@link
   * io.castile.soap.http.HttpServerOptions#drain} says.
   */
  @Override
  public void close() {
    close(drain);
  }

  /**
   * Stops listening, refuses new requests on open connections, and waits for those under way; then
   * ends those that are left.
   *
   * @param drain how long to wait at most; zero for not at all
   */
  public void close(Duration drain) {
    server.close(HttpServerOptions.checkedDrain(drain));
    services.close();
  }
}
