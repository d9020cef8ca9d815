package io.castile.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.AdminConfig;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenAddress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may call the admin listener, and what keeps other pages away from it. */
final class AdminAccessTest {
  private static final String TOKEN = "0123456789abcdef";
  private static final URI ORIGIN = URI.create("http://127.0.0.1:1/");

  @TempDir private Path folder;

  private static Gateway gateway(AdminConfig admin) throws IOException {
    return Gateway.start(GatewaySettings.of(Soap.ANY_PORT, ORIGIN).withAdmin(admin), 1);
  }

  private static Gateway open() throws IOException {
    return gateway(new AdminConfig(Soap.ANY_PORT, null, null, List.of("console.example.org")));
  }

  private Path token(String text) throws IOException {
    return Files.writeString(folder.resolve("token"), text);
  }

  @Test
  void aTokenThatIsConfiguredIsNeededOnLoopbackToo() throws Exception {
    try (Gateway gateway =
        gateway(new AdminConfig(Soap.ANY_PORT, token(TOKEN + "\n"), null, List.of()))) {
      AdminClient client = new AdminClient(gateway);

      for (String path : List.of("/api/operations", "/api/policy", "/metrics", "/api/none")) {
        AdminClient.Answer refused = client.get(path);
        assertThat(refused.status()).as(path).isEqualTo(401);
        assertThat(refused.fields().get("www-authenticate")).startsWith("Bearer");
        assertThat(refused.text()).doesNotContain(TOKEN);
      }
      assertThat(client.change("POST", "/api/purge", Map.of("all", true)).status()).isEqualTo(401);
      for (String wrong :
          List.of("Bearer x", "Bearer", "Bearer " + TOKEN + "0", "Basic " + TOKEN)) {
        assertThat(client.get("/api/origins", "Authorization: " + wrong).status()).isEqualTo(401);
      }
      assertThat(client.get("/api/origins", "Authorization: bearer " + TOKEN).status())
          .isEqualTo(200);
      assertThat(client.get("/health").status()).isEqualTo(200);
      assertThat(client.get("/ready").status()).isEqualTo(200);
      assertThat(client.get("/console/").status()).isEqualTo(200);
    }
  }

  /** Else anybody could have the listener hold much, on as many connections as it has. */
  @Test
  void ofStrangersLittleIsHeld() throws Exception {
    try (Gateway gateway = gateway(new AdminConfig(Soap.ANY_PORT, token(TOKEN), null, List.of()))) {
      String much = "Content-Length: 4000000\r\n\r\n" + "x".repeat((64 << 10) + 1);
      for (String target : List.of("/api/policy", "/metrics", "/health", "/console/", "/none")) {
        try (RawClient client = new RawClient(gateway.adminPort().orElseThrow())) {
          client.write("POST " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + much);
          boolean needsToken = target.startsWith("/api") || target.equals("/metrics");
          assertThat(client.readHead())
              .as(target)
              .startsWith("HTTP/1.1 " + (needsToken ? 401 : 405) + " ");
        }
      }

      AdminClient.Answer large =
          new AdminClient(gateway, "Authorization: Bearer " + TOKEN)
              .change(
                  "POST",
                  "/api/policy/preview",
                  Map.of("policy", "#" + "x".repeat(200_000) + "\nrules: []\n"));
      assertThat(large.status()).as(large.text()).isEqualTo(200);
    }
  }

  /** A gateway whose console is busy is not one that should be started again. */
  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void whetherItWorksIsAnsweredWhileTheListenerIsBusy() throws Exception {
    List<RawClient> slow = new ArrayList<>();
    try (Gateway gateway = open()) {
      AdminClient client = new AdminClient(gateway);
      try {
        for (int i = 0; i < 128; i++) {
          RawClient each = new RawClient(gateway.adminPort().orElseThrow());
          slow.add(each);
          each.write("POST /none HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n");
        }
        while (client.get("/console/").status() != 503) {
          Thread.onSpinWait(); // until the timeout of the test
        }

        assertThat(client.get("/health").status()).isEqualTo(200);
        assertThat(client.get("/ready").status()).isEqualTo(200);
        assertThat(client.get("/console/").status()).isEqualTo(503);
      } finally {
        for (RawClient each : slow) {
          each.close();
        }
      }
    }
  }

  @Test
  void beyondLoopbackATokenHasToBeConfigured() throws Exception {
    ListenAddress everywhere = new ListenAddress("0.0.0.0", 0);

    assertThatThrownBy(() -> new AdminConfig(everywhere, null, null, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Set 'tokenFile' or 'tokens'");
    try (Gateway gateway = gateway(new AdminConfig(everywhere, token(TOKEN), null, List.of()))) {
      assertThat(new AdminClient(gateway).get("/api/origins").status()).isEqualTo(401);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "short", "with spaces in between them"})
  void aTokenThatIsNoneIsRefusedAtTheStart(String text) throws Exception {
    Path file = token(text);

    assertThatThrownBy(() -> gateway(new AdminConfig(Soap.ANY_PORT, file, null, List.of())))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("expected a token of 16 or more");
  }

  @Test
  void otherNamesThanTheListenersOwnAreRefused() throws Exception {
    try (Gateway gateway = open()) {
      AdminClient client = new AdminClient(gateway);

      for (String host :
          List.of("localhost:1", "127.0.0.1", "[::1]:80", "10.1.2.3:9", "Console.Example.org")) {
        assertThat(client.get("/api/origins", "Host: " + host).status()).as(host).isEqualTo(200);
      }
      for (String host : List.of("evil.example:1", "localhost.evil.example", "127.0.0.1.nip.io")) {
        assertThat(client.get("/api/origins", "Host: " + host).status()).as(host).isEqualTo(421);
        assertThat(client.get("/console/", "Host: " + host).status()).as(host).isEqualTo(421);
      }
    }
  }

  @Test
  void noPageOfAnotherSiteCanChangeAnything() throws Exception {
    try (Gateway gateway = open()) {
      AdminClient client = new AdminClient(gateway);
      String json = "Content-Type: application/json";
      String own = "X-Castile: 1";
      String body = "{\"all\":true}";

      assertThat(client.send("POST", "/api/purge", body, json, own).status()).isEqualTo(200);
      assertThat(client.send("POST", "/api/purge", body, json).status()).isEqualTo(403);
      assertThat(client.send("POST", "/api/purge", body, own).status()).isEqualTo(415);
      assertThat(client.send("POST", "/api/purge", body, own, "Content-Type: text/plain").status())
          .isEqualTo(415);
      assertThat(
              client
                  .send("POST", "/api/purge", body, json, own, "Origin: http://evil.example")
                  .status())
          .isEqualTo(403);
      assertThat(client.send("POST", "/api/purge", body, json, own, "Origin: null").status())
          .isEqualTo(403);
      assertThat(
              client
                  .send("POST", "/api/purge", body, json, own, "Sec-Fetch-Site: cross-site")
                  .status())
          .isEqualTo(403);
      assertThat(client.get("/api/recording", "Sec-Fetch-Site: same-site").status()).isEqualTo(403);
      String sameOrigin = "Origin: http://127.0.0.1:" + gateway.adminPort().orElseThrow();
      assertThat(
              client
                  .send(
                      "POST",
                      "/api/purge",
                      body,
                      json,
                      own,
                      sameOrigin,
                      "Sec-Fetch-Site: same-origin")
                  .status())
          .isEqualTo(200);
      AdminClient.Answer preflight =
          client.send("OPTIONS", "/api/purge", "", "Origin: http://evil.example");
      assertThat(preflight.status()).isEqualTo(403);
      assertThat(preflight.fields()).doesNotContainKey("access-control-allow-origin");
    }
  }

  @Test
  void everyAnswerTellsBrowsersToBeStrict() throws Exception {
    try (Gateway gateway = open()) {
      AdminClient client = new AdminClient(gateway);

      for (String path : List.of("/console/", "/console/console.js", "/api/origins", "/none")) {
        Map<String, String> fields = client.get(path).fields();
        assertThat(fields.get("content-security-policy"))
            .startsWith("default-src 'none'; script-src 'self'; style-src 'self';")
            .contains("frame-ancestors 'none'", "form-action 'none'", "base-uri 'none'")
            .doesNotContain("unsafe");
        assertThat(fields)
            .containsEntry("x-content-type-options", "nosniff")
            .containsEntry("referrer-policy", "no-referrer")
            .containsEntry("cache-control", "no-store");
      }
    }
  }

  @Test
  void theConsoleIsWholeAndHasNothingInline() throws Exception {
    try (Gateway gateway = open()) {
      AdminClient client = new AdminClient(gateway);

      assertThat(client.get("/").fields()).containsEntry("location", "/console/");
      String page = client.get("/console/").text();
      assertThat(page).doesNotContain("<style", " style=", " onclick=").contains("<html lang=");
      for (String file :
          List.of(
              "console.css",
              "console.js",
              "api.js",
              "dom.js",
              "operations.js",
              "entries.js",
              "purge.js",
              "policy.js",
              "advice.js",
              "reload.js",
              "uplot.js",
              "uplot.css")) {
        AdminClient.Answer answer = client.get("/console/" + file);
        assertThat(answer.status()).as(file).isEqualTo(200);
        assertThat(answer.fields().get("content-type"))
            .startsWith(file.endsWith(".js") ? "text/javascript" : "text/css");
      }
      for (String path :
          List.of("/console/none.js", "/console/../admin", "/console/%2e%2e/x", "/console/a/b")) {
        assertThat(client.get(path).status()).as(path).isEqualTo(404);
      }
      assertThat(client.send("POST", "/console/", "").status()).isEqualTo(405);
    }
  }

  @Test
  void readyMeansThatAnOriginOfEachRouteIsIn() throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.of(503, "no"));
        Gateway gateway =
            Gateway.start(
                GatewaySettings.of(Soap.ANY_PORT, origin.uri())
                    .withAdmin(new AdminConfig(Soap.ANY_PORT, null, null, List.of())),
                1)) {
      AdminClient client = new AdminClient(gateway);
      assertThat(client.get("/ready").status()).isEqualTo(200);

      for (int i = 0; i < 5; i++) {
        Soap.post(gateway, Soap.question("q"));
      }

      AdminClient.Answer out = client.get("/ready");
      assertThat(out.status()).isEqualTo(503);
      assertThat(client.get("/health").status()).isEqualTo(200);
      assertThat(client.get("/api/origins").json().at("/routes/0/origins/0/in").asBoolean())
          .isFalse();
    }
  }
}
