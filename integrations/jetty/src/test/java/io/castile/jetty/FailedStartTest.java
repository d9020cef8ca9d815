package io.castile.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

class FailedStartTest {
  @Test
  void aWatchThatDidNotStartCanBeStopped() {
    Server server = new Server();
    SlowRequests watch =
        new SlowRequests(new ServerConnector(server), Duration.ofSeconds(1), Duration.ofSeconds(1));
    watch.setServer(server);
    watch.setHandler(new Unstartable());

    assertThatThrownBy(watch::start).hasMessage("no start");

    assertThatCode(watch::stop).doesNotThrowAnyException();
    assertThat(watch.isStopped()).isTrue();
  }

  private static final class Unstartable extends Handler.Abstract {
    @Override
    protected void doStart() {
      throw new IllegalStateException("no start");
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      return false;
    }
  }
}
