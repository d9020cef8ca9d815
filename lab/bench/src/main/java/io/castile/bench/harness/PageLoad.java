package io.castile.bench.harness;

import java.util.Arrays;
import java.util.List;

/**
 * A round of load on the portal.
 *
 * @param port the portal's
 * @param connections how many ask at once, each for its next page when it has the last one
 * @param hits how many of a hundred pages are for the query that all ask for; the others are for
 *     queries that have not been asked for
 * @param millis how long new pages are asked for
 * @param seed no two rounds on one portal have the same, or its queries are not new
 */
public record PageLoad(int port, int connections, int hits, int millis, long seed) {
  /** The query that is asked for again and again. */
  public static final String QUERY = "soap caching";

  /**
   * What came of a round.
   *
   * @param perSecond pages in a second
   * @param mean of the response times, in microseconds, as those below
   * @param p50 their median
   * @param p99 what one in a hundred exceeds
   */
  public record Result(double perSecond, double mean, double p50, double p99) {
    /**
     * @param nanos the response times; sorted here
     * @param elapsed how long all took together, in nanoseconds
     */
    public static Result of(long[] nanos, long elapsed) {
      Arrays.sort(nanos);
      return new Result(
          nanos.length * 1e9 / elapsed,
          Arrays.stream(nanos).average().orElseThrow() / 1e3,
          nanos[nanos.length / 2] / 1e3,
          nanos[(int) (nanos.length * 0.99)] / 1e3);
    }

    /** The text that {@link #parse} reads. */
    public String line() {
      return perSecond + " " + mean + " " + p50 + " " + p99;
    }

    public static Result parse(String line) {
      double[] numbers =
          Arrays.stream(line.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
      return new Result(numbers[0], numbers[1], numbers[2], numbers[3]);
    }
  }

  /** The text that {@link #parse} reads. */
  public String line() {
    return port + " " + connections + " " + hits + " " + millis + " " + seed;
  }

  public static PageLoad parse(String line) {
    List<String> numbers = List.of(line.split(" ", -1));
    return new PageLoad(
        Integer.parseInt(numbers.get(0)),
        Integer.parseInt(numbers.get(1)),
        Integer.parseInt(numbers.get(2)),
        Integer.parseInt(numbers.get(3)),
        Long.parseLong(numbers.get(4)));
  }
}
