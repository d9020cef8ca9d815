package io.castile.gateway.link;

import io.castile.cache.CachedOperation;
import io.castile.cache.ResponseCache;
import io.castile.cache.observe.CallRecorder;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.config.Limits;
import io.castile.gateway.http.FrontExchange;
import io.castile.gateway.http.HeldRequest;
import io.castile.gateway.http.OriginClient;
import io.castile.gateway.http.OriginFailure;
import io.castile.gateway.http.Reply;
import io.castile.gateway.http.RequestHandler;
import io.castile.gateway.http.RequestHead;
import io.castile.gateway.http.ResponseTap;
import io.castile.gateway.meter.Meters;
import io.castile.gateway.soap.MediaType;
import io.castile.gateway.soap.Question;
import io.castile.gateway.trace.RequestTrace;
import io.castile.gateway.trace.TracedResult;
import io.castile.gateway.trace.Tracing;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of a request through the gateway: {@code route → what it asks → cache → origin}. What is
 * kept and fresh is answered on the event loop of the connection; what the policy has no rule for
 * passes on that loop, as it comes; what may be cached and is not there waits for the origin with a
 * thread, as all calls of the response cache do. Thread-safe.
 */
public final class GatewayHandler implements RequestHandler {
  private static final Logger log = LoggerFactory.getLogger(GatewayHandler.class);

  private final ResponseCache cache;
  private final OriginClient client;
  private final Executor executor;
  private final Supplier<Setup> setup;
  private final Meters meters;
  private final @Nullable ObserveLink observe; // null for none
  private final @Nullable AccessLog accessLog; // null for none
  private final @Nullable Tracing tracing; // null for none
  private final RequestMemory memory = new RequestMemory();
  private final OperationSites sites;
  private final AnswerWriter writer;
  private final DescriptionLink descriptions;

  /**
   * What may change while the gateway runs.
   *
   * @param routes in the order in which they are looked through
   * @param limits what is borne with
   */
  public record Setup(List<Route> routes, Limits limits) {
    @Nullable Route find(RequestHead head) {
      for (Route route : routes) {
        if (route.takes(head)) {
          return route;
        }
      }
      return null;
    }
  }

  /**
   * @param executor has a thread for each call that waits for its origin, and refuses those for
   *     which it has none
   * @param setup asked for each request
   * @param meters count requests
   * @param recorder is told of calls; null for none
   * @param accessLog null for none
   * @param tracing null for none
   */
  public GatewayHandler(
      ResponseCache cache,
      OriginClient client,
      Executor executor,
      Supplier<Setup> setup,
      Meters meters,
      @Nullable CallRecorder recorder,
      @Nullable AccessLog accessLog,
      @Nullable Tracing tracing) {
    this.cache = cache;
    this.client = client;
    this.executor = executor;
    this.setup = setup;
    this.meters = meters;
    this.accessLog = accessLog;
    this.tracing = tracing;
    this.observe =
        recorder == null ? null : new ObserveLink(recorder, setup.get().limits().inspectedBytes());
    this.sites = new OperationSites(cache);
    this.writer = new AnswerWriter(executor);
    this.descriptions = new DescriptionLink(client);
  }

  @Override
  public int heldBytes(FrontExchange exchange) {
    Setup current = setup.get();
    Route route = current.find(exchange.head());
    if (route != null) {
      exchange.note(new Visit(route));
    }
    if (tracing != null) {
      exchange.trace(tracing, route == null ? null : route.config().path());
    }
    return route != null && isInspected(exchange.head()) ? current.limits().inspectedBytes() : 0;
  }

  /** Whether a request may be one of SOAP that the policy has a rule for. */
  private boolean isInspected(RequestHead head) {
    String type = head.fields().get(HttpHeaderNames.CONTENT_TYPE);
    return head.method().equals(HttpMethod.POST)
        && type != null
        && !head.fields().contains(HttpHeaderNames.CONTENT_ENCODING)
        && (observe != null || !cache.policy().equals(CachePolicy.NOTHING))
        && MediaType.parse(type).version() != null;
  }

  @Override
  public void handle(FrontExchange exchange) {
    Visit visit = (Visit) exchange.note();
    if (visit == null) {
      exchange.respond(Reply.ofText(404, "no route for " + exchange.head().path()));
      return;
    }
    Route route = visit.route();
    byte[] content = exchange.content();
    if (DescriptionLink.takes(exchange.head())) {
      descriptions.answer(exchange, route);
    } else if (content == null) {
      pass(exchange, route, isSafe(exchange.head().method()), null);
    } else {
      ask(exchange, visit, content);
    }
  }

  /** RFC 9110 §9.2.1. */
  private static boolean isSafe(HttpMethod method) {
    return method.equals(HttpMethod.GET)
        || method.equals(HttpMethod.HEAD)
        || method.equals(HttpMethod.OPTIONS);
  }

  private void pass(
      FrontExchange exchange, Route route, boolean isRepeatable, @Nullable ResponseTap tap) {
    exchange.pass(
        client,
        route.origins(),
        route.rest(exchange.head()),
        route.config().preserveHost(),
        isRepeatable,
        tap);
  }

  private void ask(FrontExchange exchange, Visit visit, byte[] content) {
    Route route = visit.route();
    KnownRequest known = memory.find(route, exchange.head(), content);
    Question question = known.question();
    if (question == null) {
      pass(exchange, route, false, null);
      return;
    }
    visit.operation(question.operation());
    OperationSites.Site site = sites.find(route, question.operation());
    CachedOperation operation = site.cached();
    if (operation == null) {
      pass(exchange, route, false, observe == null ? null : observe.begin(route, exchange, known));
      return;
    }
    HeldRequest request =
        new HeldRequest(
            exchange.eventLoop(),
            route.origins(),
            exchange.head().method(),
            route.rest(exchange.head()),
            exchange.head().fields(),
            route.config().preserveHost(),
            content,
            site.isRepeatable(),
            exchange.trace());
    GatewayCall call =
        new GatewayCall(client, operation, route, known, request, heldAnswerBytes(site));
    Answer hit = cache.find(call);
    if (hit != null) {
      visit.outcome(hit);
      writer.write(exchange, question, hit);
      return;
    }
    try {
      executor.execute(() -> answer(exchange, visit, question, call));
    } catch (RejectedExecutionException e) {
      Reply busy = Reply.ofText(503, "as many requests wait for the origin as may");
      busy.fields().set(HttpHeaderNames.RETRY_AFTER, "1");
      exchange.respond(busy);
    }
  }

  private static int heldAnswerBytes(OperationSites.Site site) {
    return (int) Math.min(Integer.MAX_VALUE - 16, site.policy().maxEntryBytes());
  }

  private void answer(FrontExchange exchange, Visit visit, Question question, GatewayCall call) {
    try {
      Answer answer = cache.answer(call);
      visit.outcome(answer);
      writer.write(exchange, question, answer);
    } catch (OriginFailure failure) {
      exchange.fail(failure);
    } catch (RuntimeException | Error e) {
      log.error("a request of {} failed in the gateway", question.operation(), e);
      exchange.respond(Reply.ofText(500, "the gateway failed"));
    }
  }

  @Override
  public void ended(FrontExchange exchange) {
    Visit visit = (Visit) exchange.note();
    if (visit != null) {
      meters.add(
          visit.route().name(),
          visit.operation(),
          visit.outcome(),
          exchange.status(),
          exchange.requestBytes(),
          exchange.responseBytes(),
          exchange.nanos(),
          visit.savedNanos());
    }
    if (accessLog != null) {
      accessLog.write(exchange, visit);
    }
    RequestTrace trace = exchange.trace();
    if (trace != null) {
      trace.end(result(exchange.status(), visit));
    }
  }

  private static TracedResult result(int status, @Nullable Visit visit) {
    return visit == null
        ? new TracedResult(status, "", null, null)
        : new TracedResult(
            status,
            visit.route().config().service(),
            visit.operation(),
            visit.outcome().name().toLowerCase(Locale.ROOT));
  }
}
