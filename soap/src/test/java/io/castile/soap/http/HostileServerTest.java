package io.castile.soap.http;

import static io.castile.soap.ScriptedServer.send;
import static io.castile.soap.ScriptedServer.sendAndClose;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.castile.soap.Headers;
import io.castile.soap.ScriptedServer;
import io.castile.soap.SoapTransportException;
import io.castile.xml.Payload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client makes of servers that mean it no good, or break at any moment. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HostileServerTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  /** Nothing that ends these calls is a matter of time. */
  private static final HttpOptions OPTIONS =
      HttpOptions.builder().readTimeout(Duration.ofSeconds(50)).maxResponseBytes(1_000_000).build();

  private static String call(Transport transport, ScriptedServer server)
      throws SoapTransportException {
    Payload content = Payload.of(new byte[3], 3);
    Transport.Incoming incoming =
        transport.send(new Transport.Outgoing(server.url(), Headers.NONE, content));
    return new String(incoming.body(), StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nX: 1\r\nContent-Length: 4\r\n\r\nfour",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\nfo\r\n2\r\nur\r\n0\r\nX: y\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 500 No\r\nContent-Length: 4\r\n\r\nfour"
      })
  void responsesThatAreCutAnywhereAreFailures(String response) throws Exception {
    for (int length = 0; length < response.length(); length++) {
      try (ScriptedServer server =
              new ScriptedServer(sendAndClose(response.substring(0, length)), send(OK));
          HttpTransport transport = new HttpTransport(OPTIONS)) {
        Throwable failure = catchThrowable(() -> call(transport, server));

        assertThat(failure)
            .as("cut after %d bytes", length)
            .isInstanceOf(SoapTransportException.class);
        assertThat(transport.idleCount()).isZero();
        assertThat(call(transport, server)).isEqualTo("ok");
        assertThat(server.bodies).hasSize(2);
      }
    }
    try (ScriptedServer server = new ScriptedServer(sendAndClose(response));
        HttpTransport transport = new HttpTransport(OPTIONS)) {
      assertThat(call(transport, server)).isEqualTo("four");
    }
  }

  /** Sends a piece again and again until the client has gone. */
  private static ScriptedServer.Step endless(String beginning, String piece) {
    return out -> {
      out.write(beginning.getBytes(StandardCharsets.US_ASCII));
      byte[] pieces = piece.repeat(1 + 4_000 / piece.length()).getBytes(StandardCharsets.US_ASCII);
      while (true) {
        out.write(pieces);
      }
    };
  }

  private static void assertEnds(ScriptedServer.Step step, String part) throws IOException {
    try (ScriptedServer server = new ScriptedServer(step);
        HttpTransport transport = new HttpTransport(OPTIONS)) {
      assertThatThrownBy(() -> call(transport, server))
          .isInstanceOf(SoapTransportException.class)
          .hasMessageContaining(server.url())
          .hasMessageContaining(part);
      assertThat(transport.idleCount()).isZero();
    }
  }

  private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

  @Test
  void whatDoesNotEndIsCut() throws IOException {
    assertEnds(endless("", "x"), "more than");
    assertEnds(endless("HTTP/1.1 200 OK\r\n", "X: y\r\n"), "header fields");
    assertEnds(endless("HTTP/1.1 200 OK\r\n", "X: " + "y".repeat(9_000) + "\r\n"), "bytes");
    assertEnds(endless("HTTP/1.1 200 OK\r\nX: y\r\n", " z\r\n"), "bytes");
    assertEnds(endless("", "HTTP/1.1 100 Continue\r\n\r\n"), "interim responses");
    assertEnds(endless("HTTP/1.1 200 OK\r\n\r\n", "x"), "limit is 1000000");
    assertEnds(endless(CHUNKED, "1\r\nx\r\n"), "limit is 1000000");
    assertEnds(endless(CHUNKED + "1;", "x=y;"), "more than");
    assertEnds(endless(CHUNKED, "1;x=" + "y".repeat(9_000) + "\r\nx\r\n"), "extensions");
    assertEnds(endless(CHUNKED + "0\r\n", "X: y\r\n"), "header fields");
    assertEnds(endless(CHUNKED, "0"), "more than");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7fffffffffffffff",
        "ffffffffffffffff",
        "10000000000000000",
        "-1",
        "+1",
        "0x1",
        "",
        " ",
        "1 2",
        "g"
      })
  void sizesOfChunksAreSizes(String size) throws IOException {
    assertEnds(sendAndClose(CHUNKED + size + "\r\nx\r\n0\r\n\r\n"), "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5",
        "3, 2",
        "3,",
        ", 3",
        "-3",
        "+3",
        "0x3",
        "3;",
        "",
        "3 3",
        "99999999999999999999"
      })
  void lengthsAreLengths(String length) throws IOException {
    assertEnds(sendAndClose("HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\nabc"), "");
  }

  /** RFC 9110 §8.6: a list of one number is that number. */
  @Test
  void aLengthThatIsSaidAgainIsTheSame() throws Exception {
    String head = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n";
    try (ScriptedServer server =
            new ScriptedServer(
                send(head + "Content-Length: 3\r\n\r\nabc"),
                send("HTTP/1.1 200 OK\r\nContent-Length: 3, 3 ,3\r\n\r\ndef"),
                send(head + "Transfer-Encoding: identity\r\n\r\nghi"));
        HttpTransport transport = new HttpTransport(OPTIONS)) {
      assertThat(call(transport, server)).isEqualTo("abc");
      assertThat(call(transport, server)).isEqualTo("def");
      assertThat(call(transport, server)).isEqualTo("ghi");
      assertThat(transport.idleCount()).isOne();
    }
  }

  @Test
  void anEndBeforeTheLastChunkIsNamed() throws Exception {
    assertEnds(sendAndClose(CHUNKED + "4\r\nfour\r\n"), "before the last chunk");
  }

  /** RFC 9112 §6.3: chunks win, and the connection is not to be trusted any more. */
  @Test
  void aLengthBesideChunksEndsTheConnection() throws Exception {
    String both =
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "4\r\nfour\r\n0\r\n\r\n";
    try (ScriptedServer server = new ScriptedServer(send(both));
        HttpTransport transport = new HttpTransport(OPTIONS)) {
      assertThat(call(transport, server)).isEqualTo("four");
      assertThat(transport.idleCount()).isZero();
    }
  }

  /** What is beyond the length is no answer to the next request. */
  @Test
  void longerContentIsNotTheNextResponse() throws Exception {
    try (ScriptedServer server = new ScriptedServer(send(OK + OK.replace("ok", "no")), send(OK));
        HttpTransport transport = new HttpTransport(OPTIONS)) {
      assertThat(call(transport, server)).isEqualTo("ok");
      assertThat(call(transport, server)).isEqualTo("ok");
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  /** RFC 9112 §5.2: a line that begins with white space belongs to the one before. */
  @Test
  void foldedFieldsAreOneField() throws Exception {
    String folded =
        "HTTP/1.1 200 OK\r\nContent-Type: multipart/related;\r\n\tboundary=x;\r\n  type=y\r\n"
            + "Content-Length: 2\r\n\r\nok";
    try (ScriptedServer server = new ScriptedServer(send(folded));
        HttpTransport transport = new HttpTransport(OPTIONS)) {
      Transport.Incoming incoming =
          transport.send(
              new Transport.Outgoing(server.url(), Headers.NONE, Payload.of(new byte[3], 3)));

      assertThat(incoming.headers().toMap())
          .containsEntry("content-type", "multipart/related; boundary=x; type=y")
          .containsEntry("content-length", "2");
    }
    assertEnds(sendAndClose("HTTP/1.1 200 OK\r\n X: y\r\n\r\n"), "begins with white space");
  }
}
