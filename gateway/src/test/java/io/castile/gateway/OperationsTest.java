package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.Limits;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator needs of a gateway: its log, its limits, another configuration. */
final class OperationsTest {
  private static final String AN_HOUR = "rules: [{operation: ask, cache: true, ttl: 1h}]";

  @TempDir private Path folder;

  private GatewaySettings config(String yaml) {
    return GatewaySettings.parse("test", yaml.getBytes(StandardCharsets.UTF_8), folder);
  }

  @Test
  void theAccessLogHasALineForEachRequestAndNoSecrets() throws Exception {
    Path log = folder.resolve("access.log");
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(answer("a")))) {
      String yaml =
          "{listen: 127.0.0.1:0, accessLog: access.log, routes: [{origin: " + origin.uri() + "}]}";
      try (Gateway gateway = Gateway.start(config(yaml), 1)) {
        gateway.policy(CachePolicy.parse("policy", AN_HOUR));
        Soap.postTo(gateway, "/a%22b?password=secret", question("one"));
        Soap.postTo(gateway, "/a%22b?password=secret", question("one"));
        Soap.postTo(gateway, "/a%22b", question("one"), "Authorization", "Bearer secret");
        Soap.postTo(gateway, "/a%22b", "no envelope");
      } // writes what waits
    }

    List<String> lines = Files.readAllLines(log);
    assertThat(lines).hasSize(4).allMatch(line -> line.startsWith("{\"time\":\"2"));
    assertThat(lines.get(0)).contains("\"cache\":\"miss\"", "\"operation\":\"{urn:q}ask\"");
    assertThat(lines.get(1)).contains("\"cache\":\"hit\"", "\"status\":200", "\"path\":\"/a%22b\"");
    assertThat(lines.get(3)).contains("\"cache\":\"passed\"").doesNotContain("operation");
    assertThat(String.join("", lines)).doesNotContain("secret", "password");
  }

  @Test
  void anAccessLogThatCannotBeWrittenKeepsTheGatewayFromStarting() {
    assertThatThrownBy(
            () ->
                Gateway.start(
                    config(
                        "{listen: 127.0.0.1:0, accessLog: none/log, routes: [{origin: http://a}]}"),
                    1))
        .isInstanceOf(IOException.class);
  }

  @Test
  void aPortThatIsTakenIsNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getByName("127.0.0.1"))) {
      String yaml =
          "{listen: 127.0.0.1:" + taken.getLocalPort() + ", routes: [{origin: http://a}]}";
      assertThatThrownBy(() -> Gateway.start(config(yaml), 1))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot listen on 127.0.0.1:" + taken.getLocalPort());
    }
  }

  @Test
  void moreCallsThanMayWaitAreToldToComeBack() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    Limits limits = new Limits(100, 100, 1, 4_096, 10_000, 1_000, 100);
    ExecutorService callers = Executors.newFixedThreadPool(1);
    try (TestOrigin origin =
            new TestOrigin(
                request -> {
                  go.await();
                  return Answer.soap(answer("a"));
                });
        Gateway gateway =
            Gateway.start(GatewaySettings.of(Soap.ANY_PORT, origin.uri()).withLimits(limits), 1)) {
      gateway.policy(CachePolicy.parse("policy", AN_HOUR));
      Future<HttpResponse<String>> first = callers.submit(() -> Soap.post(gateway, question("1")));
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (origin.requests().isEmpty() && System.nanoTime() - deadline < 0) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
      HttpResponse<String> second = Soap.post(gateway, question("2"));
      go.countDown();

      assertThat(second.statusCode()).isEqualTo(503);
      assertThat(second.headers().firstValue("retry-after")).hasValue("1");
      assertThat(first.get().statusCode()).isEqualTo(200);
    } finally {
      callers.shutdownNow();
    }
  }

  @Test
  void anotherConfigurationHoldsFromTheNextRequestOn() throws Exception {
    try (TestOrigin one = new TestOrigin(request -> Answer.soap("one"));
        TestOrigin two = new TestOrigin(request -> Answer.soap("two"));
        Gateway gateway = Soap.gateway(one.uri(), "")) {
      assertThat(Soap.post(gateway, "q").body()).isEqualTo("one");
      gateway.reconfigure(GatewaySettings.of(Soap.ANY_PORT, two.uri()));
      assertThat(Soap.post(gateway, "q").body()).isEqualTo("two");
      String wrong = "{listen: 1, routes: [{origin: https://a, tls: {trust: absent.pem}}]}";
      assertThatThrownBy(() -> gateway.reconfigure(config(wrong))).isInstanceOf(IOException.class);
      assertThat(Soap.post(gateway, "q").body()).isEqualTo("two");
    }
  }

  @Test
  void fieldsOfProxiesAreBelievedOfThoseThatAreTrusted() throws Exception {
    String route = "{listen: 127.0.0.1:0, trustedProxies: [%s], routes: [{origin: %s}]}";
    for (boolean isTrusted : new boolean[] {true, false}) {
      try (TestOrigin origin = new TestOrigin(request -> Answer.soap("a"));
          Gateway gateway =
              Gateway.start(
                  config(route.formatted(isTrusted ? "127.0.0.0/8" : "10.0.0.0/8", origin.uri())),
                  1)) {
        Soap.post(
            gateway,
            "q",
            "X-Forwarded-For",
            "1.2.3.4",
            "X-Forwarded-Client-Cert",
            "c",
            "Forwarded",
            "for=1.2.3.4",
            "X-Real-IP",
            "1.2.3.4");

        var came = origin.requests().get(0).fields();
        assertThat(came.getFirst("X-Forwarded-For"))
            .isEqualTo(isTrusted ? "1.2.3.4, 127.0.0.1" : "127.0.0.1");
        for (String name : List.of("X-Forwarded-Client-Cert", "Forwarded", "X-Real-IP")) {
          assertThat(came.containsKey(name)).as(name).isEqualTo(isTrusted);
        }
        assertThat(came.getFirst("X-Forwarded-Proto")).isEqualTo("http");
      }
    }
  }

  /** A gateway that is its own origin. */
  @Test
  void aRequestThatGoesRoundEnds() throws Exception {
    try (TestOrigin unused = new TestOrigin(request -> Answer.soap("a"));
        Gateway gateway = Soap.gateway(unused.uri(), "")) {
      gateway.reconfigure(GatewaySettings.of(Soap.ANY_PORT, Soap.uri(gateway, "")));

      assertThat(Soap.post(gateway, "q").statusCode()).isEqualTo(508);
    }
  }
}
