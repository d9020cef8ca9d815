package io.castile.gateway.config;

/** The treatment of a credential that the gateway has checked. */
public enum Passing {
  /** The origin gets it, and the cache sees it, as all credentials that clients send. */
  FORWARDED,
  /** The credential is not passed to the origin; the cache still keeps callers apart by it. */
  REMOVED,
  /**
   * The credential is not passed to the origin, and all clients that may call the route share
   * responses.
   */
  REMOVED_AND_SHARED
}
