package io.castile.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections are accepted again after whatever has failed. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DrainingConnectorTest {
  /** So poor that it cannot even be printed. */
  private static final class PoorError extends OutOfMemoryError {
    private static final long serialVersionUID = 1;

    @Override
    public void printStackTrace(PrintStream out) {
      throw this;
    }

    @Override
    public String toString() {
      throw this;
    }
  }

  /** Has no memory for the first connections. */
  private static final class PoorConnector extends DrainingConnector {
    private final AtomicInteger failing = new AtomicInteger(3);
    private final CountDownLatch failed = new CountDownLatch(3);

    PoorConnector(Server server) {
      super(server, new RequestWaits(1, RequestWaits.WAIT), new HttpConnectionFactory());
    }

    @Override
    public void accept(int acceptor) throws IOException {
      if (failing.getAndDecrement() > 0) {
        failed.countDown();
        throw new PoorError();
      }
      super.accept(acceptor);
    }
  }

  @Test
  void acceptingGoesOnAfterErrorsThatCannotEvenBeTold() throws Exception {
    Server server = new Server();
    PoorConnector connector = new PoorConnector(server);
    connector.setHost("localhost");
    server.addConnector(connector);
    server.start();
    try (Socket socket = new Socket(InetAddress.getByName("localhost"), connector.getLocalPort())) {
      socket.setSoTimeout(30_000);
      socket
          .getOutputStream()
          .write("GET / HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

      assertThat(socket.getInputStream().readNBytes(8)).asString().isEqualTo("HTTP/1.1");
      assertThat(connector.failed.getCount()).isZero();
    } finally {
      server.stop();
    }
  }
}
