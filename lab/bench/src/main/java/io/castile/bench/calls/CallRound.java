package io.castile.bench.calls;

import java.util.Arrays;
import java.util.List;

/**
 * A round of calls in the suite {@code calls}.
 *
 * @param threads how many call at once, each for the next time when it has its answer
 * @param millis how long new calls are begun
 */
public record CallRound(CallOperation operation, int threads, int millis) {

  /**
   * What came of a round.
   *
   * @param perSecond calls in a second
   * @param p50 the median of the times of single calls, in microseconds
   * @param p99 what one in a hundred exceeds
   * @param allocated by all threads of the client, bytes for a call
   * @param calls how many there were
   */
  public record Result(double perSecond, double p50, double p99, double allocated, long calls) {
    /**
     * @param nanos the times; sorted here
     * @param elapsed how long all took together, in nanoseconds
     * @param bytes that were allocated meanwhile
     */
    static Result of(long[] nanos, long elapsed, long bytes) {
      Arrays.sort(nanos);
      return new Result(
          nanos.length * 1e9 / elapsed,
          nanos[nanos.length / 2] / 1e3,
          nanos[(int) (nanos.length * 0.99)] / 1e3,
          (double) bytes / nanos.length,
          nanos.length);
    }

    /** This result with what the server has allocated meanwhile. */
    Result withServer(long bytes) {
      return new Result(perSecond, p50, p99, allocated + (double) bytes / calls, calls);
    }

    /** The text that {@link #parse} reads. */
    public String line() {
      return perSecond + " " + p50 + " " + p99 + " " + allocated + " " + calls;
    }

    public static Result parse(String line) {
      List<String> numbers = List.of(line.split(" ", -1));
      return new Result(
          Double.parseDouble(numbers.get(0)),
          Double.parseDouble(numbers.get(1)),
          Double.parseDouble(numbers.get(2)),
          Double.parseDouble(numbers.get(3)),
          Long.parseLong(numbers.get(4)));
    }
  }

  /** The text that {@link #parse} reads. */
  public String line() {
    return operation + " " + threads + " " + millis;
  }

  static CallRound parse(String line) {
    List<String> parts = List.of(line.split(" ", -1));
    return new CallRound(
        CallOperation.valueOf(parts.get(0)),
        Integer.parseInt(parts.get(1)),
        Integer.parseInt(parts.get(2)));
  }
}
