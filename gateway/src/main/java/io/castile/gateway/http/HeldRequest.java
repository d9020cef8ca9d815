package io.castile.gateway.http;

import io.castile.gateway.trace.internal.RequestTrace;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import org.jspecify.annotations.Nullable;

/**
 * A request that has come as a whole, to be asked of an origin, perhaps after its client has left.
 *
 * @param loop on which it is asked
 * @param group one of which is asked
 * @param method of HTTP
 * @param path behind the origin's own, with the query
 * @param fields the header fields, without those of the connection; not changed
 * @param preserveHost whether {@code Host} is sent as it stands in the fields
 * @param content never changed
 * @param isRepeatable whether it does no harm to ask twice
 * @param trace of the request that it is asked for; null for none
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
public record HeldRequest(
    EventLoop loop,
    OriginGroup group,
    HttpMethod method,
    String path,
    HttpHeaders fields,
    boolean preserveHost,
    byte[] content,
    boolean isRepeatable,
    @Nullable RequestTrace trace) {
  /** Returns the same request with other header fields. */
  public HeldRequest withFields(HttpHeaders other) {
    return with(other, content);
  }

  /** Returns the same request with other header fields and another content. */
  public HeldRequest with(HttpHeaders other, byte[] message) {
    return new HeldRequest(
        loop, group, method, path, other, preserveHost, message, isRepeatable, trace);
  }

  /** Returns the same request with another content, which may not be asked twice. */
  public HeldRequest once(HttpHeaders other, byte[] message) {
    return new HeldRequest(loop, group, method, path, other, preserveHost, message, false, trace);
  }

  OriginRequest toOrigin() {
    return new OriginRequest(
        group, method, path, fields, preserveHost, content, isRepeatable, trace);
  }
}
