package io.castile.redis;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what comes true by itself. */
final class Until {
  private static final Duration LONG = Duration.ofSeconds(20);

  private Until() {}

  static void isTrue(String what, BooleanSupplier condition) {
    isTrue(what, LONG, condition);
  }

  static void isTrue(String what, Duration atMost, BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > atMost.toNanos()) {
        throw new AssertionError("not so after " + atMost + ": " + what);
      }
      LockSupport.parkNanos(5_000_000);
    }
  }
}
