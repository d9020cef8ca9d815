package io.castile.soap.exchange;

import java.util.Locale;

/** What the response cache did for a call (as RFC 9211 tells them apart). */
public enum CacheStatus {
  /** It was not asked: there is none, or it has not been reached. */
  NONE,
  /** It had the answer. */
  HIT,
  /** It had an answer that is older than it should be, and gave it nevertheless. */
  STALE,
  /** It had the call wait for the answer to another one that asked the same. */
  COLLAPSED,
  /** It had no answer, and the origin was asked. */
  MISS,
  /** The policy, or the request, does not let it answer: the origin was asked. */
  PASSED;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** Returns the name in lower case, as events, metrics and traces have it. */
  public String label() {
    return label;
  }
}
