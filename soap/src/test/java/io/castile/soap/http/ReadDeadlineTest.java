package io.castile.soap.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reads that wait for no longer than they may. One that waits for ever fails by the limit. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ReadDeadlineTest {
  private static final int LONG = 3_600_000;

  private ServerSocketChannel listening;

  @BeforeEach
  void listen() throws IOException {
    listening = ServerSocketChannel.open();
    listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  @AfterEach
  void end() throws IOException {
    listening.close();
  }

  /** Two ends of a connection. */
  private final class Ends implements AutoCloseable {
    final ChannelSocketStream near;
    final SocketChannel far;

    Ends(int silenceMillis) throws IOException {
      near = new ChannelSocketStream(SocketChannel.open(listening.getLocalAddress()));
      far = listening.accept();
      near.limit(silenceMillis, TimeLimit.start(null));
    }

    int read() throws IOException {
      return near.in().read();
    }

    void send(int b) throws IOException {
      far.write(ByteBuffer.wrap(new byte[] {(byte) b}));
    }

    @Override
    public void close() throws IOException {
      near.close();
      far.close();
    }
  }

  @Test
  void silenceEndsARead() throws Exception {
    try (Ends ends = new Ends(50)) {
      assertThatThrownBy(ends::read)
          .isInstanceOf(SocketTimeoutException.class)
          .hasMessage("nothing came for 50 ms");
      assertThatThrownBy(ends::read).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aReadInTimeLeavesTheConnectionAloneForEver() throws Exception {
    try (Ends ends = new Ends(500);
        Ends timer = new Ends(1_100)) {
      ends.send(1);
      assertThat(ends.read()).isEqualTo(1);
      assertThatThrownBy(timer::read).isInstanceOf(SocketTimeoutException.class); // much later

      ends.send(2);

      assertThat(ends.read()).isEqualTo(2);
    }
  }

  @Test
  void aShortDeadlineCountsBesideLongOnesAndAfterThem() throws Exception {
    try (Ends patient = new Ends(LONG);
        Ends first = new Ends(80);
        Ends second = new Ends(160)) {
      CompletableFuture<Integer> late = reading(patient);
      CompletableFuture<Integer> later = reading(second);
      assertThatThrownBy(first::read).isInstanceOf(SocketTimeoutException.class);
      assertThatThrownBy(later::get).hasCauseInstanceOf(SocketTimeoutException.class);
      assertThat(late).isNotDone();

      patient.send(7);

      assertThat(late.get()).isEqualTo(7);
    }
  }

  @Test
  void manyReadsEndEachByItsOwnDeadline() throws Exception {
    List<Ends> all = new ArrayList<>();
    List<CompletableFuture<Integer>> reads = new ArrayList<>();
    try {
      for (int i = 0; i < 40; i++) {
        Ends ends = new Ends(i % 2 == 0 ? LONG : 20 + 5 * i);
        all.add(ends);
        reads.add(reading(ends));
      }
      for (int i = 1; i < 40; i += 2) {
        CompletableFuture<Integer> read = reads.get(i);
        assertThatThrownBy(read::get).hasCauseInstanceOf(SocketTimeoutException.class);
      }
      for (int i = 0; i < 40; i += 2) {
        all.get(i).send(i);
        assertThat(reads.get(i).get()).isEqualTo(i);
      }
    } finally {
      for (Ends ends : all) {
        ends.close();
      }
    }
  }

  @Test
  void whoClosesAStreamIsNotTakenForItsDeadline() throws Exception {
    try (Ends ends = new Ends(LONG)) {
      CompletableFuture<Integer> read = reading(ends);
      ends.near.close();

      assertThatThrownBy(read::get)
          .satisfies(
              e ->
                  assertThat(e.getCause())
                      .isInstanceOfAny(
                          AsynchronousCloseException.class, ClosedChannelException.class));
    }
  }

  @Test
  void theLimitOfTheCallEndsAReadToo() throws Exception {
    try (Ends ends = new Ends(LONG)) {
      TimeLimit call = TimeLimit.start(Duration.ofMillis(50));
      ends.near.limit(LONG, call);

      assertThatThrownBy(ends::read)
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(SocketTimeoutException.class);
      assertThat(call.hasPassed()).isTrue();
    }
  }

  @Test
  void theEndOfTheOtherSideIsTheEnd() throws Exception {
    try (Ends ends = new Ends(LONG)) {
      ends.send(9);
      ends.far.close();
      InputStream in = ends.near.in();

      assertThat(in.readAllBytes()).containsExactly(9);
    }
  }

  private static CompletableFuture<Integer> reading(Ends ends) {
    CompletableFuture<Integer> result = new CompletableFuture<>();
    Thread reader =
        new Thread(
            () -> {
              try {
                result.complete(ends.read());
              } catch (IOException | RuntimeException e) {
                result.completeExceptionally(e);
              }
            });
    reader.setDaemon(true);
    reader.start();
    return result;
  }
}
