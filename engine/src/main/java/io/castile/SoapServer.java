package io.castile;

import io.castile.cache.ResponseCache;
import io.castile.soap.LocalTransport;
import io.castile.soap.ServiceEndpoint;
import io.castile.soap.SoapHttpServer;
import io.castile.soap.Transport;
import io.castile.template.Templates;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** A running server. Thread-safe. */
public final class SoapServer implements AutoCloseable {
  private final SoapHttpServer server;
  private final Map<String, ServiceEndpoint> endpoints;
  private final Templates templates;
  private final ResponseCache cache; // null for none
  private final ResponseCache ownCache; // null for none that is closed with this
  private final String base; // scheme and host
  private final boolean hasLifecycle;
  private final AtomicBoolean closed = new AtomicBoolean();

  SoapServer(
      SoapHttpServer server,
      Map<String, ServiceEndpoint> endpoints,
      Templates templates,
      ResponseCache cache,
      ResponseCache ownCache,
      String base,
      boolean hasLifecycle) {
    this.server = server;
    this.endpoints = Map.copyOf(endpoints);
    this.templates = templates;
    this.cache = cache;
    this.ownCache = ownCache;
    this.base = base;
    this.hasLifecycle = hasLifecycle;
  }

  /** Returns the port on which the server listens. */
  public int port() {
    return server.port();
  }

  /** Returns the address of a service for clients on this machine. */
  public String url(String path) {
    return base + ":" + port() + path;
  }

  /**
   * Returns a transport for clients in this JVM, to be given to {@link ClientBuilder#transport}:
   * messages are handed over as bytes, without HTTP and without sockets, and each is answered on
   * the thread that calls. It answers as long as it is used, whether the server listens or not.
   */
  public Transport localTransport() {
    return new LocalTransport(endpoints);
  }

  /** Returns where the templates of this server's responses are kept. */
  public Templates templates() {
    return templates;
  }

  /** Returns the cache of this server's responses; empty for none. */
  public Optional<ResponseCache> cache() {
    return Optional.ofNullable(cache);
  }

  /** Stops to listen, and ends requests under way within a second. */
  @Override
  public void close() {
    close(Duration.ofSeconds(1));
  }

  /**
   * Stops to listen, refuses new requests on connections that stand, and waits for those under way;
   * then ends what is left.
   *
   * @param drain how long to wait at most; zero for not at all
   */
  public void close(Duration drain) {
    server.close(drain);
    if (hasLifecycle && !closed.getAndSet(true)) {
      endpoints.values().forEach(ServiceEndpoint::close);
    }
    if (ownCache != null) {
      ownCache.close();
    }
  }
}
