package io.castile.gateway.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameCodec;
import java.util.concurrent.TimeUnit;

/**
 * Counts events that the other end of a connection of HTTP/2 causes, in windows of {@link #SECONDS}
 * each. Used by one thread.
 */
final class FloodWindow {
  static final int SECONDS = 30;

  private long start = System.nanoTime();
  private int count;

  /** Returns the events of this window. */
  int count() {
    return isOver() ? 0 : count;
  }

  private boolean isOver() {
    return System.nanoTime() - start > TimeUnit.SECONDS.toNanos(SECONDS);
  }

  /** Counts an event, and returns how many there are in this window. */
  int add() {
    if (isOver()) {
      start = System.nanoTime();
      count = 0;
    }
    return ++count;
  }

  /**
   * Counts a frame that belongs to no stream (PING, SETTINGS or an acknowledgement), and ends the
   * connection at the last one that is too many.
   *
   * @return whether the connection ends
   */
  boolean endsBy(ChannelHandlerContext read, int tooMany) {
    boolean isEnd = add() == tooMany;
    if (isEnd) {
      Http2FrameCodec codec = read.pipeline().get(Http2FrameCodec.class);
      codec.onError(
          read.pipeline().context(codec),
          false,
          Http2Exception.connectionError(
              Http2Error.ENHANCE_YOUR_CALM,
              "expected fewer than %d frames of control in %d s",
              tooMany,
              SECONDS));
    }
    return isEnd;
  }
}
