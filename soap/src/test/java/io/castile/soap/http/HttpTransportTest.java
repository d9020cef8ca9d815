package io.castile.soap.http;

import static io.castile.soap.ScriptedServer.hangUp;
import static io.castile.soap.ScriptedServer.send;
import static io.castile.soap.ScriptedServer.sendAndClose;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.soap.Headers;
import io.castile.soap.ScriptedServer;
import io.castile.soap.SoapTransportException;
import io.castile.xml.Payload;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class HttpTransportTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  private static Transport.Incoming call(Transport transport, ScriptedServer server, String body)
      throws SoapTransportException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return transport.send(
        new Transport.Outgoing(
            server.url(), Headers.of("Content-Type", "text/xml"), Payload.of(bytes, bytes.length)));
  }

  private static String text(Transport.Incoming incoming) {
    return new String(incoming.body(), StandardCharsets.UTF_8);
  }

  private static HttpTransport transport() {
    return new HttpTransport(HttpOptions.builder().readTimeout(Duration.ofSeconds(5)).build());
  }

  @Test
  void connectionsAreUsedAgain() throws Exception {
    try (ScriptedServer server = new ScriptedServer(send(OK), send(OK), send(OK));
        HttpTransport transport = transport()) {
      for (int i = 0; i < 3; i++) {
        assertThat(text(call(transport, server, "m" + i))).isEqualTo("ok");
      }

      assertThat(server.connections()).isEqualTo(1);
      assertThat(server.bodies).containsExactly("m0", "m1", "m2");
      assertThat(transport.idleCount()).isEqualTo(1);
      transport.close();
      assertThat(transport.idleCount()).isZero();
    }
  }

  @Test
  void staleConnectionsAreReplacedOnce() throws Exception {
    try (ScriptedServer server = new ScriptedServer(sendAndClose(OK), send(OK));
        HttpTransport transport = transport()) {
      call(transport, server, "first");
      server.awaitEnd();

      assertThat(text(call(transport, server, "second"))).isEqualTo("ok");

      assertThat(server.connections()).isEqualTo(2);
      assertThat(server.bodies).containsExactly("first", "second");
    }
  }

  @Test
  void newConnectionsThatCloseAreNotTriedAgain() throws Exception {
    try (ScriptedServer server = new ScriptedServer(hangUp(), send(OK));
        HttpTransport transport = transport()) {
      assertThatThrownBy(() -> call(transport, server, "first"))
          .isInstanceOf(SoapTransportException.class)
          .hasMessageContaining(server.url())
          .hasMessageContaining("closed before a response");

      assertThat(server.bodies).containsExactly("first");
    }
  }

  @Test
  void nothingIsSentAgainOnceAByteOfTheResponseCame() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(send(OK), sendAndClose("HTTP/1.1 2"), send(OK));
        HttpTransport transport = transport()) {
      call(transport, server, "first");

      assertThatThrownBy(() -> call(transport, server, "second"))
          .isInstanceOf(SoapTransportException.class)
          .hasMessageContaining("within the head");

      assertThat(server.bodies).containsExactly("first", "second");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 11, 999})
  void responsesAreTheSameHoweverTheyAreSplit(int pieceLength) throws Exception {
    String body = "0123456789".repeat(30);
    String fixed = "HTTP/1.1 200 OK\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 300\r\n\r\n" + body;
    String chunked =
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "64;ext=1\r\n"
            + body.substring(0, 100)
            + "\r\nC8\r\n"
            + body.substring(100)
            + "\r\n0\r\nTrailer: x\r\n\r\n";
    try (ScriptedServer server =
            new ScriptedServer(send(fixed, pieceLength), send(chunked, pieceLength), send(OK));
        HttpTransport transport = transport()) {
      Transport.Incoming first = call(transport, server, "a");
      Transport.Incoming second = call(transport, server, "b");

      assertThat(text(first)).isEqualTo(body);
      assertThat(first.headers().toMap()).containsEntry("x-a", "1, 2");
      assertThat(text(second)).isEqualTo(body);
      assertThat(text(call(transport, server, "c"))).isEqualTo("ok");
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void withoutLengthTheContentEndsWithTheConnection() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(sendAndClose("HTTP/1.0 200 OK\r\n\r\nall of it"), send(OK));
        HttpTransport transport = transport()) {
      assertThat(text(call(transport, server, "a"))).isEqualTo("all of it");
      assertThat(transport.idleCount()).isZero();
    }
  }

  @Test
  void connectionsThatTheServerClosesAreNotKept() throws Exception {
    String closing = "HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 2\r\n\r\nok";
    try (ScriptedServer server = new ScriptedServer(send(closing));
        HttpTransport transport = transport()) {
      call(transport, server, "a");

      assertThat(transport.idleCount()).isZero();
    }
  }

  @Test
  void bytesBeyondTheResponseEndTheConnection() throws Exception {
    try (ScriptedServer server = new ScriptedServer(send(OK + "HTTP/1.1 200 OK\r\n"), send(OK));
        HttpTransport transport = transport()) {
      call(transport, server, "a");

      assertThat(text(call(transport, server, "b"))).isEqualTo("ok");
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  static Stream<Arguments> broken() {
    return Stream.of(
        Arguments.of("no HTTP", "SSH-2.0-OpenSSH_9\r\n\r\n", "status line"),
        Arguments.of("no colon", "HTTP/1.1 200 OK\r\nnonsense\r\n\r\n", "no colon"),
        Arguments.of("short", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab", "2 of 9 bytes"),
        Arguments.of("negative", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "digits"),
        Arguments.of(
            "huge", "HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n", "limit is 1000"),
        Arguments.of(
            "two lengths",
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            "1, 2"),
        Arguments.of(
            "chunk size",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
            "chunk size"),
        Arguments.of(
            "large chunk",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffff\r\n",
            "limit is 1000"),
        Arguments.of(
            "chunk end",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabcd\r\n",
            "CRLF"),
        Arguments.of(
            "unknown coding",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
            "expected Transfer-Encoding chunked"),
        Arguments.of("endless", "HTTP/1.1 200 OK\r\n\r\n" + "x".repeat(1001), "limit is 1000"),
        Arguments.of(
            "long line", "HTTP/1.1 200 OK\r\nX: " + "x".repeat(40_000) + "\r\n\r\n", "more than"),
        Arguments.of("many fields", "HTTP/1.1 200 OK\r\n" + "X: 1\r\n".repeat(300), "fields"),
        Arguments.of("interim", "HTTP/1.1 100 Continue\r\n\r\n".repeat(50), "interim"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("broken")
  void brokenResponsesAreTransportFailures(String label, String answer, String part)
      throws Exception {
    try (ScriptedServer server = new ScriptedServer(sendAndClose(answer));
        HttpTransport transport =
            new HttpTransport(HttpOptions.builder().maxResponseBytes(1000).build())) {
      assertThatThrownBy(() -> call(transport, server, "a"))
          .isInstanceOf(SoapTransportException.class)
          .hasMessageContaining(server.url())
          .hasMessageContaining(part);
      assertThat(transport.idleCount()).isZero();
    }
  }

  @Test
  void largeMessagesLeaveWhole() throws Exception {
    String large = "0123456789abcdef".repeat(20_000);
    try (ScriptedServer server = new ScriptedServer(send(OK), send(OK));
        HttpTransport transport = transport()) {
      call(transport, server, large);
      call(transport, server, "");

      assertThat(server.bodies).containsExactly(large, "");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ftp://localhost/", "http://user:secret@localhost/", "http:///x", "no url"})
  void otherAddressesAreRefused(String address) {
    try (HttpTransport transport = transport()) {
      assertThatThrownBy(
              () ->
                  transport.send(
                      new Transport.Outgoing(address, Headers.NONE, Payload.of(new byte[0], 0))))
          .isInstanceOf(SoapTransportException.class)
          .hasMessageNotContaining("secret");
    }
  }
}
