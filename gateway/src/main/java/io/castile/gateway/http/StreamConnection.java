package io.castile.gateway.http;

import io.castile.gateway.config.Timeouts;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameStreamException;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamFrame;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.handler.codec.http2.HttpConversionUtil;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of a client that speaks HTTP/2 (RFC 9113). Each of its streams is a channel of its
 * own with a {@link FrontHandler}, which serves one request. Used on its event loop only.
 */
final class StreamConnection extends ChannelInboundHandlerAdapter
    implements FrontConnection, Deadlines.Watched {
  private static final Logger log = LoggerFactory.getLogger(StreamConnection.class);

  private static final int MAX_STREAMS = 100;

  /** Streams that the client resets in a window, or has us reset: CVE-2023-44487, -2025-55163. */
  private static final int MAX_RESETS = 200;

  /** Streams that are reset soon after they were opened, after which few are served at once. */
  private static final int MAX_QUICK_RESETS = 8;

  private static final long QUICK_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Streams that are served at once in the window after these. */
  private static final int CALM_STREAMS = 4;

  /** Frames in a window that belong to no stream: PING, SETTINGS and their acknowledgements. */
  private static final int MAX_CONTROL_FRAMES = 1_000;

  /** Frames of control that wait as the client takes nothing. */
  private static final int MAX_QUEUED_FRAMES = 1_000;

  /** The window of the connection beyond that of one stream, so that a slow one stops no other. */
  private static final int MORE_WINDOW_BYTES = 192 << 10;

  private static final WriteBufferWaterMark WATER_MARK =
      new WriteBufferWaterMark(32 << 10, 64 << 10);

  private final FrontServer server;
  private final Channel channel;
  private final Deque<FrontHandler> waiting = new ArrayDeque<>(); // streams that are not served yet
  private int streams;
  private int served; // those included whose clients have left, while an origin is at work for them
  private final FloodWindow quickResets = new FloodWindow();
  private final FloodWindow controlFrames = new FloodWindow();
  private long deadline;

  private StreamConnection(FrontServer server, Channel channel) {
    this.server = server;
    this.channel = channel;
    this.deadline = Deadlines.in(server.timeouts().request().toNanos());
  }

  /** Adds to a channel what serves HTTP/2. */
  static void begin(FrontServer server, boolean isTls, Channel channel) {
    StreamConnection connection = new StreamConnection(server, channel);
    ChannelInitializer<Channel> initializer =
        new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel stream) {
            connection.opened(stream, isTls);
          }
        };
    channel.pipeline().addLast(codec(server), new Http2MultiplexHandler(initializer), connection);
    channel.write(new DefaultHttp2WindowUpdateFrame(MORE_WINDOW_BYTES));
  }

  private static Http2FrameCodec codec(FrontServer server) {
    Timeouts timeouts = server.timeouts();
    return Http2FrameCodecBuilder.forServer()
        .initialSettings(
            Http2Settings.defaultSettings()
                .maxConcurrentStreams(MAX_STREAMS)
                .maxHeaderListSize(server.limits().headerBytes()))
        .validateHeaders(true)
        .validateRequiredPseudoHeaders(true)
        .encoderEnforceMaxQueuedControlFrames(MAX_QUEUED_FRAMES)
        .encoderEnforceMaxRstFramesPerWindow(MAX_RESETS, FloodWindow.SECONDS)
        .decoderEnforceMaxRstFramesPerWindow(MAX_RESETS, FloodWindow.SECONDS)
        .gracefulShutdownTimeoutMillis(timeouts.drain().toMillis())
        .build();
  }

  private void opened(Channel stream, boolean isTls) {
    streams++;
    stream.closeFuture().addListener(closed -> closed());
    stream.config().setOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK);
    stream.pipeline().addLast(new StreamCodec(), new FrontHandler(server, isTls, this));
  }

  private void closed() {
    streams--;
    deadline = Deadlines.in(server.timeouts().idle().toNanos());
  }

  // ---- which streams are served ----

  /**
   * Serves a stream, now or when others have ended. A client that resets one stream after the other
   * would have an origin asked for each, and a connection opened.
   *
   * @return whether it is served now
   */
  boolean admit(FrontHandler stream) {
    if (served >= mostServed()) {
      waiting.add(stream);
      return false;
    }
    served++;
    if (!stream.admitted()) {
      served--;
    }
    return true;
  }

  private int mostServed() {
    return quickResets.count() >= MAX_QUICK_RESETS ? CALM_STREAMS : MAX_STREAMS;
  }

  /** Forgets a stream that waits. */
  void withdraw(FrontHandler stream) {
    waiting.remove(stream);
  }

  /** Takes it that nothing of a stream is under way any more. */
  void ended() {
    served--;
    while (channel.isActive() && served < mostServed() && !waiting.isEmpty()) {
      admit(waiting.remove());
    }
  }

  /** Takes it that a client has reset a stream that was not answered, so long after its opening. */
  void wasReset(long nanos) {
    if (nanos < QUICK_NANOS) {
      quickResets.add();
    }
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    server.opened(this);
    server.deadlines(eventLoop()).add(this);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext removed) {
    server.deadlines(eventLoop()).remove(this);
    server.closed(this);
  }

  @Override
  public EventLoop eventLoop() {
    return channel.eventLoop();
  }

  /** Sends GOAWAY, after which the client opens no stream, and waits for those that are open. */
  @Override
  public void drain() {
    channel.close();
  }

  /** Whether a stream may be open: {@link #drain} has the connection end with the last one. */
  @Override
  public boolean hasUndelivered() {
    return channel.isActive();
  }

  /** Takes frames that belong to no stream; the codec has done what they ask. */
  @Override
  public void channelRead(ChannelHandlerContext read, Object frame) {
    ReferenceCountUtil.release(frame);
    if (controlFrames.endsBy(read, MAX_CONTROL_FRAMES)) {
      server.refused();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext caught, Throwable cause) {
    boolean isFault = cause instanceof Http2Exception || cause instanceof Http2FrameStreamException;
    if (isFault || cause instanceof IOException) {
      log.debug("a client of HTTP/2 was at fault, or is gone: {}", cause.toString());
    } else {
      log.error("a connection of a client ends, as the gateway failed", cause);
    }
    if (!isFault) { // what those lead to, the codec sees to
      caught.close();
    }
  }

  @Override
  public long deadline() {
    return streams == 0 ? deadline : Deadlines.NEVER;
  }

  @Override
  public void expired() {
    channel.close();
  }

  /**
   * Reads the frames of a stream as a request of HTTP/1.1. A request without content is made
   * without a buffer: Netty's own reserves one, and loses it where the method or the path is
   * malformed.
   */
  static final class StreamCodec extends Http2StreamFrameToHttpObjectCodec {
    StreamCodec() {
      super(true);
    }

    @Override
    protected void decode(ChannelHandlerContext context, Http2StreamFrame frame, List<Object> out)
        throws Exception {
      if (frame instanceof Http2HeadersFrame head
          && head.isEndStream()
          && head.headers().method() != null) {
        int stream = head.stream() == null ? 0 : head.stream().id();
        out.add(HttpConversionUtil.toHttpRequest(stream, head.headers(), true));
        out.add(LastHttpContent.EMPTY_LAST_CONTENT);
      } else {
        super.decode(context, frame, out);
      }
    }
  }
}
