package io.castile.cache.observe;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The lifetimes that are advised: such as people would write, and close to each other. */
final class Lifetimes {
  /** From, to and step, in milliseconds: no step is longer than a fifth of what it leads to. */
  private static final long[][] STEPS = {
    {1_000, 5_000, 250},
    {5_000, 30_000, 1_000},
    {30_000, 60_000, 2_000},
    {60_000, 300_000, 10_000},
    {300_000, 1_200_000, 60_000},
    {1_200_000, 3_600_000, 120_000},
    {3_600_000, 21_600_000, 900_000},
    {21_600_000, 86_400_000, 3_600_000},
    {86_400_000, 604_800_000, 43_200_000},
  };

  private static final List<Duration> LONGEST_FIRST = all();

  private Lifetimes() {}

  static List<Duration> longestFirst() {
    return LONGEST_FIRST;
  }

  private static List<Duration> all() {
    List<Duration> all = new ArrayList<>();
    for (long[] step : STEPS) {
      for (long millis = step[0]; millis < step[1]; millis += step[2]) {
        all.add(Duration.ofMillis(millis));
      }
    }
    all.add(Duration.ofDays(7));
    Collections.reverse(all);
    return List.copyOf(all);
  }
}
