package io.castile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What RFC 6265 §5 says of cookies, in its own examples and in those of servers. */
class SessionCookieTest {
  private static final URI HERE = URI.create("https://www.example.com/app/shop");
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  private static SessionCookie parse(String line) {
    return SessionCookie.parse(line, HERE, NOW);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SESSION=abc; Max-Age=3600; Path=/ | abc",
        "SESSION=abc; Version=1; Path=/; HttpOnly; SameSite=Lax | abc",
        "SESSION=\"a b\"; Max-Age=5 | \"a b\"",
        "SESSION=a=b==; Max-Age=5 | a=b==",
        "SESSION=; Max-Age=5 | ``",
        "SESSION = x ; max-age=5 | x",
        "SESSION=version=1 | version=1"
      })
  void theValueIsAsItCame(String line, String value) {
    assertThat(parse(line).name()).isEqualTo("SESSION");
    assertThat(parse(line).value()).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a=1; Max-Age=60 | 2026-01-02T03:05:05Z",
        "a=1; Expires=Wed, 09 Jun 2049 10:18:14 GMT | 2049-06-09T10:18:14Z",
        "a=1; expires=Wed, 09-Jun-2049 10:18:14 GMT | 2049-06-09T10:18:14Z",
        "a=1; expires=Wednesday, 09-Jun-49 10:18:14 GMT | 2049-06-09T10:18:14Z",
        "a=1; expires=Wed Jun  9 10:18:14 2049 | 2049-06-09T10:18:14Z",
        "a=1; Max-Age=60; Expires=Wed, 09 Jun 2049 10:18:14 GMT | 2026-01-02T03:05:05Z",
        "a=1; Expires=Wed, 09 Jun 2049 10:18:14 GMT; Max-Age=60 | 2026-01-02T03:05:05Z"
      })
  void maxAgeCountsMoreThanExpires(String line, Instant end) {
    assertThat(parse(line).expires()).isEqualTo(end);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a=1", "a=1; Max-Age=x", "a=1; Max-Age=", "a=1; Expires=soon"})
  void withoutATimeItLastsAsLongAsTheSession(String line) {
    assertThat(parse(line).expires()).isNull();
    assertThat(parse(line).hasExpired(NOW)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a=1; Max-Age=0", "a=1; Max-Age=-1", "a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT"})
  void itEndsAtOnceWhereItsTimeIsOver(String line) {
    assertThat(parse(line).hasExpired(NOW)).isTrue();
  }

  @Test
  void anAgeBeyondAllNumbersIsLong() {
    assertThat(parse("a=1; Max-Age=99999999999999999999").hasExpired(NOW)).isFalse();
    assertThat(parse("a=1; Max-Age=999999999999999999").hasExpired(NOW)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "a=1; Domain=example.com, https://other.example.com/app/x, true",
    "a=1; Domain=.Example.COM, https://other.example.com/app/x, true",
    "a=1, https://other.example.com/app/x, false",
    "a=1, https://www.example.com/app/x, true",
    "a=1, https://www.example.com/app, true",
    "a=1, https://www.example.com/apple, false",
    "a=1; Path=/, https://www.example.com/x, true",
    "a=1; Path=app, https://www.example.com/app/x, true",
    "a=1; Path=/app/shop, https://www.example.com/app/shop, true",
    "a=1; Path=/app/shop, https://www.example.com/app/shop/x, true",
    "a=1; Path=/app/shop, https://www.example.com/app/shopping, false",
    "a=1; Secure, http://www.example.com/app/x, false",
    "a=1; Secure, https://www.example.com/app/x, true"
  })
  void itIsForItsDomainAndPath(String line, String endpoint, boolean isSent) {
    assertThat(parse(line).isFor(URI.create(endpoint))).isEqualTo(isSent);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "=1",
        "a",
        "; Path=/",
        "a=1; Domain=other.com",
        "a=1; Domain=xample.com",
        "a=\u0001"
      })
  void whatMayNotBeKeptIsNone(String line) {
    assertThat(parse(line)).isNull();
  }

  @Test
  void anAddressIsInNoDomain() {
    URI address = URI.create("http://127.0.0.1/x");

    assertThat(SessionCookie.parse("a=1; Domain=0.0.1", address, NOW)).isNull();
    assertThat(SessionCookie.parse("a=1", address, NOW).isFor(address)).isTrue();
  }
}
