package io.castile.cache;

/**
 * The requests that a client keeps so that it need not write them again (Devaram and Andresen).
 * Thread-safe.
 */
public interface KeptRequests {
  /** Drops all of them. */
  void invalidateAll();

  /**
   * Drops those of an operation.
   *
   * @param operation its name, without a namespace
   */
  void invalidate(String operation);

  /** Returns how many there are. */
  long size();
}
