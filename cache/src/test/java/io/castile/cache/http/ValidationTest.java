package io.castile.cache.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.OperationPolicy;
import io.castile.soap.Headers;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValidationTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATER = T0.plusSeconds(100);
  private static final String MODIFIED = "Wed, 31 Dec 2025 00:00:00 GMT";

  @Test
  void aConditionalRequestHasAllValidatorsAsTheyCame() {
    assertThat(
            Validation.conditionalFields(
                stored(Map.of("ETag", "W/\"a,b\"", "Last-Modified", MODIFIED))))
        .isEqualTo(Headers.of("If-None-Match", "W/\"a,b\"", "If-Modified-Since", MODIFIED));
    assertThat(Validation.conditionalFields(stored(Map.of("Last-Modified", MODIFIED))))
        .isEqualTo(Headers.of("If-Modified-Since", MODIFIED));
    assertThat(Validation.isPossible(stored(Map.of("Date", MODIFIED)))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "\"a", "a\"", "\"a\"b", "w/\"a\"", "W/a", "\"a\", \"b\"", "*", ""})
  void whatIsNoEntityTagIsNotSent(String tag) {
    assertThat(Validation.isPossible(stored(Map.of("ETag", tag)))).isFalse();
  }

  @Test
  void severalDifferentValidatorsAreNone() {
    StoredResponse stored =
        new StoredResponse(200, Headers.of("ETag", "\"a\"", "ETag", "\"b\""), T0, T0);

    assertThat(Validation.isPossible(stored)).isFalse();
  }

  @Test
  void aDateThatIsNoneIsNotSent() {
    assertThat(Validation.isPossible(stored(Map.of("Last-Modified", "yesterday")))).isFalse();
  }

  @Test
  void a304ReplacesWhatItHasAndKeepsTheRest() {
    StoredResponse stored =
        stored(
            Map.of(
                "ETag", "\"a\"",
                "Cache-Control", "max-age=10",
                "Age", "9",
                "Date", "Thu, 01 Jan 2026 00:00:00 GMT",
                "Content-Type", "text/xml",
                "Content-Length", "99",
                "Server", "old"));
    StoredResponse notModified =
        notModified(
            Map.of(
                "ETag", "\"a\"",
                "Cache-Control", "max-age=60",
                "Date", "Thu, 01 Jan 2026 00:01:40 GMT",
                "Content-Length", "0",
                "Content-Type", "text/plain",
                "Connection", "close, X-Hop",
                "X-Hop", "a",
                "X-New", "b"));

    StoredResponse updated = Validation.update(stored, notModified).orElseThrow();

    assertThat(updated.status()).isEqualTo(200);
    assertThat(updated.requestTime()).isEqualTo(LATER);
    assertThat(updated.responseTime()).isEqualTo(LATER);
    assertThat(updated.fields())
        .isEqualTo(
            Headers.of(
                Map.of(
                    "ETag", "\"a\"",
                    "Cache-Control", "max-age=60",
                    "Date", "Thu, 01 Jan 2026 00:01:40 GMT",
                    "Content-Type", "text/xml",
                    "Content-Length", "99",
                    "Server", "old",
                    "X-New", "b")));
  }

  @Test
  void a304MakesTheResponseFreshAgain() {
    OperationPolicy policy =
        CachePolicy.parse("test", "rules: [{cache: true, http: true}]")
            .forTarget(new CachePolicy.Target("", "", "get"));
    StoredResponse stored =
        stored(Map.of("ETag", "\"a\"", "Cache-Control", "max-age=60", "Age", "30"));

    assertThat(Freshness.decide(policy, Headers.NONE, stored, LATER).outcome())
        .isEqualTo(Freshness.Outcome.REVALIDATE);
    StoredResponse updated = Validation.update(stored, notModified(Map.of())).orElseThrow();
    assertThat(updated.initialAge()).isEqualTo(Duration.ZERO);
    assertThat(Freshness.decide(policy, Headers.NONE, updated, LATER).until())
        .contains(LATER.plusSeconds(60));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      nullValues = "-",
      value = {
        "\"a\"   | -     | \"a\"   | -     | true",
        "\"a\"   | -     | W/\"a\" | -     | true",
        "\"a\"   | -     | \"b\"   | -     | false",
        "\"a\"   | -     | bad     | -     | false",
        "-       | one   | \"a\"   | one   | false",
        "\"a\"   | one   | -       | one   | true",
        "\"a\"   | one   | -       | two   | false",
        "\"a\"   | one   | \"a\"   | two   | true",
        "\"a\"   | one   | -       | -     | true",
      })
  void a304IsOfTheStoredResponseOrNot(
      String tag, String date, String newTag, String newDate, boolean same) {
    Optional<StoredResponse> updated =
        Validation.update(stored(validators(tag, date)), notModified(validators(newTag, newDate)));

    assertThat(updated.isPresent()).isEqualTo(same);
  }

  @Test
  void onlyA304Updates() {
    StoredResponse stored = stored(Map.of("ETag", "\"a\""));

    assertThatThrownBy(() -> Validation.update(stored, stored))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected status 304, found 200");
  }

  private static Map<String, String> validators(String tag, String date) {
    Map<String, String> fields = new java.util.HashMap<>();
    if (tag != null) {
      fields.put("ETag", tag);
    }
    if (date != null) {
      fields.put("Last-Modified", date.equals("one") ? MODIFIED : "Tue, 30 Dec 2025 00:00:00 GMT");
    }
    return fields;
  }

  private static StoredResponse stored(Map<String, String> fields) {
    return new StoredResponse(200, Headers.of(fields), T0, T0);
  }

  private static StoredResponse notModified(Map<String, String> fields) {
    return new StoredResponse(304, Headers.of(fields), LATER, LATER);
  }
}
