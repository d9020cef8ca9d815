package io.castile.soap;

import static io.castile.soap.ScriptedServer.send;
import static io.castile.soap.ScriptedServer.sendAndClose;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.soap.http.CallOptions;
import io.castile.soap.http.HttpOptions;
import io.castile.soap.http.HttpTransport;
import io.castile.soap.http.Transport;
import io.castile.xml.Payload;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Content in pieces, and content that is made while it is sent. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class PayloadTransportTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  /** A text in pieces of one length; every third one lies outside the heap. */
  private record Pieces(String text, int length) implements Payload {
    @Override
    public int size() {
      return text.length();
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
      out.write(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public ByteBuffer[] pieces() {
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      ByteBuffer[] pieces = new ByteBuffer[(bytes.length + length - 1) / length];
      for (int i = 0; i < pieces.length; i++) {
        int count = Math.min(length, bytes.length - i * length);
        ByteBuffer piece = ByteBuffer.wrap(bytes, i * length, count);
        pieces[i] = i % 3 == 2 ? ByteBuffer.allocateDirect(count).put(piece).flip() : piece;
      }
      return pieces;
    }
  }

  /** A text that is written in steps of one length. */
  private record Made(String text, int step, int size) implements Payload {
    @Override
    public void writeTo(OutputStream out) throws IOException {
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      for (int i = 0; i < bytes.length; i += step) {
        out.write(bytes, i, Math.min(step, bytes.length - i));
      }
    }
  }

  private static String call(Transport transport, ScriptedServer server, Payload content)
      throws SoapTransportException {
    Transport.Incoming incoming =
        transport.send(
            new Transport.Outgoing(server.url(), Headers.of("Content-Type", "text/xml"), content));
    return new String(incoming.body(), StandardCharsets.UTF_8);
  }

  private static HttpTransport transport() {
    return new HttpTransport(HttpOptions.builder().readTimeout(Duration.ofSeconds(5)).build());
  }

  private static String text(int length) {
    return "0123456789abcdefghijklm".repeat(length / 23 + 1).substring(0, length);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "1000, 7",
    "60000, 1000",
    "65300, 65300",
    "65536, 1024",
    "66000, 16",
    "70000, 32768",
    "300000, 999",
    "300000, 300000",
    "2000000, 32768",
    "2000000, 500000"
  })
  void piecesArriveInTheirOrderWhateverTheirSizes(int length, int piece) throws Exception {
    try (ScriptedServer server = new ScriptedServer(send(OK), send(OK));
        HttpTransport transport = transport()) {
      assertThat(call(transport, server, new Pieces(text(length), piece))).isEqualTo("ok");
      assertThat(call(transport, server, new Pieces("next", 4))).isEqualTo("ok");

      assertThat(server.bodies).containsExactly(text(length), "next");
      assertThat(server.heads.get(0)).contains("content-length: " + length + "\r\n");
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "5000, 1", "65536, 4096", "65537, 70000", "300000, 333", "2000000, 40000"})
  void contentOfUnknownSizeIsSentInChunks(int length, int step) throws Exception {
    try (ScriptedServer server = new ScriptedServer(send(OK), send(OK));
        HttpTransport transport = transport()) {
      assertThat(call(transport, server, new Made(text(length), step, Payload.UNKNOWN_SIZE)))
          .isEqualTo("ok");
      assertThat(call(transport, server, new Pieces("next", 4))).isEqualTo("ok");

      assertThat(server.bodies).containsExactly(text(length), "next");
      assertThat(server.heads.get(0))
          .contains("transfer-encoding: chunked\r\n")
          .doesNotContain("content-length");
      assertThat(server.chunks.get()).isBetween(1, 1 + length / 4096);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void nothingAtAllIsAChunkedMessageToo() throws Exception {
    try (ScriptedServer server = new ScriptedServer(send(OK));
        HttpTransport transport = transport()) {
      call(transport, server, new Made("", 1, Payload.UNKNOWN_SIZE));

      assertThat(server.bodies).containsExactly("");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 777, 100_000})
  void contentOfKnownSizeIsNotChunked(int step) throws Exception {
    try (ScriptedServer server = new ScriptedServer(send(OK));
        HttpTransport transport = transport()) {
      call(transport, server, new Made(text(150_000), step, 150_000));

      assertThat(server.bodies).containsExactly(text(150_000));
      assertThat(server.heads.get(0)).contains("content-length: 150000\r\n");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {100_000, 99})
  void contentThatIsNotAsLongAsItSaysIsRefused(int said) throws Exception {
    try (ScriptedServer server = new ScriptedServer(send(OK), send(OK));
        HttpTransport transport = transport()) {
      assertThatThrownBy(() -> call(transport, server, new Made(text(70_000), 1000, said)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("declared as " + said);

      assertThat(call(transport, server, new Pieces("next", 4))).isEqualTo("ok");
      assertThat(server.bodies).containsExactly("next");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Payload.UNKNOWN_SIZE, 200_000, 200})
  void aStaleConnectionIsReplacedAndGetsTheSameBytes(int size) throws Exception {
    int length = size < 0 ? 150_000 : size;
    try (ScriptedServer server = new ScriptedServer(sendAndClose(OK), send(OK), send(OK));
        HttpTransport transport = transport()) {
      call(transport, server, new Pieces("first", 5));
      server.awaitEnd();
      call(transport, server, new Made(text(length), 1000, size));
      call(transport, server, new Pieces(text(length), 1000));

      assertThat(server.bodies).containsExactly("first", text(length), text(length));
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void contentThatFailsIsNotTriedAgainAndNeverLooksWhole() throws Exception {
    int[] tries = {0};
    Payload failing =
        new Payload() {
          @Override
          public int size() {
            return UNKNOWN_SIZE;
          }

          @Override
          public void writeTo(OutputStream out) throws IOException {
            tries[0]++;
            out.write(new byte[100_000]);
            throw new IOException("the disk is gone");
          }
        };
    try (ScriptedServer server = new ScriptedServer(send(OK), send(OK));
        HttpTransport transport = transport()) {
      call(transport, server, new Pieces("first", 5));

      assertThatThrownBy(() -> call(transport, server, failing))
          .isInstanceOf(SoapTransportException.class)
          .hasMessageContaining("the disk is gone");

      assertThat(call(transport, server, new Pieces("next", 4))).isEqualTo("ok");
      assertThat(server.bodies).containsExactly("first", "next");
      assertThat(tries[0]).isEqualTo(1);
    }
  }

  @Test
  void aServerThatTakesNothingIsATimeout() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getByName("localhost"));
        HttpTransport transport =
            new HttpTransport(HttpOptions.builder().readTimeout(Duration.ofMillis(200)).build())) {
      String url = "http://localhost:" + silent.getLocalPort() + "/";
      Payload large = new Pieces(text(30_000_000), 1 << 20);

      assertThatThrownBy(() -> transport.send(new Transport.Outgoing(url, Headers.NONE, large)))
          .isInstanceOf(SoapTransportException.class)
          .hasMessageContaining("read timeout of 200 ms");
    }
  }

  @Test
  void anAnswerThatNeverComesIsATimeoutAndIsNotAskedForAgain() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (ScriptedServer server = new ScriptedServer(send(OK), silence(end));
        HttpTransport transport = transport()) {
      call(transport, server, new Pieces("first", 5));

      CallOptions impatient = CallOptions.DEFAULT.withReadTimeout(Duration.ofMillis(200));
      Payload second = new Pieces("second", 6);
      assertThatThrownBy(
              () ->
                  transport.send(
                      new Transport.Outgoing(server.url(), Headers.NONE, second, impatient)))
          .isInstanceOf(SoapTransportException.class)
          .hasMessageContaining("read timeout of 200 ms");

      assertThat(server.bodies).containsExactly("first", "second");
    } finally {
      end.countDown();
    }
  }

  /** Answers nothing until the client is no longer heard. */
  private static ScriptedServer.Step silence(CountDownLatch end) {
    return out -> {
      try {
        end.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return false;
    };
  }

  @Test
  void anInterruptedCallEndsAndIsNotMadeAgain() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (ScriptedServer server = new ScriptedServer(send(OK), silence(end));
        HttpTransport transport = transport()) {
      call(transport, server, new Pieces("first", 5));
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      Thread caller =
          new Thread(
              () -> {
                try {
                  call(transport, server, new Pieces("second", 6));
                } catch (SoapTransportException | RuntimeException e) {
                  thrown.set(e);
                }
              });
      caller.start();
      while (server.bodies.size() < 2) {
        Thread.onSpinWait();
      }
      caller.interrupt();
      caller.join();

      assertThat(thrown.get())
          .isInstanceOf(SoapTransportException.class)
          .hasMessageContaining("interrupted");
      assertThat(server.bodies).containsExactly("first", "second");
    } finally {
      end.countDown();
    }
  }
}
