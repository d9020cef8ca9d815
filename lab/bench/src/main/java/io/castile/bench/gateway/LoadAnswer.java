package io.castile.bench.gateway;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What came of a {@link LoadOrder}.
 *
 * @param start when it began, by nanoTime
 * @param perSecond how many requests were answered in a second
 * @param late how long after they were due requests were sent; of none in a closed loop
 * @param slices what answers took, in an open loop from the time at which they were due
 */
record LoadAnswer(long start, double perSecond, Latencies late, List<Latencies> slices) {
  /** The text that {@link #parse} reads. */
  String line() {
    return start
        + " "
        + perSecond
        + " "
        + late.word()
        + " "
        + slices.stream().map(Latencies::word).collect(Collectors.joining(" "));
  }

  static LoadAnswer parse(String line) {
    String[] words = line.split(" ", -1);
    return new LoadAnswer(
        Long.parseLong(words[0]),
        Double.parseDouble(words[1]),
        Latencies.parse(words[2]),
        Stream.of(words).skip(3).map(Latencies::parse).toList());
  }
}
