package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.envelope;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Origins that are asked by a call of SOAP whether they are well. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class HealthCallsTest {
  private static final String OFTEN =
      "health: {path: /ping, every: 10ms, timeout: 20s, fails: 1, passes: 1, body: ping.xml, ";
  private static final String FAULT =
      envelope(
          "", "<s:Fault><faultcode>s:Client</faultcode><faultstring>no</faultstring></s:Fault>");

  @TempDir private Path folder;

  private final AtomicReference<Answer> health = new AtomicReference<>();
  private TestOrigin origin;
  private Gateway gateway;

  @BeforeEach
  void start() throws Exception {
    write(question("ping"));
    health.set(Answer.soap(answer("pong")));
    origin =
        new TestOrigin(
            request -> request.target().equals("/ping") ? health.get() : Answer.soap("served"));
  }

  @AfterEach
  void stop() {
    if (gateway != null) {
      gateway.close();
    }
    origin.close();
  }

  private void write(String message) throws IOException {
    Files.writeString(folder.resolve("ping.xml"), message);
  }

  private GatewaySettings config(String check) {
    String yaml =
        "listen: 127.0.0.1:0\nroutes: [{origin: " + origin.uri("/app") + ", " + check + "}]\n";
    return GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), folder);
  }

  private boolean isIn() {
    return gateway.origins().get(0).in();
  }

  private void awaitIn(boolean in) throws InterruptedException {
    while (isIn() != in) { // until the timeout of the test
      TimeUnit.MILLISECONDS.sleep(2);
    }
  }

  /** Waits until a check that began after this was called has been found to be well or not. */
  private void awaitCheck() throws InterruptedException {
    int before = origin.requests().size();
    while (origin.requests().size() < before + 3) {
      TimeUnit.MILLISECONDS.sleep(2);
    }
  }

  @Test
  void theMessageIsSentAsACall() throws Exception {
    gateway = Gateway.start(config(OFTEN + "soapAction: 'urn:q#ping'}"), 1);
    awaitCheck();

    TestOrigin.Request check = origin.requests().get(0);
    assertThat(check.method()).isEqualTo("POST");
    assertThat(check.target()).isEqualTo("/ping");
    assertThat(check.text()).isEqualTo(question("ping"));
    assertThat(check.fields().getFirst("Content-Type")).isEqualTo("text/xml");
    assertThat(check.fields().getFirst("SOAPAction")).isEqualTo("\"urn:q#ping\"");
    assertThat(isIn()).isTrue();
  }

  @Test
  void theMessageMayBeOneOfSoap12() throws Exception {
    write(
        question("ping")
            .replace(
                "http://schemas.xmlsoap.org/soap/envelope/",
                "http://www.w3.org/2003/05/soap-envelope"));
    gateway = Gateway.start(config(OFTEN + "soapAction: 'urn:q#ping'}"), 1);
    awaitCheck();

    TestOrigin.Request check = origin.requests().get(0);
    assertThat(check.fields().getFirst("Content-Type"))
        .isEqualTo("application/soap+xml; action=\"urn:q#ping\"");
    assertThat(check.fields()).doesNotContainKey("Soapaction");
  }

  /** Each is told from an answer that is well, before and after it. */
  @Test
  void anAnswerThatIsNoSuccessSaysThatTheOriginIsNotWell() throws Exception {
    gateway = Gateway.start(config(OFTEN + "expect: '{urn:q}askResponse'}"), 1);
    List<Answer> wrong =
        List.of(
            Answer.of(500, FAULT, "Content-Type: text/xml"),
            Answer.soap(FAULT),
            Answer.soap(envelope("", "")),
            Answer.soap(answer("pong").replace("askResponse", "otherResponse")),
            Answer.soap(answer("pong").replace("urn:q", "urn:r")),
            Answer.soap(answer("pong").substring(0, 100)),
            Answer.soap(answer("x".repeat(1 << 20))),
            Answer.of(200, "<html/>", "Content-Type: text/html"),
            Answer.of(200, ""),
            Answer.of(202, answer("pong"), "Content-Type: text/xml"),
            Answer.of(302, answer("pong"), "Content-Type: text/xml", "Location: /"),
            Answer.soap(answer("pong"), "Content-Encoding: br"),
            Answer.soap(
                envelope("<q:askResponse xmlns:q=\"urn:q\"/>", "<q:other xmlns:q=\"urn:q\"/>")));
    for (Answer each : wrong) {
      awaitIn(true);
      health.set(each);
      awaitIn(false);
      health.set(Answer.soap(answer("pong")));
    }
    awaitIn(true);
  }

  @Test
  void anElementAnywhereInTheBodyWillDo() throws Exception {
    gateway = Gateway.start(config(OFTEN + "expect: text}"), 1);
    awaitCheck();
    assertThat(isIn()).isTrue();

    health.set(Answer.soap(envelope("", "<other/>")));
    awaitIn(false);
    health.set(gzip(envelope("", "<a><b/><c><text xmlns=\"urn:x\"/></c></a>")));
    awaitIn(true);
  }

  private static Answer gzip(String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return new Answer(
        200, List.of("Content-Type: text/xml", "Content-Encoding: gzip"), out.toByteArray(), true);
  }

  @Test
  void withoutAnElementAnyAnswerThatIsNoFaultWillDo() throws Exception {
    gateway = Gateway.start(config(OFTEN.replace("body: ping.xml, ", "body: ping.xml}")), 1);
    health.set(Answer.soap(envelope("", "")));
    awaitCheck();
    assertThat(isIn()).isTrue();

    health.set(Answer.soap(FAULT));
    awaitIn(false);
  }

  @Test
  void aFileThatIsNoEnvelopeIsRefusedAndTheOldOneStays() throws Exception {
    String words = OFTEN + "soapAction: a}";
    gateway = Gateway.start(config(words), 1);
    awaitCheck();

    for (String each : List.of("<a/>", "", envelope("", ""))) {
      write(each);
      assertThatThrownBy(() -> gateway.reconfigure(config(words)))
          .isInstanceOf(IOException.class)
          .hasMessage(
              folder.resolve("ping.xml")
                  + ": expected an envelope of SOAP with an element in its body");
    }
    awaitCheck();
    assertThat(isIn()).isTrue();

    write(question("again"));
    gateway.reconfigure(config(words));
    while (origin.requests().stream().noneMatch(each -> each.text().contains("again"))) {
      TimeUnit.MILLISECONDS.sleep(2);
    }
    assertThat(isIn()).isTrue();
  }
}
