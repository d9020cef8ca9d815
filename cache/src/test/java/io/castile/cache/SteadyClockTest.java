package io.castile.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.internal.SteadyClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SteadyClockTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private Instant shown = START;
  private long nanos = 77;
  private final AtomicInteger setBacks = new AtomicInteger();
  private final SteadyClock clock =
      SteadyClock.of(() -> shown, () -> nanos, setBacks::incrementAndGet);

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  @Test
  void timeGoesOnByMonotonicTime() {
    pass(Duration.ofMillis(50));
    assertThat(clock.instant()).isEqualTo(START.plusMillis(50));
    pass(Duration.ofMillis(900));
    assertThat(clock.millis()).isEqualTo(START.toEpochMilli() + 950);
    assertThat(setBacks).hasValue(0);
  }

  /** A lifetime may be shorter than a millisecond. */
  @Test
  void timeWithinAMillisecondIsTold() {
    pass(Duration.ofNanos(2_000_003));
    assertThat(clock.instant()).isEqualTo(START.plusNanos(2_000_003));
  }

  @Test
  void aClockThatIsSetBackIsToldAndFollowedInAMoment() {
    pass(Duration.ofMinutes(2));
    shown = START.plus(Duration.ofMinutes(2)).minus(Duration.ofDays(1));

    // Who has found an entry before is told how old it is.
    assertThat(clock.instant()).isEqualTo(START.plus(Duration.ofMinutes(2)));
    assertThat(setBacks).hasValue(1);
    pass(Duration.ofMillis(50));
    assertThat(clock.instant()).isEqualTo(START.plus(Duration.ofMinutes(2)).plusMillis(50));
    assertThat(setBacks).hasValue(1);

    pass(Duration.ofMillis(50));
    assertThat(clock.instant()).isEqualTo(shown);
    assertThat(setBacks).hasValue(2); // what was kept by the old time
    pass(Duration.ofMillis(10));
    assertThat(clock.instant()).isEqualTo(shown.plusMillis(10));
    assertThat(setBacks).hasValue(2);
  }

  /** Though it shows a later time than when it was last looked at. */
  @Test
  void aClockThatIsSetBackByLessThanHasPassedIsSeenToo() {
    pass(Duration.ofDays(1));
    shown = START.plusSeconds(30);

    clock.millis();

    assertThat(setBacks).hasValue(1);
  }

  @Test
  void aClockThatGoesOnWhileNoTimePassesIsFollowed() {
    pass(Duration.ofSeconds(1));
    shown = START.plus(Duration.ofHours(8)); // the machine has slept

    assertThat(clock.instant()).isEqualTo(shown);
    assertThat(setBacks).hasValue(0);
  }

  @Test
  void smallAdjustmentsAreNone() {
    for (int i = 0; i < 100; i++) {
      pass(Duration.ofSeconds(1));
      shown = START.plusSeconds(i + 1).plusMillis(i % 2 == 0 ? -900 : 900);
      clock.millis();
    }
    assertThat(setBacks).hasValue(0);
  }

  @Test
  void aClockOfTheApplicationsGoesAsItWill() {
    SteadyClock own = SteadyClock.ofOther(() -> shown, () -> nanos, setBacks::incrementAndGet);
    assertThat(own.instant()).isEqualTo(START);
    Instant later = START.plus(Duration.ofDays(1)).plusNanos(5);
    shown = later;
    assertThat(own.instant()).isEqualTo(later);
    shown = later.minusMillis(500);
    assertThat(own.instant()).isEqualTo(shown);
    assertThat(setBacks).hasValue(0);

    shown = START;

    assertThat(own.millis()).isEqualTo(later.toEpochMilli());
    assertThat(setBacks).hasValue(1);
    pass(Duration.ofSeconds(1));
    assertThat(own.instant()).isEqualTo(START);
    assertThat(setBacks).hasValue(2);
  }
}
