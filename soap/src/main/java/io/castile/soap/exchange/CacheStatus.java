package io.castile.soap.exchange;

import java.util.Locale;

/** The outcome of a call at the response cache (by the terms of RFC 9211). */
public enum CacheStatus {
  /** No cache was reached, or there is none. */
  NONE,
  /** The cache had a fresh response. */
  HIT,
  /** The cache had a stale response, and gave it. */
  STALE,
  /** The call waited for the response to another call with the same request. */
  COLLAPSED,
  /** The cache had no response, and the origin was called. */
  MISS,
  /** The policy or the request bypasses the cache: the origin was called. */
  PASSED;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** Returns the name in lower case, as events, metrics and traces have it. */
  public String label() {
    return label;
  }
}
