package io.castile.bench.fleet;

import java.util.Arrays;

/**
 * What a simulated fleet has done, after its warm-up.
 *
 * @param questions that were answered
 * @param originCalls what the origin was asked
 * @param hits questions that were answered without a call of their own
 * @param stale answers that were not what the origin would have said when they left the node
 * @param storeCommands to all stores
 * @param localBytes what the fullest node held at the end
 * @param failed questions without an answer
 * @param latencies of all questions, in microseconds, sorted
 */
record FleetOutcome(
    double seconds,
    long questions,
    long originCalls,
    long hits,
    long stale,
    long storeCommands,
    long localBytes,
    long failed,
    int[] latencies) {
  double hitRatio() {
    return questions == 0 ? 0 : (double) hits / questions;
  }

  double failedShare() {
    return failed == 0 ? 0 : (double) failed / (failed + questions);
  }

  double staleShare() {
    return questions == 0 ? 0 : (double) stale / questions;
  }

  /** A percentile of latencies, in milliseconds; NaN without any. */
  double millis(double percentile) {
    int rank = (int) Math.ceil(percentile / 100 * latencies.length) - 1;
    return latencies.length == 0 ? Double.NaN : latencies[Math.max(0, rank)] / 1e3;
  }

  /** Counts while a fleet runs. Not thread-safe. */
  static final class Counter {
    long questions;
    long originCalls;
    long hits;
    long stale;
    long storeCommands;
    long failed;
    private int[] latencies = new int[1 << 16];
    private int count;

    void latency(long micros) {
      if (count == latencies.length) {
        latencies = Arrays.copyOf(latencies, 2 * count);
      }
      latencies[count++] = (int) Math.min(Integer.MAX_VALUE, micros);
    }

    FleetOutcome outcome(double seconds, long localBytes) {
      int[] sorted = Arrays.copyOf(latencies, count);
      Arrays.sort(sorted);
      return new FleetOutcome(
          seconds, questions, originCalls, hits, stale, storeCommands, localBytes, failed, sorted);
    }
  }
}
