package io.castile.bench.gateway;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.function.Consumer;

/** A connection of a load, which stays. It is used on its loop only. */
final class LoadConnection extends SimpleChannelInboundHandler<FullHttpResponse> {
  private static final int MOST_ANSWER_BYTES = 64 << 20;

  /** What a connection asks. */
  record Asked(String target, byte[] message, String type) {
    /** An envelope. */
    Asked(String target, byte[] message) {
      this(target, message, "text/xml; charset=utf-8");
    }
  }

  private final int port;
  private final Consumer<LoadConnection> answered;
  private final Consumer<Throwable> failed;
  private ChannelFuture connected;
  private boolean isClosing;

  private LoadConnection(int port, Consumer<LoadConnection> answered, Consumer<Throwable> failed) {
    this.port = port;
    this.answered = answered;
    this.failed = failed;
  }

  /**
   * Connects. Requests may be sent meanwhile.
   *
   * @param bootstrap with the loop and the kind of channels
   * @param port on loopback
   * @param answered is told of each answer with status 200
   * @param failed is told of other answers, and of the connection's end
   */
  static LoadConnection open(
      Bootstrap bootstrap,
      int port,
      Consumer<LoadConnection> answered,
      Consumer<Throwable> failed) {
    LoadConnection connection = new LoadConnection(port, answered, failed);
    connection.connected =
        bootstrap
            .clone()
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
            .connect("127.0.0.1", port);
    return connection;
  }

  /** Waits until it is connected. */
  LoadConnection sync() {
    connected.syncUninterruptibly();
    return this;
  }

  /** Sends a request, when it is connected. */
  void ask(Asked question) {
    if (connected.isSuccess()) {
      send(question);
    } else {
      connected.addListener(
          done -> {
            if (done.isSuccess()) {
              send(question);
            } else {
              failed.accept(done.cause());
            }
          });
    }
  }

  private void send(Asked question) {
    FullHttpRequest request =
        new DefaultFullHttpRequest(
            HttpVersion.HTTP_1_1,
            HttpMethod.POST,
            question.target(),
            Unpooled.wrappedBuffer(question.message()));
    request
        .headers()
        .set(
            HttpHeaderNames.HOST, "127.0.0.1:" + port) // as wrk and others: a part of Varnish's key
        .set(HttpHeaderNames.CONTENT_TYPE, question.type())
        .set("SOAPAction", "\"\"")
        .set(HttpHeaderNames.CONTENT_LENGTH, question.message().length);
    connected.channel().writeAndFlush(request);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpResponse response) {
    if (response.status().equals(HttpResponseStatus.OK)) {
      answered.accept(this);
    } else {
      failed.accept(new IllegalStateException("status " + response.status()));
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (!isClosing) {
      failed.accept(new IllegalStateException("a connection was closed"));
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    failed.accept(cause);
  }

  /** Ends it; nothing is told of that. */
  void close() {
    isClosing = true;
    connected.channel().close();
  }
}
