package io.castile.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The watch over slow heads goes on whatever happens to it. */
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
}
