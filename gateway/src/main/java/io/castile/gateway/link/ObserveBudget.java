package io.castile.gateway.link;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * How much time observing may take, second by second, and of which calls it is told. Where the
 * process has processors idle, it may take a tenth of that; where it has not, a hundredth of one
 * processor. Thread-safe.
 */
final class ObserveBudget {
  private static final long SECOND = 1_000_000_000;
  private static final long LEAST_NANOS = SECOND / 100;
  private static final int PART_OF_IDLE = 10;

  /** So few calls in a second are all told, however long that takes. */
  private static final long FEW_CALLS = 50;

  private static final long ALL = 1L << 32;

  private final int processors;
  private final LongSupplier processorNanos;
  private final AtomicLong second = new AtomicLong(Long.MIN_VALUE);
  private final AtomicLong spent = new AtomicLong();
  private final AtomicLong calls = new AtomicLong();

  // Written by the thread that begins a second.
  private volatile long budget = LEAST_NANOS;
  private volatile long processorNanosBefore;

  /** Of the 2³² beginnings of digests, how many questions are told. */
  private volatile long share = ALL;

  /**
   * @param processors of the machine
   * @param processorNanos the processor time that this process has taken
   */
  ObserveBudget(int processors, LongSupplier processorNanos) {
    this.processors = processors;
    this.processorNanos = processorNanos;
    this.processorNanosBefore = processorNanos.getAsLong();
  }

  /** Returns one for this process. */
  static ObserveBudget ofThisProcess() {
    return new ObserveBudget(
        Runtime.getRuntime().availableProcessors(),
        () -> ProcessHandle.current().info().totalCpuDuration().map(Duration::toNanos).orElse(0L));
  }

  /**
   * Takes note of a call.
   *
   * @param now in seconds
   * @return whether there is time to be told of it
   */
  boolean begin(long now) {
    long current = second.get();
    if (now != current && second.compareAndSet(current, now)) {
      next(current == Long.MIN_VALUE ? 1 : Math.max(1, now - current));
    }
    return calls.incrementAndGet() <= FEW_CALLS || spent.get() <= 2 * budget;
  }

  /** Has a smaller share told where the last second took too long, and a larger one if not. */
  private void next(long seconds) {
    long taken = processorNanos.getAsLong();
    long idle = seconds * processors * SECOND - (taken - processorNanosBefore);
    processorNanosBefore = taken;
    budget = Math.max(LEAST_NANOS, idle / seconds / PART_OF_IDLE);
    double last = Math.max(1, spent.getAndSet(0));
    double fitting = share * Math.min(2, budget / last);
    boolean wereFew = calls.getAndSet(0) <= FEW_CALLS;
    share = wereFew ? ALL : Math.max(1, Math.min(ALL, (long) fitting));
  }

  /**
   * Whether the calls of a question are told.
   *
   * @param digest the beginning of its digest
   */
  boolean takes(long digest) {
    return (digest >>> 32) < share;
  }

  void spend(long nanos) {
    spent.addAndGet(nanos);
  }
}
