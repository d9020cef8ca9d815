package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.envelope;
import static io.castile.gateway.Soap.gateway;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.http.ContentCodings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests in gzip, which clients send once an answer has come in gzip: where the gateway has put
 * that on an answer, the origin may not read it.
 */
final class CodedRequestsTest {
  private static final String AN_HOUR =
      """
      rules:
        - operation: ask
          cache: true
          ttl: 1h
      """;

  /** More than the gateway looks at. */
  private static final int LARGE = 3_000_000;

  /** Answers 500 to what is in gzip, as Metro does, unless it reads it. */
  private static Answer answered(TestOrigin.Request request, boolean reads, String... fields)
      throws IOException {
    boolean isCoded = "gzip".equals(request.fields().getFirst("Content-Encoding"));
    byte[] content = request.content();
    if (isCoded && !reads) {
      return Answer.of(500, "Unsupported Content-Encoding", "Content-Type: text/plain");
    }
    if (isCoded) {
      content = new GZIPInputStream(new ByteArrayInputStream(content)).readAllBytes();
    }
    return Answer.soap(answer((isCoded ? "coded " : "plain ") + content.length), fields);
  }

  private static HttpResponse<String> post(Gateway gateway, byte[] content) throws Exception {
    return Soap.sendText(
        HttpRequest.newBuilder(Soap.uri(gateway, "/service"))
            .header("Content-Type", "text/xml; charset=utf-8")
            .header("Content-Encoding", "gzip")
            .POST(BodyPublishers.ofByteArray(content))
            .build());
  }

  private static byte[] gzip(String text) {
    return ContentCodings.gzip(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String change(int size) {
    return envelope("", "<q:change xmlns:q=\"urn:q\">" + "y".repeat(size) + "</q:change>");
  }

  @ParameterizedTest
  @ValueSource(ints = {10, LARGE})
  void anOriginThatHasNotSaidThatItReadsThemGetsThemDecoded(int size) throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> answered(request, false));
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      HttpResponse<String> response = post(gateway, gzip(change(size)));

      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEqualTo(answer("plain " + change(size).length()));
      assertThat(origin.requests().get(0).text()).isEqualTo(change(size));
      assertThat(post(gateway, gzip(question("one"))).statusCode()).isEqualTo(200);
    }
  }

  /** RFC 7694. */
  @ParameterizedTest
  @CsvSource({
    "gzip, 10, coded",
    "'identity, gzip;q=0.5', 3000000, coded",
    "identity, 10, plain",
    "gzip;q=0, 10, plain"
  })
  void anOriginThatSaysWhatItReadsGetsThat(String accepted, int size, String form)
      throws Exception {
    try (TestOrigin origin =
            new TestOrigin(request -> answered(request, true, "Accept-Encoding: " + accepted));
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      post(gateway, gzip(change(1)));
      HttpResponse<String> second = post(gateway, gzip(change(size)));

      assertThat(second.body()).isEqualTo(answer(form + " " + change(size).length()));
    }
  }

  @Test
  void aLargeRequestThatIsNotWhatItSaysIsRefused() throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> answered(request, true));
        Gateway gateway = gateway(origin.uri(), AN_HOUR)) {
      HttpResponse<String> response = post(gateway, new byte[LARGE]);

      assertThat(response.statusCode()).isEqualTo(400);
      assertThat(response.body()).contains("Content-Encoding");
    }
  }
}
