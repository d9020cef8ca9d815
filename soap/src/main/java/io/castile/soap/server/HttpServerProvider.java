package io.castile.soap.server;

import io.castile.soap.http.HttpServerOptions;
import java.io.IOException;

/**
 * Starts HTTP servers of one kind. An implementation is named in {@code
 * META-INF/services/io.castile.soap.server.HttpServerProvider}, and found by {@link HttpServers};
 * castile-jetty has one. Thread-safe.
 */
public interface HttpServerProvider {
  /**
   * Starts to listen.
   *
   * @param options all of them hold: a server bounds heads, the number of requests and the time
   *     that they take; the handler bounds their content
   * @param handler is called for each request, on a thread that may block
   * @throws IOException if the server cannot listen on the port
   */
  HttpServer start(HttpServerOptions options, HttpHandler handler) throws IOException;
}
