package io.castile.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.xml.Payload;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What leaves through the socket is HTTP, whole and in order. */
final class SocketOutletTest {
  private static final String BLANK_LINE = "\r\n\r\n";

  @Test
  void piecesOfAnySizeLeaveInOrderBehindTheHead() throws Exception {
    int[] lengths = {1, 0, 300_000, 7, 262_144, 32_768, 1_000_000, 5};
    byte[] document = new byte[1_594_925];
    new Random(1).nextBytes(document);

    String sent = sent(outlet -> outlet.send(pieces(document, lengths)));

    int body = sent.indexOf(BLANK_LINE) + BLANK_LINE.length();
    assertThat(sent).startsWith("POST /portal HTTP/1.1\r\n").contains("Content-Length: 1594925");
    assertThat(sent.substring(body)).isEqualTo(text(document));
  }

  @Test
  void thousandsOfPiecesLeaveInOrder() throws Exception {
    byte[] document = new byte[3_000];
    new Random(2).nextBytes(document);
    int[] lengths = new int[3_000];
    java.util.Arrays.fill(lengths, 1);

    String sent = sent(outlet -> outlet.send(pieces(document, lengths)));

    assertThat(sent).endsWith(BLANK_LINE + text(document));
  }

  @Test
  void aSecondMessageHasAHeadOfItsOwn() throws Exception {
    byte[] two = {'a', 'b'};
    String sent =
        sent(
            outlet -> {
              outlet.send(pieces(two, 2));
              outlet.send(pieces(two, 1, 1));
              outlet.send(stream(1, two));
            });

    assertThat(sent.split("POST", -1)).hasSize(4);
    assertThat(sent.split("\r\n\r\nab", -1)).hasSize(4);
    assertThat(sent).endsWith("Content-Length: 1" + BLANK_LINE + "ab");
  }

  @Test
  void aMessageOfUnknownSizeLeavesInChunks() throws Exception {
    byte[] chunk = "0123456789abcdef!".getBytes(StandardCharsets.US_ASCII);

    String sent = sent(outlet -> outlet.send(stream(Payload.UNKNOWN_SIZE, chunk)));

    assertThat(sent)
        .endsWith("Transfer-Encoding: chunked\r\n\r\n11\r\n0123456789abcdef!\r\n0\r\n\r\n");
  }

  @Test
  void theDrainTakesWhatComesInAnotherProcess() throws Exception {
    byte[] document = new byte[20_000_000]; // More than buffers hold: it must be read.
    try (DrainProcess drain = DrainProcess.start();
        SocketOutlet outlet = SocketOutlet.connect(drain.port())) {
      outlet.send(pieces(document, document.length));

      assertThat(drain.port()).isPositive();
    }
  }

  private interface Sending {
    void to(SocketOutlet outlet) throws IOException;
  }

  private static String sent(Sending sending) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<byte[]> received =
          CompletableFuture.supplyAsync(
              () -> {
                try (Socket connection = server.accept()) {
                  return connection.getInputStream().readAllBytes();
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      try (SocketOutlet outlet = SocketOutlet.connect(server.getLocalPort())) {
        sending.to(outlet);
      }
      return text(received.get(20, TimeUnit.SECONDS));
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static Payload pieces(byte[] document, int... lengths) {
    ByteBuffer[] pieces = new ByteBuffer[lengths.length];
    int at = 0;
    for (int i = 0; i < lengths.length; i++) {
      pieces[i] = ByteBuffer.wrap(document, at, lengths[i]);
      at += lengths[i];
    }
    assertThat(at).isEqualTo(document.length);
    return new Payload() {
      @Override
      public int size() {
        return document.length;
      }

      @Override
      public void writeTo(OutputStream out) {
        throw new AssertionError("there are pieces");
      }

      @Override
      public ByteBuffer[] pieces() {
        return pieces;
      }
    };
  }

  private static Payload stream(int size, byte[] bytes) {
    return new Payload() {
      @Override
      public int size() {
        return size;
      }

      @Override
      public void writeTo(OutputStream out) throws IOException {
        out.write(bytes);
      }
    };
  }
}
