package io.castile.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.soap.http.HttpServerOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests that wait while another one is served. No limit of time begins before a request has come
 * to the handler, so that no test depends on how busy the machine is.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RequestWaitsTest {
  private static final Duration EVER = Duration.ofMinutes(10);

  private final CountDownLatch served = new CountDownLatch(1);
  private final CountDownLatch mayEnd = new CountDownLatch(1);
  private final AtomicInteger calls = new AtomicInteger();
  private final Server server = new Server();
  private final ServerConnector connector = new ServerConnector(server);

  /** Answers once it may. */
  private final class Slow extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback)
        throws InterruptedException {
      calls.incrementAndGet();
      served.countDown();
      mayEnd.await();
      callback.succeeded();
      return true;
    }
  }

  /** Lets the idle time of a connection begin when its request is about to wait or be served. */
  private static final class IdleOnceHeard extends Handler.Wrapper {
    private final List<EndPoint> heard = new CopyOnWriteArrayList<>();
    private final CountDownLatch expired = new CountDownLatch(10);

    IdleOnceHeard(Handler handler) {
      super(handler);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      EndPoint endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
      heard.add(endPoint);
      Request.Wrapper observed =
          new Request.Wrapper(request) {
            @Override
            public void addIdleTimeoutListener(Predicate<TimeoutException> listener) {
              super.addIdleTimeoutListener(
                  timeout -> {
                    expired.countDown();
                    return listener.test(timeout);
                  });
              endPoint.setIdleTimeout(20);
            }
          };
      return super.handle(observed, response, callback);
    }

    /** Ends the idle times: Jetty fails what is being written when one runs out. */
    void stopIdleTimes() {
      heard.forEach(endPoint -> endPoint.setIdleTimeout(EVER.toMillis()));
    }
  }

  private void start(Handler handler) throws Exception {
    connector.setHost("localhost");
    connector.setIdleTimeout(EVER.toMillis());
    server.addConnector(connector);
    server.setHandler(handler);
    server.start();
  }

  private AdmissionHandler overload(Duration maxWait) {
    return new AdmissionHandler(
        new Slow(), HttpServerOptions.builder().maxThreads(1).build(), maxWait);
  }

  @AfterEach
  void stop() throws Exception {
    mayEnd.countDown();
    server.stop();
  }

  /** A connection on which a request with so much of its content was sent. */
  private Socket sent(int length, String content) throws IOException {
    Socket socket = new Socket(InetAddress.getByName("localhost"), connector.getLocalPort());
    socket.setSoTimeout(40_000);
    String head =
        "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: "
            + length
            + "\r\n\r\n";
    socket.getOutputStream().write((head + content).getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static String answer(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "one", "onetwo"})
  void aRequestThatWaitsForTooLongIsRefusedWithRetryAfter(String content) throws Exception {
    start(overload(Duration.ofMillis(100)));
    try (Socket first = sent(0, "")) {
      assertThat(served.await(40, TimeUnit.SECONDS)).isTrue();

      try (Socket second = sent(6, content)) {
        assertThat(answer(second))
            .startsWith("HTTP/1.1 503 ")
            .contains("\r\nRetry-After: 1\r\n")
            .endsWith("\r\n\r\ntoo many requests at once\n");
      }

      mayEnd.countDown();
      assertThat(answer(first)).startsWith("HTTP/1.1 200 ");
      assertThat(calls).hasValue(1);
    }
  }

  @Test
  void aRequestMayWaitForLongerThanItsConnectionMayBeSilent() throws Exception {
    IdleOnceHeard idle = new IdleOnceHeard(overload(EVER));
    start(idle);
    try (Socket first = sent(0, "");
        Socket second = sent(6, "onetwo")) {
      assertThat(idle.expired.await(40, TimeUnit.SECONDS)).isTrue();
      idle.stopIdleTimes();

      mayEnd.countDown();

      assertThat(answer(first)).startsWith("HTTP/1.1 200 ");
      assertThat(answer(second)).startsWith("HTTP/1.1 200 ");
    }
  }
}
