package io.castile.gateway.trace.internal;

import io.castile.gateway.trace.Tracing;

/**
 * Traces the requests of a gateway. Implementations are thread-safe, do not block, as event loops
 * call them, and throw nothing.
 */
public interface RequestTracing extends Tracing {
  /** Returns the tracing that the gateway calls. */
  static RequestTracing of(Tracing tracing) {
    if (tracing instanceof RequestTracing ours) {
      return ours;
    }
    throw new IllegalArgumentException(
        "Cannot trace by "
            + tracing.getClass().getName()
            + ", because OpenTelemetryTracing has not made it. Pass what OpenTelemetryTracing.of"
            + " returns.");
  }

  /** Begins the trace of a request, or continues the one that its fields tell of. */
  RequestTrace begin(TracedRequest request);
}
