package io.castile.gateway.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.DefaultHttp2PingFrame;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameStreamException;
import io.netty.handler.codec.http2.Http2GoAwayFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2PingFrame;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2SettingsFrame;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.util.AsciiString;
import io.netty.util.ReferenceCountUtil;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A connection of HTTP/2 to an origin (RFC 9113), whose streams carry an exchange each. Used on its
 * event loop only.
 *
 * <p>Before the origin has sent its settings, one stream is opened, as it may allow no more. A
 * connection that is <i>retired</i> takes no more exchanges, and ends with its last stream.
 */
final class OriginStreams extends ChannelInboundHandlerAdapter implements Deadlines.Watched {
  /** Streams at a time, if the origin allows as many. */
  static final int MAX_STREAMS = 100;

  /** How much of a response waits for its client, and is sent before a window is opened again. */
  private static final int STREAM_WINDOW_BYTES = 256 << 10;

  /**
   * The window of the connection beyond its first one: all streams may wait for their clients, and
   * no one stops another.
   */
  private static final int MORE_WINDOW_BYTES = (MAX_STREAMS - 1) * STREAM_WINDOW_BYTES;

  /** The bytes of header fields in a response, each with 32 more (RFC 9113 §6.5.2). */
  static final int MAX_HEADER_LIST_BYTES = 64 << 10;

  /**
   * The bytes of header fields that the codec takes. Beyond a quarter more it ends the connection,
   * with the exchanges of other clients, so that it is far more than one stream may have.
   */
  private static final int CODEC_HEADER_LIST_BYTES = 4 * MAX_HEADER_LIST_BYTES;

  /** Frames in a window that belong to no stream: PING, SETTINGS and their acknowledgements. */
  private static final int MAX_CONTROL_FRAMES = 10_000;

  /** Streams that the origin resets in a window, after which the connection ends. */
  private static final int MAX_RESETS = 1_000;

  /**
   * Streams that the origin resets in a window, after which the connection is retired: clients may
   * bring that about, and are not to end the requests of others.
   */
  private static final int MAX_CALM_RESETS = 200;

  /** Frames of control that wait as the origin takes nothing. */
  private static final int MAX_QUEUED_FRAMES = 1_000;

  /**
   * Streams that the gateway resets in a window, after which the connection is retired: an origin
   * may take more for an attack (CVE-2023-44487), and end it with the requests of other clients.
   */
  private static final int MAX_OWN_RESETS = 50;

  /**
   * How long the origin may be silent while streams are open until it is asked whether it is there.
   */
  private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** How the codec tells of a first frame that begins with {@code HTTP/}. */
  private static final String HTTP_1 = "485454502f";

  private static final long CLOSE_MILLIS = 1_000;

  /** Fields that are never in a table of the connection, which clients share (RFC 7541 §7.1.3). */
  private static final Set<AsciiString> SECRET =
      Set.of(HttpHeaderNames.AUTHORIZATION, HttpHeaderNames.COOKIE);

  private final OriginClient client;
  private final Origin origin;
  private final Loops.LoopState loop;
  private final OriginChannel channel;
  private @Nullable ChannelHandlerContext context; // null until it is in a pipeline
  private boolean isStarted;
  private boolean isReading; // frames that belong to no stream

  private int streams;
  private int most = 1; // streams that the origin allows, as far as is known
  private int limit = 1; // of streams: fewer than that after it has refused one
  private boolean isSettled; // the origin has sent its settings
  private boolean isRetired;
  private boolean isDoubtful; // the origin may be gone: no stream is opened until it has answered
  private boolean hasBeenUsed;
  private boolean isFailureCounted;
  private @Nullable OriginFailure failure; // of the connection; null for none

  private long deadline = Deadlines.NEVER; // for settings, or of a connection without streams
  private long pingDeadline = Deadlines.NEVER; // for the answer; NEVER if no PING was sent
  private final FloodWindow controlFrames = new FloodWindow();
  private final FloodWindow ownResets = new FloodWindow();
  private final FloodWindow originResets = new FloodWindow();
  private boolean isEnding; // the origin has said GOAWAY
  private long quietSince = System.nanoTime(); // nothing has come since, while streams are open

  private OriginStreams(
      OriginClient client, Origin origin, Loops.LoopState loop, OriginChannel channel) {
    this.client = client;
    this.origin = origin;
    this.loop = loop;
    this.channel = channel;
  }

  /** Adds to a channel what speaks HTTP/2. */
  static void begin(
      OriginClient client, Origin origin, Loops.LoopState loop, OriginChannel channel) {
    ChannelInitializer<Channel> ofOrigin = // which opens none, as push is off
        new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel pushed) {
            pushed.close();
          }
        };
    channel
        .pipeline()
        .addLast(
            codec(),
            new Http2MultiplexHandler(ofOrigin),
            new OriginStreams(client, origin, loop, channel));
  }

  private static Http2FrameCodec codec() {
    return Http2FrameCodecBuilder.forClient()
        .initialSettings(
            Http2Settings.defaultSettings()
                .pushEnabled(false)
                .initialWindowSize(STREAM_WINDOW_BYTES)
                .maxHeaderListSize(CODEC_HEADER_LIST_BYTES))
        .validateHeaders(true)
        .headerSensitivityDetector((name, value) -> SECRET.contains(AsciiString.of(name)))
        .encoderEnforceMaxQueuedControlFrames(MAX_QUEUED_FRAMES)
        .decoderEnforceMaxRstFramesPerWindow(MAX_RESETS, FloodWindow.SECONDS)
        .gracefulShutdownTimeoutMillis(CLOSE_MILLIS)
        .build();
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
    if (channel.isActive()) { // as after the handshake of TLS
      start(added);
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext active) {
    start(active);
  }

  private void start(ChannelHandlerContext own) {
    if (!isStarted) {
      isStarted = true;
      loop.deadlines.add(this);
      deadline = Deadlines.in(client.connectNanos());
      own.writeAndFlush(new DefaultHttp2WindowUpdateFrame(MORE_WINDOW_BYTES));
    }
  }

  Origin origin() {
    return origin;
  }

  Deadlines deadlines() {
    return loop.deadlines;
  }

  // ---- streams ----

  /** Whether a stream may be opened now. */
  boolean isFree() {
    if (isRetired || isDoubtful || streams >= limit || !channel.isActive()) {
      return false;
    }
    if (streams > 0) {
      return true;
    }
    if (isSettled && !isReading && !channel.readNow()) { // it may have ended, or be about to
      retire();
    }
    return !isRetired && streams < limit && channel.isActive();
  }

  /** Whether it may take exchanges, now or later. */
  boolean isOpen() {
    return !isRetired && channel.isActive();
  }

  /** Whether the origin has said how many streams there may be. */
  boolean isSettled() {
    return isSettled;
  }

  int streams() {
    return streams;
  }

  boolean hasBeenUsed() {
    return hasBeenUsed;
  }

  /** Opens a stream, where one is free. */
  OriginStream open() {
    if (streams == 0) {
      quietSince = System.nanoTime();
    }
    streams++;
    if (isSettled) {
      deadline = Deadlines.NEVER;
    }
    OriginStream stream = new OriginStream(this);
    new Http2StreamChannelBootstrap(channel)
        .handler(stream)
        .open()
        .addListener(
            opened -> {
              if (!opened.isSuccess()) { // later, when the stream has its exchange
                channel.eventLoop().execute(stream::lost);
              }
            });
    return stream;
  }

  /**
   * Takes it that the origin has refused a stream, before that ends: no more are opened than there
   * are beside it, until others have been answered.
   */
  void refuses() {
    if (streams > 1) {
      limit = Math.min(limit, streams - 1);
    } else {
      retire();
    }
  }

  /**
   * Takes it that a stream has ended.
   *
   * @param isWhole whether its response was whole
   */
  void ended(boolean isWhole) {
    streams--;
    hasBeenUsed = true;
    if (isWhole && limit < most) {
      limit++;
    }
    if (streams == 0) {
      if (isRetired) {
        channel.close();
      } else if (isSettled) {
        deadline = Deadlines.in(client.idleNanos());
      }
    }
    loop.pool(origin).serve();
  }

  /** Takes it that the gateway resets a stream. */
  void resets() {
    if (ownResets.add() >= MAX_OWN_RESETS) {
      retire();
    }
  }

  /** Takes it that the origin has reset a stream. */
  void wasReset() {
    if (originResets.add() >= MAX_CALM_RESETS) {
      retire();
    }
  }

  /** Opens no more streams. */
  void retire() {
    retire(null);
  }

  private void retire(@Nullable OriginFailure ofWaiting) {
    if (isRetired) {
      return;
    }
    isRetired = true;
    loop.pool(origin).retired(this, isSettled ? null : failureBeforeUse(ofWaiting), client);
    if (streams == 0) {
      channel.close();
    }
  }

  private OriginFailure failureBeforeUse(@Nullable OriginFailure known) {
    return known == null ? OriginClient.endedUnused(origin) : known;
  }

  /** Returns why the connection has ended; null if nothing is known of it. */
  @Nullable OriginFailure failure() {
    return failure;
  }

  /** Counts a failure of the origin: one for all streams, if their connection is what has ended. */
  void countFailure() {
    if (failure == null && channel.isActive() && !isEnding) {
      origin.failed();
    } else if (!isFailureCounted) {
      isFailureCounted = true;
      origin.failed();
    }
  }

  // ---- an origin that may be gone ----

  /** Takes it that the origin has not answered in time: nothing is asked until it is heard of. */
  void doubt() {
    isDoubtful = true;
    ping();
  }

  private void ping() {
    ChannelHandlerContext own = context;
    if (own != null && pingDeadline == Deadlines.NEVER && channel.isActive()) {
      pingDeadline = Deadlines.in(client.connectNanos());
      own.writeAndFlush(new DefaultHttp2PingFrame(0));
    }
  }

  private void answered() {
    pingDeadline = Deadlines.NEVER;
    isDoubtful = false;
    loop.pool(origin).serve();
  }

  /** Ends the connection at once, and all exchanges with it. */
  private void drop(OriginFailure.Kind kind, String message) {
    failure = new OriginFailure(kind, message);
    retire(failure);
    ChannelHandlerContext codec = channel.pipeline().context(Http2FrameCodec.class);
    if (codec == null) {
      channel.close();
    } else {
      codec.close(); // without GOAWAY, which would wait for the streams
    }
  }

  // ---- what comes ----

  /** Takes frames that belong to no stream; the codec has done what they ask. */
  @Override
  public void channelRead(ChannelHandlerContext read, Object frame) {
    isReading = true;
    if (frame instanceof Http2SettingsFrame settings) {
      settled(settings.settings().maxConcurrentStreams());
    } else if (frame instanceof Http2PingFrame ping && ping.ack()) {
      answered();
    } else if (frame instanceof Http2GoAwayFrame away) {
      isEnding = true;
      if (away.errorCode() != Http2Error.NO_ERROR.code() && failure == null) {
        failure =
            new OriginFailure(
                OriginFailure.Kind.BROKEN,
                origin + " ended the connection: " + errorName(away.errorCode()));
      }
      retire(failure);
    }
    ReferenceCountUtil.release(frame);
    controlFrames.endsBy(read, MAX_CONTROL_FRAMES);
  }

  /**
   * @param allowed streams at a time; null where the origin says nothing of it
   */
  private void settled(@Nullable Long allowed) {
    boolean isFirst = !isSettled;
    isSettled = true;
    if (allowed != null || isFirst) {
      most = (int) Math.min(MAX_STREAMS, allowed == null ? MAX_STREAMS : allowed);
      limit = most;
    }
    if (isFirst) {
      deadline = streams == 0 ? Deadlines.in(client.idleNanos()) : Deadlines.NEVER;
      loop.pool(origin).settled(limit, client);
    } else {
      loop.pool(origin).serve();
    }
  }

  /** Returns the name of an error (RFC 9113 §7). */
  static String errorName(long code) {
    Http2Error error = Http2Error.valueOf(code);
    return error == null ? "error " + code : error.name();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext read) {
    isReading = false;
    quietSince = System.nanoTime();
  }

  // ---- the end ----

  @Override
  public void channelInactive(ChannelHandlerContext inactive) {
    loop.deadlines.remove(this);
    retire(failure);
  }

  /** Notes why the connection ends; the codec ends it where the origin has broken HTTP/2. */
  @Override
  public void exceptionCaught(ChannelHandlerContext caught, Throwable cause) {
    boolean isHttp2 = cause instanceof Http2Exception || cause instanceof Http2FrameStreamException;
    OriginFailure.Kind tls = OriginFailure.tls(cause);
    if (failure == null) {
      failure =
          isHttp2
              ? new OriginFailure(
                  OriginFailure.Kind.MALFORMED,
                  "what " + origin + " sent is no HTTP/2: " + problem(cause))
              : new OriginFailure(
                  tls == null ? OriginFailure.Kind.BROKEN : tls,
                  origin + ": " + cause.getMessage());
    }
    retire(failure);
    if (!isHttp2) {
      caught.close();
    }
  }

  private static String problem(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    return message.contains(HTTP_1) ? "expected SETTINGS, found an answer of HTTP/1.x" : message;
  }

  @Override
  public long deadline() {
    long asked = pingDeadline == Deadlines.NEVER ? quietDeadline() : pingDeadline;
    if (asked == Deadlines.NEVER || deadline == Deadlines.NEVER) {
      return asked == Deadlines.NEVER ? deadline : asked;
    }
    return asked - deadline < 0 ? asked : deadline;
  }

  /** When an origin that has been silent is asked whether it is there. */
  private long quietDeadline() {
    return streams > 0 && isSettled ? quietSince + QUIET_NANOS : Deadlines.NEVER;
  }

  private static boolean isPast(long deadline) {
    return deadline != Deadlines.NEVER && deadline - System.nanoTime() < 0;
  }

  @Override
  public void expired() {
    if (isPast(pingDeadline)) {
      pingDeadline = Deadlines.NEVER;
      drop(OriginFailure.Kind.BROKEN, origin + " did not answer a PING in time");
    } else if (!isPast(deadline)) {
      ping();
    } else if (isSettled) { // it was idle for long enough
      deadline = Deadlines.NEVER;
      retire();
    } else {
      deadline = Deadlines.NEVER;
      drop(OriginFailure.Kind.CONNECT_LATE, origin + " did not send its settings in time");
    }
  }
}
