package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.cacheStatus;
import static io.castile.gateway.Soap.envelope;
import static io.castile.gateway.Soap.gateway;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.Bypass;
import io.castile.gateway.TestOrigin.Answer;
import java.io.BufferedInputStream;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Only an answer that is one envelope, whole and well-formed, is kept. */
final class WholeAnswersTest {
  private static final String XML = "text/xml; charset=utf-8";

  private static final String AN_HOUR =
      """
      rules:
        - operation: ask
          cache: true
          ttl: 1h
      """;

  private static final String OLD_IF_ERROR =
      """
      rules:
        - operation: ask
          cache: true
          ttl: 1ms
          staleIfError: 1h
      """;

  private final AtomicInteger count = new AtomicInteger();

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Type and content of answers that are none. */
  static List<Answer> broken() {
    String whole = answer("one");
    String nbsp = answer("&nbsp;");
    return List.of(
        of(XML, bytes(whole.substring(0, whole.length() / 2))),
        of(XML, bytes(whole.substring(0, whole.length() - 1))),
        of(XML, bytes(envelope("", "<a></b>"))),
        of(XML, bytes(answer("Tom & Jerry"))),
        of(XML, bytes(nbsp)),
        of(XML, bytes(envelope("", "<p:a/>"))),
        of(XML, answer("\u00e9").getBytes(StandardCharsets.ISO_8859_1)),
        of(XML, bytes(whole + "<html><body>debug</body></html>")),
        of(XML, bytes(whole + whole)),
        of(XML, bytes(envelope("", "<a/><s:Fault><faultcode>s:Server</faultcode></s:Fault>"))),
        of(XML, bytes("<!DOCTYPE a>" + whole)),
        of("text/html", bytes("<html/>")),
        of("text/plain", bytes("out of order")),
        of(XML, bytes("")),
        of(XML + "\r\nContent-Encoding: gzip", bytes("not gzip")));
  }

  private static Answer of(String type, byte[] content) {
    List<String> fields = List.of(("Content-Type: " + type).split("\r\n", -1));
    return new Answer(200, fields, content, false);
  }

  @ParameterizedTest
  @MethodSource("broken")
  void aBrokenAnswerPassesAndIsNotKept(Answer broken) throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> broken);
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      for (int i = 0; i < 2; i++) {
        HttpResponse<byte[]> response =
            Soap.send(Soap.request(gateway, "/service", question("one")));
        assertThat(response.body()).isEqualTo(broken.content());
        assertThat(cacheStatus(response)).isEqualTo("Castile; fwd=miss");
      }

      assertThat(origin.requests()).hasSize(2);
      assertThat(gateway.statistics().row("ask").notKept()).containsEntry(Bypass.ORIGIN_FAILED, 2L);
    }
  }

  /** It counts as an error of the origin, so that the good one stays. */
  @ParameterizedTest
  @MethodSource("broken")
  void anOldAnswerStandsInForABrokenOne(Answer broken) throws Exception {
    try (TestOrigin origin =
            new TestOrigin(
                request -> count.incrementAndGet() > 1 ? broken : Answer.soap(answer("good")));
        Gateway gateway = gateway(origin.uri(), OLD_IF_ERROR)) {
      post(gateway, question("one"));
      for (int i = 0; i < 2; i++) {
        TimeUnit.MILLISECONDS.sleep(20); // the lifetime is over
        HttpResponse<String> response = post(gateway, question("one"));
        assertThat(response.body()).isEqualTo(answer("good"));
        assertThat(cacheStatus(response)).isEqualTo("Castile; hit; detail=stale-if-error");
      }

      assertThat(origin.requests()).hasSize(3);
    }
  }

  @Test
  void anAnswerThatEndsWithTheConnectionIsKeptIfItIsWhole() throws Exception {
    try (RawOrigin origin =
            new RawOrigin((request, number) -> RawOrigin.endedByClose(XML, answer("a" + number)));
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      for (int i = 0; i < 2; i++) {
        assertThat(post(gateway, question("one")).body()).isEqualTo(answer("a1"));
      }

      assertThat(origin.requests()).isEqualTo(1);
    }
  }

  /** A length would say that all of it is there. */
  @Test
  void anAnswerThatIsCutOffIsGivenWithoutALength() throws Exception {
    String cut = answer("one").substring(0, 100);
    try (RawOrigin origin = new RawOrigin((request, number) -> RawOrigin.endedByClose(XML, cut));
        Gateway gateway = gateway(origin.uri(), AN_HOUR);
        Socket client = new Socket("127.0.0.1", gateway.port())) {
      String message = question("one");
      String head =
          "POST /service HTTP/1.1\r\nHost: here\r\nContent-Type: text/xml; charset=utf-8\r\n"
              + "Content-Length: ";
      client.getOutputStream().write(bytes(head + message.length() + "\r\n\r\n" + message));
      InputStream in = new BufferedInputStream(client.getInputStream());
      String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);

      assertThat(all).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n" + cut);
      assertThat(all.toLowerCase(Locale.ROOT))
          .contains("connection: close")
          .doesNotContain("content-length", "transfer-encoding");
    }
  }

  /** A body that is empty is an answer of operations without results, and no failure. */
  @Test
  void anEmptyBodyIsNoFailure() throws Exception {
    try (TestOrigin origin =
            new TestOrigin(
                request ->
                    Answer.soap(count.incrementAndGet() > 1 ? envelope("", "") : answer("good")));
        Gateway gateway = gateway(origin.uri(), OLD_IF_ERROR)) {
      post(gateway, question("one"));
      TimeUnit.MILLISECONDS.sleep(20); // the lifetime is over

      assertThat(post(gateway, question("one")).body()).isEqualTo(envelope("", ""));
    }
  }
}
