package io.castile.gateway.http;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;

/**
 * A whole response.
 *
 * @param status of HTTP
 * @param fields the header fields, without those of the connection and the length; the connection
 *     that writes it adds these
 * @param content never changed
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
public record Reply(int status, HttpHeaders fields, byte[] content) {
  /** Says why a proxy has answered, or what it has seen in an answer (RFC 9209). */
  public static final AsciiString PROXY_STATUS = AsciiString.cached("proxy-status");

  /** Returns the response that tells a client why there is no answer of an origin. */
  static Reply ofFailure(OriginFailure.Kind kind) {
    Reply reply = ofText(kind.status(), "the origin " + kind.words());
    reply.fields().set(PROXY_STATUS, "Castile; error=" + kind.error());
    if (kind == OriginFailure.Kind.BUSY) {
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
