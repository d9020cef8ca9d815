package io.castile.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which route a request takes, by host and path. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class RoutingTest {
  private TestOrigin origin;
  private Gateway gateway;

  @BeforeEach
  void start() throws Exception {
    origin = new TestOrigin(request -> Answer.of(200, request.target()));
    String routes =
        """
        listen: 127.0.0.1:0
        routes:
          - {host: exact.test, origin: %1$s/exact}
          - {host: "*.test", path: /a, origin: %1$s/below}
          - {host: "[::1]", origin: %1$s/six}
          - {pathPattern: "/v[0-9]+/orders", origin: %1$s/orders}
          - {path: /app, pathPattern: "/app/(admin|root)(/.*)?", origin: %1$s/closed, access: {addresses: {deny: [0.0.0.0/0]}}}
          - {path: /app, origin: %1$s/open}
        """
            .formatted(origin.uri());
    gateway = Gateway.start(config(routes), 1);
  }

  @AfterEach
  void stop() {
    gateway.close();
    origin.close();
  }

  private static GatewaySettings config(String yaml) {
    return GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), Path.of(""));
  }

  private String get(String host, String target) throws IOException {
    String request =
        "GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
    try (Socket socket = new Socket("127.0.0.1", gateway.port())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      return all.substring(9, 12) + " " + all.substring(all.indexOf("\r\n\r\n") + 4).strip();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "exact.test | /x | 200 /exact/x",
        "EXACT.test:99 | /a | 200 /exact/a",
        "exact.test. | /x | 200 /exact/x",
        "x.test | /a/b | 200 /below/b",
        "y.x.TEST:1 | /a | 200 /below",
        "x.test | /b | 404 no route for /b",
        "test | /a | 404 no route for /a",
        "[::1]:8080 | /x | 200 /six/x",
        "[0::1] | /x | 200 /six/x",
        "other | /v1/orders | 200 /orders/v1/orders",
        "other | /v12/orders?q=1 | 200 /orders/v12/orders?q=1",
        "other | /%761/x/../%6Frders | 200 /orders/v1/orders",
        "other | /v/orders | 404 no route for /v/orders",
        "other | /v1/orders/x | 404 no route for /v1/orders/x",
        "other | /app/x | 200 /open/x",
        "other | /app/admin | 403 requests from this address are refused (access.addresses)",
        "exact.test | /v1/orders | 200 /exact/v1/orders",
      })
  void theFirstRouteThatFitsIsTaken(String host, String target, String answer) throws Exception {
    assertThat(get(host, target)).isEqualTo(answer);
  }

  /** None of these reaches the origin by the route that is open. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/app/%61dmin | 403",
        "/app//admin | 403",
        "/app/./admin/x | 403",
        "/app/x/../admin | 403",
        "/app/x/%2e%2e/admin | 403",
        "/app/admin;a=b | 400",
        "/app/admin;a=b/x | 400",
        "/app;x/admin | 404",
        "/app/admin%3Bx | 400",
        "/app/admin%3bx/y | 400",
        "/app/x;/../admin | 403",
        "/app/admin/..;/admin | 400",
        "/app%2Fadmin | 400",
        "/app\\\\admin | 400",
        "/app/admin%00 | 400",
        "/app/%2561dmin | 400",
      })
  void noSpellingOfAPathChoosesAnotherRoute(String target, String status) throws Exception {
    assertThat(get("other", target)).startsWith(status);
    assertThat(origin.requests()).isEmpty();
  }

  @Test
  void parametersThatDecideNothingPass() throws Exception {
    assertThat(get("other", "/app/x;jsessionid=1")).isEqualTo("200 /open/x;jsessionid=1");
    assertThat(get("exact.test", "/app/admin;x")).isEqualTo("200 /exact/app/admin;x");
  }

  /** It might be one of a route that is closed. */
  @Test
  void aPathThatIsTooLongToBeComparedIsRefused() throws Exception {
    String longPath = "/app/" + "a".repeat(2_044);

    assertThat(get("other", longPath))
        .isEqualTo("414 the path has more than 2048 characters (pathPattern)");
    assertThat(get("other", longPath.substring(1))).startsWith("400");
    assertThat(get("exact.test", longPath)).startsWith("200 /exact/app/aaa");
    assertThat(origin.requests()).hasSize(1);
  }
}
