package io.castile.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import jakarta.xml.ws.WebServiceException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client says of answers that are no SOAP messages: what they say, without secrets. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class NoSoapAnswersTest {
  private static String answer(String status, String fields, String body) {
    return "HTTP/1.1 "
        + status
        + "\r\n"
        + fields
        + "Content-Length: "
        + body.getBytes(StandardCharsets.UTF_8).length
        + "\r\n\r\n"
        + body;
  }

  private static String page(String status, String body) {
    return answer(status, "Content-Type: text/html\r\n", body);
  }

  private static WebServiceException call(String answer) throws IOException {
    return call(answer, null);
  }

  private static WebServiceException call(String answer, String password) throws IOException {
    byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
    String sent = new String(bytes, StandardCharsets.ISO_8859_1); // as a script sends its text
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.sendAndClose(sent))) {
      Headers fields =
          password == null
              ? Headers.NONE
              : Headers.of(
                  "Authorization",
                  "Basic "
                      + Base64.getEncoder()
                          .encodeToString(("bob:" + password).getBytes(StandardCharsets.UTF_8)));
      SmallShop port = TestPort.of(SmallShop.class).endpoint(server.url()).headers(fields).build();
      Throwable failure = catchThrowable(() -> port.add(1, 2));
      assertThat(failure).isInstanceOf(WebServiceException.class);
      return (WebServiceException) failure;
    }
  }

  private static SoapTransportException cause(WebServiceException failure) {
    assertThat(failure).hasCauseInstanceOf(SoapTransportException.class);
    return (SoapTransportException) failure.getCause();
  }

  @Test
  void theMessageQuotesTheAnswerAndTheExceptionHasItWhole() throws Exception {
    String body = "<html><body>" + "The shop is closed. ".repeat(50) + "</body></html>";

    WebServiceException failure = call(page("502 Bad Gateway", body));

    assertThat(failure)
        .hasMessageContaining("status 502 with content of type 'text/html'")
        .hasMessageEndingWith("; it says: " + "The shop is closed. ".repeat(10) + "…");
    assertThat(cause(failure).body()).isEqualTo(body.getBytes(StandardCharsets.UTF_8));
    assertThat(cause(failure).status()).isEqualTo(502);
  }

  @ParameterizedTest
  @ValueSource(strings = {"200 OK", "404 Not Found", "500 Error", "503 Unavailable"})
  void theMessageQuotesTheAnswerWhateverTheStatus(String status) throws Exception {
    String json = "{\"error\": \"no such shop\"}";

    assertThat(call(answer(status, "Content-Type: application/json\r\n", json)))
        .hasMessageContaining(json);
  }

  @Test
  void textWithoutATypeIsQuotedToo() throws Exception {
    assertThat(call(answer("500 Error", "", "worker died")))
        .hasMessageContaining("; it says: worker died");
  }

  @Test
  void textInATypeOfMessagesIsQuoted() throws Exception {
    assertThat(call(answer("500 Error", "Content-Type: text/xml\r\n", "out of memory")))
        .hasCauseInstanceOf(SoapMessageException.class)
        .hasMessageContaining("; it says: out of memory");
    assertThat(call(answer("200 OK", "Content-Type: text/xml\r\n", "<error>no shop</error>")))
        .hasCauseInstanceOf(SoapMessageException.class)
        .hasMessageContaining("found error")
        .hasMessageContaining("; it says: no shop");
  }

  @Test
  void envelopesThatCannotBeReadAreNotQuoted() throws Exception {
    String envelope =
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><secret>42";

    assertThat(call(answer("200 OK", "Content-Type: text/xml\r\n", envelope)))
        .hasCauseInstanceOf(SoapMessageException.class)
        .message()
        .doesNotContain("secret>42");
  }

  @Test
  void secretsInTheAnswerAreHidden() throws Exception {
    String echo = "refused: Authorization: Basic Ym9iOm9wZW4gc2VzYW1l for bob, open sesame";

    WebServiceException failure =
        call(answer("403 Forbidden", "Content-Type: text/plain\r\n", echo), "open sesame");

    assertThat(failure)
        .hasMessageContaining("refused: Authorization: ***")
        .message()
        .doesNotContain("Ym9iOm9wZW4gc2VzYW1l")
        .doesNotContain("sesame");
    assertThat(cause(failure).body()).asString(StandardCharsets.UTF_8).isEqualTo(echo);
  }

  @Test
  void whoWantsCredentialsSaysWhichAndTheMessageHowToGiveThem() throws Exception {
    String wants = "WWW-Authenticate: Basic realm=\"shop\"\r\n";

    WebServiceException without = call(answer("401 Unauthorized", wants, ""));
    WebServiceException with = call(answer("401 Unauthorized", wants, ""), "guess");

    assertThat(without)
        .hasMessageContaining("status 401 without content")
        .hasMessageContaining("; WWW-Authenticate: Basic realm=\"shop\"")
        .hasMessageContaining("no credentials were sent")
        .hasMessageContaining("basicAuth(user, password)");
    assertThat(with)
        .hasMessageContaining("WWW-Authenticate: Basic realm=\"shop\"")
        .hasMessageContaining("the credentials that were sent are not accepted");
    assertThat(cause(with).headers().toMap())
        .containsEntry("www-authenticate", "Basic realm=\"shop\"");
  }

  @Test
  void challengesAreShownWithoutTheirSecrets() throws Exception {
    String wants = "WWW-Authenticate: Digest realm=\"r\", qop=\"auth\", nonce=\"n0nce\"\r\n";

    assertThat(call(answer("401 Unauthorized", wants, "")))
        .hasMessageContaining("Digest realm=\"r\", qop=\"auth\", nonce=***")
        .message()
        .doesNotContain("n0nce");
  }

  @Test
  void proxiesThatWantCredentialsAreToldApart() throws Exception {
    String wants = "Proxy-Authenticate: Basic realm=\"p\"\r\n";

    assertThat(call(answer("407 Proxy Authentication Required", wants, "")))
        .hasMessageContaining("Proxy-Authenticate: Basic realm=\"p\"")
        .hasMessageContaining("proxy(host, port, user, password)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"503 Service Unavailable", "429 Too Many Requests"})
  void whoIsBusySaysWhenToComeBack(String status) throws Exception {
    assertThat(call(answer(status, "Retry-After: 120\r\n", "")))
        .hasMessageContaining("status " + status.substring(0, 3) + " without content")
        .hasMessageContaining("; Retry-After: 120");
  }

  @Test
  void contentThatIsNoTextIsNotQuoted() throws Exception {
    String gzip = "Content-Type: text/html\r\nContent-Encoding: br\r\n";

    assertThat(call(answer("500 Error", gzip, "\u000b\u0002\u0080")))
        .hasMessageContaining("'text/html'; it is in the coding br");
    assertThat(call(answer("500 E", "Content-Type: application/zip\r\n", "PK\u0003\u0000\u0001")))
        .message()
        .endsWith("content of type 'application/zip'");
  }

  @Test
  void theBodyIsBoundedItsOwnersOwnAndNotSerialized() throws Exception {
    SoapTransportException failure = cause(call(page("500 Error", "x".repeat(100_000))));

    failure.body()[0] = 'y';
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(failure);
    }
    ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));

    assertThat(failure.body()).hasSize(64 << 10).startsWith('x');
    assertThat(((SoapTransportException) in.readObject()).body()).isEmpty();
  }

  @Test
  void failuresWithoutAnAnswerHaveNoBody() {
    assertThat(new SoapTransportException("m", null).body()).isEmpty();
  }
}
