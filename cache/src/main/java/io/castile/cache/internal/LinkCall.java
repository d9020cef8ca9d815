package io.castile.cache.internal;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.key.CacheKey;
import io.castile.cache.representation.Snapshots;
import io.castile.cache.request.HeaderBlock;
import io.castile.cache.request.HeaderReader;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapTransportException;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.CacheStatus;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.SoapFaultReceivedException;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.ContextAttachments;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.exchange.internal.Responses;
import io.castile.soap.http.Credentials;
import io.castile.soap.model.internal.Parameter;
import io.castile.soap.security.internal.SenderClaim;
import io.castile.xml.XmlLimits;
import jakarta.xml.ws.BindingProvider;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A call in a chain, as the cache sees it. */
final class LinkCall implements CacheCall<SoapResponse, SoapException> {
  private static final HeaderReader HEADERS = new HeaderReader(XmlLimits.DEFAULT);
  private static final int NOT_MODIFIED = 304;
  private static final int GATEWAY_TIMEOUT = 504;

  private final Chain chain;
  private final SoapRequest request;
  private final CachedOperation cachedOperation;
  private final @Nullable SeenRequests seenRequests; // null in a client
  private final SeenRequests.@Nullable Seen seen; // null for none
  private final boolean mayShowCertificate;

  /** The message that was given, or given to be kept; null for none. */
  private byte @Nullable [] given;

  private boolean isAsked;
  private boolean isAddressed;

  /** Whether the cache has looked for the answer, and would keep it. */
  private boolean isLookedFor;

  /** Whether it is made for the cache, while its caller has got an answer or waits for others. */
  private boolean isDetached;

  public LinkCall(
      Chain chain,
      SoapRequest request,
      CachedOperation cachedOperation,
      @Nullable SeenRequests seenRequests,
      SeenRequests.@Nullable Seen seen,
      boolean mayShowCertificate) {
    this.chain = chain;
    this.request = request;
    this.cachedOperation = cachedOperation;
    this.seenRequests = seenRequests;
    this.seen = seen;
    this.mayShowCertificate = mayShowCertificate;
  }

  // ---- the request ----

  @Override
  public CachedOperation cachedOperation() {
    return cachedOperation;
  }

  @Override
  public String endpoint() {
    return request.endpoint();
  }

  @Override
  public SoapVersion version() {
    return seen != null ? seen.version() : request.version();
  }

  @Override
  public Object[] arguments() {
    checkWhole();
    try {
      return request.arguments();
    } catch (SoapMessageException e) {
      throw NotCacheableException.failed("reading the request", e);
    }
  }

  /** Checks that the message has no parts that are not among its values. */
  private void checkWhole() {
    if (request.context().get(ContextAttachments.BOUND) != null) {
      throw new NotCacheableException("the description binds attachments beside the message");
    }
  }

  @Override
  public byte[] message() {
    checkWhole();
    try {
      return request.bytes();
    } catch (SoapMessageException e) {
      throw NotCacheableException.failed("writing the request", e);
    }
  }

  @Override
  public @Nullable String charset() {
    return request.charset();
  }

  /** A call with another action than its operation's own may be another call. */
  @Override
  public @Nullable String target() {
    String action = request.action();
    boolean isOwn = action.equals(cachedOperation.operation().action());
    String place = isServed() ? request.target() : "";
    return isOwn && place.isEmpty() ? null : place + (isOwn ? "" : "\n" + action);
  }

  @Override
  public boolean isServed() {
    return seenRequests != null;
  }

  @Override
  public RequestAttributes facts() {
    RequestAttributes facts = RequestAttributes.of(request.headers());
    String sender = sender();
    if (sender != null) {
      facts = facts.withSender(sender);
    }
    if (mayShowCertificate) {
      facts = facts.withCertificate();
    }
    if (!isServed() && maintainsSession(request.context())) {
      facts = facts.withHiddenParts("the session is maintained");
    }
    MessageBody body = Messages.body(request);
    if (body instanceof MessageBody.Multipart) {
      return facts.withHiddenParts("the request has attachments");
    }
    if (seen != null) {
      return seen.blocks().isEmpty() ? facts : facts.withBlocks(seen.blocks());
    }
    if (body instanceof MessageBody.Ready) {
      return facts.withHiddenParts("an interceptor has written the message");
    }
    List<HeaderBlock> blocks =
        body instanceof MessageBody.Bytes
            ? HEADERS.read(message(), charset(), this::isParameter)
            : addedBlocks();
    facts = blocks.isEmpty() ? facts : facts.withBlocks(blocks);
    isAddressed = blocks.stream().anyMatch(HeaderBlock::isAddressing);
    // A server's links for WS-Addressing come before the cache; what others do is not known.
    return isServed() && isAddressed ? facts.withAddressingSeenTo() : facts;
  }

  /** Whether cookies will be added that are not in the request yet. */
  public static boolean maintainsSession(Map<String, Object> properties) {
    return Boolean.TRUE.equals(properties.get(BindingProvider.SESSION_MAINTAIN_PROPERTY));
  }

  /**
   * The sender of the request, as the server has authenticated it, or as the client will prove it;
   * null if unknown. A client's password is part of it: the same user with another password counts
   * as another sender.
   */
  private @Nullable String sender() {
    if (isServed()) {
      return request.principal() == null ? null : request.principal().getName();
    }
    Credentials credentials = request.credentials();
    return credentials == null
        ? null
        : SenderClaim.identity(credentials.user(), credentials.password());
  }

  private List<HeaderBlock> addedBlocks() {
    try {
      return request.soapHeaders().stream().map(each -> HeaderBlock.of(each.toBytes())).toList();
    } catch (SoapMessageException e) {
      throw NotCacheableException.failed("reading the request", e);
    }
  }

  private boolean isParameter(QName block) {
    for (Parameter parameter : cachedOperation.parameters()) {
      if (parameter.header() && parameter.element().equals(block)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The message that leaves as it is kept, or was to be kept; null where there is none, or it will
   * be changed: properties of WS-Addressing are added to it.
   */
  public byte @Nullable [] given() {
    return isAddressed ? null : given;
  }

  /** Whether the service was asked. */
  public boolean isAsked() {
    return isAsked;
  }

  @Override
  public @Nullable CacheKey knownKey(OperationCache operation) {
    return seen == null ? null : seen.key(operation);
  }

  @Override
  public void remember(OperationCache operation, RequestAttributes facts, CacheKey key) {
    // A request that has a name of its own does not come again.
    boolean named = facts.blocks().stream().anyMatch(HeaderBlock::isAddressing);
    if (seenRequests != null && seen == null && !named) {
      seenRequests.remember(request, operation, facts.blocks(), key);
    }
  }

  @Override
  public LinkCall snapshot() {
    isLookedFor = true;
    if (isServed() || !(Messages.body(request) instanceof MessageBody.Values)) {
      return this;
    }
    Object[] arguments = arguments();
    Object[] copies = Snapshots.of(cachedOperation.parameters(), arguments);
    if (copies == arguments) {
      return this;
    }
    SoapRequest own = request.newBuilder().arguments(copies).build();
    LinkCall call = new LinkCall(chain, own, cachedOperation, null, null, mayShowCertificate);
    call.isLookedFor = true;
    return call;
  }

  @Override
  public CacheCall<SoapResponse, SoapException> detached() {
    try {
      LinkCall call =
          new LinkCall(
              chain.detached(),
              request.detached(),
              cachedOperation,
              seenRequests,
              null,
              mayShowCertificate);
      call.isDetached = true;
      return call;
    } catch (SoapMessageException e) {
      throw NotCacheableException.failed("writing the request", e);
    }
  }

  // ---- the answer ----

  @Override
  public SoapResponse ask(Headers conditional) throws SoapException {
    isAsked = true;
    if (!isDetached) {
      request.exchange().setCacheStatus(isLookedFor ? CacheStatus.MISS : CacheStatus.PASSED);
    }
    if (conditional.isEmpty()) {
      return chain.proceed(request);
    }
    SoapRequest.Builder builder = request.newBuilder();
    conditional.forEach(builder::header);
    return chain.proceed(builder.build());
  }

  @Override
  public SoapResponse onlyIfCached() throws SoapTransportException {
    throw new SoapTransportException(
        "no fresh response of operation "
            + cachedOperation.operation()
            + " is cached, and the request has only-if-cached",
        GATEWAY_TIMEOUT,
        null);
  }

  @Override
  public OriginReply reply(SoapResponse answer) {
    try {
      SoapFault fault = answer.fault();
      int status = answer.status() == 0 ? 200 : answer.status();
      return new OriginReply(kind(answer, fault), status, answer.headers());
    } catch (SoapMessageException | RuntimeException e) {
      throw NotCacheableException.failed("reading the response", e);
    }
  }

  /**
   * Returns the kind of an answer. A fault counts as a failure if the operation does not declare it
   * and it blames only the service.
   */
  private static OriginReply.Kind kind(SoapResponse answer, @Nullable SoapFault fault)
      throws SoapMessageException {
    if (fault == null) {
      return OriginReply.Kind.RESPONSE;
    }
    return fault.blamesReceiver() && answer.declaredType() == null
        ? OriginReply.Kind.FAILURE
        : OriginReply.Kind.FAULT;
  }

  @Override
  public @Nullable OriginReply reply(Throwable thrown) {
    if (thrown instanceof SoapFaultReceivedException received) {
      return reply(received.response());
    }
    if (!(thrown instanceof SoapTransportException transport)) {
      return null;
    }
    return switch (transport.status()) {
      case NOT_MODIFIED ->
          new OriginReply(OriginReply.Kind.NOT_MODIFIED, NOT_MODIFIED, transport.headers());
      case 0, 500, 502, 503, 504 ->
          new OriginReply(OriginReply.Kind.FAILURE, transport.status(), transport.headers());
      default -> null;
    };
  }

  @Override
  public Object[] values(SoapResponse answer) {
    try {
      return answer.values();
    } catch (SoapException | RuntimeException e) {
      throw NotCacheableException.failed("reading the response", e);
    }
  }

  @Override
  public boolean prefersMessage() {
    return seenRequests != null;
  }

  @Override
  public byte[] message(SoapResponse answer) {
    if (Messages.body(answer) instanceof MessageBody.Multipart) {
      throw new NotCacheableException("the response has attachments");
    }
    try {
      given = answer.bytes();
      return given;
    } catch (SoapMessageException | RuntimeException e) {
      throw NotCacheableException.failed("writing the response", e);
    }
  }

  @Override
  public SoapResponse ofValues(Object[] values) {
    try {
      return Responses.ofValues(request, values);
    } catch (SoapMessageException e) {
      throw new AssertionError("the operation is known", e);
    }
  }

  /** Marks a stale response by a header of RFC 9211. */
  @Override
  public SoapResponse stale(SoapResponse answer, String because) {
    request.exchange().setCacheStatus(CacheStatus.STALE);
    return answer.withHeaders(
        Headers.of(CacheInterceptor.CACHE_STATUS, "Castile;hit;detail=stale-" + because));
  }

  @Override
  public SoapResponse collapsed(SoapResponse answer) {
    request.exchange().setCacheStatus(CacheStatus.COLLAPSED);
    return answer;
  }

  @Override
  public SoapResponse ofMessage(byte[] message) {
    given = message;
    return Responses.ofKnownBytes(request, cachedOperation.operation(), version(), message);
  }
}
