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
  MISS;

  /** Whether the cache answered. */
  public boolean isCached() {
    return this == HIT || this == STALE;
  }
}
