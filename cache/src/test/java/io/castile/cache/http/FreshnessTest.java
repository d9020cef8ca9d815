package io.castile.cache.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.http.Freshness.Outcome;
import io.castile.cache.http.Freshness.StaleUse;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.OperationPolicy;
import io.castile.soap.Headers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Freshness by the examples and rules of RFC 9111 and RFC 5861, one row each. */
class FreshnessTest {
  /** When the responses come. */
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");

  private static final String DATE = "Thu, 01 Jan 2026 00:00:00 GMT";

  private static final CachePolicy SHARED = policy("http: true");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      nullValues = "-",
      value = {
        // response | request | seconds later | outcome | use
        // §4.2.1: s-maxage, then max-age, then Expires less Date.
        "max-age=60                           | - | 59  | FRESH | NONE",
        "max-age=60                           | - | 60  | MISS  | NONE",
        "max-age=60; ETag: \"a\"              | - | 60  | REVALIDATE | NONE",
        "max-age=60, s-maxage=10; ETag: \"a\" | - | 10  | REVALIDATE | NONE",
        "max-age=10, s-maxage=60              | - | 59  | FRESH | NONE",
        "max-age=60; Expires: Thu, 01 Jan 2026 00:00:10 GMT | - | 59 | FRESH | NONE",
        "-; Expires: Thu, 01 Jan 2026 00:01:00 GMT | - | 59 | FRESH | NONE",
        "-; Expires: Thu, 01 Jan 2026 00:01:00 GMT | - | 60 | MISS | NONE",
        "-; Expires: Thursday, 01-Jan-26 00:01:00 GMT | - | 59 | FRESH | NONE",
        "-; Expires: 0; ETag: \"a\"           | - | 0   | REVALIDATE | NONE",
        "-; Expires: Wed, 31 Dec 2025 00:00:00 GMT; ETag: \"a\" | - | 0 | REVALIDATE | NONE",
        "-; ETag: \"a\"                       | - | 0   | REVALIDATE | NONE",
        // Invalid and conflicting information is stale (§4.2.1).
        "max-age=x; ETag: \"a\"               | - | 0   | REVALIDATE | NONE",
        "max-age=-5; ETag: \"a\"              | - | 0   | REVALIDATE | NONE",
        "max-age=60, max-age=90; ETag: \"a\"  | - | 0   | REVALIDATE | NONE",
        "max-age=x; Expires: Thu, 01 Jan 2026 00:01:00 GMT; ETag: \"a\" | - | 0 | REVALIDATE | NONE",
        "max-age=99999999999999999999         | - | 2147483647 | FRESH | NONE",
        // §4.2.3: the age it came with.
        "max-age=60; Age: 50                  | - | 9   | FRESH | NONE",
        "max-age=60; Age: 50                  | - | 10  | MISS  | NONE",
        "max-age=60; Age: 50, 10              | - | 10  | MISS  | NONE",
        "max-age=60; Age: fifty               | - | 59  | FRESH | NONE",
        "max-age=60; Age: 99999999999999999   | - | 0   | MISS  | NONE",
        "max-age=60; Date: Wed, 31 Dec 2025 23:59:10 GMT | - | 9 | FRESH | NONE",
        "max-age=60; Date: Wed, 31 Dec 2025 23:59:10 GMT | - | 10 | MISS | NONE",
        "max-age=60; Date: Thu, 01 Jan 2026 00:59:10 GMT | - | 60 | MISS | NONE",
        "max-age=60; Date: yesterday          | - | 59  | FRESH | NONE",
        // §5.2.2.4, with and without fields.
        "no-cache, max-age=60; ETag: \"a\"    | - | 1   | REVALIDATE | NONE",
        "no-cache=\"Set-Cookie\", max-age=60; ETag: \"a\" | - | 1 | REVALIDATE | NONE",
        "no-cache, max-age=60                 | - | 1   | MISS | NONE",
        // Requests: §5.2.1.1 max-age, §5.2.1.3 min-fresh, §5.2.1.4 no-cache, §5.4 Pragma.
        "max-age=60; ETag: \"a\"              | max-age=30 | 29 | FRESH | NONE",
        "max-age=60; ETag: \"a\"              | max-age=30 | 30 | REVALIDATE | NONE",
        "max-age=60; ETag: \"a\"              | max-age=0  | 0  | REVALIDATE | NONE",
        "max-age=60; ETag: \"a\"              | max-age=x  | 0  | REVALIDATE | NONE",
        "max-age=60; ETag: \"a\"              | min-fresh=20 | 39 | FRESH | NONE",
        "max-age=60; ETag: \"a\"              | min-fresh=20 | 40 | REVALIDATE | NONE",
        "max-age=60; ETag: \"a\"              | min-fresh  | 0 | REVALIDATE | NONE",
        "max-age=60; ETag: \"a\"              | no-cache   | 1  | REVALIDATE | NONE",
        "max-age=60                           | no-cache   | 1  | MISS | NONE",
        // §5.2.1.5: what is stored may be given to a request with no-store.
        "max-age=60                           | no-store   | 1  | FRESH | NONE",
        // §5.2.1.2 max-stale.
        "max-age=60                           | max-stale  | 9999 | STALE_USABLE | BY_REQUEST",
        "max-age=60                           | max-stale=10 | 69 | STALE_USABLE | BY_REQUEST",
        "max-age=60                           | max-stale=10 | 70 | MISS | NONE",
        "max-age=60                           | max-stale=x | 60 | MISS | NONE",
        "max-age=60                           | max-stale=10, max-age=65 | 64 | STALE_USABLE | BY_REQUEST",
        "max-age=60                           | max-stale=10, max-age=65 | 65 | MISS | NONE",
        "max-age=60, must-revalidate; ETag: \"a\" | max-stale | 60 | REVALIDATE | NONE",
        "max-age=60, proxy-revalidate; ETag: \"a\" | max-stale | 60 | REVALIDATE | NONE",
        "s-maxage=60; ETag: \"a\"             | max-stale | 60 | REVALIDATE | NONE",
        "no-cache; ETag: \"a\"                | max-stale | 60 | REVALIDATE | NONE",
        // §5.2.1.7 only-if-cached.
        "max-age=60                           | only-if-cached | 59 | FRESH | NONE",
        "max-age=60; ETag: \"a\"              | only-if-cached | 60 | MISS | NONE",
        // The example of RFC 5861 §3.1.
        "max-age=600, stale-while-revalidate=30 | - | 599 | FRESH | NONE",
        "max-age=600, stale-while-revalidate=30 | - | 600 | STALE_USABLE | WHILE_REVALIDATING",
        "max-age=600, stale-while-revalidate=30 | - | 629 | STALE_USABLE | WHILE_REVALIDATING",
        "max-age=600, stale-while-revalidate=30 | - | 630 | MISS | NONE",
        "max-age=600, stale-while-revalidate=x | - | 600 | MISS | NONE",
        "max-age=600, stale-while-revalidate=30 | max-age=700 | 610 | MISS | NONE",
        "max-age=600, stale-while-revalidate=30 | min-fresh=1 | 610 | MISS | NONE",
        "max-age=600, stale-while-revalidate=30 | no-cache | 610 | MISS | NONE",
        "max-age=600, stale-while-revalidate=30, must-revalidate | - | 600 | MISS | NONE",
      })
  void byHttpInASharedCache(
      String response, String request, long later, Outcome outcome, StaleUse use) {
    StoredResponse candidate = candidate(response);

    Freshness freshness =
        Freshness.decide(operation(SHARED), request(request), candidate, at(later));

    assertThat(freshness.outcome()).as(freshness.reason()).isEqualTo(outcome);
    assertThat(freshness.use()).isEqualTo(use);
    assertThat(freshness.reason()).isNotEmpty();
    boolean usable = outcome == Outcome.FRESH || outcome == Outcome.STALE_USABLE;
    assertThat(freshness.until().isPresent()).isEqualTo(usable);
    freshness.until().ifPresent(until -> assertThat(until).isAfter(at(later)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      nullValues = "-",
      value = {
        // The example of RFC 5861 §4.1.
        "max-age=600, stale-if-error=1200     | - | 1799 | STALE_USABLE | ON_ERROR",
        "max-age=600, stale-if-error=1200     | - | 1800 | MISS | NONE",
        "max-age=600, stale-if-error=1200     | - | 599  | FRESH | NONE",
        "max-age=600                          | - | 600  | MISS | NONE",
        "max-age=600, stale-if-error=x        | - | 600  | MISS | NONE",
        "max-age=600, stale-if-error=1200, must-revalidate | - | 600 | MISS | NONE",
        "max-age=600, stale-if-error=1200, no-cache | - | 1 | MISS | NONE",
        "max-age=600                          | stale-if-error=60 | 659 | STALE_USABLE | ON_ERROR",
        "max-age=600                          | stale-if-error=60 | 660 | MISS | NONE",
        "max-age=600, stale-if-error=1200     | no-cache | 1 | MISS | NONE",
        "max-age=600                          | no-cache, stale-if-error=60 | 1 | STALE_USABLE | ON_ERROR",
        "max-age=600, stale-if-error=1200     | max-age=0 | 1 | STALE_USABLE | ON_ERROR",
        "max-age=600                          | max-age=0 | 1 | MISS | NONE",
        "max-age=600; ETag: \"a\"             | - | 600  | MISS | NONE",
      })
  void byHttpAfterAnError(
      String response, String request, long later, Outcome outcome, StaleUse use) {
    Freshness freshness =
        Freshness.decideOnError(
            operation(SHARED), request(request), candidate(response), at(later));

    assertThat(freshness.outcome()).as(freshness.reason()).isEqualTo(outcome);
    assertThat(freshness.use()).isEqualTo(use);
  }

  @ParameterizedTest
  @CsvSource({"s-maxage=10", "proxy-revalidate"})
  void aCacheOfOneCallerIsPrivate(String directive) {
    OperationPolicy policy = operation(policy("http: true, vary: wsSecurityUser"));
    StoredResponse candidate = candidate("max-age=60, stale-while-revalidate=30, " + directive);

    assertThat(Freshness.decide(policy, Headers.NONE, candidate, at(59)).outcome())
        .isEqualTo(Outcome.FRESH);
    assertThat(Freshness.decide(policy, Headers.NONE, candidate, at(61)).use())
        .isEqualTo(StaleUse.WHILE_REVALIDATING);
  }

  @Test
  void withoutHttpOnlyThePolicyCounts() {
    OperationPolicy policy =
        operation(policy("ttl: 1m, staleWhileRevalidate: 10s, staleIfError: 1h"));
    StoredResponse candidate = candidate("no-store, max-age=1; Age: 1000; ETag: \"a\"");
    Headers request = request("no-cache, only-if-cached");

    assertThat(outcomes(policy, request, candidate, 0, 59, 60, 69, 70))
        .containsExactly(
            Outcome.FRESH, Outcome.FRESH, Outcome.STALE_USABLE, Outcome.STALE_USABLE, Outcome.MISS);
    Freshness failed = Freshness.decideOnError(policy, request, candidate, at(3659));
    assertThat(failed.use()).isEqualTo(StaleUse.ON_ERROR);
    assertThat(failed.until()).contains(at(3660));
    assertThat(Freshness.decideOnError(policy, request, candidate, at(3660)).outcome())
        .isEqualTo(Outcome.MISS);
  }

  @Test
  void theTtlOfThePolicyIsForResponsesThatStateNone() {
    OperationPolicy policy = operation(policy("http: true, ttl: 1m"));

    assertThat(outcomes(policy, Headers.NONE, candidate("-; Age: 30"), 59, 60))
        .containsExactly(Outcome.FRESH, Outcome.MISS);
    assertThat(outcomes(policy, Headers.NONE, candidate("max-age=10"), 9, 10))
        .containsExactly(Outcome.FRESH, Outcome.MISS);
    assertThat(outcomes(policy, Headers.NONE, candidate("-; Expires: 0"), 0))
        .containsExactly(Outcome.MISS);
    assertThat(outcomes(policy, Headers.NONE, candidate("no-cache"), 0))
        .containsExactly(Outcome.MISS);
  }

  @Test
  void theWindowsOfThePolicyAreForResponsesThatStateNone() {
    OperationPolicy policy =
        operation(policy("http: true, staleWhileRevalidate: 20s, staleIfError: 40s"));

    assertThat(outcomes(policy, Headers.NONE, candidate("max-age=60"), 79, 80))
        .containsExactly(Outcome.STALE_USABLE, Outcome.MISS);
    assertThat(
            outcomes(policy, Headers.NONE, candidate("max-age=60, stale-while-revalidate=0"), 60))
        .containsExactly(Outcome.MISS);
    assertThat(Freshness.decideOnError(policy, Headers.NONE, candidate("max-age=60"), at(99)).use())
        .isEqualTo(StaleUse.ON_ERROR);
    assertThat(
            Freshness.decideOnError(
                    policy, Headers.NONE, candidate("max-age=60, must-revalidate"), at(61))
                .outcome())
        .isEqualTo(Outcome.MISS);
  }

  @Test
  void theWayToTheOriginAddsToTheAge() {
    StoredResponse slow =
        new StoredResponse(200, fields("max-age=60; Age: 10"), T0.minusSeconds(5), T0);

    assertThat(slow.initialAge()).isEqualTo(Duration.ofSeconds(15));
    assertThat(outcomes(operation(SHARED), Headers.NONE, slow, 44, 45))
        .containsExactly(Outcome.FRESH, Outcome.MISS);
  }

  @Test
  void aClockThatWasSetBackMakesNothingFresher() {
    StoredResponse candidate = candidate("max-age=60; ETag: \"a\"");

    assertThat(outcomes(operation(SHARED), request("max-age=0"), candidate, -100))
        .containsExactly(Outcome.REVALIDATE);
    assertThat(outcomes(operation(SHARED), Headers.NONE, candidate("no-cache"), -100))
        .containsExactly(Outcome.MISS);
  }

  @Test
  void nothingIsGivenWhereNothingIsCachedOrStored() {
    OperationPolicy none = operation(CachePolicy.NOTHING);

    Freshness uncached = Freshness.decide(none, Headers.NONE, candidate("max-age=60"), T0);
    assertThat(uncached.outcome()).isEqualTo(Outcome.MISS);
    assertThat(uncached.reason()).startsWith("not cached");
    assertThat(uncached.mayAskOrigin()).isTrue();
    Freshness empty = Freshness.decide(operation(SHARED), Headers.NONE, null, T0);
    assertThat(empty.outcome()).isEqualTo(Outcome.MISS);
    assertThat(empty.reason()).isEqualTo("nothing is stored");
    assertThat(Freshness.decideOnError(operation(SHARED), Headers.NONE, null, T0).outcome())
        .isEqualTo(Outcome.MISS);
    Freshness alone = Freshness.decide(operation(SHARED), request("only-if-cached"), null, T0);
    assertThat(alone.outcome()).isEqualTo(Outcome.MISS);
    assertThat(alone.mayAskOrigin()).isFalse();
  }

  @Test
  void reasonsSayWhatDecided() {
    assertThat(reason("max-age=60", "-", 1)).isEqualTo("fresh by max-age=60");
    assertThat(reason("max-age=x", "-", 1))
        .isEqualTo("stale by max-age, which is no number; it has no validator");
    assertThat(reason("-; Expires: 0", "-", 1))
        .isEqualTo("stale by Expires, which is no date; it has no validator");
    assertThat(reason("max-age=60, must-revalidate; ETag: \"a\"", "-", 61))
        .isEqualTo("stale by max-age=60, and the response forbids to give it stale");
    assertThat(reason("max-age=60", "only-if-cached", 61))
        .isEqualTo("stale by max-age=60; the request has only-if-cached");
    assertThat(reason("max-age=60; ETag: \"a\"", "no-cache", 1))
        .isEqualTo("the request has no-cache");
    assertThat(reason("max-age=60, stale-while-revalidate=9", "-", 61))
        .isEqualTo("stale by max-age=60, within stale-while-revalidate");
  }

  private static String reason(String response, String request, long later) {
    String asked = request.equals("-") ? null : request;
    return Freshness.decide(operation(SHARED), request(asked), candidate(response), at(later))
        .reason();
  }

  private static List<Outcome> outcomes(
      OperationPolicy policy, Headers request, StoredResponse candidate, long... later) {
    List<Outcome> outcomes = new ArrayList<>();
    for (long seconds : later) {
      outcomes.add(Freshness.decide(policy, request, candidate, at(seconds)).outcome());
    }
    return outcomes;
  }

  private static Instant at(long later) {
    return T0.plusSeconds(later);
  }

  private static CachePolicy policy(String words) {
    return CachePolicy.parse("test", "rules: [{cache: true, " + words + "}]");
  }

  private static OperationPolicy operation(CachePolicy policy) {
    return policy.forTarget(new CachePolicy.Target("", "", "get"));
  }

  private static Headers request(String cacheControl) {
    return cacheControl == null ? Headers.NONE : Headers.of("Cache-Control", cacheControl);
  }

  private static StoredResponse candidate(String text) {
    return new StoredResponse(200, fields(text), T0, T0);
  }

  /** {@code cache-control; Name: value; …}, with {@code -} for no Cache-Control. */
  private static Headers fields(String text) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("Date", DATE);
    String[] parts = text.split("; ", -1);
    if (!parts[0].strip().equals("-")) {
      fields.put("Cache-Control", parts[0].strip());
    }
    for (int i = 1; i < parts.length; i++) {
      String[] field = parts[i].split(": ", 2);
      fields.put(field[0], field[1].strip());
    }
    return Headers.of(fields);
  }
}
