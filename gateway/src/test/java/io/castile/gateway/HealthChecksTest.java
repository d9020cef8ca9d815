package io.castile.gateway;

import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.http.Origin;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Origins that are asked whether they are well. */
final class HealthChecksTest {
  private static final String OFTEN =
      "health: {path: /up, every: 20ms, timeout: 20s, fails: 3, passes: 2}";

  private static TestOrigin origin(AtomicInteger status, String name) throws IOException {
    return new TestOrigin(
        request ->
            request.target().equals("/up")
                ? Answer.of(status.get(), "")
                : Answer.soap(name + " " + request.target()));
  }

  private static GatewaySettings config(String health, URI... origins) {
    String yaml =
        "listen: 127.0.0.1:0\nadmin: {listen: '127.0.0.1:0'}\nroutes: [{origins: "
            + List.of(origins)
            + (health.isEmpty() ? "" : ", " + health)
            + "}]\n";
    return GatewaySettings.parse("test", yaml.getBytes(StandardCharsets.UTF_8), Path.of(""));
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("60 s have passed").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  private static boolean isIn(Gateway gateway, int origin) {
    return gateway.origins().get(origin).in();
  }

  private static long checks(TestOrigin origin) {
    return origin.requests().stream().filter(each -> each.target().equals("/up")).count();
  }

  @Test
  void anOriginThatIsNotWellIsLeftOutUntilItIs() throws Exception {
    AtomicInteger health = new AtomicInteger(302);
    try (TestOrigin one = origin(health, "one");
        TestOrigin two = origin(new AtomicInteger(200), "two");
        Gateway gateway = Gateway.start(config(OFTEN, one.uri("/app"), two.uri("/app")), 1)) {
      AdminClient admin = new AdminClient(gateway);
      await(() -> checks(one) > 3);
      assertThat(isIn(gateway, 0)).isTrue();
      assertThat(one.requests().get(0).fields().getFirst("Host"))
          .isEqualTo(one.uri().getAuthority());

      health.set(500);
      await(() -> !isIn(gateway, 0));
      for (int i = 0; i < 6; i++) {
        assertThat(Soap.post(gateway, question("q")).body()).isEqualTo("two /app/service");
      }
      JsonNode shown = admin.get("/api/origins").json().at("/routes/0/origins");
      assertThat(shown.at("/0/check").textValue()).isEqualTo("down");
      assertThat(shown.at("/0/in").booleanValue()).isFalse();
      assertThat(shown.at("/1/check").textValue()).isEqualTo("up");
      assertThat(admin.get("/metrics").text())
          .contains("castile_gateway_origin_up{origin=\"" + one.uri("/app") + "\",route=\"/\"} 0")
          .contains("castile_gateway_origin_up{origin=\"" + two.uri("/app") + "\",route=\"/\"} 1");

      health.set(204);
      await(() -> isIn(gateway, 0));
      List<String> answers =
          List.of(
              Soap.post(gateway, question("q")).body(), Soap.post(gateway, question("q")).body());
      assertThat(answers).containsExactlyInAnyOrder("one /app/service", "two /app/service");
      Origin.Health figures = gateway.origins().get(0); // of requests, and not of checks
      assertThat(figures.answers()).isEqualTo(1);
      assertThat(figures.failures()).isZero();
    }
  }

  /** The third failure in a row has the origin left out, and the second pass has it asked again. */
  @Test
  void aFewFailuresAreBorneWith() throws Exception {
    AtomicInteger checks = new AtomicInteger();
    List<Integer> answers = List.of(500, 500, 200, 500, 500, 200, 500, 500, 500, 200, 500, 200);
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch second = new CountDownLatch(1);
    try (TestOrigin origin =
            new TestOrigin(
                request -> {
                  int check = checks.getAndIncrement();
                  if (check == 8) {
                    gate.await(); // before the third failure in a row is known
                  } else if (check == 12) {
                    second.await(); // after one pass of two
                  }
                  return Answer.of(check < answers.size() ? answers.get(check) : 200, "");
                });
        Gateway gateway = Gateway.start(config(OFTEN, origin.uri()), 1)) {
      await(() -> checks.get() == 9);
      assertThat(isIn(gateway, 0)).isTrue();
      gate.countDown();
      await(() -> checks.get() == 13);
      assertThat(isIn(gateway, 0)).isFalse();
      assertThat(new AdminClient(gateway).get("/ready").status()).isEqualTo(503);
      second.countDown();
      await(() -> isIn(gateway, 0));
    }
  }

  @Test
  void anOriginThatDoesNotAnswerInTimeIsNotWell() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    AtomicInteger checks = new AtomicInteger();
    String soon = "health: {path: /up, every: 20ms, timeout: 100ms, fails: 2, passes: 1}";
    try (TestOrigin origin =
            new TestOrigin(
                request -> {
                  checks.incrementAndGet();
                  go.await();
                  return Answer.of(200, "");
                });
        Gateway gateway = Gateway.start(config(soon, origin.uri()), 1)) {
      await(() -> !isIn(gateway, 0));
      assertThat(checks).hasValueGreaterThan(1);
      go.countDown();
      await(() -> isIn(gateway, 0));
    }
  }

  @Test
  void anOriginThatIsGoneIsNotWellAndIsAskedWhereThereIsNoOther() throws Exception {
    AtomicInteger well = new AtomicInteger(200);
    TestOrigin origin = origin(well, "one");
    try (Gateway gateway = Gateway.start(config(OFTEN, origin.uri()), 1)) {
      assertThat(Soap.post(gateway, question("q")).body()).startsWith("one");
      well.set(500);
      await(() -> !isIn(gateway, 0));
      assertThat(Soap.post(gateway, question("q")).body()).startsWith("one");
      well.set(200);
      await(() -> isIn(gateway, 0));
      origin.close();
      await(() -> !isIn(gateway, 0));
      assertThat(Soap.post(gateway, question("q")).statusCode()).isEqualTo(502);
    } finally {
      origin.close();
    }
  }

  @Test
  void aNewConfigurationBeginsAndEndsChecks() throws Exception {
    AtomicInteger status = new AtomicInteger(200);
    try (TestOrigin origin = origin(status, "one");
        Gateway gateway = Gateway.start(config("", origin.uri()), 1)) {
      assertThat(Soap.post(gateway, question("q")).body()).startsWith("one");
      assertThat(gateway.origins().get(0).check()).isEqualTo("none");
      assertThat(checks(origin)).isZero();

      gateway.reconfigure(config(OFTEN, origin.uri()));
      await(() -> checks(origin) > 1);
      status.set(500);
      await(() -> !isIn(gateway, 0));
      gateway.reconfigure(config("", origin.uri()));
      assertThat(isIn(gateway, 0)).isTrue();
      long before = checksAtRest(origin);
      assertThat(Soap.post(gateway, question("q")).body()).startsWith("one");
      assertThat(checks(origin)).isEqualTo(before);
    }
  }

  /** Waits until no check has come for ten times as long as they are apart. */
  private static long checksAtRest(TestOrigin origin) throws InterruptedException {
    long before = -1;
    while (before != checks(origin)) {
      before = checks(origin);
      TimeUnit.MILLISECONDS.sleep(200);
    }
    return before;
  }
}
