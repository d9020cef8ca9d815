package io.castile.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpRequest;

/**
 * Carries one exchange with an origin: a connection of HTTP/1.1, or a stream of one of HTTP/2. Used
 * on its event loop only.
 */
abstract sealed class OriginCarrier extends ChannelInboundHandlerAdapter
    implements Deadlines.Watched permits OriginConnection, OriginStream {
  private long deadline = Deadlines.NEVER;

  abstract Origin origin();

  /** Whether an exchange before used the connection, so that the origin may be about to end it. */
  abstract boolean hasBeenUsed();

  /** Counts a failure of the origin; the end of a connection with many streams is one. */
  abstract void originFailed();

  /** Takes the exchange whose request is sent next. */
  abstract void begin(OriginExchange next);

  /**
   * Writes the head of a request, or the whole request; it is not flushed.
   *
   * @param request whose content, if any, is the carrier's from here on
   */
  abstract void send(HttpRequest request);

  /** Writes a piece of the content, which is the carrier's from here on. */
  abstract void send(ByteBuf piece);

  /** Writes the end of a request that was not sent as a whole, and flushes. */
  abstract void sendEnd();

  abstract void flush();

  /** Returns whether the connection takes more content now, without queueing it. */
  abstract boolean isWritable();

  /** Reads more of the response, which may come before this returns, or no more for now. */
  abstract void read(boolean more);

  final void deadlineIn(long nanos) {
    deadline = Deadlines.in(nanos);
  }

  final void deadlineNever() {
    deadline = Deadlines.NEVER;
  }

  @Override
  public final long deadline() {
    return deadline;
  }

  /**
   * Ends the exchange.
   *
   * @param isReusable whether request and response have passed as a whole; else the origin is told
   *     to go no further
   * @param idleNanos how long a connection without an exchange is kept
   */
  abstract void release(boolean isReusable, long idleNanos);
}
