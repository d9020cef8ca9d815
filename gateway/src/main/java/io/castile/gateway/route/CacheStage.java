package io.castile.gateway.route;

import io.castile.cache.CachedOperation;
import io.castile.cache.ResponseCache;
import io.castile.cache.key.CacheKey;
import io.castile.cache.policy.PolicyException;
import io.castile.gateway.http.FrontExchange;
import io.castile.gateway.http.HeldRequest;
import io.castile.gateway.http.HeldResponse;
import io.castile.gateway.http.OriginFailure;
import io.castile.gateway.http.RequestHead;
import io.castile.gateway.http.ResponseTap;
import io.castile.gateway.soap.GetQuestion;
import io.castile.gateway.soap.MediaType;
import io.castile.gateway.soap.PartPackage;
import io.castile.gateway.soap.Question;
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

  /** What the log has of names in policies. */
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
   * Returns what a request asks; null if it is no envelope, or one with attachments that the policy
   * has nothing to do with.
   *
   * @param exchange on whose event loop an origin is asked
   * @param content the whole
   */
  @Nullable Inquiry read(FrontExchange exchange, Route route, RequestHead head, byte[] content) {
    KnownRequest known = memory.find(route, head, content);
    Question question = known.question();
    if (question == null) {
      return null;
    }
    OperationSites.Site site = sites.find(route, question.operation());
    if (known.form() instanceof PartsForm
        && (site.cached() == null || !site.policy().attachments())) {
      return null;
    }
    return inquiry(exchange, route, head, content, known, site);
  }

  /** Says in the log which names in the policy are like those of requests and fit none. */
  void compareNames(List<Route> routes) {
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
  boolean takesGet(Route route, RequestHead head) {
    GetQuestion asked = sites.takesGets() ? GetForm.question(route, head) : null;
    return asked != null && sites.findGet(route, new QName(asked.operation())) != null;
  }

  /** Returns what a request by HTTP GET asks; null if the policy has nothing to do with it. */
  @Nullable Inquiry readGet(FrontExchange exchange, Route route, RequestHead head) {
    GetQuestion asked = GetForm.question(route, head);
    OperationSites.Site site =
        asked == null ? null : sites.findGet(route, new QName(asked.operation()));
    return asked == null || site == null
        ? null
        : inquiry(exchange, route, head, NOTHING, memory.find(route, head, asked), site);
  }

  private Inquiry inquiry(
      FrontExchange exchange,
      Route route,
      RequestHead head,
      byte[] content,
      KnownRequest known,
      OperationSites.Site site) {
    HeldRequest request = held(exchange, route, head, content, site.isRepeatable());
    CachedOperation operation = site.cached();
    GatewayCall call =
        operation == null
            ? null
            : new GatewayCall(origins, operation, site.policy(), route, known, request);
    boolean isLinked = OriginStage.isLinked(route, known, content);
    return new Inquiry(
        route, known, Objects.requireNonNull(known.question()), call, request, isLinked);
  }

  /** Returns a request that is held, to be asked of an origin of the route. */
  static HeldRequest held(
      FrontExchange exchange, Route route, RequestHead head, byte[] content, boolean isRepeatable) {
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

  /** Returns what sees the answer to an inquiry pass; null for nothing. */
  @Nullable ResponseTap tap(Inquiry inquiry) {
    return observe == null ? null : observe.begin(inquiry);
  }

  /** Returns the answer that is kept and fresh, and at hand; or null. */
  @Nullable Answer find(Inquiry inquiry) {
    GatewayCall call = inquiry.call();
    return call == null ? null : cache.find(call);
  }

  /** Returns the answer; waits for it. */
  Answer answer(Inquiry inquiry) throws OriginFailure {
    GatewayCall call = inquiry.call();
    if (call == null) {
      return new Answer.Given(asked(inquiry));
    }
    long start = System.nanoTime();
    try {
      Answer answer = cache.answer(call);
      answered(inquiry, call, start, answer);
      return answer;
    } catch (OriginFailure e) {
      failed(inquiry, call, start);
      throw e;
    }
  }

  /** Whether an inquiry is answered without a thread that waits. */
  boolean isAnsweredLater(Inquiry inquiry) {
    return inquiry.call() != null && inquiry.route().peer() == null && cache.isLocal();
  }

  /**
   * Answers an inquiry without a thread that waits.
   *
   * @param inquiry one that {@linkplain #isAnsweredLater is answered later}
   * @return what {@link #answer} would return or throw; at once if the answer is kept and fresh
   */
  CompletableFuture<Answer> answerLater(Inquiry inquiry) {
    GatewayCall call = Objects.requireNonNull(inquiry.call());
    long start = System.nanoTime();
    return cache
        .answerLater(call, inquiry.request().loop())
        .whenComplete(
            (answer, thrown) -> {
              if (thrown == null) {
                answered(inquiry, call, start, answer);
              } else {
                failed(inquiry, call, start);
              }
            });
  }

  /** Observes a call that went past the cache, and has what was given stale asked for again. */
  private void answered(Inquiry inquiry, GatewayCall call, long start, Answer answer) {
    ResponseTap tap = call.bypass() == null ? null : tap(inquiry, start);
    if (tap != null && answer instanceof Answer.Given given) {
      tell(tap, given.response());
    }
    if (isStale(answer) && (inquiry.route().peer() != null || call.isOriginDown())) {
      CacheKey key = inquiry.known().lastKey();
      if (key != null) {
        refresh.add(key, call.trial());
      }
    }
  }

  private void failed(Inquiry inquiry, GatewayCall call, long start) {
    ResponseTap tap = call.bypass() == null ? null : tap(inquiry, start);
    if (tap != null) {
      tap.failed();
    }
  }

  private @Nullable ResponseTap tap(Inquiry inquiry, long startNanos) {
    return observe == null ? null : observe.begin(inquiry, startNanos);
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
      return !isStale(cache.answer(call.detached()));
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

  private HeldResponse asked(Inquiry inquiry) throws OriginFailure {
    ResponseTap tap = tap(inquiry);
    HeldResponse response;
    try {
      response = origins.ask(inquiry.route(), inquiry.known(), inquiry.request(), mostBytes);
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
