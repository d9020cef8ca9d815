package io.castile.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslHandler;
import java.util.List;

/**
 * Finds out by the first bytes of a connection whether its client speaks HTTP/2: over TLS the
 * handshake has told (ALPN, RFC 7301), without TLS the client begins with the preface of HTTP/2
 * (RFC 9113 §3.3). The pipeline has the handlers of HTTP/1.1, which are replaced if so. Requests to
 * upgrade a connection ({@code Upgrade: h2c}) are passed over, as RFC 9113 has it no more.
 */
final class FrontProtocol extends ByteToMessageDecoder {
  private final FrontServer server;
  private final boolean isTls;

  FrontProtocol(FrontServer server, boolean isTls) {
    this.server = server;
    this.isTls = isTls;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (isTls) {
      SslHandler tls = context.pipeline().get(SslHandler.class);
      end(context, ApplicationProtocolNames.HTTP_2.equals(tls.applicationProtocol()));
      return;
    }
    ByteBuf preface = Http2CodecUtil.connectionPrefaceBuf();
    try {
      int length = Math.min(in.readableBytes(), preface.readableBytes());
      boolean isPreface =
          ByteBufUtil.equals(in, in.readerIndex(), preface, preface.readerIndex(), length);
      if (!isPreface || length == preface.readableBytes()) {
        end(context, isPreface);
      }
    } finally {
      preface.release();
    }
  }

  /** Gives what has come to the handlers behind. */
  private void end(ChannelHandlerContext context, boolean isHttp2) {
    if (isHttp2) {
      context.pipeline().remove(StrictRequestDecoder.class);
      context.pipeline().remove(FrontEncoder.class);
      context.pipeline().remove(FrontHandler.class);
      StreamConnection.begin(server, isTls, context.channel());
    }
    context.pipeline().remove(this);
  }
}
