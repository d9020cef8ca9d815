package io.castile.delta;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class InstancesTest {
  private static final int BYTES = 1000;

  private final AtomicLong nanos = new AtomicLong();

  private Instances<Integer> instances(long maxBytes) {
    return new Instances<>(DifferentialOptions.DEFAULT.withMaxBytes(maxBytes), nanos::get);
  }

  private static Instance message() {
    return Instance.of(new byte[BYTES]);
  }

  @Test
  void theNewestIsKeptHoweverOftenOthersWereAskedFor() {
    Instances<Integer> instances = instances(20 * BYTES);
    for (int key = 0; key < 10; key++) {
      instances.put(key, message());
      for (int i = 0; i < 100; i++) {
        instances.get(key);
      }
    }
    for (int key = 10; key < 1000; key++) {
      instances.put(key, message());
      assertThat(instances.get(key)).isNotNull();
      assertThat(instances.keptBytes()).isLessThanOrEqualTo(20 * BYTES);
    }
    assertThat(instances.get(0)).isNull();
  }

  /** Each question is answered by a new message, which is named once by whoever has got it. */
  @Test
  void theLastAnswersAreThereHoweverManyCameBefore() {
    Instances<Integer> instances = instances(800 * BYTES);
    Random random = new Random(1);
    int[] last = new int[30];
    for (int version = 1; version <= 10_000; version++) {
      int question = random.nextInt(last.length);
      if (last[question] > 0) {
        assertThat(instances.get(last[question])).isNotNull();
      }
      last[question] = version;
      instances.put(version, message());
      assertThat(instances.keptBytes()).isLessThanOrEqualTo(800 * BYTES);
    }
  }

  @Test
  void whatNobodyHoldsGoesFirst() {
    Instances<Integer> instances = instances(1_000_000);
    instances.put(-1, message());
    for (int key = 0; key < 1000; key++) {
      instances.put(key, message());
      instances.leave(key - 1);
      instances.put(-2, message());
    }
    // That which was left as the first of all is gone, those left last are here, and what is held.
    assertThat(instances.get(-1)).isNull();
    assertThat(instances.get(999)).isNotNull();
    assertThat(instances.get(999 - Instances.MAX_LEFT)).isNotNull();
    assertThat(instances.get(998 - Instances.MAX_LEFT)).isNull();
    assertThat(instances.get(-2)).isNotNull();
  }

  @Test
  void aMessageIsHeldUntilAllHaveLeft() {
    Instances<Integer> instances = instances(1_000_000);
    Instance shared = message();
    instances.put(0, shared);
    instances.put(0, shared);
    instances.leave(0);
    for (int key = 1; key <= 2 * Instances.MAX_LEFT; key++) {
      instances.put(key, message());
      instances.leave(key);
    }
    assertThat(instances.get(0)).isSameAs(shared);
    instances.leave(0);
    instances.leave(0); // and once more than it was held
    assertThat(instances.get(0)).isSameAs(shared);
  }

  @Test
  void whatIsNotUsedForAWhileGoes() {
    Instances<Integer> instances = instances(1_000_000);
    instances.put(0, message());
    instances.put(1, message());
    instances.leave(1);
    nanos.addAndGet(Duration.ofMinutes(9).toNanos());
    assertThat(instances.get(0)).isNotNull();
    nanos.addAndGet(Duration.ofMinutes(2).toNanos());
    assertThat(instances.get(1)).isNull();
    assertThat(instances.get(0)).isNotNull();
    nanos.addAndGet(Duration.ofMinutes(11).toNanos());
    assertThat(instances.get(0)).isNull();
    assertThat(instances.keptBytes()).isZero();
  }

  @Test
  void onlyThatMessageIsDropped() {
    Instances<Integer> instances = instances(1_000_000);
    Instance old = message();
    instances.put(0, old);
    Instance other = Instance.of(new byte[1]);
    instances.put(0, other);
    instances.remove(0, old);
    assertThat(instances.get(0)).isSameAs(other);
    instances.remove(0, other);
    assertThat(instances.get(0)).isNull();
    assertThat(instances.keptBytes()).isZero();
  }

  @Test
  void aMessageThatIsTooLargeIsNotKept() {
    Instances<Integer> instances =
        new Instances<>(DifferentialOptions.DEFAULT.withMaxMessageBytes(BYTES - 1), nanos::get);
    instances.put(0, message());
    assertThat(instances.get(0)).isNull();
  }
}
