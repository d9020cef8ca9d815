package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
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

/** How much of a route clients may use. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class RouteLimitsTest {
  private final CountDownLatch released = new CountDownLatch(1);
  private final CountDownLatch asked = new CountDownLatch(1);
  private TestOrigin origin;
  private Gateway gateway;

  @BeforeEach
  void start() throws Exception {
    origin =
        new TestOrigin(
            request -> {
              if (request.text().contains("slow")) {
                asked.countDown();
                released.await();
              }
              return Answer.soap(answer("same"));
            });
  }

  @AfterEach
  void stop() {
    released.countDown();
    gateway.close();
    origin.close();
  }

  private GatewaySettings config(String limits, String more) {
    String yaml =
        """
        listen: 127.0.0.1:0
        routes: [{path: /service, origin: %s, limits: %s}, {path: /open, origin: %s}]
        %s
        """
            .formatted(origin.uri(), limits, origin.uri(), more);
    return GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), Path.of(""));
  }

  private void start(String limits, String more) throws Exception {
    gateway = Gateway.start(config(limits, more), 1);
  }

  private static void isTooMany(HttpResponse<String> response, String word) {
    assertThat(response.statusCode()).isEqualTo(429);
    assertThat(response.body()).contains(word);
    assertThat(Long.parseLong(response.headers().firstValue("retry-after").orElseThrow()))
        .isBetween(1L, 60L);
  }

  @Test
  void moreRequestsOfAnAddressThanMayComeAre429() throws Exception {
    start("{perAddress: {rate: 1/m, burst: 2}}", "");

    assertThat(post(gateway, question("a")).statusCode()).isEqualTo(200);
    assertThat(post(gateway, question("b")).statusCode()).isEqualTo(200);
    isTooMany(post(gateway, question("c")), "limits.perAddress");
    assertThat(origin.requests()).hasSize(2);
    assertThat(Soap.postTo(gateway, "/open", question("d")).statusCode()).isEqualTo(200);
  }

  /** A hit costs little, and counts nevertheless. */
  @Test
  void hitsCount() throws Exception {
    start("{perAddress: {rate: 1/m, burst: 2}}", "");
    gateway.policy(CachePolicy.parse("p", "rules: [{operation: ask, cache: true, ttl: 1h}]"));

    post(gateway, question("a"));
    assertThat(Soap.cacheStatus(post(gateway, question("a")))).isEqualTo("Castile; hit");
    isTooMany(post(gateway, question("a")), "limits.perAddress");
  }

  @Test
  void valuesOfAFieldAreToldApartAndRequestsWithoutItAreOneClient() throws Exception {
    start("{perField: {name: X-Tenant, rate: 1/m, burst: 1}}", "");

    assertThat(post(gateway, question("a"), "X-Tenant", "1").statusCode()).isEqualTo(200);
    isTooMany(post(gateway, question("a"), "x-tenant", "1"), "limits.perField");
    assertThat(post(gateway, question("a"), "X-Tenant", "2").statusCode()).isEqualTo(200);
    assertThat(post(gateway, question("a")).statusCode()).isEqualTo(200);
    isTooMany(post(gateway, question("b")), "limits.perField");
  }

  /** The last address that is no trusted proxy's; what stands before it anybody may have sent. */
  @Test
  void anAddressIsThatWhichTheTrustedProxyTells() throws Exception {
    start("{perAddress: {rate: 1/m, burst: 1}}", "trustedProxies: [127.0.0.0/8, 10.0.0.0/8]");
    String field = "X-Forwarded-For";

    assertThat(post(gateway, "a", field, "192.0.2.1").statusCode()).isEqualTo(200);
    isTooMany(post(gateway, "a", field, "192.0.2.1"), "limits.perAddress");
    isTooMany(post(gateway, "a", field, "192.0.2.9, 192.0.2.1, 10.1.1.1"), "limits.perAddress");
    isTooMany(post(gateway, "a", field, "192.0.2.1:4711"), "limits.perAddress");
    assertThat(post(gateway, "a", field, "192.0.2.1, 192.0.2.2").statusCode()).isEqualTo(200);
    assertThat(post(gateway, "a", field, "2001:db8::1").statusCode()).isEqualTo(200);
    isTooMany(post(gateway, "a", field, "[2001:db8::2]:80"), "limits.perAddress");
    assertThat(post(gateway, "a", field, "unknown").statusCode()).isEqualTo(200);
    isTooMany(post(gateway, "a", field, "_hidden"), "limits.perAddress");
  }

  /** A proxy may add a line of its own behind that of a client. */
  @Test
  void theLastLineOfTheFieldIsThatOfTheProxy() throws Exception {
    start("{perAddress: {rate: 1/m, burst: 1}}", "trustedProxies: [127.0.0.0/8]");
    String head = "GET /service HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.%s\r\n";
    try (RawClient client = new RawClient(gateway.port())) {
      client.write(head.formatted(1) + "X-Forwarded-For: 192.0.2.9\r\n\r\n");
      assertThat(client.readHead()).startsWith("HTTP/1.1 200");
      client.write(head.formatted(2) + "X-Forwarded-For: 192.0.2.9\r\n\r\n");
      assertThat(client.readHead()).startsWith("HTTP/1.1 429");
    }
    assertThat(origin.requests().get(0).fields().getFirst("X-Forwarded-For"))
        .isEqualTo("192.0.2.1, 192.0.2.9, 127.0.0.1");
  }

  @Test
  void whatAnUntrustedClientTellsOfItsAddressIsNoAccount() throws Exception {
    start("{perAddress: {rate: 1/m, burst: 1}}", "");

    assertThat(post(gateway, "a", "X-Forwarded-For", "192.0.2.1").statusCode()).isEqualTo(200);
    isTooMany(post(gateway, "a", "X-Forwarded-For", "192.0.2.2"), "limits.perAddress");
  }

  @Test
  void requestsOfAClientAtOnceAreBounded() throws Exception {
    start("{perField: {name: X-Tenant, requests: 1}}", "");
    CompletableFuture<HttpResponse<String>> slow = later(question("slow"), "X-Tenant", "1");
    asked.await();

    isTooMany(post(gateway, question("a"), "X-Tenant", "1"), "under way");
    assertThat(post(gateway, question("a"), "X-Tenant", "2").statusCode()).isEqualTo(200);

    released.countDown();
    assertThat(slow.get().statusCode()).isEqualTo(200);
    assertThat(post(gateway, question("a"), "X-Tenant", "1").statusCode()).isEqualTo(200);
  }

  /** No client is to blame for what all of them do together. */
  @Test
  void moreOfAllThanMayBeIs503() throws Exception {
    start("{requests: 1, rate: 1000/s}", "");
    CompletableFuture<HttpResponse<String>> slow = later(question("slow"));
    asked.await();

    HttpResponse<String> second = post(gateway, question("a"));
    assertThat(second.statusCode()).isEqualTo(503);
    assertThat(second.headers().firstValue("retry-after")).contains("1");

    released.countDown();
    assertThat(slow.get().statusCode()).isEqualTo(200);
    assertThat(post(gateway, question("a")).statusCode()).isEqualTo(200);
  }

  @Test
  void aClientBeyondItsOwnLimitTakesNothingFromOthers() throws Exception {
    start("{rate: 1/m, burst: 2, perField: {name: X-Tenant, rate: 1/m, burst: 1}}", "");

    assertThat(post(gateway, "a", "X-Tenant", "1").statusCode()).isEqualTo(200);
    for (int i = 0; i < 5; i++) {
      isTooMany(post(gateway, "a", "X-Tenant", "1"), "limits.perField");
    }
    assertThat(post(gateway, "a", "X-Tenant", "2").statusCode()).isEqualTo(200);
    assertThat(post(gateway, "a", "X-Tenant", "3").statusCode()).isEqualTo(503);
  }

  /** The client leaves, and what it had under way counts no more. */
  @Test
  void aClientThatLeavesIsCountedOut() throws Exception {
    start("{perAddress: {requests: 1}}", "");
    post(gateway, "a"); // so that there is a connection to the origin
    try (RawClient client = new RawClient(gateway.port())) {
      client.write("POST /service HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nslow");
      asked.await();
      isTooMany(post(gateway, "a"), "limits.perAddress");
    }
    while (post(gateway, "a").statusCode() == 429) { // until the timeout of the test
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  /** A client that is told to wait keeps its connection, where it has sent little. */
  @Test
  void aConnectionOutlivesARefusal() throws Exception {
    start("{perAddress: {rate: 1/m, burst: 1}}", "");
    try (RawClient client = new RawClient(gateway.port())) {
      for (int status : new int[] {200, 429, 429}) {
        client.write("POST /service HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nabcd");
        assertThat(client.readHead()).startsWith("HTTP/1.1 " + status);
      }
    }
  }

  @Test
  void aReloadReplacesLimitsAndThoseThatStayKeepTheirCounts() throws Exception {
    String strict = "{perAddress: {rate: 1/m, burst: 1}}";
    start(strict, "");
    assertThat(post(gateway, "a").statusCode()).isEqualTo(200);

    gateway.reconfigure(config(strict, "timeouts: {response: 3s}"));
    isTooMany(post(gateway, "a"), "limits.perAddress");

    gateway.reconfigure(config("{perAddress: {rate: 1/m, burst: 9}}", ""));
    assertThat(post(gateway, "a").statusCode()).isEqualTo(200);
  }

  private CompletableFuture<HttpResponse<String>> later(String message, String... fields) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return post(gateway, message, fields);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }
}
