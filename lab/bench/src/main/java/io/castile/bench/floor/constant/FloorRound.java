package io.castile.bench.floor.constant;

import java.util.Arrays;
import java.util.List;

/**
 * What came of a round of calls.
 *
 * @param p50 the median of the times of single calls, in microseconds
 * @param perSecond calls in a second, of all threads
 */
record FloorRound(double p50, double perSecond) {
  /**
   * @param nanos the times; sorted here
   * @param elapsed how long all took together, in nanoseconds
   */
  static FloorRound of(long[] nanos, long elapsed) {
    Arrays.sort(nanos);
    return new FloorRound(nanos[nanos.length / 2] / 1e3, nanos.length * 1e9 / elapsed);
  }

  /** The text that {@link #parse} reads. */
  String line() {
    return p50 + " " + perSecond;
  }

  static FloorRound parse(String line) {
    List<String> numbers = List.of(line.split(" ", -1));
    return new FloorRound(Double.parseDouble(numbers.get(0)), Double.parseDouble(numbers.get(1)));
  }
}
