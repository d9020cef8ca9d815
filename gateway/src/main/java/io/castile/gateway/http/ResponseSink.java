package io.castile.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponse;

/**
 * Takes the response of an origin as it comes: the head, pieces of the content, the end; or a
 * failure, after which nothing comes any more. Called on the event loop of the exchange.
 */
interface ResponseSink {
  /** Takes the head, without fields of the connection. */
  void head(HttpResponse head);

  /** Takes a piece of the content, which is the sink's own. */
  void content(ByteBuf piece);

  /** Takes the end. */
  void end();

  /** Is told that there is no more for now, so that what was taken should be sent on. */
  void pause();

  /** Is told that the request can take more content, or no more for now. */
  void writable(boolean isWritable);

  /** Takes the failure. */
  void failed(OriginFailure failure);
}
