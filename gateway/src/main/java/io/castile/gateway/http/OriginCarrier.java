package io.castile.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpRequest;

/**
 * Carries one exchange with an origin: a connection of HTTP/1.1, or a stream of one of HTTP/2. Used
 * on its event loop only.
 */
sealed interface OriginCarrier permits OriginConnection, OriginStream {
  Origin origin();

  /** Whether an exchange before used the connection, so that the origin may be about to end it. */
  boolean hasBeenUsed();

  /** Counts a failure of the origin; the end of a connection with many streams is one. */
  void originFailed();

  /** Takes the exchange whose request is sent next. */
  void begin(OriginExchange next);

  /**
   * Writes the head of a request, or the whole request; it is not flushed.
   *
   * @param request whose content, if any, is the carrier's from here on
   */
  void send(HttpRequest request);

  /** Writes a piece of the content, which is the carrier's from here on. */
  void send(ByteBuf piece);

  /** Writes the end of a request that was not sent as a whole, and flushes. */
  void sendEnd();

  void flush();

  /** Returns whether the connection takes more content now, without queueing it. */
  boolean isWritable();

  /** Reads more of the response, which may come before this returns, or no more for now. */
  void read(boolean more);

  void deadlineIn(long nanos);

  void deadlineNever();

  /**
   * Ends the exchange.
   *
   * @param isReusable whether request and response have passed as a whole; else the origin is told
   *     to go no further
   * @param idleNanos how long a connection without an exchange is kept
   */
  void release(boolean isReusable, long idleNanos);
}
