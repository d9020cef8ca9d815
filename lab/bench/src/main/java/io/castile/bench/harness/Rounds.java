package io.castile.bench.harness;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.util.ListStatistics;

/**
 * Takes the times of {@link Call}s: rounds of a given length, each of as many calls as fit and at
 * least one. Made for calls that JMH cannot take: those with something untimed before each of them,
 * and so many that a JVM for each would take hours.
 *
 * <p>Every call has its first round before any has its second: what makes the machine faster or
 * slower for a while then meets one round of each call, not all rounds of one.
 */
public final class Rounds {
  /** Calls are counted in batches of about this length, so that the clock costs nothing. */
  private static final long BATCH_NANOS = 20_000;

  private final Call call;
  private final Meter meter;
  private final ListStatistics micros = new ListStatistics();
  private int batch = 1;

  /** Takes times by the clock. */
  public Rounds(Call call) {
    this(call, Meter.CLOCK);
  }

  /**
   * @param meter what is taken; not the processors' time of a call that is prepared, as that is
   *     counted in steps much longer than calls
   */
  public Rounds(Call call, Meter meter) {
    if (call.isPrepared() && meter != Meter.CLOCK) {
      throw new IllegalArgumentException("the processors' time of single calls cannot be taken");
    }
    this.call = call;
    this.meter = meter;
  }

  /** Plays all rounds; {@link #micros} then has the times of those that count. */
  public static void play(List<Rounds> all, Timing timing) throws Exception {
    for (int round = -timing.warmups(); round < timing.rounds(); round++) {
      for (Rounds each : all) {
        each.playOne(timing.roundMillis(), round >= 0);
      }
    }
  }

  /** What each round that counted took, in microseconds per call. */
  public ListStatistics micros() {
    return micros;
  }

  private void playOne(int millis, boolean counts) throws Exception {
    long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
    double perCall = call.isPrepared() ? prepared(nanos) : plain(nanos);
    if (counts) {
      micros.addValue(perCall / 1000);
    }
  }

  private double plain(long nanos) throws Exception {
    long taken = meter.reading();
    long start = System.nanoTime();
    long now;
    long count = 0;
    do {
      for (int i = 0; i < batch; i++) {
        call.run();
      }
      count += batch;
      now = System.nanoTime();
    } while (now - start < nanos);
    long end = meter == Meter.CLOCK ? now : meter.reading();
    sizeBatch((double) (now - start) / count);
    return (double) (end - taken) / count;
  }

  private void sizeBatch(double nanosPerCall) {
    batch = (int) Math.max(1, Math.min(1000, BATCH_NANOS / nanosPerCall));
  }

  /** The round ends by the clock, what is not timed included. */
  private double prepared(long nanos) throws Exception {
    long start = System.nanoTime();
    long now;
    long count = 0;
    long timed = 0;
    do {
      call.prepare();
      long before = System.nanoTime();
      call.run();
      now = System.nanoTime();
      timed += now - before;
      count++;
    } while (now - start < nanos);
    return (double) timed / count;
  }
}
