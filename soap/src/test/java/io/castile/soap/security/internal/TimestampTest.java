package io.castile.soap.security.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times and digests as they are written. */
class TimestampTest {
  @ParameterizedTest
  @CsvSource({
    "2026-11-22T04:01:44Z,2026-11-22T04:01:44Z",
    "2026-11-22T04:01:44.123456789Z,2026-11-22T04:01:44.123456789Z",
    "2026-11-22T04:01:44+00:00,2026-11-22T04:01:44Z",
    "2026-11-22T04:01:44.5-05:30,2026-11-22T09:31:44.500Z",
    "2026-11-22T04:01:44,2026-11-22T04:01:44Z",
    "2026-11-22,",
    "2026-13-22T04:01:44Z,",
    "now,",
    "'',",
  })
  void timesAreRead(String text, Instant expected) {
    assertThat(Timestamp.parse(text)).isEqualTo(expected);
  }

  @Test
  void timesHaveOneLength() {
    assertThat(Timestamp.text(Instant.parse("2026-11-22T04:01:44Z")))
        .isEqualTo("2026-11-22T04:01:44.000Z");
    assertThat(Timestamp.text(Instant.parse("2026-11-22T04:01:44.123999Z")))
        .isEqualTo("2026-11-22T04:01:44.123Z");
  }

  /** Of another implementation: printf 'abc2026-11-22T04:01:44Zsecret' | openssl sha1 -binary. */
  @Test
  void digestsAreOfNonceTimeAndPassword() {
    byte[] nonce = "abc".getBytes(StandardCharsets.UTF_8);

    assertThat(UsernameToken.digest(nonce, "2026-11-22T04:01:44Z", "secret"))
        .isEqualTo("MYNcnof/RKTfTtu2PVsuQE+z48I=");
  }
}
