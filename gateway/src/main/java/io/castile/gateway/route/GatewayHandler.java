package io.castile.gateway.route;

import io.castile.cache.ResponseCache;
import io.castile.cache.observe.CallRecorder;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.config.AddressRange;
import io.castile.gateway.config.Limits;
import io.castile.gateway.edge.Admission;
import io.castile.gateway.edge.CheckResult;
import io.castile.gateway.edge.CredentialChecks;
import io.castile.gateway.edge.RouteEdge;
import io.castile.gateway.http.ContentCodings;
import io.castile.gateway.http.FrontExchange;
import io.castile.gateway.http.HeldResponse;
import io.castile.gateway.http.OriginClient;
import io.castile.gateway.http.OriginFailure;
import io.castile.gateway.http.Reply;
import io.castile.gateway.http.RequestHandler;
import io.castile.gateway.http.RequestHead;
import io.castile.gateway.http.ResponseTap;
import io.castile.gateway.meter.Meters;
import io.castile.gateway.meter.NoHit;
import io.castile.gateway.pair.LinkClient;
import io.castile.gateway.pair.LinkServer;
import io.castile.gateway.soap.MediaType;
import io.castile.gateway.trace.RequestTrace;
import io.castile.gateway.trace.TracedResult;
import io.castile.gateway.trace.Tracing;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of a request through the gateway: {@code route → edge → far end of the link → what it
 * asks → cache → near end of the link → origin}. Requests stay on the event loop of their
 * connection, from the socket to the origin and back. Threads of their own have requests that wait:
 * those over the differential link at either end, and cached ones if the store is not in this
 * process; and large answers while they are looked at. Thread-safe.
 */
public final class GatewayHandler implements RequestHandler, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(GatewayHandler.class);
  private static final long OBSERVED_BYTES = 32 << 20;

  /** Up to which size the content of a request is read that is refused, to keep the connection. */
  private static final int REFUSED_BYTES = 64 << 10;

  private final ResponseCache cache;
  private final OriginClient client;
  private final Executor executor;
  private final Supplier<Setup> setup;
  private final Meters meters;
  private final LinkServer linkServer;
  private final @Nullable AccessLog accessLog; // null for none
  private final @Nullable Tracing tracing; // null for none
  private final boolean isObserved;
  private final CacheStage cacheStage;
  private final AnswerWriter writer;
  private final DescriptionStage descriptions;
  private final CredentialChecks credentials = new CredentialChecks();

  /** The requests that wait for an origin, with a thread or without. */
  private final AtomicInteger waiting = new AtomicInteger();

  /**
   * What may change while the gateway runs.
   *
   * @param routes in the order in which they are looked through
   * @param limits what is borne with
   * @param answersLink whether clients are answered over the differential link
   * @param trustedProxies whose word on the client's address is believed
   * @param probes answers those that ask whether the gateway works
   */
  public record Setup(
      List<Route> routes,
      Limits limits,
      boolean answersLink,
      List<AddressRange> trustedProxies,
      ProbeAnswers probes) {
    @Nullable Route find(RequestHead head) {
      return RouteFinder.find(routes, head);
    }
  }

  /**
   * @param executor has a thread for each call that waits for its origin, and refuses those for
   *     which it has none
   * @param setup asked for each request
   * @param linkClient asks origins over the differential link
   * @param linkServer answers clients over it
   * @param meters count requests
   * @param recorder is told of calls; null for none
   * @param accessLog null for none
   * @param tracing null for none
   * @param clock that of the cache
   */
  public GatewayHandler(
      ResponseCache cache,
      OriginClient client,
      Executor executor,
      Supplier<Setup> setup,
      LinkClient linkClient,
      LinkServer linkServer,
      Meters meters,
      @Nullable CallRecorder recorder,
      @Nullable AccessLog accessLog,
      @Nullable Tracing tracing,
      InstantSource clock) {
    this.cache = cache;
    this.client = client;
    this.executor = executor;
    this.setup = setup;
    this.meters = meters;
    this.accessLog = accessLog;
    this.tracing = tracing;
    this.linkServer = linkServer;
    this.isObserved = recorder != null;
    int inspectedBytes = setup.get().limits().inspectedBytes();
    this.cacheStage =
        new CacheStage(
            cache,
            new OriginStage(client, linkClient, executor),
            recorder == null ? null : new ObserveStage(recorder, inspectedBytes, clock),
            inspectedBytes);
    this.writer = new AnswerWriter(executor, clock);
    this.descriptions = new DescriptionStage(client);
  }

  /** Returns a recorder that has 32 MiB, together with the calls that wait to be told to it. */
  public static CallRecorder recorder() {
    return CallRecorder.builder().maxBytes(OBSERVED_BYTES - ObserveQueue.MOST_BYTES).build();
  }

  @Override
  public Handling begin(FrontExchange exchange) {
    Setup current = setup.get();
    if (current.probes().takes(exchange.head())) {
      return current.probes().begin(exchange, REFUSED_BYTES);
    }
    Route route = current.find(exchange.head());
    if (tracing != null) {
      exchange.trace(tracing, route == null ? null : route.place());
    }
    if (route == null) {
      return new Way(exchange, null);
    }
    RouteEdge edge = route.edge();
    Admission admission = edge == null ? null : edge.admit(exchange, current.trustedProxies());
    boolean offersLink = current.answersLink() && LinkServer.takes(exchange.head().fields());
    exchange.hide(route.hiddenFields());
    return new Way(exchange, new Visit(route.chosen(exchange.head()), offersLink, admission));
  }

  /** The way of a request that is no probe. */
  private final class Way implements Handling {
    private final FrontExchange exchange;
    private final @Nullable Visit visit; // null where there is no route

    Way(FrontExchange exchange, @Nullable Visit visit) {
      this.exchange = exchange;
      this.visit = visit;
    }

    @Override
    public int heldBytes() {
      if (visit == null) {
        return 0;
      }
      if (visit.refusal() != null) {
        return REFUSED_BYTES;
      }
      RequestHead head = exchange.head();
      return isInspected(visit, head) || cacheStage.takesGet(visit.route(), head)
          ? setup.get().limits().inspectedBytes()
          : 0;
    }

    @Override
    public void handle() {
      if (visit == null) {
        exchange.respond(RouteFinder.refusal(setup.get().routes(), exchange.head()));
      } else {
        go(exchange, visit);
      }
    }

    @Override
    public void ended() {
      if (visit != null) {
        count(exchange, visit);
      }
      tell(exchange, visit);
    }
  }

  /** Whether a request may be one of SOAP that cache, link or observer have to do with. */
  private boolean isInspected(Visit visit, RequestHead head) {
    String type = head.fields().get(HttpHeaderNames.CONTENT_TYPE);
    return head.method().equals(HttpMethod.POST)
        && type != null
        && (visit.offersLink()
            || isObserved
            || visit.route().peer() != null
            || !cache.policy().equals(CachePolicy.NOTHING))
        && cacheStage.takesType(MediaType.parse(type));
  }

  @Override
  public boolean isAlwaysServed(RequestHead head) {
    return setup.get().probes().takes(head);
  }

  private void go(FrontExchange exchange, Visit visit) {
    if (visit.refusal() != null) {
      exchange.respond(visit.refusal());
      return;
    }
    RouteEdge edge = visit.route().edge();
    Admission admission = visit.admission();
    if (edge != null && admission != null && admission.isPending()) {
      check(exchange, visit, edge, admission);
    } else {
      goOn(exchange, visit);
    }
  }

  private void check(FrontExchange exchange, Visit visit, RouteEdge edge, Admission admission) {
    exchange.awaits(true);
    admission
        .check(credentials)
        .whenComplete(
            (result, thrown) ->
                exchange
                    .eventLoop()
                    .execute(() -> checked(exchange, visit, edge, admission, result, thrown)));
  }

  /**
   * @param result null where the check has failed
   * @param thrown null where it has not
   */
  private void checked(
      FrontExchange exchange,
      Visit visit,
      RouteEdge edge,
      Admission admission,
      @Nullable CheckResult result,
      @Nullable Throwable thrown) {
    exchange.awaits(false);
    if (exchange.isOver()) { // what has ended is counted into nothing
      return;
    }
    try {
      if (result == null) {
        throw new IllegalStateException("a credential could not be checked", thrown);
      }
      Reply refusal = edge.checked(exchange, admission, result);
      if (refusal != null) {
        exchange.respond(refusal);
      } else {
        goOn(exchange, visit);
      }
    } catch (RuntimeException | Error e) { // a defect; others are served on
      log.error("a request failed in the gateway", e);
      exchange.respond(Reply.ofText(500, "the gateway failed"));
    }
  }

  private void goOn(FrontExchange exchange, Visit visit) {
    Route route = visit.route();
    byte[] content = exchange.content();
    if (DescriptionStage.takes(exchange.head())) {
      descriptions.answer(exchange, route, setup.get().routes());
    } else if (content == null && visit.offersLink() && isDelta(exchange.head())) {
      exchange.respond(Reply.ofText(415, "the delta of a request is larger than what is held"));
    } else if (content == null && losesCoding(exchange, route)) {
      passDecoded(exchange, route);
    } else if (content == null) {
      pass(exchange, route, isSafe(exchange.head().method()), null);
    } else if (exchange.head().method().equals(HttpMethod.GET)) {
      ask(exchange, visit, content.length > 0 ? null : readGet(exchange, route));
    } else if (visit.offersLink() && isEnvelope(exchange.head())) {
      onThread(exchange, visit, () -> answerLinked(exchange, visit, content));
    } else {
      ask(exchange, visit, inquiry(exchange, route, content));
    }
  }

  private @Nullable Inquiry readGet(FrontExchange exchange, Route route) {
    return cacheStage.readGet(exchange, route, exchange.head());
  }

  /** Whether a request with a content has the type of envelopes, as the link needs them. */
  private static boolean isEnvelope(RequestHead head) {
    return MediaType.parse(head.fields().get(HttpHeaderNames.CONTENT_TYPE)).version() != null;
  }

  /**
   * Whether a request is an envelope in gzip which its origins are not known to read. Clients send
   * such once an answer has come in gzip, and that may have been one of the cache.
   */
  private static boolean losesCoding(FrontExchange exchange, Route route) {
    RequestHead head = exchange.head();
    String coding = head.fields().get(HttpHeaderNames.CONTENT_ENCODING);
    return coding != null
        && ContentCodings.isGzip(coding)
        && head.method().equals(HttpMethod.POST)
        && head.fields().contains(HttpHeaderNames.CONTENT_TYPE)
        && isEnvelope(head)
        && !route.origins().readGzip();
  }

  /** Whether a content in gzip is larger without it than what is looked at. */
  private boolean isLarge(FrontExchange exchange) {
    byte[] content = exchange.content();
    return content != null
        && ContentCodings.decode(
                content, ContentCodings.GZIP, setup.get().limits().inspectedBytes())
            .isTooLarge();
  }

  private void passDecoded(FrontExchange exchange, Route route) {
    exchange.passDecoded(
        client,
        route.origins(),
        route.rest(exchange.head()),
        route.config().preserveHost(),
        setup.get().limits().requestBytes());
  }

  private static boolean isDelta(RequestHead head) {
    return LinkServer.isDelta(head.fields().get(HttpHeaderNames.CONTENT_ENCODING));
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

  /**
   * @param inquiry null where nothing is asked that cache or link have to do with
   */
  private void ask(FrontExchange exchange, Visit visit, @Nullable Inquiry inquiry) {
    Route route = visit.route();
    if (inquiry == null) {
      if (losesCoding(exchange, route) && isLarge(exchange)) {
        passDecoded(exchange, route);
      } else {
        pass(exchange, route, isSafe(exchange.head().method()), null);
      }
      return;
    }
    visit.operation(inquiry.question().operation());
    if (inquiry.passes()) {
      ResponseTap tap = cacheStage.tap(inquiry);
      boolean isPost = exchange.head().method().equals(HttpMethod.POST);
      ResponseTap checked = isPost ? new SoapCheck(client, route, tap) : tap;
      if (losesCoding(exchange, route)) {
        exchange.pass(client, inquiry.request(), checked);
      } else {
        pass(exchange, route, false, checked);
      }
      return;
    }
    if (cacheStage.isAnsweredLater(inquiry) && !isFull()) {
      answerLater(exchange, visit, inquiry);
      return;
    }
    Answer hit = cacheStage.find(inquiry);
    if (hit != null) {
      write(exchange, visit, inquiry, hit);
    } else {
      onThread(exchange, visit, () -> write(exchange, visit, inquiry, cacheStage.answer(inquiry)));
    }
  }

  /** Whether as many requests wait for the origin as may. */
  private boolean isFull() {
    return waiting.get() >= setup.get().limits().waiting();
  }

  /** Answers without a thread that waits. */
  private void answerLater(FrontExchange exchange, Visit visit, Inquiry inquiry) {
    CompletableFuture<Answer> coming = cacheStage.answerLater(inquiry);
    if (coming.isDone()) {
      written(exchange, visit, inquiry, coming);
      return;
    }
    exchange.awaits(true);
    waiting.incrementAndGet();
    coming.whenComplete(
        (answer, thrown) -> {
          waiting.decrementAndGet();
          try {
            written(exchange, visit, inquiry, coming);
          } finally {
            exchange.awaits(false);
          }
        });
  }

  /**
   * Writes an answer that has come, or why there is none.
   *
   * @param come completed
   */
  private void written(
      FrontExchange exchange, Visit visit, Inquiry inquiry, CompletableFuture<Answer> come) {
    run(exchange, visit, () -> write(exchange, visit, inquiry, answerOf(come)));
  }

  private static Answer answerOf(CompletableFuture<Answer> come) throws OriginFailure {
    try {
      return come.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof OriginFailure failure) {
        throw failure;
      }
      throw e;
    }
  }

  /** What a request asks, which may be compressed; null if it is no envelope. */
  private @Nullable Inquiry inquiry(FrontExchange exchange, Route route, byte[] content) {
    RequestHead head = exchange.head();
    String coding = head.fields().get(HttpHeaderNames.CONTENT_ENCODING);
    if (coding == null) {
      return cacheStage.read(exchange, route, head, content);
    }
    byte[] message = ContentCodings.decoded(content, coding, setup.get().limits().inspectedBytes());
    return message == null
        ? null
        : cacheStage.read(
            exchange,
            route,
            head.withFields(head.fields().copy().remove(HttpHeaderNames.CONTENT_ENCODING)),
            message);
  }

  /** Writes an answer; asks again if it was kept, and has left the cache since. */
  private void write(FrontExchange exchange, Visit visit, Inquiry inquiry, Answer answer) {
    visit.outcome(inquiry, answer);
    if (answer instanceof Answer.Given given && exchange.head().method().equals(HttpMethod.POST)) {
      SoapCheck.look(client, visit.route(), given.response().head());
    }
    if (!writer.write(exchange, inquiry, answer)) {
      ask(exchange, visit, inquiry);
    }
  }

  /** Answers a client that offers the link, which may have sent a delta. */
  private void answerLinked(FrontExchange exchange, Visit visit, byte[] content)
      throws OriginFailure {
    HeldResponse response =
        linkServer.answer(
            exchange.eventLoop(),
            exchange.head(),
            content,
            (head, message) -> held(exchange, visit, head, message));
    AnswerWriter.write(exchange, response);
  }

  private HeldResponse held(FrontExchange exchange, Visit visit, RequestHead head, byte[] message)
      throws OriginFailure {
    Route route = visit.route();
    Inquiry inquiry = cacheStage.read(exchange, route, head, message);
    if (inquiry == null) {
      return HeldResponse.ask(
          client,
          CacheStage.held(exchange, route, head, message, false),
          setup.get().limits().inspectedBytes());
    }
    visit.operation(inquiry.question().operation());
    HeldResponse response = null;
    while (response == null) { // again only if a kept answer has left the cache since
      Answer answer = cacheStage.answer(inquiry);
      visit.outcome(inquiry, answer);
      response = writer.held(head.fields(), inquiry, answer);
    }
    return response;
  }

  /** What waits for an origin. */
  private interface Waiting {
    void run() throws OriginFailure;
  }

  private void onThread(FrontExchange exchange, Visit visit, Waiting work) {
    if (isFull()) {
      respondBusy(exchange);
      return;
    }
    exchange.awaits(true);
    waiting.incrementAndGet();
    try {
      executor.execute(
          () -> {
            try {
              run(exchange, visit, work);
            } finally {
              waiting.decrementAndGet();
              exchange.awaits(false);
            }
          });
    } catch (RejectedExecutionException e) {
      waiting.decrementAndGet();
      exchange.awaits(false);
      respondBusy(exchange);
    }
  }

  private static void respondBusy(FrontExchange exchange) {
    Reply busy =
        Reply.ofText(
            503, "as many requests wait for the origin as may (limits.waiting of the gateway)");
    busy.fields().set(HttpHeaderNames.RETRY_AFTER, "1");
    exchange.respond(busy);
  }

  private static void run(FrontExchange exchange, Visit visit, Waiting work) {
    try {
      work.run();
    } catch (OriginFailure failure) {
      exchange.fail(failure);
    } catch (RuntimeException | Error e) {
      log.error("a request of {} failed in the gateway", visit.operation(), e);
      exchange.respond(Reply.ofText(500, "the gateway failed"));
    }
  }

  /**
   * Says in the log which services and operations of the policy fit no route and no request, though
   * they are like one that is there. Takes time.
   */
  public void compareNames() {
    cacheStage.compareNames(setup.get().routes());
  }

  /** Asks nothing any more that no client waits for. */
  @Override
  public void close() {
    cacheStage.close();
    credentials.close();
  }

  @Override
  public void refused(FrontExchange exchange) {
    tell(exchange, null);
  }

  private void count(FrontExchange exchange, Visit visit) {
    visit.ended();
    meters.add(
        visit.route().name(),
        visit.operation(),
        visit.outcome(),
        exchange.status(),
        exchange.requestBytes(),
        exchange.responseBytes(),
        exchange.nanos(),
        visit.savedNanos());
    NoHit noHit = visit.noHit();
    if (noHit != null) {
      meters.add(visit.route().name(), visit.operation(), noHit);
    }
  }

  /** Tells log and trace of a request that has ended. */
  private void tell(FrontExchange exchange, @Nullable Visit visit) {
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
