package io.castile.gateway.http;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
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
  /** Returns a response of the gateway's own, in words. */
  public static Reply ofText(int status, String text) {
    HttpHeaders fields = new DefaultHttpHeaders();
    fields.set(HttpHeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8");
    return new Reply(status, fields, (text + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
