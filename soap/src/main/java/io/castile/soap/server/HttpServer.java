package io.castile.soap.server;

import java.time.Duration;

/** An HTTP server that listens, made by an {@link HttpServerProvider}. Thread-safe. */
public interface HttpServer extends AutoCloseable {
  /** Returns the port on which the server listens, or has listened. */
  int port();

  /**
   * Stops to listen, refuses new requests on connections that stand with status 503, and waits for
   * those under way; then ends what is left.
   *
   * @param drain how long to wait at most, not negative; zero for not at all
   */
  void close(Duration drain);

  /** As {@link #close(Duration)}, and requests under way may take a second. */
  @Override
  default void close() {
    close(Duration.ofSeconds(1));
  }
}
