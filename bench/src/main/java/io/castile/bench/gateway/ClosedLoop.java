package io.castile.bench.gateway;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.ArrayList;
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
  private static final int MOST_ANSWER_BYTES = 64 << 20;
  private static final int DIGITS = 3; // of latencies

  /** What a connection asks. */
  record Asked(String target, byte[] message) {}

  private final Supplier<Optional<Asked>> questions;
  private final boolean isTogether;
  private final Histogram nanos = new Histogram(DIGITS);
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private final List<Connection> waiting = new ArrayList<>();
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
    try {
      List<Connection> all = new ArrayList<>();
      for (int i = 0; i < connections; i++) {
        all.add(connect(loop, port));
      }
      long start = System.nanoTime();
      loop.next().execute(() -> all.forEach(this::isFree));
      end.join();
      double seconds = (System.nanoTime() - start) / 1e9;
      return new Load.Result(
          nanos.getTotalCount(), nanos.getTotalCount() / seconds, micros(50), micros(99));
    } catch (CompletionException e) {
      throw new IllegalStateException("requests were not answered: " + e.getCause(), e);
    } finally {
      loop.shutdownGracefully();
    }
  }

  private double micros(double percentile) {
    return nanos.getValueAtPercentile(percentile) / 1e3;
  }

  private Connection connect(EventLoopGroup loop, int port) {
    Connection connection = new Connection();
    connection.channel =
        new Bootstrap()
            .group(loop)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .handler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel
                        .pipeline()
                        .addLast(
                            new HttpClientCodec(),
                            new HttpObjectAggregator(MOST_ANSWER_BYTES),
                            connection);
                  }
                })
            .connect("127.0.0.1", port)
            .syncUninterruptibly()
            .channel();
    return connection;
  }

  /** Has a connection that waits for nothing ask the next question, when it is its turn. */
  private void isFree(Connection connection) {
    waiting.add(connection);
    if (isTogether && waiting.size() < connections) {
      return;
    }
    Optional<Asked> next = questions.get();
    if (next.isPresent()) {
      List<Connection> free = List.copyOf(waiting);
      waiting.clear();
      free.forEach(each -> each.ask(next.get()));
    } else if (waiting.size() == connections) {
      end.complete(null);
    }
  }

  /** A connection; used on the loop only, but for its channel. */
  private final class Connection extends SimpleChannelInboundHandler<FullHttpResponse> {
    private Channel channel;
    private long asked; // when, by the clock of nanoTime

    void ask(Asked question) {
      FullHttpRequest request =
          new DefaultFullHttpRequest(
              HttpVersion.HTTP_1_1,
              HttpMethod.POST,
              question.target(),
              Unpooled.wrappedBuffer(question.message()));
      request
          .headers()
          .set(HttpHeaderNames.HOST, "127.0.0.1")
          .set(HttpHeaderNames.CONTENT_TYPE, "text/xml; charset=utf-8")
          .set("SOAPAction", "\"\"")
          .set(HttpHeaderNames.CONTENT_LENGTH, question.message().length);
      asked = System.nanoTime();
      channel.writeAndFlush(request);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpResponse response) {
      nanos.recordValue(System.nanoTime() - asked);
      if (response.status().equals(HttpResponseStatus.OK)) {
        isFree(this);
      } else {
        end.completeExceptionally(new IllegalStateException("status " + response.status()));
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      end.completeExceptionally(new IllegalStateException("a connection was closed"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      end.completeExceptionally(cause);
    }
  }
}
