package io.castile.gateway.meter;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How long requests took, in buckets: sixteen for each power of two, so that a percentile is at
 * most 1/16 too large. From 1 µs to 1.2 h; what takes longer counts as that. Thread-safe, without
 * locks.
 */
final class Latencies {
  private static final int SUB_BITS = 4;
  private static final int SUB = 1 << SUB_BITS;
  private static final int MAX_BITS = 32; // of microseconds

  private final AtomicLongArray buckets = new AtomicLongArray((MAX_BITS - SUB_BITS + 1) * SUB);

  void add(long nanos) {
    buckets.getAndIncrement(index(nanos / 1000));
  }

  /** Below 16 µs a bucket for each; above, the highest four bits behind the first one. */
  private static int index(long micros) {
    if (micros < SUB) {
      return (int) Math.max(0, micros);
    }
    long most = Math.min(micros, (1L << MAX_BITS) - 1);
    int exponent = 63 - Long.numberOfLeadingZeros(most);
    int sub = (int) (most >>> (exponent - SUB_BITS)) & (SUB - 1);
    return (exponent - SUB_BITS + 1) * SUB + sub;
  }

  /** The first value, in microseconds, that is beyond a bucket. */
  private static long end(int index) {
    int exponent = index / SUB - 1 + SUB_BITS;
    long sub = index % SUB + 1L;
    return index < SUB ? sub : (1L << exponent) + (sub << (exponent - SUB_BITS));
  }

  /** Adds what was counted here to sums by bucket. */
  void addTo(long[] sums) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += buckets.get(i);
    }
  }

  /** An array for {@link #addTo}. */
  long[] sums() {
    long[] sums = new long[buckets.length()];
    addTo(sums);
    return sums;
  }

  /**
   * Returns the time within which a share of requests was answered.
   *
   * @param share from 0 to 1
   * @return microseconds; 0 where there are no requests
   */
  static long percentile(long[] sums, double share) {
    long count = 0;
    for (long each : sums) {
      count += each;
    }
    long rank = Math.max(1, (long) Math.ceil(count * share));
    long seen = 0;
    for (int i = 0; i < sums.length; i++) {
      seen += sums[i];
      if (seen >= rank) {
        return end(i);
      }
    }
    return 0;
  }
}
