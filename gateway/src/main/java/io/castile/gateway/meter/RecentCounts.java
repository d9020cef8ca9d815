package io.castile.gateway.meter;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Requests, and those of them that the cache answered, in each ten seconds of the last hour.
 * Thread-safe, without locks: a request that ends just when ten seconds do may be lost.
 */
final class RecentCounts {
  static final int SLOTS = 360;
  static final long SLOT_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** For each slot: which ten seconds it has, requests, and those that the cache answered. */
  private static final int WIDTH = 3;

  private final AtomicLongArray slots = new AtomicLongArray(SLOTS * WIDTH);

  /**
   * @param time which ten seconds it is; positive
   */
  void add(long time, boolean isCached) {
    int at = (int) (time % SLOTS) * WIDTH;
    long before = slots.get(at);
    if (before != time && slots.compareAndSet(at, before, time)) {
      slots.set(at + 1, 0);
      slots.set(at + 2, 0);
    }
    slots.getAndIncrement(at + 1);
    if (isCached) {
      slots.getAndIncrement(at + 2);
    }
  }

  /**
   * Returns the counts of the last hour, the oldest first.
   *
   * @param series 0 for requests, 1 for those that the cache answered
   */
  long[] read(long time, int series) {
    long[] counts = new long[SLOTS];
    for (int i = 0; i < SLOTS; i++) {
      long wanted = time - SLOTS + 1 + i;
      int at = (int) Math.floorMod(wanted, (long) SLOTS) * WIDTH;
      counts[i] = slots.get(at) == wanted && wanted > 0 ? slots.get(at + 1 + series) : 0;
    }
    return counts;
  }
}
