package io.castile.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What event loops have of origins, and how they end. */
final class LoopsTest {
  private static Origin origin(int port) {
    return new Origin(URI.create("http://127.0.0.1:" + port), null);
  }

  @Test
  void aPoolStaysForItsOrigin() {
    try (Loops loops = new Loops(1)) {
      Loops.LoopState loop = loops.state(loops.next());
      Origin origin = origin(1);

      assertThat(loop.pool(origin)).isSameAs(loop.pool(origin));
    }
  }

  @Test
  void poolsOfOriginsThatAreNotUsedAnyMoreAreForgotten() {
    try (Loops loops = new Loops(1)) {
      Loops.LoopState loop = loops.state(loops.next());
      for (int port = 1; port <= 100; port++) { // as a configuration with another origin each time
        loop.pool(origin(port)).take(false);
      }

      assertThat(loop.pools).hasSize(1);
    }
  }

  /** The end is asked for in the middle of a turn, and nothing wakes the loop afterwards. */
  @Test
  void noListenerIsLeftWhenALoopEndsInItsTurn() throws Exception {
    Loops loops = new Loops(1);
    Channel listener =
        new ServerBootstrap()
            .group(loops.group())
            .channel(NioServerSocketChannel.class)
            .childHandler(new ChannelInboundHandlerAdapter())
            .bind(InetAddress.getLoopbackAddress(), 0)
            .sync()
            .channel();
    int port = ((InetSocketAddress) listener.localAddress()).getPort();
    EventLoop loop = loops.next();
    CountDownLatch turn = new CountDownLatch(1);
    loop.execute(
        () -> {
          turn.countDown();
          while (!loop.isShuttingDown()) {
            Thread.onSpinWait();
          }
        });
    turn.await();

    loops.close();

    assertThat(listener.isOpen()).isFalse();
    assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
        .isInstanceOf(ConnectException.class);
  }
}
