package io.castile.gateway.route;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * How much time observing may take, second by second, and of which calls it is told. Where
 * processors are idle, it may take a tenth of that; where they are not, a hundredth of one
 * processor. The threads that serve calls it may delay by a hundredth of one processor, and by two
 * in a second that begins with more. Thread-safe.
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
  private final DoubleSupplier machineLoad;
  private final AtomicLong second = new AtomicLong(Long.MIN_VALUE);
  private final AtomicLong spent = new AtomicLong();
  private final AtomicLong delayed = new AtomicLong();
  private final AtomicLong calls = new AtomicLong();

  // Written by the thread that begins a second.
  private volatile long budget = LEAST_NANOS;
  private volatile long processorNanosBefore;

  /** Of the 2³² beginnings of digests, how many questions are told. */
  private volatile long share = ALL;

  /**
   * @param processors of the machine
   * @param processorNanos the processor time that this process has taken
   * @param machineLoad the part of the machine's processors that were busy lately, by any process,
   *     0 to 1; negative if unknown
   */
  ObserveBudget(int processors, LongSupplier processorNanos, DoubleSupplier machineLoad) {
    this.processors = processors;
    this.processorNanos = processorNanos;
    this.machineLoad = machineLoad;
    this.processorNanosBefore = processorNanos.getAsLong();
  }

  /** Returns one for this process. */
  static ObserveBudget ofThisProcess() {
    return new ObserveBudget(
        Runtime.getRuntime().availableProcessors(),
        () -> ProcessHandle.current().info().totalCpuDuration().map(Duration::toNanos).orElse(0L),
        () ->
            ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getCpuLoad()
                : -1);
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
    return calls.incrementAndGet() <= FEW_CALLS
        || (spent.get() <= 2 * budget && delayed.get() <= 2 * LEAST_NANOS);
  }

  /** Has a smaller share told where the last second took too long, and a larger one if not. */
  private void next(long seconds) {
    long taken = processorNanos.getAsLong();
    double leftByProcess = processors - (double) (taken - processorNanosBefore) / seconds / SECOND;
    processorNanosBefore = taken;
    double leftByAll = processors * (1 - Math.max(0, machineLoad.getAsDouble()));
    double idle = Math.min(leftByProcess, leftByAll) * SECOND;
    budget = Math.max(LEAST_NANOS, (long) (idle / PART_OF_IDLE));
    double most =
        Math.min(
            budget / Math.max(1.0, spent.getAndSet(0)),
            LEAST_NANOS / Math.max(1.0, delayed.getAndSet(0)));
    double fitting = share * Math.min(2, most);
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

  /** Takes note of time that a call had to wait. */
  void delay(long nanos) {
    delayed.addAndGet(nanos);
  }

  /** Takes note of time for which no call waited. */
  void spend(long nanos) {
    spent.addAndGet(nanos);
  }
}
