package io.castile.interop.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.Gateway;
import io.castile.gateway.config.AdminConfig;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenAddress;
import io.castile.gateway.internal.Configs;
import io.castile.redis.RedisStore;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A policy that is published once holds in all gateways that share a store. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class FleetPolicyTest {
  private static final ListenAddress ANY_PORT = new ListenAddress("127.0.0.1", 0);
  private static final String MINUTE = "rules: [{operation: ask, cache: true, ttl: 1m}]";
  private static final String HOUR = "rules: [{operation: ask, cache: true, ttl: 1h}]";
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final List<Gateway> gateways = new ArrayList<>();
  private RedisServer redis;
  private StampingOrigin origin;

  @BeforeEach
  void start() throws Exception {
    redis = new RedisServer();
    origin = new StampingOrigin(0);
  }

  @AfterEach
  void stop() throws Exception {
    gateways.forEach(Gateway::close);
    origin.close();
    redis.close();
  }

  private Gateway gateway() throws Exception {
    return gateway(redis.store());
  }

  private Gateway gateway(RedisStore store) throws Exception {
    Gateway gateway =
        Gateway.start(
            Configs.of(
                GatewaySettings.of(ANY_PORT, origin.uri())
                    .withPolicyOfStore()
                    .withAdmin(new AdminConfig(ANY_PORT, null, null, List.of()))),
            1,
            store);
    gateways.add(gateway);
    return gateway;
  }

  private static boolean holds(Gateway gateway, String duration) {
    return gateway.policy().print().contains(duration);
  }

  private static void until(String what, BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  private static HttpResponse<String> policy(Gateway gateway) throws Exception {
    return HTTP.send(request(gateway).build(), BodyHandlers.ofString());
  }

  private static HttpRequest.Builder request(Gateway gateway) {
    int port = gateway.adminPort().orElseThrow();
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/policy"));
  }

  /** Edits as the console does. */
  private static HttpResponse<String> edit(Gateway gateway, String tag, String yaml)
      throws Exception {
    return HTTP.send(
        request(gateway)
            .header("If-Match", tag)
            .header("X-Castile", "1")
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString("{\"policy\": \"" + yaml + "\"}"))
            .build(),
        BodyHandlers.ofString());
  }

  private static String tag(HttpResponse<String> response) {
    return response.headers().firstValue("ETag").orElseThrow();
  }

  private static String change(HttpResponse<String> response) {
    Matcher found = Pattern.compile("\"change\":\"(\\w+)\"").matcher(response.body());
    assertThat(found.find()).as(response.body()).isTrue();
    return found.group(1);
  }

  @Test
  void allTakeOverWhatIsPublished() throws Exception {
    Gateway one = gateway();
    Gateway other = gateway();
    assertThat(one.policy().rules()).isEmpty();
    try (RedisStore tool = redis.store()) {
      tool.policies().publish(MINUTE);
    }

    until("all have it", () -> holds(one, "1m") && holds(other, "1m"));

    PlainPost.send(one.port(), StampingOrigin.question("q"), "");
    PlainPost.send(other.port(), StampingOrigin.question("q"), "");
    assertThat(origin.calls("q")).isEqualTo(1);
    assertThat(change(policy(other))).isEqualTo("fleet");
    Gateway late = gateway();
    until("who comes later has it", () -> holds(late, "1m"));
  }

  @Test
  void anEditInOneConsoleIsPublished() throws Exception {
    Gateway one = gateway();
    Gateway other = gateway();

    HttpResponse<String> edited = edit(one, tag(policy(one)), MINUTE);

    assertThat(edited.statusCode()).as(edited.body()).isEqualTo(200);
    assertThat(change(edited)).isEqualTo("edit");
    assertThat(holds(one, "1m")).isTrue();
    until("the other has it", () -> holds(other, "1m"));
    HttpResponse<String> seen = policy(other);
    assertThat(edit(one, tag(edited), HOUR).statusCode()).isEqualTo(200);
    assertThat(edit(other, tag(seen), MINUTE).statusCode()).isEqualTo(412);
    until("the other has the second edit", () -> holds(other, "1h"));
    assertThat(edit(other, tag(policy(other)), "rules: [{cash: true}]").statusCode())
        .isEqualTo(422);
    assertThat(holds(one, "1h")).isTrue();
  }

  /** As where a newer version of Castile has published it. */
  @Test
  void whatAGatewayCannotReadLeavesTheOldOne() throws Exception {
    Gateway one = gateway();
    assertThat(edit(one, tag(policy(one)), MINUTE).statusCode()).isEqualTo(200);
    redis.command("HSET", "castile:default:policy", "version", "2", "yaml", "rules: [{cash: 1}]");
    redis.command("PUBLISH", "castile:default:notices", "policy");

    HttpResponse<String> edited = edit(one, tag(policy(one)), HOUR);

    assertThat(edited.statusCode()).as(edited.body()).isEqualTo(200);
    try (RedisStore tool = redis.store()) {
      assertThat(tool.policies().current().orElseThrow().version()).isEqualTo(3);
      redis.command("HSET", "castile:default:policy", "version", "4", "yaml", "rules: [{cash: 1}]");
      redis.command("PUBLISH", "castile:default:notices", "policy");
      Gateway late = gateway();
      tool.policies().publish(MINUTE);
      until("they go on with the next one", () -> holds(one, "1m") && holds(late, "1m"));
    }
  }

  @Test
  @Tag("long")
  void aGatewayThatStartsWithoutRedisTakesThePolicyOverWhenItIsBack() throws Exception {
    redis.kill();
    Gateway early = gateway(RedisStore.of(redis.url()));
    assertThat(early.policy().rules()).isEmpty();
    PlainPost.Response answer = PlainPost.send(early.port(), StampingOrigin.question("q"), "");
    assertThat(answer.status()).isEqualTo(200);
    HttpResponse<String> refused = edit(early, tag(policy(early)), HOUR);
    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(early.policy().rules()).isEmpty();

    redis.start();
    try (RedisStore tool = redis.store()) {
      tool.policies().publish(MINUTE);
    }

    until("it is taken over", () -> holds(early, "1m"));
  }
}
