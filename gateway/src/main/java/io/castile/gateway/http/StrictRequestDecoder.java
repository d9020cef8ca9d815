package io.castile.gateway.http;

import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;

/**
 * Reads requests and refuses those that two readers could delimit in two ways (request smuggling,
 * RFC 9112 §6.3, §11.2).
 */
final class StrictRequestDecoder extends HttpRequestDecoder {
  private static final int MAX_LINE_BYTES = 16 << 10;
  private static final int MAX_CHUNK_BYTES = 64 << 10;

  StrictRequestDecoder(int maxHeaderBytes) {
    super(
        new HttpDecoderConfig()
            .setMaxInitialLineLength(MAX_LINE_BYTES)
            .setMaxHeaderSize(maxHeaderBytes)
            .setMaxChunkSize(MAX_CHUNK_BYTES)
            .setAllowDuplicateContentLengths(false)
            .setValidateHeaders(true)
            .setStrictLineParsing(true));
  }

  @Override
  protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
    throw new IllegalArgumentException("expected Content-Length or Transfer-Encoding, found both");
  }
}
