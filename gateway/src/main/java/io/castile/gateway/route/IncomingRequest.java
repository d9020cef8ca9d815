package io.castile.gateway.route;

import io.castile.gateway.config.Validation;
import io.castile.gateway.edge.Admission;
import io.castile.gateway.http.ContentCodings;
import io.castile.gateway.http.FrontExchange;
import io.castile.gateway.http.HeldRequest;
import io.castile.gateway.http.Reply;
import io.castile.gateway.http.RequestHead;
import io.castile.gateway.json.JsonCall;
import io.castile.gateway.meter.NoHit;
import io.castile.gateway.meter.Outcome;
import io.castile.gateway.pair.LinkServer;
import io.castile.gateway.soap.GetQuestion;
import io.castile.gateway.soap.MediaType;
import io.castile.gateway.soap.PartPackage;
import io.castile.gateway.soap.Question;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A request on its way through the gateway: the exchange with its client, what it asks, and what
 * became of it. Used by one thread after the other.
 */
final class IncomingRequest {
  private final FrontExchange exchange;
  private final Route route;
  private final boolean offersLink;
  private final @Nullable Admission admission; // null where the route asks nothing of requests
  private @Nullable GetQuestion askedByGet; // null where it asks none by HTTP GET
  private volatile @Nullable Asked asked; // null before it is read, and once it has been passed on
  private volatile @Nullable QName operation; // null where it was not read
  private volatile Outcome outcome = Outcome.PASSED;
  private volatile long savedNanos;
  private volatile @Nullable NoHit noHit; // null unless there is something to say

  /**
   * A request that was read.
   *
   * @param call null where the policy has nothing to do with it
   */
  private record Asked(
      KnownRequest known, @Nullable GatewayCall call, HeldRequest held, boolean isLinked) {}

  /**
   * @param offersLink whether the request came over the differential link, or offers it
   * @param admission what it was counted into; null for nothing
   */
  IncomingRequest(
      FrontExchange exchange, Route route, boolean offersLink, @Nullable Admission admission) {
    this.exchange = exchange;
    this.route = route;
    this.offersLink = offersLink;
    this.admission = admission;
  }

  // ---- what came ----

  FrontExchange exchange() {
    return exchange;
  }

  /** The head as the client has sent it, but for what the route changes. */
  RequestHead head() {
    return exchange.head();
  }

  Route route() {
    return route;
  }

  /** Whether an operation is called by JSON, or its description asked for. */
  boolean isJson() {
    return route.hasJson() && route.isJson(exchange.head().path());
  }

  boolean offersLink() {
    return offersLink;
  }

  // ---- its form ----

  /** Whether its content has the type of envelopes, as the link needs them. */
  boolean isEnvelope() {
    return type().version() != null;
  }

  /** Whether its content is an envelope with attachments. */
  boolean isPackage() {
    return PartPackage.isType(type());
  }

  /** Whether it is an envelope by a safe method (RFC 10008). */
  boolean isQuery() {
    return head().method().equals(JsonCall.QUERY)
        && head().fields().contains(HttpHeaderNames.CONTENT_TYPE)
        && isEnvelope();
  }

  private MediaType type() {
    return MediaType.parse(head().fields().get(HttpHeaderNames.CONTENT_TYPE));
  }

  /** Whether its method is safe (RFC 9110 §9.2.1). */
  boolean isSafe() {
    HttpMethod method = head().method();
    return method.equals(HttpMethod.GET)
        || method.equals(HttpMethod.HEAD)
        || method.equals(HttpMethod.OPTIONS);
  }

  /** Whether it is the difference to another request. */
  boolean isDelta() {
    return LinkServer.isDelta(head().fields().get(HttpHeaderNames.CONTENT_ENCODING));
  }

  /**
   * Whether it is an envelope in gzip which its origins are not known to read. Clients send such
   * once an answer has come in gzip, and that may have been one of the cache.
   */
  boolean losesCoding() {
    String coding = head().fields().get(HttpHeaderNames.CONTENT_ENCODING);
    return coding != null
        && ContentCodings.isGzip(coding)
        && head().method().equals(HttpMethod.POST)
        && head().fields().contains(HttpHeaderNames.CONTENT_TYPE)
        && isEnvelope()
        && !route.origins().readGzip();
  }

  // ---- what the route does with it ----

  /** Whether it is recorded with its response, if both are envelopes and not too large. */
  boolean isRecorded() {
    return route.recorder() != null && head().method().equals(HttpMethod.POST);
  }

  /** Whether it, or the response to it, is held to the schemas of the route. */
  boolean isValidated() {
    return route.validation() != Validation.NONE && hasEnvelope();
  }

  /** Whether it has the WS-Security of the route on its way to the origin. */
  boolean isSecured() {
    return route.security() != null && hasEnvelope();
  }

  /** Whether its method may have an envelope, which it has to be on such routes. */
  private boolean hasEnvelope() {
    return !isSafe() && !head().method().equals(HttpMethod.TRACE);
  }

  /**
   * Whether it may have a message for the service of a route with WS-Security, though its method
   * has none.
   *
   * @param content null where it is larger than what is held
   */
  boolean isWayAround(byte @Nullable [] content) {
    return route.security() != null
        && (content == null || content.length > 0 || head().method().equals(HttpMethod.TRACE));
  }

  /** The decision on the request; null where the route asks nothing. */
  @Nullable Admission admission() {
    return admission;
  }

  /** The answer to a request that may not go on; null for others. */
  @Nullable Reply refusal() {
    return admission == null ? null : admission.refusal();
  }

  /**
   * Returns the request as it is asked of an origin of the route.
   *
   * @param head of the message, whose coding and differences are undone
   * @param content the message
   * @param isRepeatable whether it does no harm to ask twice
   */
  HeldRequest hold(RequestHead head, byte[] content, boolean isRepeatable) {
    return new HeldRequest(
        exchange.eventLoop(),
        route.origins(),
        head.method(),
        route.rest(head),
        head.fields(),
        route.config().preserveHost(),
        content,
        isRepeatable,
        exchange.trace());
  }

  // ---- what it asks ----

  /** The request by HTTP GET in the target; null where it has none. */
  @Nullable GetQuestion askedByGet() {
    return askedByGet;
  }

  void askedByGet(@Nullable GetQuestion question) {
    askedByGet = question;
  }

  /**
   * Notes what the request asks.
   *
   * @param call as the response cache sees it; null where the policy has nothing to do with it
   * @param held to be asked of an origin
   * @param isLinked whether it is asked over the differential link
   */
  void asks(KnownRequest known, @Nullable GatewayCall call, HeldRequest held, boolean isLinked) {
    asked = new Asked(known, call, held, isLinked);
    operation = known.question().operation();
  }

  /** Lets go of the message, which another form of it passes for; the operation stays known. */
  void passedOn() {
    asked = null;
  }

  /** Lets go of a message that is not valid, and of what it seemed to ask. */
  void refused() {
    asked = null;
    operation = null;
  }

  private Asked asked() {
    return Objects.requireNonNull(asked, "the request has been read");
  }

  /** Returns the result of reading the request. */
  KnownRequest known() {
    return asked().known();
  }

  /** What a request that was read asks. */
  Question question() {
    return known().question();
  }

  /** The call of a request that was read; null where the policy has nothing to do with it. */
  @Nullable GatewayCall call() {
    return asked().call();
  }

  /** The request that is sent to an origin. */
  HeldRequest held() {
    return asked().held();
  }

  /** Whether neither cache nor link has to do with a request that was read: it passes. */
  boolean passes() {
    return asked().call() == null && !asked().isLinked();
  }

  /** The name of the operation; null where the request was not read. */
  @Nullable QName operation() {
    return operation;
  }

  // ---- what became of it ----

  Outcome outcome() {
    return outcome;
  }

  /** The time that the origin took for a response that the cache gave; 0 for others. */
  long savedNanos() {
    return savedNanos;
  }

  /** The reason why a cached operation gave no hit; null after a hit, and where none is known. */
  @Nullable NoHit noHit() {
    return noHit;
  }

  /** Notes the answer; of what is not cached, it is that of an origin, and was passed. */
  void answered(Answer answer) {
    GatewayCall call = call();
    if (call == null) {
      return;
    }
    noHit = call.noHit();
    if (call.bypass() != null) {
      return;
    }
    if (answer instanceof Answer.Kept kept) {
      savedNanos = kept.entry().fetchNanos();
      outcome = outcome(kept);
    } else {
      outcome = Outcome.MISS;
    }
  }

  private static Outcome outcome(Answer.Kept kept) {
    if (kept.isCollapsed()) {
      return Outcome.COLLAPSED;
    }
    return kept.stale() == null ? Outcome.HIT : Outcome.STALE;
  }

  /** Counts the request out. */
  void ended() {
    if (admission != null) {
      admission.ended();
    }
  }
}
