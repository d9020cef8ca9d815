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
      LockSupport.parkNanos(5_000_000);
      // Looks once more after that: a look may take longer than all the time there is.
      if (System.nanoTime() - start > atMost.toNanos() && !condition.getAsBoolean()) {
        throw new AssertionError("not so after " + atMost + ": " + what);
      }
    }
  }
}
