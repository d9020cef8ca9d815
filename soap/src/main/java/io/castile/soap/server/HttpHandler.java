package io.castile.soap.server;

import java.io.IOException;

/** Answers the requests that an {@link HttpServer} brings. Thread-safe. */
public interface HttpHandler {
  /**
   * Answers a request, on the calling thread.
   *
   * @throws IOException if the request did not arrive, or the answer did not leave, as a whole: the
   *     server is to end the connection
   */
  void serve(HttpExchange exchange) throws IOException;
}
