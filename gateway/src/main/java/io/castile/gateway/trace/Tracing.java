package io.castile.gateway.trace;

/**
 * Traces the requests of a gateway. Implementations are thread-safe, do not block, as event loops
 * call them, and throw nothing.
 */
public interface Tracing extends AutoCloseable {
  /** Begins the trace of a request, or continues the one that its fields tell of. */
  RequestTrace begin(TracedRequest request);

  /** Sends the traces that have not been sent, as far as that is quick, and ends. */
  @Override
  void close();
}
