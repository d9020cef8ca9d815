package io.castile.gateway.meter;

/** The outcome of a request. */
public enum Outcome {
  /** The request passed to the origin. */
  PASSED,
  /** The cache served the request. */
  HIT,
  /** The cache served the request with a stale response. */
  STALE,
  /** The response may be cached, and the origin was called. */
  MISS,
  /** The request waited for the response to another one. */
  COLLAPSED;

  /** Whether the cache answered. */
  public boolean isCached() {
    return this == HIT || this == COLLAPSED || this == STALE;
  }
}
