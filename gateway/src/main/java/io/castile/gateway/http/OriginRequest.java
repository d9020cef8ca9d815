package io.castile.gateway.http;

import io.castile.gateway.trace.internal.RequestTrace;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import org.jspecify.annotations.Nullable;

/**
 * A request to one of the origins of a route.
 *
 * @param group one of which is asked
 * @param method of HTTP
 * @param path behind the origin's own, with the query; empty, or begins with a slash or a question
 *     mark
 * @param fields the header fields, without those of the connection; not changed
 * @param preserveHost whether {@code Host} is sent as it stands in the fields; else it is the
 *     origin's
 * @param content the whole content; null where it is sent piece by piece
 * @param isRepeatable whether it does no harm to ask twice
 * @param trace of the request that it is asked for; null for none
 */
record OriginRequest(
    OriginGroup group,
    HttpMethod method,
    String path,
    HttpHeaders fields,
    boolean preserveHost,
    byte @Nullable [] content,
    boolean isRepeatable,
    @Nullable RequestTrace trace) {

  String targetAt(Origin origin) {
    String target = origin.basePath() + path;
    return target.startsWith("/") ? target : "/" + target;
  }

  HttpHeaders fieldsFor(Origin origin) {
    HttpHeaders own = fields.copy();
    if (!preserveHost) {
      own.set(HttpHeaderNames.HOST, origin.authority());
    }
    if (content != null) {
      own.remove(HttpHeaderNames.TRANSFER_ENCODING);
      if (content.length > 0 || own.contains(HttpHeaderNames.CONTENT_LENGTH)) {
        own.set(HttpHeaderNames.CONTENT_LENGTH, content.length);
      }
    }
    return own;
  }
}
