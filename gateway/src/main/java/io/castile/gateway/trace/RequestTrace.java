package io.castile.gateway.trace;

/** The trace of one request. Thread-safe. */
public interface RequestTrace {
  /** Begins an attempt to have an origin answer; there may be several, and later ones too. */
  AttemptTrace attempt(TracedAttempt attempt);

  /** Ends the trace of the request. Called once. */
  void end(TracedResult result);
}
