package io.castile.template.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.template.TemplateStatistics.PlainReason;
import io.castile.template.internal.CostTrial.Turn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostTrialTest {
  private final CostTrial trial = new CostTrial(false, warm());

  private static CostTrial.Warmth warm() {
    return warm(new CostTrial.Warmth());
  }

  private static CostTrial.Warmth warm(CostTrial.Warmth warmth) {
    for (int i = 0; i < CostTrial.Warmth.WARM_UPDATES; i++) {
      warmth.updated();
    }
    return warmth;
  }

  /** Makes calls that take these times; returns how many of them had a template. */
  private int calls(int count, long plainNanos, long templateNanos, Match match) {
    return calls(trial, count, plainNanos, templateNanos, match);
  }

  private static int calls(
      CostTrial trial, int count, long plainNanos, long templateNanos, Match match) {
    int templates = 0;
    for (int i = 0; i < count; i++) {
      switch (trial.next()) {
        case PLAIN -> {
          // Nobody is told.
        }
        case TIMED_PLAIN -> trial.plain(plainNanos);
        case TIMED_TEMPLATE -> {
          trial.updated(templateNanos, match);
          templates++;
        }
        case TEMPLATE -> {
          trial.matched(match);
          templates++;
        }
      }
    }
    return templates;
  }

  private void tell(Turn turn, long plainNanos, long templateNanos) {
    if (turn == Turn.TIMED_TEMPLATE) {
      trial.updated(templateNanos, Match.CONTENT);
    } else if (turn == Turn.TIMED_PLAIN) {
      trial.plain(plainNanos);
    }
  }

  @Test
  void aShapeThatComesOnceGetsNoTemplate() {
    assertThat(trial.next()).isEqualTo(Turn.PLAIN);
  }

  @Test
  void bothWaysAreTriedInRunsOfWhichTheTemplatesBeginUntimed() {
    trial.next();
    StringBuilder turns = new StringBuilder();
    for (int i = 0; i < CostTrial.CALLS; i++) {
      Turn turn = trial.next();
      turns.append(turn == Turn.TIMED_TEMPLATE ? 't' : turn == Turn.TEMPLATE ? '.' : 'p');
      tell(turn, 10_000, 10);
    }

    assertThat(turns).hasToString(".ttttpppp.ttttpppp");
    assertThat(trial.next()).isEqualTo(Turn.TEMPLATE);
  }

  @ParameterizedTest
  @CsvSource({
    "10000, 9000, true",
    "10000, 9400, false",
    "10000, 10000, false",
    "10000, 30000, false",
    "1000, 700, true",
    "1000, 850, false",
    "200, 10, false"
  })
  void aTemplatePaysWhereItIsFasterWithAllThatItCosts(long plain, long template, boolean pays) {
    calls(1 + CostTrial.CALLS, plain, template, Match.PERFECT_STRUCTURAL);

    assertThat(trial.next()).isEqualTo(pays ? Turn.TEMPLATE : Turn.PLAIN);
    assertThat(trial.rests()).isEqualTo(!pays);
    assertThat(trial.savedNanos()).isEqualTo(pays ? plain - template : 0);
  }

  @Test
  void aFewSlowCallsDecideNothing() {
    trial.next();
    for (int i = 0; i < CostTrial.CALLS; i++) {
      tell(trial.next(), 10_000, i < CostTrial.RUN ? 1_000_000 : 100);
    }

    assertThat(trial.next()).isEqualTo(Turn.TEMPLATE);
  }

  @Test
  void messagesForWhichATemplateIsMadeAreNotCompared() {
    trial.next();
    assertThat(trial.next()).isEqualTo(Turn.TEMPLATE);
    for (int i = 0; i < 5; i++) {
      assertThat(trial.next()).isEqualTo(Turn.TIMED_TEMPLATE);
      trial.updated(1_000_000, Match.FIRST_TIME);
    }
  }

  @Test
  void whatDoesNotPayIsTriedAgainLaterAndLater() {
    int templates = calls(1_000_000, 10_000, 20_000, Match.PARTIAL_STRUCTURAL);

    assertThat(templates).isBetween(15 * CostTrial.SAMPLES, 25 * CostTrial.SAMPLES);
  }

  @Test
  void whatLosesWhileItsCodeMayNotBeCompiledIsTriedAgainSoon() {
    CostTrial.Warmth warmth = new CostTrial.Warmth();
    CostTrial cold = new CostTrial(false, warmth);

    int templates = calls(cold, 100_000, 10_000, 20_000, Match.PARTIAL_STRUCTURAL);
    int afterwards = calls(cold, 1000, 10_000, 100, Match.CONTENT);

    assertThat(templates).isBetween(6_000, 10_000); // less than a tenth of all
    assertThat(afterwards).isGreaterThan(1000 - CostTrial.COLD_REST - 3 * CostTrial.SAMPLES);

    warm(warmth);
    cold.lose(PlainReason.SLOWER);
    assertThat(calls(cold, 100_000, 10_000, 20_000, Match.PARTIAL_STRUCTURAL)).isLessThan(200);
  }

  @Test
  void whatHasLostMayWinLater() {
    calls(1 + CostTrial.CALLS, 10_000, 20_000, Match.PARTIAL_STRUCTURAL);

    int templates = calls(1000, 10_000, 100, Match.CONTENT);

    assertThat(templates).isGreaterThan(1000 - CostTrial.FIRST_REST - 3 * CostTrial.SAMPLES);
  }

  @Test
  void whatPaysIsSeldomWrittenPlainly() {
    int templates = calls(1_000_000, 10_000, 1000, Match.PERFECT_STRUCTURAL);

    assertThat(templates).isGreaterThan(998_000);
  }

  @Test
  void matchesThatGetWorseAreTriedAgainSoon() {
    calls(1000, 10_000, 100, Match.CONTENT);
    assertThat(trial.next()).isEqualTo(Turn.TEMPLATE);

    int templates = calls(1000, 10_000, 20_000, Match.PARTIAL_STRUCTURAL);

    assertThat(templates).isLessThan(100);
  }

  @Test
  void aTrialWithoutAnEndIsLost() {
    trial.next();
    for (int i = 0; i < 200 && !trial.rests(); i++) {
      trial.next();
    }

    assertThat(trial.rests()).isTrue();
  }

  @Test
  void withoutTrialsTemplatesPayFromTheFirstCallOn() {
    CostTrial always = new CostTrial(true, warm());

    always.lose(PlainReason.SLOWER);

    assertThat(always.next()).isEqualTo(Turn.TEMPLATE);
    assertThat(always.rests()).isFalse();
  }

  // ---- updates that are abandoned ----

  private void winATrial() {
    calls(1 + CostTrial.CALLS, 10_000, 10, Match.CONTENT);
    assertThat(trial.rests()).isFalse();
  }

  @Test
  void oneThatIsAbandonedNowAndThenIsNoLoss() {
    winATrial();
    for (int i = 0; i < 100; i++) {
      trial.abandoned(-1);
      trial.matched(Match.FIRST_TIME);
      trial.matched(Match.CONTENT);
    }

    assertThat(trial.rests()).isFalse();
  }

  @Test
  void twoInARowAreALoss() {
    winATrial();
    trial.abandoned(-1);
    trial.matched(Match.FIRST_TIME);
    assertThat(trial.rests()).isFalse();
    trial.abandoned(-1);

    assertThat(trial.rests()).isTrue();
  }

  @Test
  void restsBecomeLongerAsLongAsAllAreAbandoned() {
    int templates = 0;
    for (int i = 0; i < 100_000; i++) {
      Turn turn = trial.next();
      if (turn == Turn.TIMED_PLAIN) {
        trial.plain(10_000);
      } else if (turn != Turn.PLAIN) {
        templates++;
        if (templates % 2 == 0) { // every other one is made anew
          trial.abandoned(turn == Turn.TIMED_TEMPLATE ? 11_000 : -1);
        } else if (turn == Turn.TIMED_TEMPLATE) {
          trial.updated(30_000, Match.FIRST_TIME);
        } else {
          trial.matched(Match.FIRST_TIME);
        }
      }
    }

    assertThat(templates).isLessThan(100);
    assertThat(trial.givesUp()).isTrue();
  }

  @Test
  void aTrialCountsWhatItCostsToMakeATemplateAnew() {
    trial.next();
    int samples = 0;
    while (trial.isTrying()) {
      Turn turn = trial.next();
      if (turn == Turn.TIMED_PLAIN) {
        trial.plain(10_000);
      } else if (turn == Turn.TIMED_TEMPLATE) {
        switch (samples++ % 3) {
          case 0 -> trial.abandoned(11_000);
          case 1 -> trial.updated(30_000, Match.FIRST_TIME);
          default -> trial.updated(10, Match.CONTENT);
        }
      }
    }

    assertThat(samples).isEqualTo(CostTrial.SAMPLES);
    assertThat(trial.rests()).isTrue();
  }

  @Test
  void storesWithoutTrialsGoOn() {
    CostTrial always = new CostTrial(true, warm());
    for (int i = 0; i < 100; i++) {
      always.abandoned(-1);
      assertThat(always.next()).isEqualTo(Turn.TEMPLATE);
    }
  }
}
