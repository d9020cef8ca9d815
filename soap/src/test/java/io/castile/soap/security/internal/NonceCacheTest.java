package io.castile.soap.security.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** No token is taken twice, however many there are. */
class NonceCacheTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant OLDEST = NOW.minusSeconds(600);

  private static byte[] nonce(int number) {
    return new byte[] {(byte) number, (byte) (number >> 8)};
  }

  @Test
  void aTokenIsGoodOnceForEachUser() {
    NonceCache cache = new NonceCache(10);

    assertThat(cache.add("alice", nonce(1), NOW, OLDEST)).isTrue();
    assertThat(cache.add("alice", nonce(1), NOW, OLDEST)).isFalse();
    assertThat(cache.add("alice", nonce(2), NOW, OLDEST)).isTrue();
    assertThat(cache.add("bob", nonce(1), NOW, OLDEST)).isTrue();
  }

  @Test
  void userAndNonceAreToldApart() {
    NonceCache cache = new NonceCache(10);

    assertThat(cache.add("a", new byte[] {'b', 'c'}, NOW, OLDEST)).isTrue();
    assertThat(cache.add("ab", new byte[] {'c'}, NOW, OLDEST)).isTrue();
  }

  @Test
  void whatIsRefusedByItsAgeIsForgotten() {
    NonceCache cache = new NonceCache(10);
    for (int i = 0; i < 10; i++) {
      cache.add("alice", nonce(i), NOW.plusSeconds(i), OLDEST);
    }

    cache.add("alice", nonce(10), NOW.plusSeconds(700), NOW.plusSeconds(8));

    assertThat(cache.size()).isEqualTo(3); // of the seconds 8, 9, and 700
  }

  @Test
  void whatHadToBeForgottenIsRefused() {
    NonceCache cache = new NonceCache(3);
    for (int i = 0; i < 5; i++) {
      assertThat(cache.add("alice", nonce(i), NOW.plusSeconds(i), OLDEST)).isTrue();
    }

    assertThat(cache.size()).isEqualTo(3);
    for (int i = 0; i < 5; i++) {
      assertThat(cache.add("alice", nonce(i), NOW.plusSeconds(i), OLDEST)).isFalse();
    }
    // New ones too, where they could be among those that were forgotten.
    assertThat(cache.add("alice", nonce(9), NOW.plusSeconds(1), OLDEST)).isFalse();
    assertThat(cache.add("alice", nonce(9), NOW.plusSeconds(2), OLDEST)).isTrue();
    assertThat(cache.size()).isEqualTo(3);
  }
}
