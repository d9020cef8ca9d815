package io.castile.bench.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class RelayTest {
  private static final long MILLI = 1_000_000;

  @Test
  void allBytesArriveAsTheyWereAndAreCounted() throws Exception {
    byte[] sent = new byte[300_000];
    new Random(1).nextBytes(sent);
    try (ServerSocket server = listen();
        Relay relay = Relay.to(server.getLocalPort(), null);
        Socket client = connect(relay)) {
      CompletableFuture<byte[]> received = echo(server);
      client.getOutputStream().write(sent);
      client.shutdownOutput();

      assertThat(client.getInputStream().readAllBytes()).isEqualTo(sent);
      assertThat(received.get()).isEqualTo(sent);
      assertThat(relay.bytesUp()).isEqualTo(sent.length);
      assertThat(relay.bytesDown()).isEqualTo(sent.length);
    }
  }

  /** Takes a connection, and sends back all that comes, once it has all come. */
  private static CompletableFuture<byte[]> echo(ServerSocket server) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (Socket socket = server.accept()) {
            byte[] received = socket.getInputStream().readAllBytes();
            socket.getOutputStream().write(received);
            return received;
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Test
  void aPacketArrivesHalfARoundTripAfterItsLastBitHasLeft() {
    long start = 5_000 * MILLI;
    Relay.Direction link = new Relay.Direction(LinkSpeed.MOBILE_2G, start);

    // 50 kbit/s are 6.25 bytes in a millisecond; the round trip is 600 ms.
    assertThat(link.arrival(start, 625)).isEqualTo(start + 400 * MILLI);
    assertThat(link.arrival(start + MILLI, 625)).as("waits").isEqualTo(start + 500 * MILLI);
    assertThat(link.arrival(start + 900 * MILLI, 625))
        .as("finds the link idle")
        .isEqualTo(start + 1300 * MILLI);
    assertThat(new Relay.Direction(null, 0).arrival(start, 625)).isEqualTo(start);
  }

  @Test
  void nothingArrivesEarly() throws Exception {
    LinkSpeed link = LinkSpeed.MOBILE_3G;
    try (ServerSocket server = listen();
        Relay relay = Relay.to(server.getLocalPort(), link);
        Socket client = connect(relay)) {
      CompletableFuture<byte[]> received = echo(server);
      long start = System.nanoTime();
      client.getOutputStream().write(new byte[2000]);
      client.shutdownOutput();
      client.getInputStream().readAllBytes();
      long taken = System.nanoTime() - start;

      assertThat(received.get()).hasSize(2000);
      assertThat(taken).isGreaterThan(2 * (link.oneWayNanos() + link.transmissionNanos(2000)));
    }
  }

  @Test
  void whereAnEndHasGoneTheOtherOneHearsOfIt() throws Exception {
    try (ServerSocket server = listen();
        Relay relay = Relay.to(server.getLocalPort(), null);
        Socket client = connect(relay)) {
      server.accept().close();
      try (InputStream in = client.getInputStream()) {
        assertThat(in.read()).isEqualTo(-1);
      }
    }
  }

  @Test
  void aClosedRelayClosesItsConnections() throws Exception {
    try (ServerSocket server = listen()) {
      Relay relay = Relay.to(server.getLocalPort(), LinkSpeed.MOBILE_2G);
      try (Socket client = connect(relay);
          Socket accepted = server.accept()) {
        client.getOutputStream().write(1);
        relay.close();

        assertThat(accepted.getInputStream().read()).isEqualTo(-1);
      }
    }
  }

  private static ServerSocket listen() throws IOException {
    return new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  }

  private static Socket connect(Relay relay) throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), relay.port());
  }
}
