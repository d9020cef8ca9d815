package io.castile.cache.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.OperationPolicy;
import io.castile.soap.Headers;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StorageRuleTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      nullValues = "-",
      value = {
        // words of the policy | request | response | whether, or why not
        "http: true | - | Cache-Control: max-age=60 | yes",
        "http: true | - | Cache-Control: max-age=0 | the response is stale already, by max-age=0",
        "http: true | - | Cache-Control: max-age=0; ETag: \"a\" | yes",
        "http: true | - | Cache-Control: max-age=0, stale-while-revalidate=5 | yes",
        "http: true | - | Cache-Control: max-age=0, stale-if-error=5 | yes",
        "http: true | - | Cache-Control: max-age=60; Age: 60 | the response is stale already, by"
            + " max-age=60",
        "http: true | - | X: y | the response is stale already, by no lifetime in the response",
        "http: true, ttl: 1m | - | X: y | yes",
        "http: true, ttl: 1m | - | Expires: 0 | the response is stale already, by Expires, which is"
            + " no date",
        "http: true | - | Cache-Control: max-age=60, no-store | the response has no-store",
        "ttl: 1m | - | Cache-Control: no-store | yes",
        "http: true | Cache-Control: no-store | Cache-Control: max-age=60 | the request has"
            + " no-store",
        "http: true | - | Cache-Control: max-age=60, private | the response is private, and the"
            + " policy does not vary by caller",
        "http: true, vary: wsSecurityUser | - | Cache-Control: max-age=60, private | yes",
        "http: true, shared: true | - | Cache-Control: max-age=60, private | the response is"
            + " private, and the policy does not vary by caller",
        "http: true | Authorization: x | Cache-Control: max-age=60 | the request has Authorization,"
            + " and the response does not say public",
        "http: true, vary: wsSecurityUser | Authorization: x | Cache-Control: max-age=60 | the"
            + " request has Authorization, and the response does not say public",
        "http: true | Authorization: x | Cache-Control: max-age=60, public | yes",
        "http: true | Authorization: x | Cache-Control: max-age=60, must-revalidate | yes",
        "http: true | Authorization: x | Cache-Control: s-maxage=60 | yes",
        "http: true | Authorization: x | Cache-Control: max-age=60, s-maxage=x | the request has"
            + " Authorization, and the response does not say public",
        "http: true, shared: true | Authorization: x | Cache-Control: max-age=60 | yes",
        "http: true, vary: {httpHeader: Authorization} | Authorization: x | Cache-Control:"
            + " max-age=60 | yes",
        "http: true | - | Cache-Control: max-age=60; Vary: * | the response varies by *, which the"
            + " policy's vary does not name",
        "http: true | - | Cache-Control: max-age=60; Vary: Accept-Encoding | yes",
        "http: true | - | Cache-Control: max-age=60; Vary: Castile, Available-Dictionary | yes",
        "http: true | - | Cache-Control: max-age=60; Vary: X-A, Accept-Language | the response"
            + " varies by accept-language, x-a, which the policy's vary does not name",
        "http: true, vary: [{httpHeader: x-a}, {httpHeader: ACCEPT-language}] | - | Cache-Control:"
            + " max-age=60; Vary: X-A, Accept-Language | yes",
      })
  void aResponseOverHttp(String words, String request, String response, String answer) {
    OperationPolicy policy = policy("cache: true, " + words);

    StorageRule storing =
        StorageRule.decide(
            policy, fields(request), new StoredResponse(200, fields(response), T0, T0));

    assertThat(storing.allowed() ? "yes" : storing.reason()).isEqualTo(answer);
  }

  @ParameterizedTest
  @CsvSource({"201", "204", "206", "301", "404", "500", "503"})
  void onlyStatus200IsStored(int status) {
    OperationPolicy policy = policy("cache: true, ttl: 1m");

    StorageRule storing =
        StorageRule.decide(policy, Headers.NONE, new StoredResponse(status, Headers.NONE, T0, T0));

    assertThat(storing).isEqualTo(new StorageRule(false, "the status is " + status));
  }

  @Test
  void nothingIsStoredThatThePolicyDoesNotCache() {
    StorageRule storing =
        StorageRule.decide(
            policy("cache: false"), Headers.NONE, new StoredResponse(200, Headers.NONE, T0, T0));

    assertThat(storing.allowed()).isFalse();
    assertThat(storing.reason()).startsWith("not cached");
  }

  private static OperationPolicy policy(String words) {
    return CachePolicy.parse("test", "rules: [{" + words + "}]")
        .forTarget(new CachePolicy.Target("", "", "a"));
  }

  /** {@code Name: value; …}. */
  private static Headers fields(String text) {
    Map<String, String> fields = new LinkedHashMap<>();
    if (text != null) {
      for (String part : text.split("; ", -1)) {
        String[] field = part.split(": ", 2);
        fields.put(field[0], field[1]);
      }
    }
    return Headers.of(fields);
  }
}
