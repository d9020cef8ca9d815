package io.castile.gateway;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.DefaultHttp2SettingsFrame;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2PingFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A service that speaks HTTP/2 without TLS, and nothing else: it does with each request what it is
 * told to, frame by frame, as no server would.
 */
final class Http2Origin implements AutoCloseable {
  /** Answers a request that has come as a whole; called on the connection's event loop. */
  interface Service {
    void answer(Asked asked);
  }

  private final EventLoopGroup threads =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Channel channel;
  private final Service service;
  private final AtomicInteger count = new AtomicInteger();
  final AtomicInteger connections = new AtomicInteger(); // all there were
  final AtomicInteger open = new AtomicInteger();
  final AtomicInteger mostStreams = new AtomicInteger(); // at a time, of a connection
  final AtomicInteger pings = new AtomicInteger();
  final List<Http2Error> resets = new CopyOnWriteArrayList<>(); // by the gateway
  final List<Asked> requests = new CopyOnWriteArrayList<>();

  Http2Origin(Service service) throws InterruptedException {
    this(Http2Settings.defaultSettings(), true, service);
  }

  Http2Origin(Http2Settings settings, boolean answersPings, Service service)
      throws InterruptedException {
    this.service = service;
    this.channel =
        new ServerBootstrap()
            .group(threads)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel connection) {
                    Http2FrameCodec codec =
                        Http2FrameCodecBuilder.forServer()
                            .initialSettings(settings)
                            .autoAckPingFrame(answersPings)
                            .gracefulShutdownTimeoutMillis(0)
                            .encoderIgnoreMaxHeaderListSize(true)
                            .build();
                    connection.pipeline().addLast(codec, new Frames());
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .syncUninterruptibly()
            .channel();
  }

  /** One request, and what can be sent for it. */
  final class Asked {
    final int number = count.incrementAndGet();
    final Http2FrameStream stream;
    final Http2Headers head;
    private final ChannelHandlerContext context;
    boolean endsWithHead;
    private final StringBuilder content = new StringBuilder();

    Asked(ChannelHandlerContext context, Http2FrameStream stream, Http2Headers head) {
      this.context = context;
      this.stream = stream;
      this.head = head;
    }

    String path() {
      return head.path().toString();
    }

    String content() {
      return content.toString();
    }

    Asked head(String status, boolean ends, String... fields) {
      Http2Headers made = new DefaultHttp2Headers(false).status(status);
      for (int i = 0; i < fields.length; i += 2) {
        made.add(fields[i], fields[i + 1]);
      }
      context.writeAndFlush(new DefaultHttp2HeadersFrame(made, ends).stream(stream));
      return this;
    }

    Asked data(String text, boolean ends) {
      ByteBuf bytes = Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
      context.writeAndFlush(new DefaultHttp2DataFrame(bytes, ends).stream(stream));
      return this;
    }

    void trailers(String name, String value) {
      context.writeAndFlush(
          new DefaultHttp2HeadersFrame(new DefaultHttp2Headers(false).add(name, value), true)
              .stream(stream));
    }

    /** An envelope, with its type. */
    Asked soap(String message) {
      return head("200", false, "content-type", "text/xml; charset=utf-8").data(message, true);
    }

    void reset(Http2Error error) {
      context.writeAndFlush(new DefaultHttp2ResetFrame(error).stream(stream));
    }

    /** Says that it has taken this many streams of the connection, and ends it, if so. */
    void goAway(int taken, boolean closes) {
      Http2FrameCodec codec = context.pipeline().get(Http2FrameCodec.class);
      codec.goAway(
          context.pipeline().context(codec),
          taken * 2 - 1,
          Http2Error.NO_ERROR.code(),
          Unpooled.EMPTY_BUFFER,
          context.newPromise());
      context.flush();
      if (closes) { // the gateway may have sent something, which a close would answer by a reset
        ((SocketChannel) context.channel()).shutdownOutput();
      }
    }

    void settings(int times) {
      for (int i = 0; i < times; i++) {
        context.write(new DefaultHttp2SettingsFrame(new Http2Settings().maxFrameSize(16_384)));
      }
      context.flush();
    }

    /** Ends the connection. */
    void close() {
      context.pipeline().context(Http2FrameCodec.class).close();
    }

    void later(Runnable work) {
      context.executor().execute(work);
    }
  }

  private final class Frames extends ChannelInboundHandlerAdapter {
    private final Map<Http2FrameStream, Asked> under = new HashMap<>();

    @Override
    public void channelActive(ChannelHandlerContext context) {
      connections.incrementAndGet();
      open.incrementAndGet();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      open.decrementAndGet();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object frame) {
      if (frame instanceof Http2HeadersFrame head && !under.containsKey(head.stream())) {
        Asked asked = new Asked(context, head.stream(), head.headers());
        under.put(head.stream(), asked);
        mostStreams.accumulateAndGet(
            context.pipeline().get(Http2FrameCodec.class).connection().numActiveStreams(),
            Math::max);
        asked.endsWithHead = head.isEndStream();
        if (head.isEndStream()) {
          whole(asked);
        }
      } else if (frame instanceof Http2DataFrame data) {
        Asked asked = under.get(data.stream());
        asked.content.append(data.content().toString(StandardCharsets.UTF_8));
        context.writeAndFlush(
            new DefaultHttp2WindowUpdateFrame(data.initialFlowControlledBytes())
                .stream(data.stream()));
        if (data.isEndStream()) {
          whole(asked);
        }
      } else if (frame instanceof Http2ResetFrame reset) {
        resets.add(Http2Error.valueOf(reset.errorCode()));
      } else if (frame instanceof Http2PingFrame ping && !ping.ack()) {
        pings.incrementAndGet();
      }
      ReferenceCountUtil.release(frame);
    }

    private void whole(Asked asked) {
      requests.add(asked);
      service.answer(asked);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      // the gateway has left, or is told what is wrong by the codec
    }
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + ((InetSocketAddress) channel.localAddress()).getPort());
  }

  @Override
  public void close() {
    channel.close().syncUninterruptibly();
    threads.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
