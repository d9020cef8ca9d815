package io.castile.gateway.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ObserveBudgetTest {
  private static final long SECOND = 1_000_000_000;

  private final AtomicLong processorNanos = new AtomicLong();
  private double machineLoad = -1; // unknown
  private final ObserveBudget budget = new ObserveBudget(2, processorNanos::get, () -> machineLoad);
  private final Random random = new Random(1);

  /** Some seconds of calls, each of which takes so long to observe; returns what all took. */
  private long seconds(int from, int count, int calls, long nanosEach, double busy) {
    long taken = 0;
    for (int second = from; second < from + count; second++) {
      for (int call = 0; call < calls; call++) {
        if (budget.begin(second) && budget.takes(random.nextLong())) {
          budget.spend(nanosEach);
          taken += nanosEach;
        }
      }
      processorNanos.addAndGet((long) (busy * 2 * SECOND));
    }
    return taken;
  }

  @Test
  void aBusyProcessSpendsAHundredthOfAProcessor() {
    seconds(0, 20, 10_000, 20_000, 1);

    assertThat(seconds(20, 20, 10_000, 20_000, 1) / 20).isBetween(SECOND / 400, SECOND / 60);
  }

  @Test
  void anIdleOneSpendsATenthOfItsIdleTime() {
    seconds(0, 20, 10_000, 100_000, 0.5);

    assertThat(seconds(20, 20, 10_000, 100_000, 0.5) / 20).isBetween(SECOND / 20, SECOND / 8);
  }

  @Test
  void whatOtherProcessesTakeIsNotIdle() {
    machineLoad = 0.95;
    seconds(0, 20, 10_000, 20_000, 0.1);

    assertThat(seconds(20, 20, 10_000, 20_000, 0.1) / 20).isBetween(SECOND / 400, SECOND / 60);
  }

  @Test
  void callsAreDelayedByAHundredthOfAProcessorWhateverIsIdle() {
    long taken = 0;
    for (int second = 0; second < 40; second++) {
      for (int call = 0; call < 10_000; call++) {
        if (budget.begin(second) && budget.takes(random.nextLong())) {
          budget.delay(20_000);
          taken += second < 20 ? 0 : 20_000;
        }
      }
    }

    assertThat(taken / 20).isBetween(SECOND / 400, SECOND / 60);
  }

  @Test
  void oneQuestionThatTakesLongIsCutOffWithinASecond() {
    seconds(0, 1, 10_000, 100_000, 1);
    long taken = 0;
    for (int second = 1; second < 51; second++) {
      for (int call = 0; call < 10_000; call++) {
        if (budget.begin(second) && budget.takes(0)) {
          budget.spend(100_000);
          taken += 100_000;
        }
      }
      processorNanos.addAndGet(2 * SECOND);
    }

    assertThat(taken / 50).isLessThan(SECOND / 40);
  }

  @Test
  void fewCallsAreAllTold() {
    assertThat(seconds(0, 20, 50, 100_000_000, 1)).isEqualTo(20 * 50 * 100_000_000L);
  }
}
