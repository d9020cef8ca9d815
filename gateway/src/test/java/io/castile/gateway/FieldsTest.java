package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.cacheStatus;
import static io.castile.gateway.Soap.gateway;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.TestOrigin.Answer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Header fields of requests, of which a service may answer by any. */
final class FieldsTest {
  private static final String AN_HOUR =
      """
      rules:
        - operation: ask
          cache: true
          ttl: 1h
      """;

  private final AtomicInteger count = new AtomicInteger();

  private TestOrigin counting() throws Exception {
    return new TestOrigin(request -> Answer.soap(answer("answer " + count.incrementAndGet())));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AccessToken", "SessionToken", "IdToken", "ClientId", "ClientSecret", "AppKey",
        "x-functions-key", "X-Pin", "DPoP", "X-WSSE", "SM_USERDN", "SSL_CLIENT_M_SERIAL",
        "X-On-Behalf-Of", "MYSAPSSO2", "Cookie", "Authorization"
      })
  void requestsWithCredentialsPass(String name) throws Exception {
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      assertThat(post(gateway, question("one"), name, "a").body()).contains("answer 1");
      assertThat(post(gateway, question("one"), name, "a").body()).contains("answer 2");
      assertThat(post(gateway, question("one")).body()).contains("answer 3");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Accept-Language",
        "Accept-Charset",
        "X-Region",
        "Prefer",
        "X-Api-Version",
        "Origin",
        "baggage",
        "X-Anything",
        "X-Rewrite-URL"
      })
  void callersThatDifferInAFieldOfWhichNothingIsKnownShareNoAnswer(String name) throws Exception {
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      for (int i = 0; i < 2; i++) {
        assertThat(post(gateway, question("one"), name, "a").body()).contains("answer 1");
        assertThat(post(gateway, question("one"), name, "b").body()).contains("answer 2");
        assertThat(post(gateway, question("one")).body()).contains("answer 3");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Accept",
        "User-Agent",
        "traceparent",
        "X-Request-Id",
        "X-Correlation-Id",
        "Sec-Ch-Ua",
        "X-Forwarded-For",
        "Cache-Control",
        "X-B3-TraceId"
      })
  void callersThatDifferInAFieldThatSaysNothingShareAnAnswer(String name) throws Exception {
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      assertThat(post(gateway, question("one"), name, "a").body()).contains("answer 1");
      assertThat(post(gateway, question("one"), name, "b").body()).contains("answer 1");
      assertThat(post(gateway, question("one")).body()).contains("answer 1");
    }
  }

  @Test
  void aFieldThatThePolicyIgnoresIsNotInTheKey() throws Exception {
    String policy = AN_HOUR + "    ignore: [{httpHeader: X-Stamp}]\n";
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), policy)) {
      post(gateway, question("one"), "X-Stamp", "1");

      assertThat(cacheStatus(post(gateway, question("one"), "X-Stamp", "2")))
          .isEqualTo("Castile; hit");
      assertThat(cacheStatus(post(gateway, question("one"), "X-Region", "r")))
          .isEqualTo("Castile; fwd=miss");
    }
  }

  /** Callers share answers, and yet each has the language that it wants. */
  @Test
  void sharedSaysNothingOfOtherFields() throws Exception {
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), AN_HOUR + "    shared: true\n")) {
      List<String> fields = List.of("Authorization", "Basic a", "Accept-Language", "de");
      post(gateway, question("one"), fields.toArray(String[]::new));

      assertThat(
              post(gateway, question("one"), "Authorization", "Basic b", "Accept-Language", "de")
                  .body())
          .contains("answer 1");
      assertThat(
              post(gateway, question("one"), "Authorization", "Basic b", "Accept-Language", "en")
                  .body())
          .contains("answer 2");
    }
  }
}
