package io.castile.gateway.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.util.AsciiString;
import java.util.List;

/** Header fields that belong to one connection and are not passed on (RFC 9110 §7.6.1). */
final class HopFields {
  private static final List<AsciiString> NAMES =
      List.of(
          HttpHeaderNames.CONNECTION,
          AsciiString.cached("keep-alive"),
          AsciiString.cached("proxy-connection"),
          HttpHeaderNames.PROXY_AUTHENTICATE,
          AsciiString.cached("proxy-authentication-info"),
          HttpHeaderNames.PROXY_AUTHORIZATION,
          HttpHeaderNames.TE,
          HttpHeaderNames.TRAILER,
          HttpHeaderNames.UPGRADE);

  private HopFields() {}

  /**
   * Removes them. What says how the content is delimited stays: the content passes as it is
   * delimited.
   */
  static void remove(HttpHeaders fields) {
    List<String> connection = fields.getAll(HttpHeaderNames.CONNECTION);
    for (String line : connection) {
      for (String option : line.split(",", -1)) {
        String name = option.strip();
        boolean delimits =
            HttpHeaderNames.TRANSFER_ENCODING.contentEqualsIgnoreCase(name)
                || HttpHeaderNames.CONTENT_LENGTH.contentEqualsIgnoreCase(name)
                || HttpHeaderNames.HOST.contentEqualsIgnoreCase(name);
        if (!name.isEmpty() && !delimits) {
          fields.remove(name);
        }
      }
    }
    for (AsciiString name : NAMES) {
      fields.remove(name);
    }
  }

  static HttpResponse removed(HttpResponse head) {
    remove(head.headers());
    return head;
  }
}
