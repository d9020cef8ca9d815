package io.castile.gateway.route;

import io.castile.cache.CacheEntry;
import io.castile.cache.policy.OperationPolicy;
import io.castile.cache.policy.Vary;
import io.castile.gateway.http.ContentCodings;
import io.castile.gateway.http.Reply;
import io.castile.gateway.http.RequestHead;
import io.castile.gateway.http.TaggedContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Responses to requests by a safe method (RFC 9110 §9.2.1), which caches of clients may keep. */
final class SafeReplies {
  /** The methods of an operation that is safe. */
  static final String ALLOWED = "GET, HEAD, QUERY, POST";

  private static final byte[] NOTHING = {};

  /** Fields by which a client itself may ask for another response. */
  private static final List<AsciiString> VARYING =
      List.of(
          HttpHeaderNames.AUTHORIZATION,
          HttpHeaderNames.COOKIE,
          HttpHeaderNames.ACCEPT_LANGUAGE,
          AsciiString.cached("soapaction"));

  private SafeReplies() {}

  /**
   * Says in the fields of a response that the cache of one client may keep it as long as the
   * gateway does: caches that clients share do not know the gateway's keys, nor its access rules.
   *
   * @param entry null where the response is not one of the cache; its lifetime is known next time
   * @param now in milliseconds, by the clock of the cache
   */
  static void setLifetime(
      HttpHeaders fields, OperationPolicy policy, @Nullable CacheEntry entry, long now) {
    long seconds = entry == null ? 0 : (entry.freshUntilMillis() - now) / 1_000;
    fields.remove(HttpHeaderNames.AGE); // the lifetime that is left counts from now
    fields.remove(HttpHeaderNames.EXPIRES);
    fields.set(
        HttpHeaderNames.CACHE_CONTROL,
        seconds > 0 ? "private, max-age=" + seconds : "private, no-cache");
    for (AsciiString each : VARYING) {
      fields.add(HttpHeaderNames.VARY, each);
    }
    policy.credentials().forEach(name -> fields.add(HttpHeaderNames.VARY, name));
    for (Vary each : policy.vary()) {
      if (each.kind() == Vary.Kind.HTTP_HEADER) {
        fields.add(HttpHeaderNames.VARY, each.name());
      }
    }
  }

  /** Returns a response with its tag, or that the client has it already (RFC 9110 §15.4.5). */
  static Reply tagged(RequestHead head, TaggedContent content, HttpHeaders fields) {
    fields.set(HttpHeaderNames.ETAG, content.tag());
    String known = head.fields().get(HttpHeaderNames.IF_NONE_MATCH);
    if (known != null && content.matches(known)) {
      fields.remove(HttpHeaderNames.CONTENT_TYPE);
      fields.add(HttpHeaderNames.VARY, HttpHeaderNames.ACCEPT_ENCODING);
      return new Reply(304, fields, NOTHING);
    }
    return coded(head, content, fields);
  }

  /** Returns a response in a coding that the client accepts, where it is worth it. */
  static Reply coded(RequestHead head, TaggedContent content, HttpHeaders fields) {
    if (content.isCompressed()) {
      fields.add(HttpHeaderNames.VARY, HttpHeaderNames.ACCEPT_ENCODING);
      List<String> codings = ContentCodings.accepted(head.fields());
      if (!codings.isEmpty()) {
        fields.set(HttpHeaderNames.CONTENT_ENCODING, codings.get(0));
        AnswerWriter.weaken(fields);
        return new Reply(200, fields, content.coded(codings.get(0)));
      }
    }
    return new Reply(200, fields, content.content());
  }
}
