package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.cacheStatus;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.postTo;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Header fields that a route sets and removes. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class RouteFieldsTest {
  private final AtomicInteger count = new AtomicInteger();
  private TestOrigin origin;
  private Gateway gateway;

  @BeforeEach
  void start() throws Exception {
    origin =
        new TestOrigin(
            request ->
                Answer.soap(
                    answer("answer " + count.incrementAndGet()),
                    "Server: secret/1.0",
                    "X-Frame-Options: none"));
  }

  @AfterEach
  void stop() {
    gateway.close();
    origin.close();
  }

  private void start(String fields, String more) throws Exception {
    String yaml =
        """
        listen: 127.0.0.1:0
        routes:
          - {path: /a, origin: %1$s, fields: {%2$s}%3$s}
          - {path: /b, origin: %1$s}
        """
            .formatted(origin.uri(), fields, more);
    gateway =
        Gateway.start(
            GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), Path.of("")), 1);
    gateway.policy(CachePolicy.parse("p", "rules: [{operation: ask, cache: true, ttl: 1h}]"));
  }

  @Test
  void anOriginGetsWhatIsSetAndNotWhatIsRemoved() throws Exception {
    start("request: {set: {X-Tenant: 'one two'}, remove: [x-debug, Cookie]}", "");

    postTo(gateway, "/a", "plain", "X-Tenant", "forged", "X-Debug", "1", "Cookie", "a=b");
    Headers came = origin.requests().get(0).fields();
    assertThat(came.get("X-tenant")).containsExactly("one two");
    assertThat(came).doesNotContainKeys("X-debug", "Cookie");

    postTo(gateway, "/b", "plain", "X-Tenant", "own", "X-Debug", "1");
    came = origin.requests().get(1).fields();
    assertThat(came.get("X-tenant")).containsExactly("own");
    assertThat(came).containsKey("X-debug");
  }

  /** The cache sees what the origin gets: what is set tells the answers of two routes apart. */
  @Test
  void whatIsSetIsPartOfTheQuestion() throws Exception {
    start("request: {set: {X-Region: one}, remove: [Cookie]}", "");

    String first = postTo(gateway, "/a", question("q"), "Cookie", "a=b").body();
    HttpResponse<String> second = postTo(gateway, "/a", question("q"), "Cookie", "c=d");
    assertThat(second.body()).isEqualTo(first);
    assertThat(cacheStatus(second)).isEqualTo("Castile; hit");
    assertThat(postTo(gateway, "/b", question("q")).body()).isNotEqualTo(first);
    assertThat(postTo(gateway, "/b", question("q"), "X-Region", "two").body()).isNotEqualTo(first);
  }

  @Test
  void aCredentialThatIsSetCountsAsThatOfAClient() throws Exception {
    start("request: {set: {Authorization: Bearer t}}", "");

    String first = postTo(gateway, "/a", question("q")).body();
    assertThat(postTo(gateway, "/a", question("q")).body()).isNotEqualTo(first);
    assertThat(origin.requests().get(1).fields().getFirst("Authorization")).isEqualTo("Bearer t");
  }

  /** Of the origin, of the cache, and of the gateway itself. */
  @Test
  void allResponsesOfTheRouteAreChanged() throws Exception {
    start(
        "response: {set: {Strict-Transport-Security: max-age=9, X-Frame-Options: DENY},"
            + " remove: [Server]}",
        ", limits: {rate: 1/m, burst: 4}");

    for (String message : new String[] {"passed", question("q"), question("q"), "d", "refused"}) {
      HttpResponse<String> response = postTo(gateway, "/a", message);
      assertThat(response.statusCode()).isEqualTo(message.equals("refused") ? 503 : 200);
      assertThat(response.headers().allValues("x-frame-options")).containsExactly("DENY");
      assertThat(response.headers().allValues("strict-transport-security"))
          .containsExactly("max-age=9");
      assertThat(response.headers().firstValue("server")).isEmpty();
    }
    assertThat(origin.requests()).hasSize(3);
    assertThat(postTo(gateway, "/b", "x").headers().firstValue("server")).contains("secret/1.0");
  }

  @Test
  void whereThereIsNoRouteNothingIsChanged() throws Exception {
    start("response: {set: {X-A: a}}", "");

    HttpResponse<String> response = post(gateway, "x");
    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.headers().firstValue("x-a")).isEmpty();
  }
}
