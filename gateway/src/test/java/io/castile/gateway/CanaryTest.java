package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.cacheStatus;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A canary: an origin with another version, which gets a part of the requests. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class CanaryTest {
  private static final String[] NEXT = {"X-Version", "next"};

  private final AtomicInteger health = new AtomicInteger(200);
  private TestOrigin usual;
  private TestOrigin next;
  private Gateway gateway;

  @BeforeEach
  void start() throws Exception {
    usual =
        new TestOrigin(
            request ->
                request.target().equals("/up") ? Answer.of(200, "") : Answer.soap(answer("usual")));
    next =
        new TestOrigin(
            request ->
                request.target().equals("/up")
                    ? Answer.of(health.get(), "")
                    : Answer.soap(answer("next")));
  }

  @AfterEach
  void stop() {
    gateway.close();
    usual.close();
    next.close();
  }

  private void start(String canary, String more) throws Exception {
    String yaml =
        """
        listen: 127.0.0.1:0
        admin: {listen: 127.0.0.1:0}
        routes:
          - {origin: %s, canary: {origin: %s, %s}%s}
        """
            .formatted(usual.uri("/app"), next.uri("/app"), canary, more);
    gateway =
        Gateway.start(
            GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), Path.of("")), 1);
  }

  private static String version(HttpResponse<String> response) {
    return response.body().contains("next") ? "next" : "usual";
  }

  @Test
  void theCanaryGetsItsShare() throws Exception {
    start("share: 25%", "");

    for (int i = 0; i < 12; i++) {
      post(gateway, question("q"));
    }

    assertThat(next.requests()).hasSize(3);
    assertThat(usual.requests()).hasSize(9);
  }

  @Test
  void aFieldHasARequestGoToTheCanary() throws Exception {
    start("field: X-Version, value: next", "");

    assertThat(version(post(gateway, question("q"), NEXT))).isEqualTo("next");
    assertThat(version(post(gateway, question("q"), "X-Version", "Next"))).isEqualTo("usual");
    assertThat(version(post(gateway, question("q"), "X-Version", "nextone"))).isEqualTo("usual");
    assertThat(version(post(gateway, question("q")))).isEqualTo("usual");
  }

  /** Who has seen the new version goes on to see it. */
  @Test
  void whereSendersAreToldApartEachSeesOneVersion() throws Exception {
    start("share: 50%", ", balance: {sticky: {field: X-Customer}}");

    Map<String, String> seen = new HashMap<>();
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 40; i++) {
        String customer = "customer " + i;
        String version = version(post(gateway, question("q"), "X-Customer", customer));
        assertThat(seen.merge(customer, version, (before, now) -> before)).isEqualTo(version);
      }
    }

    assertThat(seen.values()).contains("usual", "next");
  }

  // ---- the cache ----

  @Test
  void answersOfTheTwoAreKeptApart() throws Exception {
    start("field: X-Version, value: next", ", fields: {request: {remove: [X-Other]}}");
    gateway.policy(CachePolicy.parse("p", "rules: [{operation: ask, cache: true, ttl: 1h}]"));

    assertThat(version(post(gateway, question("q")))).isEqualTo("usual");
    assertThat(version(post(gateway, question("q"), NEXT))).isEqualTo("next");
    for (int i = 0; i < 3; i++) {
      HttpResponse<String> ofUsual = post(gateway, question("q"));
      HttpResponse<String> ofNext = post(gateway, question("q"), NEXT);
      assertThat(version(ofUsual)).isEqualTo("usual");
      assertThat(version(ofNext)).isEqualTo("next");
      assertThat(cacheStatus(ofUsual)).isEqualTo("Castile; hit");
      assertThat(cacheStatus(ofNext)).isEqualTo("Castile; hit");
    }
    assertThat(usual.requests()).hasSize(1);
    assertThat(next.requests()).hasSize(1);
  }

  /** Very same requests, which the share alone leads to one or the other. */
  @Test
  void answersToTheSameBytesAreKeptApart() throws Exception {
    start("share: 50%", "");
    gateway.policy(CachePolicy.parse("p", "rules: [{operation: ask, cache: true, ttl: 1h}]"));

    for (int i = 0; i < 8; i++) {
      HttpResponse<String> response = post(gateway, question("q"));
      assertThat(version(response)).isEqualTo(i % 2 == 0 ? "usual" : "next");
      assertThat(cacheStatus(response)).isEqualTo(i < 2 ? "Castile; fwd=miss" : "Castile; hit");
    }

    JsonNode entries = new AdminClient(gateway).get("/api/entries").json().get("entries");
    assertThat(entries.findValuesAsText("path"))
        .containsExactlyInAnyOrder("/service", "canary /service");
  }

  @Test
  void answersAreSharedWhereTheOperatorSaysSo() throws Exception {
    start("share: 50%, shared: true", "");
    gateway.policy(CachePolicy.parse("p", "rules: [{operation: ask, cache: true, ttl: 1h}]"));

    for (int i = 0; i < 4; i++) {
      assertThat(version(post(gateway, question("q")))).isEqualTo("usual");
    }

    assertThat(next.requests()).isEmpty();
  }

  /** A call that changes something drops what both have answered. */
  @Test
  void anInvalidationDropsTheAnswersOfBoth() throws Exception {
    start("share: 50%", "");
    gateway.policy(
        CachePolicy.parse(
            "p",
            "rules: [{operation: ask, cache: true, ttl: 1h}, {operation: set, invalidates: [ask]}]"));
    post(gateway, question("q"));
    post(gateway, question("q"));

    post(gateway, Soap.envelope("", "<q:set xmlns:q=\"urn:q\"/>"));
    post(gateway, Soap.envelope("", "<q:set xmlns:q=\"urn:q\"/>"));

    assertThat(cacheStatus(post(gateway, question("q")))).isEqualTo("Castile; fwd=miss");
    assertThat(cacheStatus(post(gateway, question("q")))).isEqualTo("Castile; fwd=miss");
  }

  // ---- health ----

  @Test
  void whileTheCanaryIsLeftOutTheOthersGetItsRequests() throws Exception {
    start("share: 100%", ", health: {path: /up, every: 20ms, timeout: 20s, fails: 2, passes: 2}");
    AdminClient admin = new AdminClient(gateway);
    assertThat(version(post(gateway, question("q")))).isEqualTo("next");
    JsonNode routes = admin.get("/api/origins").json().at("/routes/0");
    assertThat(routes.at("/origins/0/uri").textValue()).isEqualTo(usual.uri("/app").toString());
    assertThat(routes.at("/canary/0/uri").textValue()).isEqualTo(next.uri("/app").toString());

    health.set(500);
    while (gateway.origins().get(1).in()) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    assertThat(version(post(gateway, question("q")))).isEqualTo("usual");
    assertThat(admin.get("/ready").status()).isEqualTo(200);
    assertThat(admin.get("/metrics").text())
        .contains("castile_gateway_origin_up{origin=\"" + next.uri("/app") + "\",route=\"/\"} 0");

    health.set(200);
    while (!gateway.origins().get(1).in()) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    assertThat(version(post(gateway, question("q")))).isEqualTo("next");
  }
}
