package io.castile.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.util.ListStatistics;

/**
 * Takes the time of a {@link Call}: rounds of a given length, each of as many calls as fit and at
 * least one. Made for calls that JMH cannot take: those with something untimed before each of them,
 * and so many that a JVM for each would take hours.
 */
final class Rounds {
  /** Calls are counted in batches of about this length, so that the clock costs nothing. */
  private static final long BATCH_NANOS = 20_000;

  private final Call call;
  private int batch = 1;

  private Rounds(Call call) {
    this.call = call;
  }

  /** Returns the time of each round that counts, in microseconds per call. */
  static ListStatistics time(Call call, Timing timing) throws Exception {
    Rounds rounds = new Rounds(call);
    ListStatistics micros = new ListStatistics();
    for (int round = -timing.warmups(); round < timing.rounds(); round++) {
      long nanos = TimeUnit.MILLISECONDS.toNanos(timing.roundMillis());
      double perCall = call.isPrepared() ? rounds.prepared(nanos) : rounds.plain(nanos);
      rounds.batch = (int) Math.max(1, Math.min(1000, BATCH_NANOS / perCall));
      if (round >= 0) {
        micros.addValue(perCall / 1000);
      }
    }
    return micros;
  }

  private double plain(long nanos) throws Exception {
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
    return (double) (now - start) / count;
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
