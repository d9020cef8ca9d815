package io.castile.cache.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AnswerChangesTest {
  private record Gap(long micros, boolean isChanged) {}

  /** Gaps between askings at random, of an answer that changes at random. */
  private static List<Gap> gaps(long seed, int count, double meanGap, double meanChange) {
    Random random = new Random(seed);
    List<Gap> gaps = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long gap = (long) (-Math.log(1 - random.nextDouble()) * meanGap) + 1;
      gaps.add(new Gap(gap, random.nextDouble() < 1 - Math.exp(-gap / meanChange)));
    }
    return gaps;
  }

  private static AnswerChanges of(List<Gap> gaps) {
    AnswerChanges changes = new AnswerChanges();
    gaps.forEach(gap -> changes.add(gap.micros(), gap.isChanged()));
    return changes;
  }

  private static double likelihood(List<Gap> gaps, double rate) {
    double sum = 0;
    for (Gap gap : gaps) {
      double same = -rate * gap.micros();
      sum += gap.isChanged() ? Math.log(-Math.expm1(same)) : same;
    }
    return sum;
  }

  @Test
  void theRateIsTheMostLikelyOne() {
    for (int seed = 0; seed < 20; seed++) {
      List<Gap> gaps = gaps(seed, 300, 1e6, 7e6);
      double best = 0;
      double most = Double.NEGATIVE_INFINITY;
      for (double rate = 1e-9; rate < 1e-4; rate *= 1.001) {
        if (likelihood(gaps, rate) > most) {
          most = likelihood(gaps, rate);
          best = rate;
        }
      }

      assertEquals(1, of(gaps).rate() / best, 0.002, "seed " + seed);
    }
  }

  @Test
  void theRateIsThatOfTheTruthAlsoWhereAskingIsSeldom() {
    for (double meanGap : new double[] {1e5, 1e6, 1e7, 3e7}) {
      AnswerChanges changes = of(gaps(42, 20_000, meanGap, 1e7));

      assertEquals(1, 1e7 * changes.rate(), 0.15, "gap " + meanGap);
    }
  }

  @Test
  void whereNothingChangedThereIsABoundOnly() {
    AnswerChanges changes = new AnswerChanges();
    changes.add(1_000_000, false);
    changes.add(2_000_000, false);

    assertEquals(0, changes.changes());
    assertEquals(3 / 3e6, changes.rate(), 1e-12);
  }

  @Test
  void whereAllChangedOrNothingWasSeenThereIsNoBound() {
    AnswerChanges all = new AnswerChanges();
    all.add(1_000_000, true);

    assertTrue(Double.isInfinite(all.rate()));
    assertTrue(Double.isInfinite(new AnswerChanges().rate()));
    assertEquals(1, AnswerChanges.staleShare(all.rate(), 1));
  }

  /** Against the mean over many moments of a lifetime. */
  @Test
  void theStaleShareIsTheMeanOverTheLifetime() {
    for (double lifetime : new double[] {1e-3, 1e2, 1e5, 1e6, 1e8}) {
      double rate = 1e-6;
      double sum = 0;
      int steps = 100_000;
      for (int i = 0; i < steps; i++) {
        sum += 1 - Math.exp(-rate * lifetime * (i + 0.5) / steps);
      }

      assertEquals(sum / steps, AnswerChanges.staleShare(rate, lifetime), 1e-6);
    }
  }
}
