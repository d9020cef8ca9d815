package io.castile.codec.bean;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeatTest {
  private final Heat heat = new Heat();

  /** How many operations of that length it takes until compiling pays. */
  private int operations(long nanos) {
    int count = 1;
    while (!heat.add(nanos)) {
      count++;
    }
    return count;
  }

  @Test
  void aFewOperationsAreNotEnoughHoweverLongTheyTake() {
    assertThat(operations(100 * Heat.NANOS_OF_SOME)).isEqualTo(Heat.SOME);
  }

  @Test
  void someOperationsAreEnoughIfTheyHaveTakenLong() {
    int many = 2 * Heat.SOME;

    assertThat(operations(Heat.NANOS_OF_SOME / many)).isEqualTo(many);
  }

  @Test
  void manyOperationsAreEnoughIfTheyHaveTakenSomeTime() {
    assertThat(operations(Heat.NANOS_OF_MANY / Heat.MANY)).isEqualTo(Heat.MANY);
  }

  @Test
  void manyShortOperationsAreEnoughOnceTheirTimeIs() {
    int more = 4 * Heat.MANY;

    assertThat(operations(Heat.NANOS_OF_MANY / more)).isEqualTo(more);
  }
}
