package io.castile.gateway.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * The head of a request as an origin is to get it.
 *
 * @param method of HTTP
 * @param target path and query as the client sent them
 * @param host the host that the client named, with its port as it was given
 * @param isTls whether the client speaks TLS
 * @param fields the header fields: without those of the connection, with those of proxies
 * @param client the client's address; null where it has none
 * @param certificate the SHA-256 of the certificate that the client has shown, in hexadecimal; null
 *     for none
 * @param caller the caller as the gateway has found it, where neither fields nor certificate tell
 *     it; null for others
 */
public record RequestHead(
    HttpMethod method,
    String target,
    String host,
    boolean isTls,
    HttpHeaders fields,
    @Nullable InetAddress client,
    @Nullable String certificate,
    @Nullable String caller) {
  /** Returns the same head with other header fields. */
  public RequestHead withFields(HttpHeaders other) {
    return new RequestHead(method, target, host, isTls, other, client, certificate, caller);
  }

  /** Returns the head of the same request with its content as it was before it was coded. */
  public RequestHead withoutCoding() {
    return fields.contains(HttpHeaderNames.CONTENT_ENCODING)
        ? withFields(fields.copy().remove(HttpHeaderNames.CONTENT_ENCODING))
        : this;
  }

  /** Returns the head of another request of the same client. */
  public RequestHead with(HttpMethod otherMethod, String otherTarget, HttpHeaders other) {
    return new RequestHead(
        otherMethod, otherTarget, host, isTls, other, client, certificate, caller);
  }

  RequestHead withCaller(String who) {
    return new RequestHead(method, target, host, isTls, fields, client, certificate, who);
  }

  /**
   * Returns the sender of the request, as far as its fields do not tell it: the certificate, the
   * caller, or both; null for neither.
   */
  public @Nullable String sender() {
    if (certificate == null) {
      return caller;
    }
    return "certificate " + certificate + (caller == null ? "" : " " + caller);
  }

  /** Returns the path, without the query. */
  public String path() {
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }
}
