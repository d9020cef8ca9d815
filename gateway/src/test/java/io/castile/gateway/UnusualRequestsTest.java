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
import java.io.ByteArrayOutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that services read differently share no answers with plain ones. */
final class UnusualRequestsTest {
  /** A policy that shares answers does not share questions. */
  private static final String SHARED =
      """
      rules:
        - operation: ask
          cache: true
          ttl: 1h
          shared: true
      """;

  private static final String ADDRESSING = "http://www.w3.org/2005/08/addressing";

  private final AtomicInteger count = new AtomicInteger();

  private TestOrigin counting() throws Exception {
    return new TestOrigin(request -> Answer.soap(answer("answer " + count.incrementAndGet())));
  }

  private static RawMessage raw(Gateway gateway, String fields, byte[] content) throws Exception {
    try (Socket client = new Socket("127.0.0.1", gateway.port())) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      String head =
          "POST /service HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%sContent-Length: %d\r\n\r\n"
              .formatted(gateway.port(), fields, content.length);
      out.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
      out.writeBytes(content);
      client.getOutputStream().write(out.toByteArray());
      return RawMessage.read(new BufferedInputStream(client.getInputStream()));
    }
  }

  /** Fields in one line, each behind a tilde. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Type: text/xml; xcharset=iso-8859-1~SOAPAction: \"a\"",
        "Content-Type: text/xml; charset=utf-8; charset=iso-8859-1~SOAPAction: \"a\"",
        "Content-Type: text/xml; charset=utf-8; x=\";charset=iso-8859-1\"~SOAPAction: \"a\"",
        "Content-Type: text/xml; charset=utf-8; action=\"b\"~SOAPAction: \"a\"",
        "Content-Type: text/xml; charset=utf-8~SOAPAction: \"a\\\"",
        "Content-Type: text/xml; charset=utf-8~SOAPAction: \"a\"~SOAPAction: \"b\"",
        "Content-Type: text/xml; charset=utf-8~Content-Type: text/xml~SOAPAction: \"a\"",
        "Content-Type: text/xml; charset=utf-16~SOAPAction: \"a\"",
        "Content-Type: application/soap+xml; charset=utf-8; action=\"a\"",
      })
  void whatIsNotPlainPassesEachTime(String fields) throws Exception {
    String sent = fields.replace("~", "\r\n") + "\r\n";
    byte[] content = question("one").getBytes(StandardCharsets.UTF_8);
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), SHARED)) {
      post(gateway, question("one"), "SOAPAction", "\"a\"");
      for (int i = 2; i < 4; i++) {
        assertThat(raw(gateway, sent, content).content()).contains("answer " + i);
      }

      assertThat(post(gateway, question("one"), "SOAPAction", "\"a\"").body()).contains("answer 1");
    }
  }

  @Test
  void theReasonIsTold() throws Exception {
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), SHARED)) {
      post(gateway, question("one"), "Content-Type", "text/xml; charset=utf-8; x=y");

      assertThat(gateway.statistics().row("ask").bypassed()).containsEntry(Bypass.AMBIGUOUS, 1L);
    }
  }

  /** CXF reads ISO-8859-1 where the type names no charset: the bytes are not those of the text. */
  @Test
  void aTextBeyondAsciiNeedsACharset() throws Exception {
    byte[] content = question("\u00e9").getBytes(StandardCharsets.UTF_8);
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), SHARED)) {
      post(gateway, question("\u00e9"));
      post(gateway, question("&#233;"));
      assertThat(origin.requests()).hasSize(1);

      assertThat(raw(gateway, "Content-Type: text/xml\r\n", content).content())
          .contains("answer 2");
    }
  }

  /** So that no asker's charset decides in which another one gets the answer. */
  @Test
  void theOriginGetsTheTypeInOneForm() throws Exception {
    byte[] content = question("one").getBytes(StandardCharsets.UTF_8);
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), SHARED)) {
      raw(gateway, "Content-Type: text/xml\r\n", content);
      for (String type : List.of("text/xml;charset=\"UTF-8\"", "text/xml; charset=utf-8")) {
        raw(gateway, "Content-Type: " + type + "\r\n", content);
      }

      assertThat(origin.requests()).hasSize(1);
      assertThat(origin.requests().get(0).fields().get("Content-Type"))
          .containsExactly("text/xml; charset=utf-8");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "<q:ask xmlns:q='urn:q'><text>o<!-- c -->ne</text></q:ask>",
    "<q:ask xmlns:q='urn:q'><text>o<![CDATA[ne]]></text></q:ask>",
    "<q:ask xmlns:q='urn:q'><text>one<?p i?></text></q:ask>",
    "<q:ask xmlns:q='urn:q' xml:lang='de'><text>one</text></q:ask>",
  })
  void aTextInPiecesOrInALanguageIsAnotherQuestion(String body) throws Exception {
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), SHARED)) {
      post(gateway, question("one"));

      assertThat(post(gateway, envelope("", body)).body()).contains("answer 2");
      assertThat(post(gateway, envelope("", body)).body()).contains("answer 2");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " xml:lang='de'",
        " s:encodingStyle='http://schemas.xmlsoap.org/soap/encoding/'",
      })
  void attributesOfTheEnvelopeAreOfTheQuestion(String attribute) throws Exception {
    String other = question("one").replace("<s:Envelope", "<s:Envelope" + attribute);
    String inBody = question("one").replace("<s:Body", "<s:Body" + attribute);
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), SHARED)) {
      post(gateway, question("one"));

      assertThat(post(gateway, other).body()).contains("answer 2");
      assertThat(post(gateway, inBody).body()).contains("answer 3");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<w:Action>urn:a</w:Action><w:Action>urn:b</w:Action>",
        "<w:Action>urn:a</w:Action><w:Unknown/>",
        "<w:Action>urn:a</w:Action><w:RelatesTo>urn:1</w:RelatesTo>",
        "<w:Action s:actor='urn:other'>urn:a</w:Action>",
        "<w:To>urn:x</w:To><w:To>urn:y</w:To><w:Action>urn:a</w:Action>",
      })
  void unusualBlocksOfAddressingPass(String blocks) throws Exception {
    String header = blocks.replaceAll("<w:(\\w+)", "<w:$1 xmlns:w='" + ADDRESSING + "'");
    String plain = "<w:Action xmlns:w='" + ADDRESSING + "'>urn:a</w:Action>";
    String body = "<q:ask xmlns:q=\"urn:q\"><text>one</text></q:ask>";
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), SHARED)) {
      post(gateway, envelope(plain, body));
      assertThat(cacheStatus(post(gateway, envelope(plain, body)))).isEqualTo("Castile; hit");

      assertThat(post(gateway, envelope(header, body)).body()).contains("answer 2");
      assertThat(post(gateway, envelope(header, body)).body()).contains("answer 3");
    }
  }

  /** What a request that passes changes is dropped all the same. */
  @Test
  void anUnusualRequestThatChangesDropsTheAnswers() throws Exception {
    String policy = SHARED + "  - operation: change\n    invalidates: [ask]\n";
    try (TestOrigin origin = counting();
        Gateway gateway = gateway(origin.uri(), policy)) {
      post(gateway, question("one"));
      post(
          gateway,
          envelope("", "<q:change xmlns:q=\"urn:q\"/>"),
          "Content-Type",
          "text/xml; charset=utf-16; x");
      assertThat(origin.requests()).hasSize(2);

      assertThat(post(gateway, question("one")).body()).contains("answer 3");
    }
  }
}
