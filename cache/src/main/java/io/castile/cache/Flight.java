package io.castile.cache;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A question on its way to the origin, for which others may wait. Thread-safe. */
final class Flight {
  private final CountDownLatch landed = new CountDownLatch(1);
  private volatile CacheEntry entry;

  /** Set under the lock under which entries are dropped. */
  private volatile boolean dropped;

  /** Ends the flight. */
  void land(CacheEntry kept) {
    entry = kept;
    landed.countDown();
  }

  /** Waits for the end; false if it does not come in time, or the thread is interrupted. */
  boolean await(long nanos) {
    try {
      return landed.await(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** What the flight brought, once it has landed; null if that is not to be given to others. */
  CacheEntry entry() {
    return entry;
  }

  /** From now on, what it brings is not to be kept. */
  void drop() {
    dropped = true;
  }

  boolean isDropped() {
    return dropped;
  }
}
