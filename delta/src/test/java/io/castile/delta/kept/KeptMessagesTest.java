package io.castile.delta.kept;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.delta.Weights;
import io.castile.delta.format.Instance;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class KeptMessagesTest {
  private static final int BYTES = Weights.BYTES;

  private final AtomicLong nanos = new AtomicLong();

  private KeptMessages<Integer, Instance> instances(long maxBytes) {
    return new KeptMessages<>(maxBytes, 16 << 20, Duration.ofMinutes(10), nanos::get);
  }

  private static Instance message() {
    return Instance.of(new byte[BYTES]);
  }

  @Test
  void theNewestIsKeptHoweverOftenOthersWereAskedFor() {
    KeptMessages<Integer, Instance> instances = instances(20 * BYTES);
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
    KeptMessages<Integer, Instance> instances = instances(800 * BYTES);
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
    KeptMessages<Integer, Instance> instances = instances(1_000_000);
    instances.put(-1, message());
    for (int key = 0; key < 1000; key++) {
      instances.put(key, message());
      instances.leave(key - 1);
      instances.put(-2, message());
    }
    nanos.addAndGet(KeptMessages.MOMENT.toNanos() + 1);
    // That which was left as the first of all is gone, those left last are here, and what is held.
    assertThat(instances.get(-1)).isNull();
    assertThat(instances.get(999)).isNotNull();
    assertThat(instances.get(999 - KeptMessages.MAX_LEFT)).isNotNull();
    assertThat(instances.get(998 - KeptMessages.MAX_LEFT)).isNull();
    assertThat(instances.get(-2)).isNotNull();
  }

  @Test
  void aMessageIsHeldUntilAllHaveLeft() {
    KeptMessages<Integer, Instance> instances = instances(1_000_000);
    Instance shared = message();
    instances.put(0, shared);
    instances.put(0, shared);
    instances.leave(0);
    for (int key = 1; key <= 2 * KeptMessages.MAX_LEFT; key++) {
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
    KeptMessages<Integer, Instance> instances = instances(1_000_000);
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
    KeptMessages<Integer, Instance> instances = instances(1_000_000);
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
    KeptMessages<Integer, Instance> instances =
        new KeptMessages<>(64 << 20, BYTES - 1, Duration.ofMinutes(10), nanos::get);
    instances.put(0, message());
    assertThat(instances.get(0)).isNull();
  }

  /** What polls are answered with that do not change is held, whatever others leave. */
  @Test
  void whoNamesAMessageHoldsIt() {
    KeptMessages<Integer, Instance> instances = instances(1_000_000);
    instances.put(0, message());
    instances.leave(0);
    assertThat(instances.get(0)).isNotNull();
    for (int key = 1; key <= 2 * KeptMessages.MAX_LEFT; key++) {
      instances.put(key, message());
      instances.leave(key);
    }
    nanos.addAndGet(KeptMessages.MOMENT.toNanos() + 1);
    assertThat(instances.get(0)).isNotNull();
    assertThat(instances.get(1)).isNull();
  }

  /** As one who shares them may have got it damaged, and asks for it again. */
  @Test
  void whatWasLeftAMomentAgoIsThereHoweverManyFollow() {
    KeptMessages<Integer, Instance> instances = instances(10_000_000);
    for (int key = 0; key < 10 * KeptMessages.MAX_LEFT; key++) {
      instances.put(key, message());
      instances.leave(key);
    }
    nanos.addAndGet(KeptMessages.MOMENT.toNanos());
    assertThat(instances.get(0)).isNotNull();
    nanos.incrementAndGet();
    assertThat(instances.get(1)).isNull();
    assertThat(instances.get(10 * KeptMessages.MAX_LEFT - 1)).isNotNull();
  }

  @Test
  void whatWasLeftAMomentAgoHasAllTheRoomThatThereIs() {
    int count = 1000;
    long maxBytes = 2L * count * BYTES;
    KeptMessages<Integer, Instance> instances = instances(maxBytes);
    for (int key = 0; key < count; key++) {
      instances.put(key, message());
      instances.leave(key);
    }
    assertThat(instances.keptBytes()).isBetween(maxBytes / 3, maxBytes);
    nanos.addAndGet(KeptMessages.MOMENT.toNanos());
    assertThat(instances.get(0)).isNotNull();
    for (int key = count; key < 10 * count; key++) {
      instances.put(key, message());
      instances.leave(key);
      assertThat(instances.keptBytes()).isLessThanOrEqualTo(maxBytes);
    }
    nanos.addAndGet(KeptMessages.MOMENT.toNanos() + 1);
    assertThat(instances.keptBytes()).isLessThanOrEqualTo(maxBytes / 8 + 2L * BYTES);
  }

  /** Where peers have gone without saying so, all the room is taken by what they seem to hold. */
  @Test
  void whatWasLeftAMomentAgoHasAShareWhereOthersTakeAllRoom() {
    long maxBytes = 800L * BYTES;
    KeptMessages<Integer, Instance> instances = instances(maxBytes);
    for (int key = 0; key < 10_000; key++) {
      instances.put(key, message());
      nanos.incrementAndGet();
    }
    int left = 10_000;
    for (int key = left; key < 2 * left; key++) {
      instances.put(key, message());
      instances.leave(key);
      nanos.incrementAndGet();
      assertThat(instances.keptBytes()).isLessThanOrEqualTo(maxBytes);
      if (key >= left + 10) {
        assertThat(instances.get(key - 10)).isNotNull();
        instances.leave(key - 10);
      }
    }
    assertThat(instances.get(left - 1)).isNotNull(); // held, and has the rest of the room
    assertThat(instances.get(left)).isNull();
  }

  @Test
  void whatWasLeftLongAgoGoesBeforeWhatIsHeld() {
    long maxBytes = 800L * BYTES;
    KeptMessages<Integer, Instance> instances = instances(maxBytes);
    for (int key = 0; key < 10; key++) {
      instances.put(key, message());
      instances.leave(key);
      nanos.incrementAndGet();
    }
    int first = 10;
    int last = first;
    while (instances.keptBytes() + 2L * BYTES < maxBytes) {
      instances.put(last++, message());
      nanos.incrementAndGet();
    }
    for (int i = 0; i < 5; i++) {
      instances.put(last++, message());
    }
    assertThat(instances.get(first)).isNotNull();
    assertThat(instances.get(0)).isNull();
  }

  @Test
  void whatWasLeftLastStaysLongest() {
    KeptMessages<Integer, Instance> instances = instances(1_000_000);
    for (int key = 0; key < 100; key++) {
      instances.put(key, message());
    }
    for (int key = 99; key >= 0; key--) { // in the other order
      instances.leave(key);
    }
    nanos.addAndGet(KeptMessages.MOMENT.toNanos() + 1);
    for (int key = 0; key < 100; key++) {
      assertThat(instances.get(key) != null).isEqualTo(key < KeptMessages.MAX_LEFT);
    }
  }

  // ---- weights ----

  @Test
  void tablesAreWeighedWithTheirMessage() throws Exception {
    for (byte[] message : Weights.hostile()) {
      Instance instance = Instance.of(message);
      assertThat(instance.weight())
          .isEqualTo(Weights.arrayBytes(instance))
          .isEqualTo(message.length);
      instance.document();
      assertThat(instance.weight()).isEqualTo(Weights.arrayBytes(instance));
    }
    Instance worst = Instance.of(Weights.hostile().get(1));
    worst.document();
    assertThat(worst.weight()).isGreaterThan(4 * BYTES); // so it matters
  }

  @Test
  void whatIsKeptIsWithinTheBoundsWhateverTablesAreMade() throws Exception {
    int bound = 100 * BYTES;
    KeptMessages<Integer, Instance> instances = instances(bound);
    Random random = new Random(1);
    for (int key = 0; key < 1000; key++) {
      instances.put(key, Instance.of(Weights.hostile().get(random.nextInt(6))));
      assertThat(instances.keptBytes()).isLessThanOrEqualTo(bound);
      Instance base = instances.get(random.nextInt(key + 1));
      Instance made = base == null || random.nextBoolean() ? instances.get(key) : base;
      made.document();
      assertThat(instances.keptBytes()).isLessThanOrEqualTo(bound);
      if (random.nextInt(4) == 0) {
        instances.leave(random.nextInt(key + 1));
      }
    }
    long kept = 0;
    int count = 0;
    for (int key = 0; key < 1000; key++) {
      Instance instance = instances.get(key);
      kept += instance == null ? 0 : Weights.arrayBytes(instance);
      count += instance == null ? 0 : 1;
    }
    assertThat(kept).isLessThanOrEqualTo(instances.keptBytes());
    assertThat(count).isGreaterThan(10);
    for (int key = 0; key < 1000; key++) {
      instances.remove(key, instances.get(key));
    }
    assertThat(instances.keptBytes()).isZero();
  }

  @Test
  void whatOutweighsTheBoundGoesAlone() {
    KeptMessages<Integer, Instance> instances = instances(4 * BYTES);
    instances.put(0, message());
    Instance heavy = Instance.of(Weights.hostile().get(1));
    instances.put(1, heavy);
    heavy.document();
    assertThat(instances.get(1)).isNull();
    assertThat(instances.get(0)).isNotNull();
  }

  @Test
  void aMessageUnderTwoKeysIsWeighedUnderBoth() {
    KeptMessages<Integer, Instance> instances = instances(1_000_000);
    Instance message = Instance.of(Weights.hostile().get(0));
    instances.put(0, message);
    long light = instances.keptBytes();
    instances.put(1, message);
    assertThat(instances.keptBytes()).isEqualTo(2 * light);
    message.document();
    long heavy = instances.keptBytes();
    assertThat(heavy).isGreaterThan(2 * light);
    instances.remove(0, message);
    assertThat(instances.keptBytes()).isEqualTo(heavy / 2);
    instances.put(1, message());
    assertThat(instances.keptBytes()).isLessThan(heavy / 2);
  }
}
