package io.castile.delta.typed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When answers are tried as values, and when these are checked. */
class TypedTrialsTest {
  @Test
  void whatNeverGoesAsValuesIsTriedSeldom() {
    TypedTrials trials = new TypedTrials();
    int tried = 0;
    for (int i = 0; i < 6400; i++) {
      boolean expected = trials.isNextTried();
      boolean isTried = trials.next() >= 0;
      assertThat(isTried).isEqualTo(expected);
      if (isTried) {
        tried++;
        trials.failed();
      }
    }
    assertThat(tried).isBetween(100, 104);
  }

  @Test
  void oneThatGoesAsValuesEndsThat() {
    TypedTrials trials = new TypedTrials();
    for (int i = 0; i < 10; i++) {
      trials.failed();
    }
    assertThat(trials.next()).isZero();
    assertThat(trials.next()).isNegative();
    trials.succeeded();
    assertThat(trials.next()).isPositive();
  }

  @Test
  void whatIsDroppedIsNotTriedAgain() {
    TypedTrials trials = new TypedTrials();
    assertThat(trials.drop()).isTrue();
    assertThat(trials.drop()).isFalse();
    trials.succeeded();
    assertThat(trials.isNextTried()).isFalse();
  }

  @Test
  void fewerAreCheckedAfterManyAnswers() {
    int first = 0;
    int later = 0;
    for (int answer = 0; answer < 4096; answer++) {
      first += TypedTrials.isChecked(answer, 64) ? 1 : 0;
      later += TypedTrials.isChecked(answer + 8192, 64) ? 1 : 0;
      assertThat(TypedTrials.isChecked(answer, 0)).isFalse();
      assertThat(TypedTrials.isChecked(answer + 8192, 1)).isTrue();
    }
    assertThat(first).isEqualTo(64);
    assertThat(later).isEqualTo(4);
  }
}
