package io.castile.soap;

import static io.castile.soap.ScriptedServer.send;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.soap.http.HttpOptions;
import io.castile.soap.http.HttpTransport;
import io.castile.soap.http.Transport;
import io.castile.xml.Payload;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Heads that are those of the response before on the same connection, or almost. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class RepeatedHeadTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nX-Mark: a\r\nContent-Length: 2\r\n\r\n";

  /** What comes of a response with each of these heads, as one connection receives them. */
  private static void assertReceived(ScriptedServer.Step[] steps, String... expected)
      throws Exception {
    try (ScriptedServer server = new ScriptedServer(steps);
        HttpTransport transport = new HttpTransport(HttpOptions.DEFAULT)) {
      for (String each : expected) {
        Transport.Incoming response = call(transport, server.url());
        String body = new String(response.body(), StandardCharsets.US_ASCII);
        assertThat(response.status() + " " + response.headers().get("x-mark") + " " + body)
            .isEqualTo(each);
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  private static Transport.Incoming call(HttpTransport transport, String url)
      throws SoapTransportException {
    Payload content = Payload.of(new byte[1], 1);
    return transport.send(new Transport.Outgoing(url, Headers.NONE, content));
  }

  private static ScriptedServer.Step[] steps(ScriptedServer.Step... steps) {
    return steps;
  }

  @Test
  void sameHeadBeforeOtherContent() throws Exception {
    assertReceived(
        steps(send(OK + "ab"), send(OK + "cd"), send(OK + "ef", 7), send(OK + "gh", 1)),
        "200 a ab",
        "200 a cd",
        "200 a ef",
        "200 a gh");
  }

  @Test
  void otherHeadOfTheSameLength() throws Exception {
    String fault = OK.replace("200 OK", "500 No").replace(": a", ": b");
    assertReceived(
        steps(send(OK + "ab"), send(fault + "cd"), send(OK + "ef")),
        "200 a ab",
        "500 b cd",
        "200 a ef");
  }

  @Test
  void headThatGoesOnWhereTheOneBeforeEnded() throws Exception {
    String longer = OK.substring(0, OK.length() - 2) + "X-More: 1\r\n\r\n";
    assertReceived(
        steps(send(OK + "ab"), send(longer + "cd"), send(OK + "ef")),
        "200 a ab",
        "200 a cd",
        "200 a ef");
  }

  @Test
  void interimResponsesBetween() throws Exception {
    String interim = "HTTP/1.1 103 Early Hints\r\nX-Mark: no\r\n\r\n";
    assertReceived(
        steps(
            send(OK + "ab"),
            send(interim + OK + "cd"),
            send(OK + "ef"),
            send(interim + interim + OK + "gh", 11)),
        "200 a ab",
        "200 a cd",
        "200 a ef",
        "200 a gh");
  }

  @Test
  void headThatIsTooLongToBeRemembered() throws Exception {
    String large = OK.replace("X-Mark: a", "X-Mark: a\r\nX-Large: " + "x".repeat(5_000));
    assertReceived(steps(send(large + "ab"), send(large + "cd")), "200 a ab", "200 a cd");
  }
}
