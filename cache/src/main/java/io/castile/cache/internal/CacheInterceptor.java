package io.castile.cache.internal;

import io.castile.cache.ResponseCache;
import io.castile.cache.policy.OperationPolicy;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapMessageException;
import io.castile.soap.client.SoapClient;
import io.castile.soap.exchange.CacheStatus;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.ExchangeContext;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.flight.CacheEvent;
import io.castile.soap.flight.FlightEvents;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import jakarta.xml.ws.handler.MessageContext;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The cache's link of a chain. In a client it answers with values, so that nothing is written on a
 * hit; in a server with the message, so that nothing is dispatched or written, and where the whole
 * request has been seen before, not even read. Thread-safe.
 */
public final class CacheInterceptor implements Interceptor {
  /** The header that says so where a response is stale (RFC 9211), in lower case. */
  public static final String CACHE_STATUS = "cache-status";

  private final CallCache cache;
  private final ServiceModel model;
  private final boolean mayShowCertificate;
  private final @Nullable SeenRequests seenRequests; // null in a client
  private final Validators validators = new Validators(System::nanoTime);
  private final Map<OperationModel, CachedOperation> cachedOperations = new ConcurrentHashMap<>();

  /** The request attributes for the options of the last calls; null before. */
  private volatile @Nullable KnownFacts facts;

  private CacheInterceptor(
      ResponseCache cache,
      ServiceModel model,
      boolean mayShowCertificate,
      @Nullable SeenRequests seenRequests) {
    this.cache = CallCache.of(cache);
    this.model = Objects.requireNonNull(model, "model");
    this.mayShowCertificate = mayShowCertificate;
    this.seenRequests = seenRequests;
  }

  /**
   * Returns the link of a client.
   *
   * @param mayShowCertificate whether connections may be made with a certificate of the client
   */
  public static CacheInterceptor ofClient(
      ResponseCache cache, ServiceModel model, boolean mayShowCertificate) {
    return new CacheInterceptor(cache, model, mayShowCertificate, null);
  }

  /** Returns the link of a server. */
  public static CacheInterceptor ofServer(ResponseCache cache, ServiceModel model) {
    return new CacheInterceptor(cache, model, false, new SeenRequests());
  }

  /** Whether a response with these fields came from the cache and is stale. */
  public static boolean isStale(int status, Headers headers) {
    return status == 0 && headers.has(CACHE_STATUS);
  }

  @Override
  public boolean needsBytes() {
    return true;
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    OperationModel operation;
    SeenRequests.Seen seen = seenRequests == null ? null : seenRequests.find(request);
    try {
      operation = seen == null ? Messages.operation(request) : seen.operation();
    } catch (SoapMessageException e) {
      return chain.proceed(request); // it is for no operation, as the next link will say
    }
    LinkCall call =
        new LinkCall(
            chain, request, cachedOperation(operation), seenRequests, seen, mayShowCertificate);
    SoapResponse answer = answer(call, request);
    return seenRequests == null ? answer : withValidator(answer, call);
  }

  private SoapResponse answer(LinkCall call, SoapRequest request) throws SoapException {
    CacheEvent event = FlightEvents.cache();
    ExchangeContext exchange = request.exchange();
    try {
      SoapResponse answer = cache.answer(call);
      if (exchange.cacheStatus() == CacheStatus.NONE) {
        exchange.setCacheStatus(CacheStatus.HIT);
      }
      return answer;
    } finally {
      if (event != null) {
        event.record(
            call.cachedOperation().operation().name().getLocalPart(),
            exchange.cacheStatus().label());
      }
    }
  }

  private SoapResponse withValidator(SoapResponse answer, LinkCall call) throws SoapException {
    byte[] message = call.given();
    if (message == null
        || !(Messages.body(answer) instanceof MessageBody.Bytes sent)
        || sent.bytes() != message) {
      return answer;
    }
    OperationPolicy policy = cache.operation(call.cachedOperation(), call.endpoint()).policy;
    return validators.added(
        answer, message, call.isAsked(), policy, policy.perCaller() && !policy.shared());
  }

  /**
   * Looks up the response to a call of a client before a request is made of it; used where no other
   * link comes before this one in the chain.
   *
   * @param values those of the request, by their slots; not changed, nor kept
   * @return the values of a response that is kept and fresh, the caller's own unless they are
   *     shared on purpose; null where the call has to be made, of which nothing has been counted
   *     then
   */
  public @Nullable Object @Nullable [] find(
      OperationModel operation, @Nullable Object[] values, SoapClient.Options options) {
    KnownFacts known = facts;
    if (known == null || known.options() != options) {
      known = KnownFacts.of(options, mayShowCertificate);
      facts = known;
    }
    return known.request() == null
        ? null
        : cache.find(new ReadyCall(cachedOperation(operation), values, options, known.request()));
  }

  /**
   * The facts about the caller that the options of calls state; options are the same object until
   * the application changes them.
   *
   * @param request null where only a request can tell
   */
  private record KnownFacts(SoapClient.Options options, @Nullable RequestAttributes request) {
    static KnownFacts of(SoapClient.Options options, boolean mayShowCertificate) {
      boolean isPlain =
          options.credentials() == null
              && !LinkCall.maintainsSession(options.properties())
              && options.properties().get(MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS) == null;
      RequestAttributes facts = isPlain ? RequestAttributes.of(options.headers()) : null;
      return new KnownFacts(
          options, facts != null && mayShowCertificate ? facts.withCertificate() : facts);
    }
  }

  private CachedOperation cachedOperation(OperationModel operation) {
    CachedOperation known = cachedOperations.get(operation);
    return known != null
        ? known
        : cachedOperations.computeIfAbsent(operation, added -> cache.cachedOperation(model, added));
  }

  @Override
  public String toString() {
    return "response cache";
  }
}
