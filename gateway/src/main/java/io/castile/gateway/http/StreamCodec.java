package io.castile.gateway.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2StreamFrame;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.handler.codec.http2.HttpConversionUtil;
import java.util.List;

/**
 * Reads the frames of a stream as a request of HTTP/1.1. A request without content is made without
 * a buffer: Netty's own reserves one, and loses it where the method or the path is malformed.
 */
final class StreamCodec extends Http2StreamFrameToHttpObjectCodec {
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
