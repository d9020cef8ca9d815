package io.castile.cache.observe;

/** What is advised of an operation. */
public enum Verdict {
  /** To cache it. */
  CACHE,
  /** Not to cache it, and to drop answers of others when it is called. */
  INVALIDATES,
  /** To look at it: it could be cached if what the reasons name does not matter. */
  LOOK,
  /** Nothing yet: what was seen is too little to tell. */
  UNKNOWN,
  /** Not to cache it. */
  NOT
}
