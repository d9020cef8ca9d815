package io.castile.cache.observe;

import java.util.ArrayList;
import java.util.List;

/**
 * How often answers change, by the times at which the same request was asked: between two askings
 * with the same answer there was no change, as far as can be seen, and between two with different
 * ones there was at least one, somewhere in between. Of the rates at which answers could change by
 * chance, that is taken under which this would have been seen most likely:
 *
 * <pre>
 *   sum over changed gaps g of  g / (exp(rate g) - 1)  =  sum of unchanged gaps
 * </pre>
 *
 * <p>Where no change was seen nothing says how often answers change, only how seldom: with 95 %
 * certainty less often than three times in all the time that was watched.
 *
 * <p>Owned by one thread.
 */
final class AnswerChanges {
  /** The number of events that are expected at least where none is seen in one of twenty cases. */
  private static final double NONE_SEEN = 3;

  private final List<Long> changedGaps = new ArrayList<>();
  private double unchanged;
  private long longestUnchanged;

  /** Adds two askings of a request, one after the other. */
  void add(long gapMicros, boolean isChanged) {
    long gap = Math.max(1, gapMicros);
    if (isChanged) {
      changedGaps.add(gap);
    } else {
      unchanged += gap;
    }
  }

  /** Adds how long a request was asked with the same answer throughout. */
  void addWatch(long micros) {
    longestUnchanged = Math.max(longestUnchanged, micros);
  }

  int changes() {
    return changedGaps.size();
  }

  /** The longest time for which one request was asked and had the same answer. */
  long longestUnchangedMicros() {
    return longestUnchanged;
  }

  /** Changes in a microsecond; where none was seen, the most that there may be. */
  double rate() {
    if (changedGaps.isEmpty()) {
      return unchanged == 0 ? Double.POSITIVE_INFINITY : NONE_SEEN / unchanged;
    }
    if (unchanged == 0) {
      return Double.POSITIVE_INFINITY;
    }
    double low = 1e-20;
    double high = 10; // of a microsecond: more often than can be asked
    // Invariant: the likelihood rises at low and falls at high.
    for (int i = 0; i < 200 && high / low > 1 + 1e-9; i++) {
      double middle = Math.sqrt(low * high);
      if (slope(middle) > 0) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private double slope(double rate) {
    double sum = 0;
    for (long gap : changedGaps) {
      sum += gap / Math.expm1(rate * gap);
    }
    return sum - unchanged;
  }

  /** The share of stale answers among those given evenly over a lifetime. */
  static double staleShare(double rate, double lifetimeMicros) {
    double expected = rate * lifetimeMicros;
    if (Double.isInfinite(expected)) {
      return 1;
    }
    return expected < 1e-6 ? expected / 2 : 1 + Math.expm1(-expected) / expected;
  }
}
