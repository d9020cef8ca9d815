package io.castile;

import static io.castile.CachedShop.minute;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.Vary;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapVersion;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server says of answers that it caches how long they hold, and does not send them twice. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ConditionalRequestsTest {
  private SoapServer server;

  private void serve(ServerBuilder builder) {
    server = builder.host("localhost").publish("/shop", new WrappedShopService()).start();
  }

  @AfterEach
  void close() {
    server.close();
  }

  private RawHttp.Answer post(String operation, String content, String... fields) throws Exception {
    String message =
        "<e:Envelope xmlns:e='"
            + SoapVersion.SOAP_1_1.namespace()
            + "'><e:Body><m:%1$s xmlns:m='http://shop.castile.io/'>%2$s</m:%1$s></e:Body>"
                .formatted(operation, content)
            + "</e:Envelope>";
    StringBuilder head = new StringBuilder();
    for (String field : fields) {
      head.append(field).append("\r\n");
    }
    byte[] body = message.getBytes(StandardCharsets.UTF_8);
    return RawHttp.post(server.port(), "text/xml; charset=utf-8", body, head.toString());
  }

  private RawHttp.Answer add(int a, String... fields) throws Exception {
    return post("add", "<a>" + a + "</a><b>2</b>", fields);
  }

  private static String field(RawHttp.Answer answer, String name) {
    Matcher found = Pattern.compile("(?im)^" + name + ": *([^\r\n]*)").matcher(answer.head());
    return found.find() ? found.group(1) : null;
  }

  @Test
  void whatTheClientHoldsIsNotSentAgain() throws Exception {
    serve(Castile.server().cache(minute()));
    RawHttp.Answer first = add(1);
    String tag = field(first, "ETag");
    assertThat(tag).matches("\"[A-Za-z0-9_-]{22}\"");
    assertThat(field(first, "Cache-Control")).matches("max-age=(60|59)");

    for (String held : new String[] {tag, "W/" + tag, "\"x\", " + tag, tag + ", \"x\""}) {
      RawHttp.Answer again = add(1, "If-None-Match: " + held);
      assertThat(again.status()).isEqualTo(304);
      assertThat(again.body()).isEmpty();
      assertThat(field(again, "ETag")).contains(tag);
      assertThat(field(again, "Cache-Control")).startsWith("max-age=");
    }
    assertThat(add(1, "If-None-Match: \"x\"", "If-None-Match: " + tag).status()).isEqualTo(304);
    assertThat(add(1, "If-None-Match: \"x\"").body()).isEqualTo(first.body());
    assertThat(add(2, "If-None-Match: " + tag).body()).contains("<return>4</return>");
    assertThat(field(add(2), "ETag")).isNotEqualTo(tag);
    assertThat(field(add(1), "ETag")).isEqualTo(tag);
  }

  @Test
  void faultsAndWhatIsNotCachedHaveNoValidator() throws Exception {
    serve(
        Castile.server()
            .cache(
                minute().toBuilder()
                    .rule(CacheRule.forOperations("echo").cache(false).build())
                    .build()));
    assertThat(field(post("find", "<name>x</name>"), "ETag")).isNull();
    assertThat(field(post("echo", "<arg0>x</arg0>"), "ETag")).isNull();
    assertThat(field(add(1, "Cookie: a=1"), "ETag")).isNull();
    assertThat(field(add(1), "ETag")).isNotNull();
  }

  @Test
  void whatIsForOneCallerIsPrivateAndVaries() throws Exception {
    serve(Castile.server().cache(minute(rule -> rule.vary(Vary.httpHeader("X-Api-Key")))));
    RawHttp.Answer answer = add(1, "X-Api-Key: 7");

    assertThat(field(answer, "Cache-Control")).startsWith("private, max-age=");
    assertThat(field(answer, "Vary")).isEqualTo("x-api-key");
  }

  /** RFC 9110 §8.8.3.3; who holds the message in any coding holds it. */
  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd"})
  void aStrongTagIsAnotherOneForAnotherCoding(String coding) throws Exception {
    serve(Castile.server().cache(minute()).differential(true));
    String text = "<arg0>" + "x".repeat(2000) + "</arg0>";
    String plain = field(post("echo", text), "ETag");
    RawHttp.Answer answer = post("echo", text, "Accept-Encoding: " + coding);
    assertThat(field(answer, "Content-Encoding")).isEqualTo(coding);
    String coded = field(answer, "ETag");

    assertThat(coded).isEqualTo(plain.substring(0, plain.length() - 1) + "~" + coding + "\"");
    for (String held : new String[] {plain, coded}) {
      assertThat(
              post("echo", text, "Accept-Encoding: " + coding, "If-None-Match: " + held).status())
          .isEqualTo(304);
      assertThat(post("echo", text, "If-None-Match: " + held).status()).isEqualTo(304);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aClientsCacheAsksWhetherItsAnswerStillHolds(boolean linked) throws Exception {
    serve(Castile.server().cache(minute()).differential(linked));
    CachedShop.Clock clock = new CachedShop.Clock();
    CachePolicy policy =
        CachePolicy.builder()
            .rule(CacheRule.forOperations("*").cache(true).http(true).build())
            .build();
    try (ResponseCache cache = ResponseCache.builder().policy(policy).clock(clock).build()) {
      WrappedShop shop =
          Castile.client(WrappedShop.class)
              .endpoint(server.url("/shop"))
              .cache(cache)
              .differential(linked)
              .build();
      String text = "x".repeat(2000);
      for (int i = 0; i < 3; i++) {
        assertThat(shop.echo(text)).isEqualTo(text);
        assertThat(shop.echo(text)).isEqualTo(text);
        clock.pass(Duration.ofMinutes(2));
      }

      assertThat(cache.statistics().row("echo").validated()).isEqualTo(2);
      assertThat(cache.statistics().row("echo").hits()).isEqualTo(3);
    }
  }
}
