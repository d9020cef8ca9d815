package io.castile.cache.observe;

/** What is advised of an operation. */
public enum Verdict {
  /** To cache it. */
  CACHE,
  /** To look at it: it could be cached if what the reasons name does not matter. */
  LOOK,
  /** Not to cache it. */
  NOT
}
