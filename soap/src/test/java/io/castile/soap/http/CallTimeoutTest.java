package io.castile.soap.http;

import static io.castile.soap.ScriptedServer.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.castile.soap.Headers;
import io.castile.soap.ScriptedServer;
import io.castile.soap.SoapTransportException;
import io.castile.xml.Payload;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Limits for whole calls and for single ones. Where one does not hold, the call takes without end,
 * and the test fails by its own limit.
 */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
@Tag("long")
class CallTimeoutTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  private static final Payload SMALL = payload(10);

  private static Payload payload(int length) {
    return Payload.of(new byte[length], length);
  }

  private static CallOptions within(int millis) {
    return CallOptions.DEFAULT.withCallTimeout(Duration.ofMillis(millis));
  }

  private static HttpTransport transport() {
    return new HttpTransport(HttpOptions.DEFAULT);
  }

  private static String call(Transport transport, String url, Payload content, CallOptions options)
      throws SoapTransportException {
    Transport.Incoming incoming =
        transport.send(new Transport.Outgoing(url, Headers.NONE, content, options));
    return new String(incoming.body(), StandardCharsets.US_ASCII);
  }

  private static SoapTransportException failureOf(
      Transport transport, String url, Payload content, CallOptions options) {
    return catchThrowableOfType(
        SoapTransportException.class, () -> call(transport, url, content, options));
  }

  private static void pause(int millis) {
    LockSupport.parkNanos(millis * 1_000_000L);
  }

  /** Sends a beginning and then a byte now and again, as long as anybody listens. */
  private static ScriptedServer.Step trickle(String beginning) {
    return out -> {
      out.write(beginning.getBytes(StandardCharsets.US_ASCII));
      while (true) {
        out.write('x');
        pause(20);
      }
    };
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "H",
        "HTTP/1.1 200 OK\r\nX: ",
        "HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5000000\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX: ",
        "HTTP/1.1 100 Continue\r\nX: ",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n",
        "HTTP/1.1 200 OK\r\n\r\n"
      })
  void serversThatTrickleAreCut(String beginning) throws Exception {
    try (ScriptedServer server = new ScriptedServer(trickle(beginning), send(OK));
        HttpTransport transport = transport()) {
      SoapTransportException failure = failureOf(transport, server.url(), SMALL, within(1_500));

      assertThat(failure)
          .hasMessageContaining(server.url())
          .hasMessageContaining("no complete answer within the call timeout of 1500 ms");
      assertThat(failure.unsent()).isFalse();
      assertThat(call(transport, server.url(), SMALL, CallOptions.DEFAULT)).isEqualTo("ok");
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void silentServersAreCut() throws Exception {
    try (ScriptedServer server = new ScriptedServer(silence());
        HttpTransport transport = transport()) {
      assertThat(failureOf(transport, server.url(), SMALL, within(300)))
          .hasMessageContaining("call timeout of 300 ms");
    }
    try (ScriptedServer server = new ScriptedServer(silence());
        HttpTransport transport = transport()) {
      CallOptions options = CallOptions.DEFAULT.withReadTimeout(Duration.ofMillis(300));
      assertThat(failureOf(transport, server.url(), SMALL, options.withRetrySafe(true)))
          .hasMessageContaining("nothing received for the read timeout of 300 ms");
      assertThat(server.bodies).hasSize(1);
    }
  }

  private static ScriptedServer.Step silence() {
    return out -> {
      pause(2_000);
      return false;
    };
  }

  @Test
  void theLimitOfATransportIsThatOfItsCalls() throws Exception {
    try (ScriptedServer server = new ScriptedServer(trickle("H"));
        HttpTransport transport =
            new HttpTransport(HttpOptions.builder().callTimeout(Duration.ofMillis(250)).build())) {
      assertThat(failureOf(transport, server.url(), SMALL, CallOptions.DEFAULT))
          .hasMessageContaining("call timeout of 250 ms");
    }
  }

  /** Accepts connections, and does nothing with them. */
  private static ServerSocket deaf() throws IOException {
    return new ServerSocket(0, 10, InetAddress.getByName("localhost"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void receiversThatTakeNothingAreCut(boolean inOnePiece) throws Exception {
    Payload content = inOnePiece ? payload(50_000_000) : new Endless();
    try (ServerSocket server = deaf();
        HttpTransport transport = transport()) {
      String url = "http://localhost:" + server.getLocalPort() + "/";

      SoapTransportException failure = failureOf(transport, url, content, within(300));
      assertThat(failure).hasMessageContaining("call timeout of 300 ms");

      CallOptions silence = CallOptions.DEFAULT.withReadTimeout(Duration.ofMillis(200));
      SoapTransportException other = failureOf(transport, url, content, silence);
      assertThat(other).hasMessageContaining("nothing taken for the read timeout of 200 ms");
      assertThat(other.unsent()).isTrue();
    }
  }

  private static final class Endless implements Payload {
    @Override
    public int size() {
      return UNKNOWN_SIZE;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
      while (true) {
        out.write(new byte[10_000]);
      }
    }
  }

  @Test
  void handshakesThatDoNotEndAreCut() throws Exception {
    try (ServerSocket server = deaf();
        HttpTransport transport = transport()) {
      Thread trickler = new Thread(() -> trickleRecord(server), "trickler");
      trickler.setDaemon(true);
      trickler.start();
      String url = "https://localhost:" + server.getLocalPort() + "/";

      assertThat(failureOf(transport, url, SMALL, within(300)))
          .hasMessageContaining("call timeout of 300 ms while connecting to localhost");
      SoapTransportException failure =
          failureOf(
              transport,
              url,
              SMALL,
              CallOptions.DEFAULT.withConnectTimeout(Duration.ofMillis(250)));
      assertThat(failure).hasMessageContaining("connect timeout of 250 ms");
      assertThat(failure.unsent()).isTrue();
    }
  }

  /** A handshake record of TLS that comes byte by byte. */
  private static void trickleRecord(ServerSocket server) {
    while (!server.isClosed()) {
      try (Socket connection = server.accept()) {
        OutputStream out = connection.getOutputStream();
        out.write(new byte[] {22, 3, 3, 63, 0, 2, 0, 62, (byte) 252});
        while (true) {
          out.write(3);
          pause(20);
        }
      } catch (IOException e) {
        // The client has given up, as it should.
      }
    }
  }

  /** Answers when some time has passed. */
  private static ScriptedServer.Step late(int millis) {
    return out -> {
      pause(millis);
      return send(OK).answer(out);
    };
  }

  @Test
  void limitsOfOneCallAreNotThoseOfTheNext() throws Exception {
    try (ScriptedServer server = new ScriptedServer(send(OK), late(4_000), late(4_000));
        HttpTransport transport = transport()) {
      CallOptions brief = within(2_000).withReadTimeout(Duration.ofSeconds(2));

      assertThat(call(transport, server.url(), SMALL, brief)).isEqualTo("ok");
      assertThat(call(transport, server.url(), SMALL, CallOptions.DEFAULT)).isEqualTo("ok");
      assertThat(server.connections()).isEqualTo(1);
      assertThat(failureOf(transport, server.url(), SMALL, brief)).isNotNull();
    }
  }

  @Test
  void timeThatIsOverBeforeAnythingIsWatchedCounts() throws Exception {
    TimeLimit limit = TimeLimit.start(Duration.ofMillis(1));
    while (!limit.hasPassed()) {
      pause(1);
    }
    try (ServerSocket socket = deaf()) {
      assertThat(catchThrowableOfType(IOException.class, () -> limit.watch(socket))).isNotNull();
      assertThat(socket.isClosed()).isTrue();
    }
    assertThat(limit.stop()).isFalse();
  }

  @Test
  void whatWasStoppedInTimeClosesNothing() throws Exception {
    try (ServerSocket socket = deaf()) {
      TimeLimit limit = TimeLimit.start(Duration.ofHours(1));
      limit.watch(socket);

      assertThat(limit.stop()).isTrue();
      assertThat(limit.stop()).isTrue();
      assertThat(limit.hasPassed()).isFalse();
      assertThat(socket.isClosed()).isFalse();
    }
  }
}
