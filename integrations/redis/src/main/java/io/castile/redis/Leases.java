package io.castile.redis;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The calls of this process that wait for leases of other processes. They are told when one is
 * given back, and look now and then, as a notice may get lost and a holder may die. Thread-safe.
 */
final class Leases {
  private static final long LOOK_NANOS = Duration.ofMillis(200).toNanos();

  private final Map<String, CountDownLatch> waiting = new ConcurrentHashMap<>();

  /** Begins to wait; before the lease is asked for, so that no notice comes too early. */
  CountDownLatch begin(String digest) {
    return waiting.computeIfAbsent(digest, key -> new CountDownLatch(1));
  }

  void end(String digest, CountDownLatch latch) {
    waiting.remove(digest, latch);
  }

  void released(String digest) {
    CountDownLatch latch = waiting.remove(digest);
    if (latch != null) {
      latch.countDown();
    }
  }

  /** Waits until it is time to ask again; false if the thread is interrupted. */
  static boolean await(CountDownLatch latch, long nanos) {
    try {
      latch.await(Math.min(nanos, LOOK_NANOS), TimeUnit.NANOSECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
