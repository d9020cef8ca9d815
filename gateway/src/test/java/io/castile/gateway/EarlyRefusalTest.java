package io.castile.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests that are refused before all of them has come, from clients that send on. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class EarlyRefusalTest {
  private static final int SIZE = 40_000_000;

  /** Still more than sockets hold. The gateway takes it within five seconds on a slow machine. */
  private static final int TLS_SIZE = 12_000_000;

  @TempDir private Path folder;
  private TestOrigin origin;

  @BeforeEach
  void start() throws IOException {
    origin = new TestOrigin(request -> Answer.of(200, "ok"));
  }

  @AfterEach
  void stop() {
    origin.close();
  }

  private Gateway gateway(String more) throws IOException {
    String yaml =
        """
        listen: 127.0.0.1:0
        limits: {requestBytes: 10000}
        routes: [{origin: %s}]
        %s
        """
            .formatted(origin.uri(), more);
    return Gateway.start(
        GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), folder), 1);
  }

  /** Sends a request that is too large to its end, and only then reads. */
  private static String sent(Socket socket, int size) throws IOException {
    socket.setSoTimeout(20_000);
    OutputStream out = socket.getOutputStream();
    String head = "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: " + size + "\r\n\r\n";
    out.write(head.getBytes(StandardCharsets.US_ASCII));
    byte[] piece = new byte[50_000];
    for (int written = 0; written < size; written += piece.length) {
      out.write(piece);
    }
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  @RepeatedTest(10)
  void aClientThatSendsOnReadsWhyItWasRefused() throws Exception {
    try (Gateway gateway = gateway("");
        Socket socket = new Socket("127.0.0.1", gateway.port())) {
      assertThat(sent(socket, SIZE)).startsWith("HTTP/1.1 413").contains("limits.requestBytes");
    }
  }

  @Tag("long")
  @RepeatedTest(5)
  void soDoesAClientOfTls() throws Exception {
    Pem server = Pem.make(folder, "server");
    try (Gateway gateway = gateway("tls: {certificate: server.pem, key: server.key}");
        Socket socket =
            server.trustedBy(null).getSocketFactory().createSocket("127.0.0.1", gateway.port())) {
      assertThat(sent(socket, TLS_SIZE)).startsWith("HTTP/1.1 413").contains("limits.requestBytes");
    }
  }

  @Test
  void aClientThatNeverEndsItsConnectionLosesIt() throws Exception {
    try (Gateway gateway = gateway("timeouts: {request: 300ms}");
        Socket socket = new Socket("127.0.0.1", gateway.port())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write("nothing of HTTP\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      assertThat(new String(in.readAllBytes(), StandardCharsets.US_ASCII))
          .startsWith("HTTP/1.1 400");

      assertThat(isReset(socket)).isTrue();
    }
  }

  /** Sends on until the other end refuses that. */
  private static boolean isReset(Socket socket) throws InterruptedException {
    for (int i = 0; i < 200; i++) {
      try {
        socket.getOutputStream().write('a');
      } catch (SocketException e) {
        return true;
      } catch (IOException e) {
        throw new IllegalStateException("expected a reset", e);
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    return false;
  }
}
