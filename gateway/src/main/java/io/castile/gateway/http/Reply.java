package io.castile.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A whole response.
 *
 * @param status of HTTP
 * @param fields the header fields, without those of the connection and the length; the connection
 *     that writes it adds these
 * @param content never changed; empty where there is a buffer
 * @param buffer has the content in its place, and is given to one client, or {@linkplain #release
 *     released}; null for none
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
public record Reply(int status, HttpHeaders fields, byte[] content, @Nullable ByteBuf buffer) {
  private static final byte[] NOTHING = {};

  /** A response with its content in an array, which may be given to many clients. */
  public Reply(int status, HttpHeaders fields, byte[] content) {
    this(status, fields, content, null);
  }

  /**
   * Returns a response with its content in a buffer.
   *
   * @param buffer the response's own from here on
   */
  public static Reply ofBuffer(int status, HttpHeaders fields, ByteBuf buffer) {
    return new Reply(status, fields, NOTHING, buffer);
  }

  /** Returns the same response with other header fields. */
  Reply with(HttpHeaders other) {
    return new Reply(status, other, content, buffer);
  }

  /** Returns the size of the content, in bytes. */
  int size() {
    return buffer == null ? content.length : buffer.readableBytes();
  }

  /** Returns the content, to be written, or released, by the caller. */
  ByteBuf toBuffer() {
    return buffer == null ? Unpooled.wrappedBuffer(content) : buffer;
  }

  /** Lets go of the content, which is not going to be written. */
  void release() {
    if (buffer != null) {
      buffer.release();
    }
  }

  /** Says why a proxy has answered, or what it has seen in an answer (RFC 9209). */
  public static final AsciiString PROXY_STATUS = AsciiString.cached("proxy-status");

  /** Returns the response that tells a client why there is no answer of an origin. */
  public static Reply ofFailure(OriginFailure.Kind kind) {
    Reply reply = ofText(kind.status(), "the origin " + kind.words());
    reply.fields().set(PROXY_STATUS, "Castile; error=" + kind.error());
    if (kind.status() == 503) {
      reply.fields().set(HttpHeaderNames.RETRY_AFTER, "1");
    }
    return reply;
  }

  /** Returns a response of the gateway's own, in words. */
  public static Reply ofText(int status, String text) {
    HttpHeaders fields = new DefaultHttpHeaders();
    fields.set(HttpHeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8");
    return new Reply(status, fields, (text + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
