package io.castile.jetty;

import io.castile.soap.http.HttpServerOptions;
import io.castile.soap.server.HttpHandler;
import io.castile.soap.server.HttpServer;
import io.castile.soap.server.HttpServerProvider;
import java.io.IOException;

/**
 * Starts Jetty, for {@code Castile.server()}: HTTP/1.1 and HTTP/2 with keep-alive and TCP_NODELAY.
 * HTTP/2 is spoken by clients that begin with its preface, or over TLS by those that choose it in
 * the handshake (ALPN).
 *
 * <p>It is found by {@link java.util.ServiceLoader}; applications have no need to name it. Where
 * Jetty is on the module path, {@code java} needs {@code --add-exports
 * org.eclipse.jetty.server/org.eclipse.jetty.server.internal=io.castile.jetty}: without, {@link
 * #start} says so. Thread-safe.
 */
public final class JettyServerProvider implements HttpServerProvider {
  /** For {@link java.util.ServiceLoader}. */
  public JettyServerProvider() {}

  @Override
  public HttpServer start(HttpServerOptions options, HttpHandler handler) throws IOException {
    TruncatedChunks.checkAccess();
    return JettyServer.start(options, handler);
  }
}
