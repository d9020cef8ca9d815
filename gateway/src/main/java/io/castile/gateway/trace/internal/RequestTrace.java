package io.castile.gateway.trace.internal;

/** The trace of one request. Thread-safe. */
public interface RequestTrace {
  /**
   * Begins an attempt to get a response from an origin; there may be several, and later ones too.
   */
  AttemptTrace attempt(TracedAttempt attempt);

  /** Ends the trace of the request. Called once. */
  void end(TracedResult result);
}
