package io.castile.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponse;

/** Sees a response pass, on its event loop, and changes nothing of it but fields of the head. */
public interface ResponseTap {
  /** Sees the head before it is passed on, and may add fields. */
  void head(HttpResponse head);

  /** Sees a piece of the content; its reader index stays where it is. */
  void content(ByteBuf piece);

  /** Sees the end. */
  void end();

  /** Is told that the rest does not come. */
  void failed();
}
