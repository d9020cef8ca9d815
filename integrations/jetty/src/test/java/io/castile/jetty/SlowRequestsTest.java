package io.castile.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The watch over slow heads: it goes on whatever happens to it, and ends nothing else. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SlowRequestsTest {
  /** Has no memory for the first looks at its connections. */
  private static final class PoorConnector extends ServerConnector {
    private final AtomicInteger looks = new AtomicInteger();

    PoorConnector(Server server) {
      super(server);
    }

    @Override
    public Collection<EndPoint> getConnectedEndPoints() {
      if (looks.incrementAndGet() <= 3) {
        throw new OutOfMemoryError("for a test");
      }
      return super.getConnectedEndPoints();
    }
  }

  @Test
  void theWatchGoesOnAfterErrors() throws Exception {
    Server server = new Server();
    PoorConnector connector = new PoorConnector(server);
    connector.setHost("localhost");
    server.addConnector(connector);
    server.setHandler(new SlowRequests(connector, Duration.ofMillis(300), Duration.ofSeconds(60)));
    server.start();
    try (Socket socket = new Socket(InetAddress.getByName("localhost"), connector.getLocalPort())) {
      socket.setSoTimeout(30_000);
      socket.getOutputStream().write("POST /shop".getBytes());

      assertThat(socket.getInputStream().read()).isNegative();
      assertThat(connector.looks.get()).isGreaterThan(3);
    } finally {
      server.stop();
    }
  }

  /**
   * Shows its connections only while it may, so that no head is found to be slow that the machine
   * was too busy to hear.
   */
  private static final class ShyConnector extends ServerConnector {
    private volatile boolean shown;
    private final Semaphore looks = new Semaphore(0);
    private final Semaphore singleLooks = new Semaphore(0);
    private final Semaphore endedSingleLooks = new Semaphore(0);
    private boolean isLookedAtOnce; // by the watch only

    ShyConnector(Server server) {
      super(server);
      setHost("localhost");
    }

    @Override
    public Collection<EndPoint> getConnectedEndPoints() {
      if (isLookedAtOnce) {
        isLookedAtOnce = false;
        endedSingleLooks.release();
      }
      if (singleLooks.tryAcquire()) {
        isLookedAtOnce = true;
        return super.getConnectedEndPoints();
      }
      if (!shown) {
        return List.of();
      }
      looks.release();
      return super.getConnectedEndPoints();
    }

    /** Lets the watch look so often that it would find any request in time to be slow. */
    void beLookedAt() throws InterruptedException {
      shown = true;
      assertThat(looks.tryAcquire(5, 40, TimeUnit.SECONDS)).isTrue();
      shown = false;
    }

    /** Lets the watch look once, and returns when it has. */
    void beLookedAtOnce() throws InterruptedException {
      singleLooks.release();
      assertThat(endedSingleLooks.tryAcquire(40, TimeUnit.SECONDS)).isTrue();
    }

    /** Waits until a number of bytes has come on the only connection. */
    void awaitBytes(long count) throws InterruptedException {
      while (super.getConnectedEndPoints().stream()
              .mapToLong(each -> each.getConnection().getBytesIn())
              .sum()
          < count) { // the test has a time limit
        TimeUnit.MILLISECONDS.sleep(1);
      }
    }
  }

  private static final String REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

  private static void start(ShyConnector connector, Server server, Handler handler)
      throws Exception {
    server.addConnector(connector);
    SlowRequests slow = new SlowRequests(connector, Duration.ofMillis(1), Duration.ofMinutes(10));
    slow.setHandler(handler);
    server.setHandler(slow);
    server.start();
  }

  private static void send(Socket socket) throws IOException {
    socket.setSoTimeout(30_000);
    socket.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
  }

  private static void assertAnswered(Socket socket) throws IOException {
    byte[] head = new byte[512];
    int length = socket.getInputStream().read(head);
    assertThat(new String(head, 0, Math.max(0, length), StandardCharsets.US_ASCII))
        .startsWith("HTTP/1.1 200 ");
  }

  @Test
  void aServiceMayThinkForLongerThanAHeadMayTake() throws Exception {
    Server server = new Server();
    ShyConnector connector = new ShyConnector(server);
    CountDownLatch heard = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    start(
        connector,
        server,
        new Handler.Abstract() {
          @Override
          public boolean handle(Request request, Response response, Callback callback)
              throws InterruptedException {
            heard.countDown();
            mayEnd.await();
            callback.succeeded();
            return true;
          }
        });
    try (Socket socket = new Socket(InetAddress.getByName("localhost"), connector.getLocalPort())) {
      send(socket);
      assertThat(heard.await(40, TimeUnit.SECONDS)).isTrue();
      connector.beLookedAt();
      mayEnd.countDown();

      assertAnswered(socket);
    } finally {
      mayEnd.countDown();
      server.stop();
    }
  }

  /** Answers each request, and says when the end of it has been noted. */
  private static Handler answering(Semaphore ended) {
    return new Handler.Abstract() {
      @Override
      public boolean handle(Request request, Response response, Callback callback) {
        callback.succeeded(); // which notes the end of the request
        ended.release();
        return true;
      }
    };
  }

  /** Each of them is on its way when the watch looks, and none for long. */
  @Test
  void theTimesOfRequestsDoNotAddUp() throws Exception {
    Server server = new Server();
    ShyConnector connector = new ShyConnector(server);
    Semaphore ended = new Semaphore(0);
    start(connector, server, answering(ended));
    try (Socket socket = new Socket(InetAddress.getByName("localhost"), connector.getLocalPort())) {
      socket.setSoTimeout(30_000);
      byte[] request = REQUEST.getBytes(StandardCharsets.US_ASCII);
      for (int i = 0; i < 3; i++) {
        socket.getOutputStream().write(request, 0, 20);
        connector.awaitBytes(i * request.length + 20);
        connector.beLookedAtOnce();
        socket.getOutputStream().write(request, 20, request.length - 20);
        assertAnswered(socket);
        assertThat(ended.tryAcquire(40, TimeUnit.SECONDS)).isTrue();
      }
    } finally {
      server.stop();
    }
  }

  @Test
  void aConnectionMayBeIdleForLongerThanAHeadMayTake() throws Exception {
    Server server = new Server();
    ShyConnector connector = new ShyConnector(server);
    Semaphore ended = new Semaphore(0);
    start(connector, server, answering(ended));
    try (Socket socket = new Socket(InetAddress.getByName("localhost"), connector.getLocalPort())) {
      for (int i = 0; i < 2; i++) {
        send(socket);
        assertAnswered(socket);
        assertThat(ended.tryAcquire(40, TimeUnit.SECONDS)).isTrue();
        connector.beLookedAt();
      }
      send(socket);
      assertAnswered(socket);
    } finally {
      server.stop();
    }
  }
}
