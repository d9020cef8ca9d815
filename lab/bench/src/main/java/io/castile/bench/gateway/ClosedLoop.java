package io.castile.bench.gateway;

import io.castile.bench.gateway.LoadConnection.Asked;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * A load on connections that stay, each of which asks again when it has its answer. It has one
 * thread, as wrk has with {@code -t1}. For one run.
 */
final class ClosedLoop {
  private final Supplier<Optional<Asked>> questions;
  private final boolean isTogether;
  private final Histogram nanos = new Histogram(Latencies.DIGITS);
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private final List<LoadConnection> waiting = new ArrayList<>();
  private final IdentityHashMap<LoadConnection, Long> asked =
      new IdentityHashMap<>(); // when, by nanoTime
  private int connections;

  /**
   * @param questions the next one; empty when there are no more
   * @param isTogether whether all connections ask the same at once, and the next one when each of
   *     them has its answer
   */
  ClosedLoop(Supplier<Optional<Asked>> questions, boolean isTogether) {
    this.questions = questions;
    this.isTogether = isTogether;
  }

  /**
   * Asks until there are no more questions.
   *
   * @param port on loopback
   * @throws IllegalStateException if a question is not answered with status 200
   */
  Load.Result run(int port, int connections) {
    this.connections = connections;
    EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    Bootstrap bootstrap = new Bootstrap().group(loop).channel(NioSocketChannel.class);
    try {
      List<LoadConnection> all = new ArrayList<>();
      for (int i = 0; i < connections; i++) {
        all.add(
            LoadConnection.open(bootstrap, port, this::answered, end::completeExceptionally)
                .sync());
      }
      long start = System.nanoTime();
      loop.next().execute(() -> all.forEach(this::isFree));
      end.join();
      double seconds = (System.nanoTime() - start) / 1e9;
      loop.next().submit(() -> all.forEach(LoadConnection::close)).syncUninterruptibly();
      Latencies latencies = latencies();
      return new Load.Result(
          latencies.count(), latencies.count() / seconds, latencies.p50(), latencies.p99());
    } catch (CompletionException e) {
      throw new IllegalStateException("requests were not answered: " + e.getCause(), e);
    } finally {
      loop.shutdownGracefully();
    }
  }

  /** What answers took, when the run is over. */
  Latencies latencies() {
    return Latencies.of(nanos);
  }

  private void answered(LoadConnection connection) {
    nanos.recordValue(System.nanoTime() - asked.get(connection));
    isFree(connection);
  }

  /** Has a connection that waits for nothing ask the next question, when it is its turn. */
  private void isFree(LoadConnection connection) {
    waiting.add(connection);
    if (isTogether && waiting.size() < connections) {
      return;
    }
    Optional<Asked> next = questions.get();
    if (next.isPresent()) {
      List<LoadConnection> free = List.copyOf(waiting);
      waiting.clear();
      for (LoadConnection each : free) {
        asked.put(each, System.nanoTime());
        each.ask(next.get());
      }
    } else if (waiting.size() == connections) {
      end.complete(null);
    }
  }
}
