package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.cacheStatus;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.HealthCheck;
import io.castile.gateway.config.OriginTls;
import io.castile.gateway.config.RouteConfig;
import io.castile.gateway.config.Timeouts;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Stale answers while an origin takes requests and answers none. */
@Timeout(value = 100, unit = TimeUnit.SECONDS)
final class OriginDownTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final String CHECK = "/up";
  private static final String STALE = "Castile; hit; detail=stale-if-error";

  private final AtomicInteger count = new AtomicInteger();
  private final AtomicInteger checksHeld = new AtomicInteger(); // by the gate
  private volatile CountDownLatch gate = new CountDownLatch(0);
  private TestOrigin origin;

  @BeforeEach
  void open() throws Exception {
    origin =
        new TestOrigin(
            request -> {
              CountDownLatch shut = gate;
              if (shut.getCount() > 0 && request.target().equals(CHECK)) {
                checksHeld.incrementAndGet();
              }
              shut.await();
              return Answer.soap(answer("answer " + count.incrementAndGet()));
            });
  }

  @AfterEach
  void close() {
    gate.countDown();
    origin.close();
  }

  private RouteConfig route(HealthCheck check) {
    return new RouteConfig(
        "/", null, List.of(origin.uri()), "", false, OriginTls.DEFAULT, false, check);
  }

  /**
   * @param limit for a response
   */
  private Gateway gateway(HealthCheck check, Duration limit) throws Exception {
    Timeouts usual = Timeouts.DEFAULT;
    GatewaySettings config =
        GatewaySettings.of(Soap.ANY_PORT, origin.uri())
            .withRoutes(List.of(route(check)))
            .withTimeouts(
                new Timeouts(
                    usual.connect(),
                    limit,
                    usual.request(),
                    usual.idle(),
                    usual.originIdle(),
                    Duration.ofMillis(100)));
    Gateway gateway = Gateway.start(config, 2);
    gateway.policy(
        CachePolicy.parse(
            "test", "rules: [{operation: ask, cache: true, ttl: 100ms, staleIfError: 1h}]"));
    return gateway;
  }

  /** The time until a stale answer has come, in milliseconds. */
  private static long untilStale(Gateway gateway, String text) throws Exception {
    while (true) {
      long start = System.nanoTime();
      HttpResponse<String> response = post(gateway, question(text));
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      if (!cacheStatus(response).equals("Castile; hit")) {
        assertThat(cacheStatus(response)).isEqualTo(STALE);
        return millis;
      }
    }
  }

  private void isFreshAgain(Gateway gateway, String text, String old) throws Exception {
    gate.countDown();
    HttpResponse<String> response = post(gateway, question(text));
    while (response.body().equals(old)) {
      TimeUnit.MILLISECONDS.sleep(20);
      response = post(gateway, question(text));
    }
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).contains("answer ");
  }

  @Test
  @Tag("long")
  void afterTwoFailuresStaleAnswersComeAtOnce() throws Exception {
    try (Gateway gateway = gateway(null, LIMIT)) {
      String old = post(gateway, question("one")).body();
      post(gateway, question("two"));
      post(gateway, question("three"));
      gate = new CountDownLatch(1);

      assertThat(untilStale(gateway, "one")).isGreaterThanOrEqualTo(LIMIT.toMillis());
      assertThat(untilStale(gateway, "two")).isGreaterThanOrEqualTo(LIMIT.toMillis());
      for (String text : List.of("three", "one", "two", "three", "one", "two")) {
        assertThat(untilStale(gateway, text)).isLessThan(LIMIT.toMillis() / 2);
      }

      isFreshAgain(gateway, "one", old);
    }
  }

  @Test
  void afterAFailedHealthCheckTheFirstStaleAnswerComesAtOnce() throws Exception {
    HealthCheck check = new HealthCheck(CHECK, Duration.ofMillis(50), Duration.ofMillis(200), 1, 1);
    try (Gateway gateway = gateway(check, LIMIT)) {
      String old = post(gateway, question("one")).body();
      gate = new CountDownLatch(1);
      // A check before may have been slow, and the one behind it have the origin asked again.
      while (checksHeld.get() == 0 || gateway.origins().get(0).in()) {
        TimeUnit.MILLISECONDS.sleep(20);
      }

      assertThat(untilStale(gateway, "one")).isLessThan(LIMIT.toMillis() / 2);

      isFreshAgain(gateway, "one", old);
    }
  }

  @Test
  @Tag("long")
  void whatIsNotKeptIsAskedStill() throws Exception {
    try (Gateway gateway = gateway(null, Duration.ofSeconds(3))) {
      post(gateway, question("one"));
      gate = new CountDownLatch(1);
      untilStale(gateway, "one");
      untilStale(gateway, "one");
      int before = origin.requests().size();

      assertThat(post(gateway, question("another")).statusCode()).isEqualTo(504);
      assertThat(origin.requests().size()).isGreaterThan(before);
    }
  }
}
