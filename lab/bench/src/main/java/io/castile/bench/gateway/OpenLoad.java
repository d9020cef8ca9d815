package io.castile.bench.gateway;

import io.castile.bench.gateway.LoadConnection.Asked;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * The load of {@link OpenLoop} over HTTP, on one thread: by epoll where it is there, whose timers
 * are finer than those of the JDK's selectors. For one run.
 */
final class OpenLoad {
  private static final int MOST_CONNECTIONS = 256;
  private static final int PATIENCE_SECONDS = 60; // behind the last request

  private final LoadOrder order;
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private final List<LoadConnection> connections = new ArrayList<>(); // used on the loop only
  private OpenLoop requests; // used on the loop until the end

  OpenLoad(LoadOrder order) {
    this.order = order;
  }

  /**
   * Asks all questions.
   *
   * @throws IllegalStateException if one is not answered with status 200
   */
  LoadAnswer run() {
    boolean isEpoll = Epoll.isAvailable();
    IoHandlerFactory factory = isEpoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, factory);
    Bootstrap bootstrap =
        new Bootstrap()
            .group(group)
            .channel(isEpoll ? EpollSocketChannel.class : NioSocketChannel.class);
    try {
      long start = order.start();
      requests =
          new OpenLoop(
              order::question,
              order.perSecond(),
              order.count(),
              order.slice(),
              answered -> open(bootstrap, answered),
              MOST_CONNECTIONS,
              start,
              System::nanoTime);
      EventLoop loop = group.next();
      loop.execute(() -> tick(loop));
      end.get((long) (order.count() / order.perSecond()) + PATIENCE_SECONDS, TimeUnit.SECONDS);
      double seconds = (System.nanoTime() - start) / 1e9;
      loop.submit(() -> connections.forEach(LoadConnection::close)).syncUninterruptibly();
      return new LoadAnswer(start, order.count() / seconds, requests.late(), requests.latencies());
    } catch (ExecutionException e) {
      throw new IllegalStateException("requests were not answered: " + e.getCause(), e);
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          "requests were not answered within " + PATIENCE_SECONDS + " s after the last", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } finally {
      group.shutdownGracefully();
    }
  }

  private Consumer<Asked> open(Bootstrap bootstrap, Runnable answered) {
    LoadConnection connection =
        LoadConnection.open(
            bootstrap, order.port(), each -> isAnswered(answered), end::completeExceptionally);
    connections.add(connection);
    return connection::ask;
  }

  private void isAnswered(Runnable answered) {
    answered.run();
    if (requests.isOver()) {
      end.complete(null);
    }
  }

  private void tick(EventLoop loop) {
    long nanos = requests.sendDue();
    if (nanos != OpenLoop.NONE) {
      loop.schedule(() -> tick(loop), nanos, TimeUnit.NANOSECONDS);
    }
  }
}
