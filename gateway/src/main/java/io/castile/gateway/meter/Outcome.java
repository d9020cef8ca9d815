package io.castile.gateway.meter;

/** What became of a request. */
public enum Outcome {
  /** It passed to the origin. */
  PASSED,
  /** It was answered by the cache. */
  HIT,
  /** It was answered by the cache with an answer that is stale. */
  STALE,
  /** It may be cached, and the origin was asked. */
  MISS,
  /** It waited for the answer that another request had asked for. */
  COLLAPSED;

  /** Whether the cache answered. */
  public boolean isCached() {
    return this == HIT || this == COLLAPSED || this == STALE;
  }
}
