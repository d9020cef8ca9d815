package io.castile.gateway.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.config.RateLimit;
import io.castile.gateway.config.RequestRate;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RateTableTest {
  private static final long SECOND = 1_000_000_000L;

  private static RateLimit limit(String rate, int burst, int requests) {
    return new RateLimit(RequestRate.parse(rate), burst, requests);
  }

  private static RequestKey key(String text) {
    return RequestKey.of(List.of(text));
  }

  @Test
  void aBucketHasItsBurstAndFillsByItsRate() {
    RateBucket bucket = new RateBucket(limit("2/s", 3, RateLimit.UNLIMITED));

    assertThat(bucket.take(0)).isZero();
    assertThat(bucket.take(0)).isZero();
    assertThat(bucket.take(0)).isZero();
    assertThat(bucket.take(0)).isEqualTo(SECOND / 2);
    assertThat(bucket.take(SECOND / 2)).isZero();
    assertThat(bucket.take(SECOND / 2 + 1)).isEqualTo(SECOND / 2 - 1);
    assertThat(bucket.isUnused(100 * SECOND)).isFalse(); // as some are under way

    for (int i = 0; i < 4; i++) {
      bucket.ended();
    }
    assertThat(bucket.isUnused(2 * SECOND - 1)).isFalse();
    assertThat(bucket.isUnused(2 * SECOND)).isTrue();
  }

  @Test
  void aBucketCountsWhatIsUnderWay() {
    RateBucket bucket = new RateBucket(new RateLimit(null, 1, 2));

    assertThat(bucket.take(0)).isZero();
    assertThat(bucket.take(0)).isZero();
    assertThat(bucket.take(0)).isEqualTo(RateBucket.BUSY);
    bucket.ended();
    assertThat(bucket.take(0)).isZero();
  }

  /** The model: at most burst and one for each interval, in every span of time. */
  @Test
  void inNoSpanOfTimeMoreComeThanTheRateAndTheBurst() {
    Random random = new Random(1);
    RateBucket bucket = new RateBucket(limit("10/s", 5, RateLimit.UNLIMITED));
    Deque<Long> taken = new ArrayDeque<>();
    long now = 0;
    for (int i = 0; i < 20_000; i++) {
      now += random.nextInt(3) == 0 ? random.nextInt((int) SECOND) : random.nextInt(1_000_000);
      if (bucket.take(now) == 0) {
        taken.add(now);
        while (taken.size() > 100) {
          taken.poll();
        }
        int count = taken.size();
        for (long first : taken) {
          assertThat((long) count).isLessThanOrEqualTo(5 + (now - first) / (SECOND / 10) + 1);
          count--;
        }
      }
    }
  }

  /** What an attacker would want: to be forgotten, or to have others forgotten. */
  @Test
  void aFloodOfKeysFreesNoneAndTakesBoundedMemory() {
    RateTable table = new RateTable(limit("1/m", 1, RateLimit.UNLIMITED), 1_024);
    RequestKey honest = key("honest");
    assertThat(table.take(honest, 0, new Admission())).isZero();

    int admitted = 0;
    for (int i = 0; i < 100_000; i++) {
      Admission admission = new Admission();
      admitted += table.take(key("made up " + i), i, admission) == 0 ? 1 : 0;
      admission.ended();
    }

    assertThat(table.size()).isLessThanOrEqualTo(1_024);
    assertThat(admitted).isLessThanOrEqualTo(1_024 + 256);
    assertThat(table.take(honest, SECOND, new Admission())).isPositive();
  }

  @Test
  void bucketsThatAreFullAgainMakeRoom() {
    RateTable table = new RateTable(limit("1/s", 1, RateLimit.UNLIMITED), 1_024);
    for (int i = 0; i < 100_000; i++) { // a thousand a second
      Admission admission = new Admission();
      assertThat(table.take(key("caller " + i), i * SECOND / 500, admission)).isZero();
      admission.ended();
    }
    assertThat(table.size()).isLessThanOrEqualTo(1_024);
  }

  @Test
  void aKeyWithRequestsUnderWayStays() {
    RateTable table = new RateTable(new RateLimit(null, 1, 1), 16);
    Admission first = new Admission();
    assertThat(table.take(key("a"), 0, first)).isZero();
    for (int i = 0; i < 1_000; i++) {
      Admission other = new Admission();
      table.take(key("b" + i), i, other);
      other.ended();
    }
    assertThat(table.take(key("a"), 0, new Admission())).isEqualTo(RateBucket.BUSY);
    first.ended();
    assertThat(table.take(key("a"), 0, new Admission())).isZero();
  }

  @Test
  void addressesOfOneNetworkOfIpv6AreOneKey() throws Exception {
    RequestKey one = RequestKey.of(InetAddress.getByName("2001:db8:1:2:3:4:5:6"));

    assertThat(RequestKey.of(InetAddress.getByName("2001:db8:1:2::9"))).isEqualTo(one);
    assertThat(RequestKey.of(InetAddress.getByName("2001:db8:1:3::9"))).isNotEqualTo(one);
    assertThat(RequestKey.of(InetAddress.getByName("10.0.0.1")))
        .isNotEqualTo(RequestKey.of(InetAddress.getByName("10.0.0.2")));
    assertThat(RequestKey.of(List.of("a", "b"))).isNotEqualTo(RequestKey.of(List.of("ab")));
  }
}
