package io.castile.cache.observe;

/** The advice for an operation. */
public enum Verdict {
  /** The operation should be cached. */
  CACHE,
  /** The operation should not be cached, and its calls should invalidate other responses. */
  INVALIDATES,
  /**
   * The operation needs a decision: it could be cached if the facts in the reasons do not matter.
   */
  LOOK,
  /** No advice yet: too few calls were recorded. */
  UNKNOWN,
  /** The operation should not be cached. */
  NOT
}
