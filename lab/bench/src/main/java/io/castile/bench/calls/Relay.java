package io.castile.bench.calls;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Stands between clients and a server of this machine, and makes their connections as slow as a
 * link: each direction carries one packet after the other at the link's rate, and each packet
 * arrives half a round trip after its last bit has left. It counts the bytes of both directions.
 *
 * <pre>
 * client --socket--> reader --queue--> writer --socket--> server     up
 * client <--socket-- writer <--queue-- reader <--socket-- server     down
 *                    waits until a     says when a packet
 *                    packet arrives    will arrive
 * </pre>
 *
 * <p>All connections share the link. It does not imitate TCP: both ends talk to the relay over
 * loopback, which acknowledges at once, so that neither the handshake nor slow start takes round
 * trips; packets have no heads, and none is lost.
 *
 * <p>Thread-safe. Four threads for each connection, and one that accepts them.
 */
public final class Relay implements AutoCloseable {
  /** What a segment of TCP carries. */
  private static final int PACKET_BYTES = 1460;

  /** Packets under way in one direction of a connection; a reader waits when there are more. */
  private static final int QUEUE_PACKETS = 4096;

  private static final int BACKLOG = 50;

  /** The rest of a wait that is not slept, as sleeping threads wake up late. */
  private static final long SPIN_NANOS = 50_000;

  private static final Packet END = new Packet(new byte[0], 0);

  /** Bytes, and when they arrive by {@link System#nanoTime}. */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  private record Packet(byte[] bytes, long arrivalNanos) {}

  private final ServerSocket listening;
  private final int target;
  private final Direction up;
  private final Direction down;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private volatile boolean isClosed;

  private Relay(LinkSpeed link, int target) throws IOException {
    this.listening = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    this.target = target;
    this.up = new Direction(link, System.nanoTime());
    this.down = new Direction(link, System.nanoTime());
    start("accept", this::accept, this::close);
  }

  /**
   * Starts a relay.
   *
   * @param link how slow it is; null for as fast as it goes
   * @param target the port of the server, on the loopback interface
   */
  public static Relay to(int target, LinkSpeed link) {
    try {
      return new Relay(link, target);
    } catch (IOException e) {
      throw new UncheckedIOException("no relay can be started", e);
    }
  }

  /** The port for clients, on the loopback interface. */
  public int port() {
    return listening.getLocalPort();
  }

  /** How many bytes have come from clients so far. */
  public long bytesUp() {
    return up.bytes.get();
  }

  /** How many bytes have come from the server so far. */
  public long bytesDown() {
    return down.bytes.get();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listening.accept();
      Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
      sockets.addAll(List.of(client, server));
      if (isClosed) {
        client.close();
        server.close();
        return;
      }
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      carry(client, server, up);
      carry(server, client, down);
    }
  }

  private void carry(Socket from, Socket to, Direction direction) {
    BlockingQueue<Packet> queue = new LinkedBlockingQueue<>(QUEUE_PACKETS);
    // Where one end has gone, a half that still stands would keep the other one waiting.
    Runnable end =
        () -> {
          close(from);
          close(to);
        };
    start(
        "read",
        () -> {
          try {
            direction.read(from.getInputStream(), queue);
          } finally {
            queue.put(END);
          }
        },
        end);
    start(
        "write",
        () -> {
          write(queue, to.getOutputStream());
          to.shutdownOutput();
        },
        end);
  }

  private static void write(BlockingQueue<Packet> queue, OutputStream out)
      throws IOException, InterruptedException {
    for (Packet next = queue.take(); next != END; next = queue.take()) {
      waitUntil(next.arrivalNanos());
      out.write(next.bytes());
    }
  }

  private static void waitUntil(long nanoTime) {
    long left = nanoTime - System.nanoTime();
    while (left > 0) {
      if (left > SPIN_NANOS) {
        LockSupport.parkNanos(left - SPIN_NANOS);
      } else {
        Thread.onSpinWait();
      }
      left = nanoTime - System.nanoTime();
    }
  }

  private interface Step {
    void run() throws IOException, InterruptedException;
  }

  /** Runs the step, and where it fails the other one. */
  private static void start(String name, Step step, Runnable failed) {
    Thread thread =
        new Thread(
            () -> {
              try {
                step.run();
              } catch (IOException e) {
                failed.run();
              } catch (InterruptedException e) {
                throw new AssertionError("a relay is never interrupted", e);
              }
            },
            "relay-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Closes all connections. */
  @Override
  public void close() {
    isClosed = true;
    close(listening);
    sockets.forEach(Relay::close);
  }

  private static void close(Closeable socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException("a connection of a relay cannot be closed", e);
    }
  }

  /** One direction of the link. */
  static final class Direction {
    private final LinkSpeed link; // null for one that takes no time
    private final AtomicLong bytes = new AtomicLong();
    private long freeNanos; // Guarded by this; when the link has sent all.

    Direction(LinkSpeed link, long now) {
      this.link = link;
      this.freeNanos = now;
    }

    /** Takes what comes until the end of the stream. */
    void read(InputStream in, BlockingQueue<Packet> queue)
        throws IOException, InterruptedException {
      byte[] buffer = new byte[PACKET_BYTES];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        bytes.addAndGet(count);
        queue.put(new Packet(Arrays.copyOf(buffer, count), arrival(System.nanoTime(), count)));
      }
    }

    /** When a packet arrives that has come now: after all that came before it. */
    synchronized long arrival(long now, int count) {
      if (link == null) {
        return now;
      }
      freeNanos = Math.max(now, freeNanos) + link.transmissionNanos(count);
      return freeNanos + link.oneWayNanos();
    }
  }
}
