package io.castile.gateway.trace;

/**
 * The tracing of a gateway's requests; {@code OpenTelemetryTracing} of {@code castile-tracing}
 * makes it. Thread-safe.
 */
public interface Tracing extends AutoCloseable {
  /** Sends the traces that have not been sent, as far as that is quick, and ends. */
  @Override
  void close();
}
