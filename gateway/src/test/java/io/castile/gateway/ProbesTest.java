package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.Limits;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Paths of the listener at which balancers ask whether the gateway works. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class ProbesTest {
  private static final String PATHS = "healthPath: /healthz\nreadyPath: /readyz\n";

  private final CountDownLatch released = new CountDownLatch(1);
  private final CountDownLatch asked = new CountDownLatch(1);
  private TestOrigin origin;
  private Gateway gateway;

  @BeforeEach
  void start() throws Exception {
    origin =
        new TestOrigin(
            request -> {
              if (request.target().equals("/up")) {
                return Answer.of(500, "down");
              }
              asked.countDown();
              released.await();
              return Answer.soap(answer("same"));
            });
  }

  @AfterEach
  void stop() {
    released.countDown();
    gateway.close();
    origin.close();
  }

  private GatewaySettings config(String paths, String route) {
    String yaml =
        paths + "listen: 127.0.0.1:0\nroutes: [{origin: '" + origin.uri() + "'" + route + "}]\n";
    return GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), Path.of(""));
  }

  private HttpResponse<String> get(String target) throws IOException, InterruptedException {
    return Soap.sendText(HttpRequest.newBuilder(Soap.uri(gateway, target)).build());
  }

  @Test
  void theGatewayAnswersItselfWhateverTheRouteAsks() throws Exception {
    String route = ", access: {addresses: {deny: [127.0.0.1]}}, limits: {rate: 1/h}";
    gateway = Gateway.start(config(PATHS, route), 1);

    for (int i = 0; i < 3; i++) {
      assertThat(get("/healthz").statusCode()).isEqualTo(200);
      assertThat(get("/readyz?verbose").body()).isEqualTo("ok\n");
    }
    assertThat(get("/healthz/").statusCode()).isEqualTo(403);
    assertThat(get("/healthz").headers().firstValue("cache-control")).contains("no-store");
    HttpRequest post =
        HttpRequest.newBuilder(Soap.uri(gateway, "/readyz"))
            .POST(BodyPublishers.ofString("x"))
            .build();
    assertThat(Soap.sendText(post).statusCode()).isEqualTo(405);
    assertThat(origin.requests()).isEmpty();
  }

  @Test
  void aGatewayWithoutAnOriginIsNotReady() throws Exception {
    String route = ", health: {path: /up, every: 50ms, fails: 1}";
    gateway = Gateway.start(config(PATHS, route), 1);

    while (get("/readyz").statusCode() != 503) { // until the timeout of the test
      TimeUnit.MILLISECONDS.sleep(20);
    }
    assertThat(get("/healthz").statusCode()).isEqualTo(200);
  }

  /** A gateway that is busy is not one that should be started again. */
  @Test
  void aBusyGatewayAnswers() throws Exception {
    Limits one = new Limits(100, 1, 100, 4_096, 10_000, 1_000, 100);
    gateway = Gateway.start(config(PATHS, "").withLimits(one), 1);
    CompletableFuture<Integer> slow =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Soap.post(gateway, "slow").statusCode();
              } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    asked.await();

    assertThat(Soap.post(gateway, "a").statusCode()).isEqualTo(503);
    assertThat(get("/healthz").statusCode()).isEqualTo(200);
    released.countDown();
    assertThat(slow.get()).isEqualTo(200);
    assertThat(Soap.post(gateway, "a").statusCode()).isEqualTo(200); // all were counted out
  }

  @Test
  void pathsThatAreNotNamedAreThoseOfRoutesAndAReloadNamesOthers() throws Exception {
    released.countDown();
    gateway = Gateway.start(config("", ""), 1);
    assertThat(get("/healthz").body()).contains("same");

    assertThat(gateway.reconfigure(config("healthPath: /other\n", ""))).isEmpty();
    assertThat(get("/other").body()).isEqualTo("ok\n");
    assertThat(get("/healthz").body()).contains("same");
  }
}
