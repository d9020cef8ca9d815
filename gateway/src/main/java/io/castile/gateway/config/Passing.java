package io.castile.gateway.config;

/** What becomes of a credential that the gateway has checked. */
public enum Passing {
  /** The origin gets it, and the cache sees it, as all credentials that clients send. */
  FORWARDED,
  /** The origin does not get it; the cache tells callers apart by it nevertheless. */
  REMOVED,
  /** The origin does not get it, and all clients that may call the route share answers. */
  REMOVED_AND_SHARED
}
