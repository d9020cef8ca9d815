package io.castile.gateway.route;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.gateway.http.ContentCodings;
import io.castile.gateway.http.FrontExchange;
import io.castile.gateway.http.HeldRequest;
import io.castile.gateway.http.HeldResponse;
import io.castile.gateway.http.Origin;
import io.castile.gateway.http.OriginClient;
import io.castile.gateway.http.OriginFailure;
import io.castile.gateway.http.Reply;
import io.castile.gateway.http.RequestHead;
import io.castile.gateway.soap.DescriptionAddresses;
import io.castile.gateway.soap.GetQuestion;
import io.castile.soap.http.message.CredentialFields;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gives descriptions of services ({@code ?wsdl}, {@code ?xsd=…}) with the gateway's address in
 * place of the origin's. Those that were asked for without credentials are kept for a minute; for
 * an hour where the origin fails. Thread-safe.
 */
final class DescriptionStage {
  private static final int MAX_BYTES = 16 << 20;
  private static final long MAX_KEPT_BYTES = 64L << 20;
  private static final long FRESH_NANOS = Duration.ofMinutes(1).toNanos();
  private static final Duration KEPT = Duration.ofHours(1);
  private static final byte[] NOTHING = {};

  private static final AsciiString FORWARDED_HOST = AsciiString.cached("x-forwarded-host");
  private static final AsciiString FORWARDED_PORT = AsciiString.cached("x-forwarded-port");
  private static final AsciiString FORWARDED_PROTO = AsciiString.cached("x-forwarded-proto");
  private static final Pattern HOST = Pattern.compile("[\\w.~:\\[\\]-]+");
  private static final Pattern SCHEME = Pattern.compile("https?");
  private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");

  private static final Pattern PRIVATE = Pattern.compile("(?i)\\b(?:no-store|private)\\b");
  private static final Pattern SAME_FOR_ALL = Pattern.compile("(?i)(?:[\\s,]|accept-encoding)*+");

  /** Fields that ask for a part of a description, or for it only if it has changed. */
  private static final List<AsciiString> PARTIAL =
      List.of(
          HttpHeaderNames.IF_NONE_MATCH,
          HttpHeaderNames.IF_MODIFIED_SINCE,
          HttpHeaderNames.IF_MATCH,
          HttpHeaderNames.IF_UNMODIFIED_SINCE,
          HttpHeaderNames.IF_RANGE,
          HttpHeaderNames.RANGE);

  /** Fields of the content as it came. */
  private static final List<AsciiString> OF_CONTENT =
      List.of(
          HttpHeaderNames.TRANSFER_ENCODING,
          HttpHeaderNames.CONTENT_ENCODING,
          HttpHeaderNames.ETAG,
          HttpHeaderNames.ACCEPT_RANGES,
          HttpHeaderNames.CONTENT_MD5,
          AsciiString.cached("digest"),
          AsciiString.cached("content-digest"),
          AsciiString.cached("repr-digest"));

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

  DescriptionStage(OriginClient client) {
    this.client = client;
  }

  /** Whether a request asks for a description. */
  static boolean takes(RequestHead head) {
    return head.method().equals(HttpMethod.GET) && GetQuestion.isDescription(head.target());
  }

  /** Whether a request has no credentials, so that others may have the answer. */
  private static boolean isShared(RequestHead head) {
    return head.sender() == null
        && head.fields().names().stream().noneMatch(CredentialFields::isCredential);
  }

  /**
   * @param routes all, as a description may name documents that are reached through others
   */
  void answer(FrontExchange exchange, Route route, List<Route> routes) {
    RequestHead head = exchange.head();
    Key key = new Key(route, head.target(), base(head));
    boolean isShared = isShared(head);
    Kept kept = isShared ? descriptions.getIfPresent(key) : null;
    if (kept != null && System.nanoTime() - kept.time < FRESH_NANOS) {
      exchange.respond(kept.reply);
      return;
    }
    HttpHeaders fields = head.fields().copy();
    PARTIAL.forEach(fields::remove);
    fields.set(HttpHeaderNames.ACCEPT_ENCODING, HttpHeaderValues.IDENTITY);
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
    DescriptionAddresses addresses = addresses(head, key, routes);
    exchange.awaits(true);
    HeldResponse.begin(client, request, MAX_BYTES)
        .whenComplete(
            (response, failure) -> {
              exchange.awaits(false);
              if (!hasFailed(response)) {
                come(exchange, isShared ? key : null, addresses, response);
              } else if (kept != null) {
                cancel(response);
                exchange.respond(kept.reply);
              } else if (response != null) {
                come(exchange, null, addresses, response);
              } else {
                exchange.fail(
                    failure instanceof OriginFailure known
                        ? known
                        : new OriginFailure(OriginFailure.Kind.BROKEN, String.valueOf(failure)));
              }
            });
  }

  /** The address by which the client knows the gateway, or the proxy before it that is trusted. */
  private static String base(RequestHead head) {
    String host = first(head.fields().get(FORWARDED_HOST, head.host()));
    String port = first(head.fields().get(FORWARDED_PORT, ""));
    String scheme = first(head.fields().get(FORWARDED_PROTO, head.isTls() ? "https" : "http"));
    boolean hasPort = host.lastIndexOf(':') > host.lastIndexOf(']');
    boolean isUsual = port.equals(scheme.equals("https") ? "443" : "80");
    boolean addsPort = !hasPort && !isUsual && PORT.matcher(port).matches();
    String authority = addsPort ? host + ":" + port : host;
    return HOST.matcher(authority).matches() && SCHEME.matcher(scheme).matches()
        ? scheme + "://" + authority
        : (head.isTls() ? "https://" : "http://") + head.host();
  }

  private static String first(String list) {
    int comma = list.indexOf(',');
    return (comma < 0 ? list : list.substring(0, comma)).strip();
  }

  private static DescriptionAddresses addresses(RequestHead head, Key key, List<Route> routes) {
    List<DescriptionAddresses.Reached> reached = new ArrayList<>();
    reached.add(reached(key.route, key.base));
    for (Route each : routes) {
      if (each != key.route && each.takesHost(head)) {
        reached.add(reached(each, key.base));
      }
    }
    String rest = key.route.rest(head);
    int query = rest.indexOf('?');
    return new DescriptionAddresses(
        new DescriptionAddresses.Asked(
            List.of(head.host(), key.base.substring(key.base.indexOf("//") + 2)),
            key.base + head.path(),
            key.route.origins().first().basePath() + (query < 0 ? rest : rest.substring(0, query))),
        reached);
  }

  private static DescriptionAddresses.Reached reached(Route route, String base) {
    List<URI> origins = route.allOrigins().stream().map(Origin::uri).toList();
    return new DescriptionAddresses.Reached(origins, base + prefix(route));
  }

  private static boolean hasFailed(@Nullable HeldResponse response) {
    return response == null || response.head().status().code() >= 500;
  }

  private static void cancel(@Nullable HeldResponse response) {
    if (response != null) {
      response.cancel();
    }
  }

  /**
   * @param key by which a description is kept; null for not at all
   */
  private void come(
      FrontExchange exchange,
      @Nullable Key key,
      DescriptionAddresses addresses,
      HeldResponse response) {
    HttpHeaders fields = response.head().headers();
    int status = response.head().status().code();
    String location = fields.get(HttpHeaderNames.LOCATION);
    if (location != null) {
      fields.set(HttpHeaderNames.LOCATION, addresses.located(location));
    }
    byte[] content = response.content();
    if (status != 200) {
      AnswerWriter.write(exchange, response);
      return;
    }
    String coding = fields.get(HttpHeaderNames.CONTENT_ENCODING);
    byte[] plain = content == null ? null : ContentCodings.decoded(content, coding, MAX_BYTES);
    if (plain == null) { // it would lead its reader past the gateway
      response.cancel();
      exchange.respond(
          Reply.ofText(
              502,
              content == null
                  ? "expected a description of at most " + MAX_BYTES + " bytes, found more"
                  : "expected a description without a coding, as it was asked for, or in one of "
                      + ContentCodings.available()
                      + ", found "
                      + coding));
      return;
    }
    OF_CONTENT.forEach(fields::remove);
    Reply reply = new Reply(status, fields, addresses.rewritten(plain));
    if (key != null && isKept(fields)) {
      descriptions.put(key, new Kept(reply, System.nanoTime()));
    }
    exchange.respond(reply);
  }

  /** Whether others may have a description, as far as the origin says. */
  private static boolean isKept(HttpHeaders fields) {
    String control = String.join(",", fields.getAll(HttpHeaderNames.CACHE_CONTROL));
    String vary = String.join(",", fields.getAll(HttpHeaderNames.VARY)).strip();
    return !fields.contains(HttpHeaderNames.SET_COOKIE)
        && !PRIVATE.matcher(control).find()
        && SAME_FOR_ALL.matcher(vary).matches();
  }

  private static String prefix(Route route) {
    String path = route.config().path();
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }
}
