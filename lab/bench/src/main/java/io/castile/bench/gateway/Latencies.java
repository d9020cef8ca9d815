package io.castile.bench.gateway;

import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * What some answers took, in microseconds.
 *
 * @param count of how many answers
 * @param p999 the percentile 99.9
 */
record Latencies(long count, double p50, double p99, double p999, double max) {
  /** How many digits histograms keep. */
  static final int DIGITS = 3;

  /** Those of no answers. */
  static final Latencies NONE = new Latencies(0, 0, 0, 0, 0);

  /** Those of a histogram of nanoseconds. */
  static Latencies of(Histogram nanos) {
    return new Latencies(
        nanos.getTotalCount(),
        nanos.getValueAtPercentile(50) / 1e3,
        nanos.getValueAtPercentile(99) / 1e3,
        nanos.getValueAtPercentile(99.9) / 1e3,
        nanos.getMaxValue() / 1e3);
  }

  /** The text that {@link #parse} reads, without spaces. */
  String word() {
    return String.format(Locale.ROOT, "%d,%.3f,%.3f,%.3f,%.3f", count, p50, p99, p999, max);
  }

  static Latencies parse(String word) {
    String[] numbers = word.split(",", -1);
    return new Latencies(
        Long.parseLong(numbers[0]),
        Double.parseDouble(numbers[1]),
        Double.parseDouble(numbers[2]),
        Double.parseDouble(numbers[3]),
        Double.parseDouble(numbers[4]));
  }
}
