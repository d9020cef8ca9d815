package io.castile.gateway.route;

import io.castile.cache.CacheEntry;
import io.castile.cache.policy.OperationPolicy;
import io.castile.gateway.http.ContentCodings;
import io.castile.gateway.http.Reply;
import io.castile.gateway.http.RequestHead;
import io.castile.gateway.http.TaggedContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Responses to requests by a safe method (RFC 9110 §9.2.1), which caches of clients may keep. */
final class SafeReplies {
  /** The methods of an operation that is safe. */
  static final String ALLOWED = "GET, HEAD, QUERY, POST";

  private static final byte[] NOTHING = {};

  private SafeReplies() {}

  /**
   * Returns a response that caches before the gateway may keep as long as the gateway does, and
   * only those of one client unless the policy says that callers share it.
   *
   * @param fields of the response, its type among them
   * @param entry null where the response is not one of the cache; its lifetime is known next time
   * @param now in milliseconds, by the clock of the cache
   */
  static Reply reply(
      RequestHead head,
      TaggedContent content,
      HttpHeaders fields,
      OperationPolicy policy,
      @Nullable CacheEntry entry,
      long now) {
    long seconds = entry == null ? 0 : (entry.freshUntilMillis() - now) / 1_000;
    boolean isShared = policy.shared() && !policy.perCaller() && policy.vary().isEmpty();
    String who = isShared ? "public" : "private";
    fields.set(
        HttpHeaderNames.CACHE_CONTROL,
        seconds > 0 ? who + ", max-age=" + seconds : who + ", no-cache");
    return tagged(head, content, fields);
  }

  /** Returns a response with its tag, or that the client has it already (RFC 9110 §15.4.5). */
  static Reply tagged(RequestHead head, TaggedContent content, HttpHeaders fields) {
    fields.set(HttpHeaderNames.ETAG, content.tag());
    String known = head.fields().get(HttpHeaderNames.IF_NONE_MATCH);
    if (known != null && content.matches(known)) {
      fields.remove(HttpHeaderNames.CONTENT_TYPE);
      fields.set(HttpHeaderNames.VARY, HttpHeaderNames.ACCEPT_ENCODING);
      return new Reply(304, fields, NOTHING);
    }
    return coded(head, content, fields);
  }

  /** Returns a response in a coding that the client accepts, where it is worth it. */
  static Reply coded(RequestHead head, TaggedContent content, HttpHeaders fields) {
    if (content.isCompressed()) {
      fields.set(HttpHeaderNames.VARY, HttpHeaderNames.ACCEPT_ENCODING);
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
