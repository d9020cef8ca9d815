package io.castile.gateway;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A line between two gateways that carries bytes, and has faults for a while. It knows which calls
 * a fault may have touched. Thread-safe; one thread has the faults.
 */
final class FaultyLine implements AutoCloseable {
  private static final int PIECE_BYTES = 2_048;

  /** What becomes of the line. */
  enum Fault {
    /** Connections end, whatever is under way, and so do new ones. */
    CUT,
    /** Nothing passes in either direction, and nothing is lost. */
    HELD,
    /** A piece of 2 KiB takes two milliseconds. */
    SLOW
  }

  private final URI end;
  private final ServerSocket server;
  private final Set<Connection> open = ConcurrentHashMap.newKeySet();
  private final Set<Call> underWay = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Object change = new Object();
  private volatile boolean isCut;
  private volatile boolean isHeld;
  private volatile boolean isSlow;
  private volatile boolean isFaulty; // until the last call that a fault may have touched has ended
  private volatile int faults;

  /**
   * @param end to which the line leads
   */
  FaultyLine(URI end) throws IOException {
    this.end = end;
    this.server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  // ---- calls ----

  /** A call of a client, from before it is sent until after its answer has come. */
  final class Call implements AutoCloseable {
    private final boolean beganWithin;
    private final int faultsBefore;

    private Call() {
      underWay.add(this);
      beganWithin = isFaulty;
      faultsBefore = faults;
    }

    /** Whether a fault explains that it failed. */
    boolean isTouched() {
      return beganWithin || faults != faultsBefore;
    }

    @Override
    public void close() {
      underWay.remove(this);
    }
  }

  /** Begins a call. */
  Call call() {
    return new Call();
  }

  // ---- faults ----

  /**
   * Has a fault for so long. Returns when nothing of it is left: the near end has seen that its
   * connections were cut, and the calls that were under way have ended.
   *
   * @throws AssertionError if a call does not end
   */
  void have(Fault fault, int millis) throws InterruptedException {
    isFaulty = true;
    faults++;
    set(fault, true);
    if (fault == Fault.CUT) {
      open.forEach(Connection::cut);
    }
    TimeUnit.MILLISECONDS.sleep(millis); // the fault that is injected
    set(fault, false);
    Soak.await("connections that were cut", () -> open.stream().noneMatch(each -> each.isBroken));
    Set<Call> touched = Set.copyOf(underWay);
    Soak.await(
        "calls that a fault has touched", () -> touched.stream().noneMatch(underWay::contains));
    isFaulty = false;
  }

  private void set(Fault fault, boolean now) {
    synchronized (change) {
      switch (fault) {
        case CUT -> isCut = now;
        case HELD -> isHeld = now;
        case SLOW -> isSlow = now;
      }
      change.notifyAll();
    }
  }

  /** Waits as long as the fault that there is has a piece wait. */
  private void delay() throws InterruptedException {
    synchronized (change) {
      while (isHeld) {
        change.wait();
      }
    }
    if (isSlow) {
      TimeUnit.MILLISECONDS.sleep(2);
    }
  }

  // ---- connections ----

  private void accept() {
    while (!server.isClosed()) {
      try {
        Connection connection = new Connection(server.accept());
        open.add(connection);
        threads.execute(connection::carry);
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  /** A connection of the near end, and the one that carries it on. */
  private final class Connection {
    private final Socket near;
    private final Socket far = new Socket();
    private volatile boolean isBroken;

    Connection(Socket near) {
      this.near = near;
    }

    /** The near end is told of it as of an end of the stream; its own end is waited for. */
    void cut() {
      isBroken = true;
      closed(far);
      try {
        near.shutdownOutput();
      } catch (IOException e) {
        // ended already
      }
    }

    void carry() {
      try {
        if (!isCut) {
          far.connect(new InetSocketAddress(end.getHost(), end.getPort()));
          far.setTcpNoDelay(true);
          near.setTcpNoDelay(true);
          threads.execute(this::carryBack);
        }
        if (isCut) {
          cut();
        }
      } catch (IOException e) {
        cut();
      }
      try (near;
          far) {
        byte[] piece = new byte[PIECE_BYTES];
        InputStream in = near.getInputStream();
        for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
          carryOn(piece, read);
        }
      } catch (IOException | InterruptedException e) {
        // the near end has left, or the test is over
      } finally {
        open.remove(this);
      }
    }

    private void carryOn(byte[] piece, int length) throws InterruptedException {
      delay();
      try {
        far.getOutputStream().write(piece, 0, length);
      } catch (IOException e) {
        cut(); // what the near end goes on to send is lost
      }
    }

    private void carryBack() {
      try {
        byte[] piece = new byte[PIECE_BYTES];
        InputStream in = far.getInputStream();
        OutputStream out = near.getOutputStream();
        for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
          delay();
          out.write(piece, 0, read);
        }
      } catch (IOException | InterruptedException e) {
        // either end has left, or the line was cut
      }
      cut();
    }
  }

  private static void closed(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // ended already
    }
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort());
  }

  /** Returns how many connections are open. */
  int connections() {
    return open.size();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Connection connection : open) {
      closed(connection.near);
      closed(connection.far);
    }
    threads.shutdownNow();
  }
}
