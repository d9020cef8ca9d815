package io.castile.gateway.trace.internal;

import org.jspecify.annotations.Nullable;

/** One attempt to get a response from an origin. Used by one thread. */
public interface AttemptTrace {
  /** Replaces the fields that carry the trace to the origin. */
  void inject(TracedFields fields);

  /**
   * Ends the attempt. Called once.
   *
   * @param status of the origin's response; 0 for none
   * @param failure what went wrong, one of few words; null where the response came to its end
   */
  void end(int status, @Nullable String failure);
}
