package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.config.GatewaySettings;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javax.net.ServerSocketFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What an origin sends behind an answer is of no answer: no client gets any of it. */
final class BytesBehindAnswersTest {
  private static final String CACHED = "rules: [{operation: ask, cache: true, ttl: 1h}]";
  private static final int TIMES = 10;

  private static final List<String> STRAYS =
      List.of(
          "HTTP/1.1 200 OK\r\nSet-Cookie: forged=1\r\nX-Rest: ",
          "HTTP/1.1 200 OK\r\nSet-Cookie: forged=1\r\n",
          "HTTP/1.1 200 OK\r\nSet-Cookie: forged=1\r\nX-Rest: a\r\n ",
          "HTTP/1.1 20",
          "HTTP/1.1 200 forged ",
          "HTTP/1.1 100 Continue\r\nSet-Cookie: forged=1\r\nX-Rest: ",
          "HTTP/1.1 200 OK\r\nSet-Cookie: forged=1\r\nContent-Length: 6\r\n\r\nforged",
          "HTTP/1.1 200 OK\r\nSet-Cookie: forged=1\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nforged\r\n",
          "\r\n",
          "x");

  @TempDir private static Path folder;
  private static ServerSocketFactory tls;

  /** How the gateway asks. */
  private enum Setting {
    PASSED,
    CACHED,
    TLS,
    LINKED
  }

  @BeforeAll
  static void makeKeys() throws Exception {
    Pem server = Pem.make(folder, "server");
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(server.store(), Pem.PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    tls = context.getServerSocketFactory();
  }

  static Stream<Arguments> settings() {
    return Stream.of(Setting.values())
        .flatMap(setting -> STRAYS.stream().map(stray -> Arguments.of(setting, stray)));
  }

  private static StrayOrigin origin(Setting setting, String stray, int delayMillis)
      throws IOException {
    return new StrayOrigin(setting == Setting.TLS ? tls : null, stray, delayMillis);
  }

  private static Gateway gateway(Setting setting, StrayOrigin origin) throws IOException {
    String yaml =
        "{listen: 127.0.0.1:0, routes: [{origin: %s, link: %s%s}]}"
            .formatted(
                origin.uri(),
                setting == Setting.LINKED,
                setting == Setting.TLS ? ", tls: {trust: server.pem}" : "");
    Gateway gateway =
        Gateway.start(
            GatewaySettings.parse("test", yaml.getBytes(StandardCharsets.UTF_8), folder), 1);
    if (setting != Setting.PASSED) {
      gateway.policy(CachePolicy.parse("test", CACHED));
    }
    return gateway;
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("20 s have passed").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(2);
    }
  }

  private static void assertNotForged(HttpResponse<String> response, String text) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(response.body()).isEqualTo(answer(text));
    assertThat(response.headers().map()).doesNotContainKeys("set-cookie", "x-rest");
  }

  @ParameterizedTest
  @Tag("long")
  @MethodSource("settings")
  void whatComesTogetherWithAnAnswerIsOfNoOther(Setting setting, String stray) throws Exception {
    try (StrayOrigin origin = origin(setting, stray, 0);
        Gateway gateway = gateway(setting, origin)) {
      for (int i = 0; i < TIMES; i++) {
        assertNotForged(Soap.post(gateway, question("stray " + i)), "stray " + i);
        assertNotForged(Soap.post(gateway, question("next " + i)), "next " + i);
      }

      assertThat(origin.connections()).isEqualTo(TIMES + 1);
    }
  }

  @ParameterizedTest
  @MethodSource("settings")
  @Tag("long")
  void whatComesOnAnIdleConnectionIsOfNoAnswer(Setting setting, String stray) throws Exception {
    try (StrayOrigin origin = origin(setting, stray, 50);
        Gateway gateway = gateway(setting, origin)) {
      for (int i = 0; i < 3; i++) {
        assertNotForged(Soap.post(gateway, question("stray " + i)), "stray " + i);
        int times = i + 1;
        await(() -> origin.strays() == times && origin.open() == 0); // the gateway has closed it
        assertNotForged(Soap.post(gateway, question("next " + i)), "next " + i);
      }
    }
  }

  /**
   * A request that is on its way when the bytes come: a whole response is like its own one, and
   * nothing in HTTP/1.1 tells them apart.
   */
  @ParameterizedTest
  @MethodSource("settings")
  @Tag("long")
  void aRequestThatIsHitIsAskedAgainWhereThatIsSafe(Setting setting, String stray)
      throws Exception {
    if (stray.contains("\r\n\r\n")) {
      return;
    }
    try (StrayOrigin origin = origin(setting, stray, 3);
        Gateway gateway = gateway(setting, origin)) {
      for (int i = 0; i < TIMES; i++) {
        for (int j = 0; j < 5; j++) {
          String text = (j == 0 ? "stray " : "next ") + i + " " + j;
          HttpResponse<String> next = Soap.post(gateway, question(text));
          if (setting == Setting.PASSED && next.statusCode() == 502) {
            assertThat(next.body()).doesNotContain("forged");
          } else {
            assertNotForged(next, text);
          }
        }
      }
    }
  }

  /** RFC 9110 §9.3.2: the answer to HEAD has no content, whatever its length says. */
  @Test
  void theContentOfAnAnswerToHeadIsOfNoOther() throws Exception {
    try (FramedOrigin origin =
            new FramedOrigin("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged");
        Gateway gateway = Soap.gateway(origin.uri(), "")) {
      for (int i = 0; i < TIMES; i++) {
        HttpResponse<byte[]> response = FramedOrigin.sent(gateway, "HEAD");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEmpty();
      }
      assertThat(origin.connections()).isEqualTo(TIMES);
    }
  }
}
