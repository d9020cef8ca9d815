package io.castile.gateway;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
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
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * A service that answers within a part of a millisecond, on a thread of its own; that of the JDK
 * sends head and content apart, which costs 40 ms each time.
 */
final class NettyOrigin implements AutoCloseable {
  private final EventLoopGroup threads =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Channel channel;

  /** Answers a path with a message. */
  interface Service {
    /** What is answered. */
    record Answer(String contentType, String message) {}

    Answer answer(String path);
  }

  NettyOrigin(Service service) throws InterruptedException {
    channel =
        new ServerBootstrap()
            .group(threads)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel connection) {
                    connection
                        .pipeline()
                        .addLast(new HttpServerCodec(), new HttpObjectAggregator(1 << 20))
                        .addLast(new Answering(service));
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .sync()
            .channel();
  }

  private static final class Answering extends SimpleChannelInboundHandler<FullHttpRequest> {
    private final Service service;

    Answering(Service service) {
      this.service = service;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
      Service.Answer answer = service.answer(request.uri());
      byte[] content = answer.message().getBytes(StandardCharsets.UTF_8);
      FullHttpResponse response =
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.wrappedBuffer(content));
      response.headers().set(HttpHeaderNames.CONTENT_TYPE, answer.contentType());
      response.headers().set(HttpHeaderNames.CONTENT_LENGTH, content.length);
      context.writeAndFlush(response);
    }
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + ((InetSocketAddress) channel.localAddress()).getPort());
  }

  @Override
  public void close() {
    threads.shutdownGracefully();
  }
}
