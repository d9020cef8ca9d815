package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.security.ServerSecurity;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clocks, and times in messages, at the ends of what a time can be. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class EndOfTimeTest {
  private static final List<Instant> CLOCKS =
      List.of(
          Instant.MAX,
          Instant.MAX.minusSeconds(30),
          Instant.ofEpochMilli(Long.MAX_VALUE),
          Instant.ofEpochMilli(Long.MAX_VALUE).plusSeconds(1),
          Instant.parse("9999-12-31T23:59:59Z"),
          Instant.EPOCH,
          Instant.ofEpochMilli(Long.MIN_VALUE),
          Instant.MIN);

  private static final List<String> FIELDS =
      List.of(
          "",
          "Cache-Control: max-age=9223372036854775807, stale-if-error=9223372036854775807",
          "Cache-Control: max-age=60\nAge: 9223372036854775807",
          "Date: Sunday, 06-Nov-94 08:49:37 GMT\nExpires: Fri, 31 Dec 9999 23:59:59 GMT");

  static Stream<Arguments> clocks() {
    return CLOCKS.stream().flatMap(clock -> FIELDS.stream().map(each -> Arguments.of(clock, each)));
  }

  @ParameterizedTest
  @MethodSource("clocks")
  void aCacheAnswersWhateverItsClockSays(Instant now, String fields) throws Exception {
    AtomicInteger asked = new AtomicInteger();
    HttpServer origin = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
    origin.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          byte[] answer =
              ("<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
                      + "<m:echoResponse xmlns:m='http://shop.castile.io/'><return>"
                      + asked.incrementAndGet()
                      + "</return></m:echoResponse></e:Body></e:Envelope>")
                  .getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
          fields
              .lines()
              .map(line -> line.split(": ", 2))
              .forEach(field -> exchange.getResponseHeaders().set(field[0], field[1]));
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    origin.start();
    for (boolean http : List.of(true, false)) {
      CacheRule rule =
          CacheRule.forOperations("echo")
              .cache(true)
              .http(http)
              .ttl(Duration.ofDays(3650))
              .staleWhileRevalidate(Duration.ofDays(3650))
              .staleIfError(Duration.ofDays(3650))
              .build();
      CachePolicy policy = CachePolicy.builder().rule(rule).build();
      try (ResponseCache cache = ResponseCache.builder().policy(policy).clock(() -> now).build()) {
        WrappedShop shop =
            Castile.client(WrappedShop.class)
                .endpoint("http://localhost:" + origin.getAddress().getPort() + "/")
                .cache(cache)
                .build();
        for (int i = 0; i < 3; i++) {
          int answer = Integer.parseInt(shop.echo("a"));
          assertThat(answer).isBetween(1, asked.get()); // a refresh may have come between
        }
      }
    }
    origin.stop(0);
    assertThat(asked.get()).isBetween(1, 6);
  }

  private static SoapServer server() {
    ServerSecurity security =
        ServerSecurity.builder()
            .usernameTokens(user -> null)
            .tokenRequired(false)
            .timestampRequired(true)
            .build();
    return Castile.server()
        .host("localhost")
        .publish("/shop", new WrappedShopService())
        .security(security)
        .start();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "+999999999-12-31T23:59:59.999999999Z",
        "+999999999-12-31T23:59:59",
        "9999-12-31T23:59:59Z"
      })
  void aTimestampMayExpireAtTheEndOfTime(String expires) throws Exception {
    String answer = answer("<u:Created>" + Instant.now() + "</u:Created>", expires);

    assertThat(answer).contains("echoResponse");
  }

  @Test
  void aTimestampThatIsMadeAtTheEndOfTimeIsRefused() throws Exception {
    String end = "+999999999-12-31T23:59:59Z";

    assertThat(answer("<u:Created>" + end + "</u:Created>", end)).contains("InvalidSecurity");
  }

  @Test
  void aTimestampThatExpiredAtTheBeginningOfTimeIsRefused() throws Exception {
    assertThat(answer("", "-999999999-01-01T00:00:00Z")).contains("MessageExpired");
  }

  private static String answer(String created, String expires) throws Exception {
    String oasis = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-";
    String header =
        "<e:Header><s:Security xmlns:s='%1$ssecext-1.0.xsd' xmlns:u='%1$sutility-1.0.xsd'>"
            + "<u:Timestamp>%2$s<u:Expires>%3$s</u:Expires></u:Timestamp></s:Security></e:Header>";
    String message =
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'>"
            + header.formatted(oasis, created, expires)
            + "<e:Body><m:echo xmlns:m='http://shop.castile.io/'><text>a</text></m:echo></e:Body>"
            + "</e:Envelope>";
    try (SoapServer server = server()) {
      return RawHttp.post(server.port(), "text/xml", message.getBytes(StandardCharsets.UTF_8), "")
          .body();
    }
  }
}
