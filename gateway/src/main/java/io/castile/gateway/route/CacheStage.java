package io.castile.gateway.route;

import io.castile.cache.ResponseCache;
import io.castile.cache.internal.CachedOperation;
import io.castile.cache.internal.CallCache;
import io.castile.cache.key.CacheKey;
import io.castile.cache.policy.OperationPolicy;
import io.castile.cache.policy.PolicyException;
import io.castile.gateway.http.HeldRequest;
import io.castile.gateway.http.HeldResponse;
import io.castile.gateway.http.OriginFailure;
import io.castile.gateway.http.RequestHead;
import io.castile.gateway.http.ResponseTap;
import io.castile.gateway.soap.GetQuestion;
import io.castile.gateway.soap.MediaType;
import io.castile.gateway.soap.PartPackage;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out what requests ask, and answers them: {@code cache → link → origin}. What was given
 * stale where the origin is asked over the link is asked for again. Thread-safe.
 */
final class CacheStage implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(CacheStage.class);
  private static final int MAX_TOLD = 1_000;
  private static final byte[] NOTHING = {};

  private final ResponseCache cache;
  private final OriginStage origins;
  private final @Nullable ObserveStage observe; // null for none
  private final int mostBytes;
  private final RequestMemory memory = new RequestMemory();
  private final OperationSites sites;

  /** The names in policies that the log has. */
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  private final StaleRefresh<GatewayCall> refresh = new StaleRefresh<>(this::isRefreshed);

  /**
   * @param observe null for none
   * @param mostBytes up to which size an answer is held that the cache has no rule for
   */
  CacheStage(
      ResponseCache cache, OriginStage origins, @Nullable ObserveStage observe, int mostBytes) {
    this.cache = cache;
    this.origins = origins;
    this.observe = observe;
    this.mostBytes = mostBytes;
    this.sites = new OperationSites(cache);
  }

  /**
   * Reads what a request asks.
   *
   * @param head of the message, whose coding and differences are undone
   * @param content the message
   * @return false if it is no envelope, or one with attachments that the policy has nothing to do
   *     with
   */
  boolean read(IncomingRequest request, RequestHead head, byte[] content) {
    KnownRequest known = memory.find(request.route(), head, content);
    if (known == null) {
      return false;
    }
    OperationSites.Site cachedOperation = sites.find(request.route(), known.question().operation());
    if (known.form() instanceof PartsForm
        && (cachedOperation.cached() == null || !cachedOperation.policy().attachments())) {
      return false;
    }
    read(request, head, content, known, cachedOperation);
    return true;
  }

  /** Returns what the policy that holds now says of an operation. */
  OperationPolicy policy(Route route, QName operation) {
    return sites.find(route, operation).policy();
  }

  /**
   * Says in the log which names in the policy fit nothing, each once.
   *
   * @param isNew whether the policy or a description is another one: then they are said again
   */
  void compareNames(List<Route> routes, boolean isNew) {
    if (isNew) {
      told.clear();
    }
    for (PolicyException each : sites.namesThatFitNothing(routes)) {
      String problem =
          String.valueOf(each.getMessage()).split("; there ", 2)[0]; // others will have come later
      if (told.size() < MAX_TOLD && told.add(problem)) {
        log.warn("a name in the cache policy fits no route or request: {}", each.getMessage());
      }
    }
  }

  /** Whether a request is to be read whose content is of a type. */
  boolean takesType(MediaType type) {
    return type.version() != null || (PartPackage.isType(type) && sites.takesAttachments());
  }

  /** Whether the policy has to do with what a request by HTTP GET asks. */
  boolean takesGet(IncomingRequest request) {
    Route route = request.route();
    GetQuestion asked = sites.takesGets() ? GetForm.question(route, request.head()) : null;
    request.askedByGet(asked);
    return asked != null && sites.findGet(route, new QName(asked.operation())) != null;
  }

  /** Reads what a request by HTTP GET asks; false if the policy has nothing to do with it. */
  boolean readGet(IncomingRequest request) {
    Route route = request.route();
    GetQuestion asked = request.askedByGet();
    OperationSites.Site cachedOperation =
        asked == null ? null : sites.findGet(route, new QName(asked.operation()));
    if (asked == null || cachedOperation == null) {
      return false;
    }
    read(
        request,
        request.head(),
        NOTHING,
        memory.find(route, request.head(), asked),
        cachedOperation);
    return true;
  }

  private void read(
      IncomingRequest request,
      RequestHead head,
      byte[] content,
      KnownRequest known,
      OperationSites.Site cachedOperation) {
    Route route = request.route();
    HeldRequest held = request.hold(head, content, cachedOperation.isRepeatable());
    CachedOperation operation = cachedOperation.cached();
    GatewayCall call =
        operation == null
            ? null
            : new GatewayCall(origins, operation, cachedOperation.policy(), route, known, held);
    request.asks(known, call, held, OriginStage.isLinked(route, known, content));
  }

  /** Returns what sees the answer to a request pass; null for nothing. */
  @Nullable ResponseTap tap(IncomingRequest request) {
    return observe == null ? null : observe.begin(request);
  }

  /** Returns the answer that is kept and fresh, and at hand; or null. */
  @Nullable Answer find(IncomingRequest request) {
    GatewayCall call = request.call();
    return call == null ? null : CallCache.of(cache).find(call);
  }

  /** Returns the answer; waits for it. */
  Answer answer(IncomingRequest request) throws OriginFailure {
    GatewayCall call = request.call();
    if (call == null) {
      return new Answer.Given(asked(request));
    }
    long start = System.nanoTime();
    try {
      Answer answer = CallCache.of(cache).answer(call);
      answered(request, call, start, answer);
      return answer;
    } catch (OriginFailure e) {
      failed(request, call, start);
      throw e;
    }
  }

  /** Whether a request is answered without a thread that waits. */
  boolean isAnsweredLater(IncomingRequest request) {
    return request.call() != null
        && request.route().peer() == null
        && request.route().security() == null
        && CallCache.of(cache).isLocal();
  }

  /**
   * Answers a request without a thread that waits.
   *
   * @param request one that {@linkplain #isAnsweredLater is answered later}
   * @return what {@link #answer} would return or throw; at once if the answer is kept and fresh
   */
  CompletableFuture<Answer> answerLater(IncomingRequest request) {
    GatewayCall call = Objects.requireNonNull(request.call());
    long start = System.nanoTime();
    return CallCache.of(cache)
        .answerLater(call, request.held().loop())
        .whenComplete(
            (answer, thrown) -> {
              if (thrown == null) {
                answered(request, call, start, answer);
              } else {
                failed(request, call, start);
              }
            });
  }

  /**
   * Whether an origin is asked without a thread that waits, for a request that the policy has
   * nothing to do with.
   */
  static boolean isAskedLater(IncomingRequest request) {
    Route route = request.route();
    return request.call() == null && route.peer() == null && route.security() == null;
  }

  /**
   * Asks an origin without a thread that waits.
   *
   * @param request one that {@linkplain #isAskedLater is asked later}
   * @return what {@link #answer} would return or throw
   */
  CompletableFuture<Answer> askLater(IncomingRequest request) {
    ResponseTap tap = tap(request);
    return origins
        .askLater(request.held(), mostBytes)
        .whenComplete(
            (response, thrown) -> {
              if (tap != null && thrown == null) {
                tell(tap, response);
              } else if (tap != null) {
                tap.failed();
              }
            })
        .thenApply(Answer.Given::new);
  }

  /** Observes a call that went past the cache, and has what was given stale asked for again. */
  private void answered(IncomingRequest request, GatewayCall call, long start, Answer answer) {
    ResponseTap tap = call.bypass() == null ? null : tap(request, start);
    if (tap != null && answer instanceof Answer.Given given) {
      tell(tap, given.response());
    }
    if (isStale(answer) && (request.route().peer() != null || call.isOriginDown())) {
      CacheKey key = request.known().lastKey();
      if (key != null) {
        refresh.add(key, call.trial());
      }
    }
  }

  private void failed(IncomingRequest request, GatewayCall call, long start) {
    ResponseTap tap = call.bypass() == null ? null : tap(request, start);
    if (tap != null) {
      tap.failed();
    }
  }

  private @Nullable ResponseTap tap(IncomingRequest request, long startNanos) {
    return observe == null ? null : observe.begin(request, startNanos);
  }

  private static void tell(ResponseTap tap, HeldResponse response) {
    byte[] content = response.content();
    if (content != null) {
      tap.head(response.head());
      tap.content(Unpooled.wrappedBuffer(content));
      tap.end();
    }
  }

  private static boolean isStale(Answer answer) {
    return answer instanceof Answer.Kept kept && kept.stale() != null;
  }

  /** Asks for an answer that was given stale; one that is too old to be given is wanted no more. */
  private boolean isRefreshed(GatewayCall call) {
    try {
      return !isStale(CallCache.of(cache).answer(call.detached()));
    } catch (OriginFailure e) {
      return true;
    }
  }

  /** Refreshes and observes nothing any more. */
  @Override
  public void close() {
    refresh.close();
    if (observe != null) {
      observe.close();
    }
  }

  private HeldResponse asked(IncomingRequest request) throws OriginFailure {
    ResponseTap tap = tap(request);
    HeldResponse response;
    try {
      response = origins.ask(request.route(), request.known(), request.held(), mostBytes);
    } catch (OriginFailure e) {
      if (tap != null) {
        tap.failed();
      }
      throw e;
    }
    if (tap != null) {
      tell(tap, response);
    }
    return response;
  }
}
