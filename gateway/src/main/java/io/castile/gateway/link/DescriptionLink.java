package io.castile.gateway.link;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.gateway.http.FrontExchange;
import io.castile.gateway.http.HeldRequest;
import io.castile.gateway.http.HeldResponse;
import io.castile.gateway.http.OriginClient;
import io.castile.gateway.http.OriginFailure;
import io.castile.gateway.http.Reply;
import io.castile.gateway.http.RequestHead;
import io.castile.gateway.soap.DescriptionAddresses;
import io.castile.gateway.soap.GetQuestion;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Gives descriptions of services ({@code ?wsdl}, {@code ?xsd=…}) with the gateway's address in
 * place of the origin's, and keeps them for a minute; for an hour where the origin fails.
 * Thread-safe.
 */
final class DescriptionLink {
  private static final int MAX_BYTES = 16 << 20;
  private static final long MAX_KEPT_BYTES = 64L << 20;
  private static final long FRESH_NANOS = Duration.ofMinutes(1).toNanos();
  private static final Duration KEPT = Duration.ofHours(1);
  private static final byte[] NOTHING = {};

  private final OriginClient client;
  private final Cache<Key, Kept> descriptions =
      Caffeine.newBuilder()
          .maximumWeight(MAX_KEPT_BYTES)
          .weigher((Key key, Kept kept) -> 512 + kept.reply.content().length)
          .expireAfterWrite(KEPT)
          .executor(Runnable::run)
          .build();

  private record Key(Route route, String target, String base) {}

  private record Kept(Reply reply, long time) {}

  DescriptionLink(OriginClient client) {
    this.client = client;
  }

  /** Whether a request asks for a description, and says nothing of who asks. */
  static boolean takes(RequestHead head) {
    return head.method().equals(HttpMethod.GET)
        && GetQuestion.isDescription(head.target())
        && !head.fields().contains(HttpHeaderNames.AUTHORIZATION)
        && !head.fields().contains(HttpHeaderNames.COOKIE)
        && head.certificate() == null;
  }

  void answer(FrontExchange exchange, Route route) {
    RequestHead head = exchange.head();
    String base = (head.isTls() ? "https://" : "http://") + head.host();
    Key key = new Key(route, head.target(), base);
    Kept kept = descriptions.getIfPresent(key);
    if (kept != null && System.nanoTime() - kept.time < FRESH_NANOS) {
      exchange.respond(kept.reply);
      return;
    }
    HttpHeaders fields = head.fields().copy();
    fields.remove(HttpHeaderNames.ACCEPT_ENCODING);
    fields.remove(HttpHeaderNames.IF_NONE_MATCH);
    fields.remove(HttpHeaderNames.IF_MODIFIED_SINCE);
    HeldRequest request =
        new HeldRequest(
            exchange.eventLoop(),
            route.origins(),
            HttpMethod.GET,
            route.rest(head),
            fields,
            route.config().preserveHost(),
            NOTHING,
            true,
            exchange.trace());
    HeldResponse.begin(client, request, MAX_BYTES)
        .whenComplete((response, failure) -> come(exchange, key, kept, response, failure));
  }

  private void come(
      FrontExchange exchange,
      Key key,
      @Nullable Kept kept,
      @Nullable HeldResponse response,
      @Nullable Throwable failure) {
    boolean hasFailed = response == null || response.head().status().code() >= 500;
    if (hasFailed && kept != null) {
      if (response != null) {
        response.cancel();
      }
      exchange.respond(kept.reply);
    } else if (response == null) {
      exchange.fail(
          failure instanceof OriginFailure known
              ? known
              : new OriginFailure(OriginFailure.Kind.BROKEN, String.valueOf(failure)));
    } else if (response.content() == null) {
      exchange.forward(response, head -> {}); // too large to be looked at
    } else {
      exchange.respond(rewritten(key, response, response.content()));
    }
  }

  private Reply rewritten(Key key, HeldResponse response, byte[] content) {
    HttpHeaders fields = response.head().headers();
    fields.remove(HttpHeaderNames.TRANSFER_ENCODING);
    int status = response.head().status().code();
    String coding = fields.get(HttpHeaderNames.CONTENT_ENCODING);
    if (status != 200 || coding != null) {
      return new Reply(status, fields, content);
    }
    fields.remove(HttpHeaderNames.ETAG); // of other content
    DescriptionAddresses addresses =
        new DescriptionAddresses(key.route.config().origins(), key.base + prefix(key.route));
    Reply reply = new Reply(status, fields, addresses.rewritten(content));
    descriptions.put(key, new Kept(reply, System.nanoTime()));
    return reply;
  }

  private static String prefix(Route route) {
    String path = route.config().path();
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }
}
