package io.castile.gateway.route;

import io.castile.cache.Bypass;
import io.castile.cache.CacheEntry;
import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.internal.CacheCall;
import io.castile.cache.internal.CachedOperation;
import io.castile.cache.internal.OperationCache;
import io.castile.cache.internal.OriginReply;
import io.castile.cache.key.CacheKey;
import io.castile.cache.policy.OperationPolicy;
import io.castile.cache.representation.KeptMessage;
import io.castile.cache.request.RequestAttributes;
import io.castile.gateway.http.ContentCodings;
import io.castile.gateway.http.HeldRequest;
import io.castile.gateway.http.HeldResponse;
import io.castile.gateway.http.OriginFailure;
import io.castile.gateway.http.Reply;
import io.castile.gateway.meter.NoHit;
import io.castile.gateway.soap.AnswerForm;
import io.castile.gateway.soap.MediaType;
import io.castile.gateway.soap.PartPackage;
import io.castile.gateway.soap.Question;
import io.castile.gateway.soap.RequestForm;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A call that passes the gateway, as the response cache sees it. It holds nothing of its client, so
 * that it may be asked after the client has left. Used by one thread at a time.
 */
final class GatewayCall implements CacheCall<Answer, OriginFailure> {
  private static final int NOT_MODIFIED = 304;

  private final OriginStage origin;
  private final CachedOperation cachedOperation;
  private final OperationPolicy policy;
  private final Route route;
  private final KnownRequest known;
  private final Question question;
  private final HeldRequest request;
  private final boolean isTrial; // asks an origin that is known to be down, too
  private final int mostBytes; // up to which size an answer is held

  /** Why it was no hit; null where it was, and before that is known. */
  private @Nullable NoHit noHit;

  /** The form of the origin's response; null before. */
  private @Nullable AnswerForm answerForm;

  /** The origin's answer without its coding; null before, and where it is not held as a whole. */
  private byte @Nullable [] answerMessage;

  /**
   * @param policy which holds for the operation
   */
  GatewayCall(
      OriginStage origin,
      CachedOperation cachedOperation,
      OperationPolicy policy,
      Route route,
      KnownRequest known,
      HeldRequest request) {
    this(origin, cachedOperation, policy, route, known, request, false);
  }

  private GatewayCall(
      OriginStage origin,
      CachedOperation cachedOperation,
      OperationPolicy policy,
      Route route,
      KnownRequest known,
      HeldRequest request,
      boolean isTrial) {
    this.isTrial = isTrial;
    this.origin = origin;
    this.cachedOperation = cachedOperation;
    this.policy = policy;
    this.route = route;
    this.known = known;
    this.question = known.question();
    this.request = request;
    this.mostBytes = (int) Math.min(Integer.MAX_VALUE - 16, policy.maxEntryBytes());
  }

  // ---- the request ----

  @Override
  public CachedOperation cachedOperation() {
    return cachedOperation;
  }

  @Override
  public String endpoint() {
    return route.endpoint();
  }

  @Override
  public SoapVersion version() {
    return question.version();
  }

  @Override
  public @Nullable Object[] arguments() {
    throw new NotCacheableException("the gateway knows no arguments");
  }

  @Override
  public byte[] message() {
    KeyForm form = known.form();
    return form == null ? request.content() : form.message(policy);
  }

  @Override
  public @Nullable String charset() {
    KeyForm form = known.form();
    return form == null ? known.type().charset() : form.charset();
  }

  /**
   * Path and query, behind the mark of a canary, media type and action, and what WS-Addressing says
   * of it; and, where answers may have parts, the field by which services choose those.
   */
  @Override
  public String target() {
    Question.Addressing addressing = question.addressing();
    KeyForm form = known.form();
    String target =
        route.mark() + (form == null ? request.path() + "\n" + sentAs() : form.target());
    if (policy.attachments()) {
      target += "\naccept " + request.fields().getAll(HttpHeaderNames.ACCEPT);
    }
    return addressing == null
        ? target
        : target + "\n" + addressing.action() + "\n" + addressing.to();
  }

  private String sentAs() {
    RequestForm spelling = known.spelling();
    return spelling == null ? known.action() : spelling.contentType() + "\n" + spelling.action();
  }

  @Override
  public RequestAttributes facts() {
    return known.facts();
  }

  @Override
  public @Nullable CacheKey knownKey(OperationCache operation) {
    return known.key(operation);
  }

  @Override
  public void remember(OperationCache operation, RequestAttributes facts, CacheKey key) {
    known.remember(operation, key);
  }

  @Override
  public GatewayCall detached() {
    return new GatewayCall(origin, cachedOperation, policy, route, known, request, isTrial);
  }

  /** Returns the same call, which finds out whether the origin is back. */
  GatewayCall trial() {
    return new GatewayCall(origin, cachedOperation, policy, route, known, request, true);
  }

  @Override
  public boolean isOriginDown() {
    return !isTrial && route.origins().isDown();
  }

  @Override
  public void passes(Bypass reason, String found, @Nullable String remedy) {
    noHit = new NoHit(true, reason, found, remedy);
  }

  @Override
  public void notKept(Bypass reason, String found) {
    noHit = new NoHit(false, reason, found, null);
  }

  /** The reason for which a cached operation had no hit; null where there is none to report. */
  @Nullable NoHit noHit() {
    return noHit;
  }

  /** Why it went past the cache; null if it did not. */
  @Nullable Bypass bypass() {
    NoHit why = noHit;
    return why != null && why.isPassed() ? why.reason() : null;
  }

  // ---- the answer ----

  @Override
  public Answer ask(Headers conditional) throws OriginFailure {
    return new Answer.Given(origin.ask(route, known, conditional(conditional), mostBytes));
  }

  /** Asks the origin, not over the link. */
  @Override
  public CompletableFuture<Answer> askLater(Headers conditional) {
    return origin.askLater(conditional(conditional), mostBytes).thenApply(Answer.Given::new);
  }

  private HeldRequest conditional(Headers conditional) {
    HttpHeaders fields = fields();
    conditional.forEach(fields::set);
    return request.withFields(fields);
  }

  /** The fields that the origin is sent. */
  private HttpHeaders fields() {
    HttpHeaders fields = request.fields().copy();
    fields.remove(HttpHeaderNames.IF_NONE_MATCH);
    fields.remove(HttpHeaderNames.IF_MODIFIED_SINCE);
    ContentCodings.keepAccepted(fields);
    RequestForm spelling = known.spelling();
    if (spelling != null && spelling.oddity() == null) { // as the key has it
      fields.set(HttpHeaderNames.CONTENT_TYPE, spelling.contentType());
    }
    return fields;
  }

  @Override
  public OriginReply reply(Answer answer) {
    answerForm = null;
    answerMessage = null;
    if (!(answer instanceof Answer.Given given)) {
      return OriginReply.FAILURE;
    }
    HttpResponse head = given.response().head();
    int status = head.status().code();
    Headers fields = keptFields(head.headers());
    return switch (status) {
      case NOT_MODIFIED -> new OriginReply(OriginReply.Kind.NOT_MODIFIED, status, fields);
      case 502, 503, 504 -> new OriginReply(OriginReply.Kind.FAILURE, status, fields);
      case 200, 500 -> new OriginReply(kind(given.response(), status), status, fields);
      default -> new OriginReply(OriginReply.Kind.RESPONSE, status, fields);
    };
  }

  /**
   * Returns the kind of a response, to the cache. One that is no whole envelope counts as a failure
   * of the origin; one that is too large to be looked at passes.
   */
  private OriginReply.Kind kind(HeldResponse response, int status) {
    byte[] content = response.content();
    HttpHeaders fields = response.head().headers();
    ContentCodings.Decoded decoded =
        content == null
            ? ContentCodings.Decoded.TOO_LARGE
            : ContentCodings.decode(
                content, fields.get(HttpHeaderNames.CONTENT_ENCODING), mostBytes);
    if (decoded.isTooLarge()) {
      return status == 200 ? OriginReply.Kind.RESPONSE : OriginReply.Kind.FAILURE;
    }
    MediaType type = MediaType.parse(fields.get(HttpHeaderNames.CONTENT_TYPE));
    byte[] message = decoded.content();
    AnswerForm found = message == null ? AnswerForm.BROKEN : form(response, message, type);
    answerForm = found;
    answerMessage = message;
    if (isBroken()) {
      origin.tellBroken(route, status);
    }
    if (found == null) {
      return status == 200 ? OriginReply.Kind.RESPONSE : OriginReply.Kind.FAILURE;
    }
    return switch (found.kind()) {
      case FAULT -> OriginReply.Kind.FAULT;
      case FAILURE, BROKEN -> OriginReply.Kind.FAILURE;
      case RESPONSE, EMPTY -> status == 200 ? OriginReply.Kind.RESPONSE : OriginReply.Kind.FAILURE;
    };
  }

  /** Returns the form of a response; null for one that is not looked at, and so not kept. */
  private @Nullable AnswerForm form(HeldResponse response, byte[] message, MediaType type) {
    if (PartPackage.isType(type)) {
      return formOfParts(response, message);
    }
    boolean isText = type.type().isEmpty() || type.type().startsWith("text/");
    if (known.form() instanceof GetForm) {
      return type.isXml() ? AnswerForm.ofDocument(message, type.charset()) : unread(isText);
    }
    return type.version() == null ? unread(isText) : AnswerForm.of(message, type.charset());
  }

  /** A page of HTML or a line of text is no answer of SOAP; another binary form may be one. */
  private static @Nullable AnswerForm unread(boolean isText) {
    return isText ? AnswerForm.BROKEN : null;
  }

  /**
   * Returns the form of a response with parts; one that is related to its request is made for one
   * caller.
   */
  private @Nullable AnswerForm formOfParts(HeldResponse response, byte[] message) {
    String type = response.head().headers().get(HttpHeaderNames.CONTENT_TYPE, "");
    if (PartPackage.isCut(message, type)) {
      return AnswerForm.BROKEN;
    }
    PartPackage parts =
        policy.attachments() && question.addressing() == null
            ? PartPackage.read(message, type)
            : null;
    return parts == null
        ? null
        : AnswerForm.of(parts.content(parts.root()), parts.root().type().charset());
  }

  /** Whether the origin's answer was found to be cut off, or none. */
  boolean isBroken() {
    return answerForm != null && answerForm.kind() == AnswerForm.Kind.BROKEN;
  }

  @Override
  public @Nullable OriginReply reply(Throwable thrown) {
    return thrown instanceof OriginFailure ? OriginReply.FAILURE : null;
  }

  /** Returns the fields that other clients that ask the same may have. */
  private static Headers keptFields(HttpHeaders fields) {
    Headers.Builder kept = Headers.builder();
    for (Map.Entry<String, String> field : fields) {
      if (!HttpHeaderNames.SET_COOKIE.contentEqualsIgnoreCase(field.getKey())) {
        kept.add(field.getKey(), field.getValue());
      }
    }
    return kept.build();
  }

  @Override
  public @Nullable Object[] values(Answer answer) {
    throw new NotCacheableException("the gateway knows no values");
  }

  @Override
  public boolean prefersMessage() {
    return true;
  }

  @Override
  public byte[] message(Answer answer) {
    if (!(answer instanceof Answer.Given given)) {
      throw new NotCacheableException("the response is the gateway's own");
    }
    HttpHeaders fields = given.response().head().headers();
    if (given.response().content() == null) {
      throw new NotCacheableException("the response has more than " + mostBytes + " bytes");
    }
    if (fields.contains(HttpHeaderNames.SET_COOKIE)) {
      throw new NotCacheableException("the response sets a cookie");
    }
    byte[] message = answerMessage;
    AnswerForm found = answerForm;
    if (message == null || found == null || found.kind() != AnswerForm.Kind.RESPONSE) {
      throw new NotCacheableException("the response is no message with a result");
    }
    if (found.isSecured()) {
      throw new NotCacheableException("the response has a Security header, for one caller");
    }
    return message;
  }

  @Override
  public Answer onlyIfCached() {
    return new Answer.Own(Reply.ofText(504, "no fresh answer is kept, and none else is wanted"));
  }

  @Override
  public Answer ofValues(@Nullable Object[] values) {
    throw new NotCacheableException("the gateway knows no values");
  }

  @Override
  public Answer ofMessage(byte[] message, CacheEntry entry) {
    return new Answer.Kept(new Answer.InHeap(message), entry, null, false);
  }

  @Override
  public Answer ofMessage(KeptMessage message, CacheEntry entry) {
    return new Answer.Kept(new Answer.OffHeap(message), entry, null, false);
  }

  @Override
  public Answer stale(Answer answer, String because) {
    return answer instanceof Answer.Kept kept
        ? new Answer.Kept(kept.body(), kept.entry(), because, false)
        : answer;
  }

  @Override
  public Answer collapsed(Answer answer) {
    return answer instanceof Answer.Kept kept
        ? new Answer.Kept(kept.body(), kept.entry(), null, true)
        : answer;
  }
}
