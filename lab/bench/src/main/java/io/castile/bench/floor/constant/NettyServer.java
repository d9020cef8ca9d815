package io.castile.bench.floor.constant;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** Netty, with the system's epoll where it has that. */
final class NettyServer {
  private static final int REQUEST_BYTES = 1 << 20;

  private NettyServer() {}

  /**
   * @param workers whether a thread answers that may block; else the event loop does
   */
  static int start(boolean workers) throws InterruptedException {
    boolean epoll = Epoll.isAvailable();
    IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    Class<? extends ServerChannel> channels =
        epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    Executor executor =
        workers ? Executors.newFixedThreadPool(ConstantServer.WORKERS) : Runnable::run;
    EventLoopGroup accepting = new MultiThreadIoEventLoopGroup(1, io);
    EventLoopGroup serving = new MultiThreadIoEventLoopGroup(io);
    Channel listening =
        new ServerBootstrap()
            .group(accepting, serving)
            .channel(channels)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel
                        .pipeline()
                        .addLast(
                            new HttpServerCodec(),
                            new HttpObjectAggregator(REQUEST_BYTES),
                            new Answering(executor));
                  }
                })
            .bind(ConstantServer.HOST, 0)
            .sync()
            .channel();
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  private static final class Answering extends SimpleChannelInboundHandler<FullHttpRequest> {
    private final byte[] answer = ConstantServer.answer();
    private final Executor executor;

    Answering(Executor executor) {
      this.executor = executor;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
      executor.execute(() -> answer(context));
    }

    private void answer(ChannelHandlerContext context) {
      FullHttpResponse response =
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.wrappedBuffer(answer));
      response
          .headers()
          .set(HttpHeaderNames.CONTENT_TYPE, ConstantServer.CONTENT_TYPE)
          .setInt(HttpHeaderNames.CONTENT_LENGTH, answer.length);
      context.writeAndFlush(response);
    }
  }
}
