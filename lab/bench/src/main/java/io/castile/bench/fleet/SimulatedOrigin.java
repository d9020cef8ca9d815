package io.castile.bench.fleet;

import java.util.SplittableRandom;

/** A service whose answers change now and then, each on its own. Not thread-safe. */
final class SimulatedOrigin {
  private final SplittableRandom[] random;
  private final long[] versions;
  private final double[] nextChange;
  private final double meanMicros;

  /**
   * @param changeSeconds how long an answer stays the same, on average; may be infinite
   */
  SimulatedOrigin(int questions, double changeSeconds, long seed) {
    random = new SplittableRandom[questions];
    versions = new long[questions];
    nextChange = new double[questions];
    meanMicros = 1e6 * changeSeconds;
    for (int i = 0; i < questions; i++) {
      random[i] = new SplittableRandom(seed * 31 + i);
      nextChange[i] = untilNext(i);
    }
  }

  private double untilNext(int question) {
    return -meanMicros * Math.log(1 - random[question].nextDouble());
  }

  /** Which answer holds, for times that do not go back. */
  long version(int question, long micros) {
    while (nextChange[question] <= micros) {
      versions[question]++;
      nextChange[question] += untilNext(question);
    }
    return versions[question];
  }
}
