package io.castile.gateway.route;

import io.castile.bridge.JsonOperation;
import io.castile.cache.ResponseCache;
import io.castile.cache.observe.CallRecorder;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.OperationPolicy;
import io.castile.gateway.config.AddressRange;
import io.castile.gateway.config.Limits;
import io.castile.gateway.edge.Admission;
import io.castile.gateway.edge.CheckResult;
import io.castile.gateway.edge.CredentialChecks;
import io.castile.gateway.edge.RouteEdge;
import io.castile.gateway.http.ContentCodings;
import io.castile.gateway.http.FrontExchange;
import io.castile.gateway.http.OriginClient;
import io.castile.gateway.http.Reply;
import io.castile.gateway.http.RequestHandler;
import io.castile.gateway.http.RequestHead;
import io.castile.gateway.http.ResponseTap;
import io.castile.gateway.json.JsonCall;
import io.castile.gateway.meter.Meters;
import io.castile.gateway.meter.NoHit;
import io.castile.gateway.pair.LinkClient;
import io.castile.gateway.pair.LinkServer;
import io.castile.gateway.soap.MediaType;
import io.castile.gateway.trace.internal.RequestTrace;
import io.castile.gateway.trace.internal.RequestTracing;
import io.castile.gateway.trace.internal.TracedResult;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of a request through the gateway: {@code route → edge → far end of the link → what it
 * asks → cache → near end of the link → origin}. Requests stay on the event loop of their
 * connection, from the socket to the origin and back, unless something would keep the loop from
 * others. Threads have requests over the differential link at either end, with WS-Security, by
 * QUERY, or recorded; cached ones if the store is not in this process; calls by JSON and validated
 * messages, but for small ones whose schemas are at hand and simple; and large responses while they
 * are read, copied or compressed. Thread-safe.
 */
public final class GatewayHandler implements RequestHandler, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(GatewayHandler.class);
  private static final long OBSERVED_BYTES = 32 << 20;

  /** Up to which size the content of a request is read that is refused, to keep the connection. */
  private static final int REFUSED_BYTES = 64 << 10;

  private final ResponseCache cache;
  private final OriginClient client;
  private final Supplier<Setup> setup;
  private final Meters meters;
  private final @Nullable AccessLog accessLog; // null for none
  private final @Nullable RequestTracing tracing; // null for none
  private final boolean isObserved;
  private final CacheStage cacheStage;
  private final AnswerWriter writer;
  private final DescriptionStage descriptions;
  private final JsonStage json;
  private final WholeStage whole;
  private final WholeRequests wholes;
  private final WaitingRequests waiting;
  private final CredentialChecks credentials = new CredentialChecks();

  /**
   * The settings that may change while the gateway runs.
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
      @Nullable RequestTracing tracing,
      InstantSource clock) {
    this.cache = cache;
    this.client = client;
    this.setup = setup;
    this.meters = meters;
    this.accessLog = accessLog;
    this.tracing = tracing;
    this.isObserved = recorder != null;
    int inspectedBytes = setup.get().limits().inspectedBytes();
    Executor orHere = work -> onThreadOrHere(executor, work);
    this.waiting = new WaitingRequests(executor, () -> setup.get().limits().waiting());
    this.cacheStage =
        new CacheStage(
            cache,
            new OriginStage(client, linkClient, orHere),
            recorder == null ? null : new ObserveStage(recorder, inspectedBytes, clock),
            inspectedBytes);
    this.writer = new AnswerWriter(executor, clock);
    this.descriptions = new DescriptionStage(client);
    this.whole = new WholeStage(cache, cacheStage, client, writer, orHere, inspectedBytes, clock);
    this.wholes =
        new WholeRequests(whole, linkServer, waiting, () -> setup.get().limits().inspectedBytes());
    this.json = new JsonStage(whole, inspectedBytes, waiting::mostStreams, clock);
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
      return new Unrouted(exchange);
    }
    RouteEdge edge = route.edge();
    Admission admission = edge == null ? null : edge.admit(exchange, current.trustedProxies());
    boolean offersLink = current.answersLink() && LinkServer.takes(exchange.head().fields());
    exchange.hide(route.hiddenFields());
    return new Routed(
        new IncomingRequest(exchange, route.chosen(exchange.head()), offersLink, admission));
  }

  /** Handles a request for which there is no route. */
  private final class Unrouted implements Handling {
    private final FrontExchange exchange;

    Unrouted(FrontExchange exchange) {
      this.exchange = exchange;
    }

    @Override
    public int heldBytes() {
      return 0;
    }

    @Override
    public void handle() {
      exchange.respond(RouteFinder.refusal(setup.get().routes(), exchange.head()));
    }

    @Override
    public void ended() {
      tell(exchange, null);
    }
  }

  /** Handles a request that has a route. */
  private final class Routed implements Handling {
    private final IncomingRequest request;

    Routed(IncomingRequest request) {
      this.request = request;
    }

    @Override
    public int heldBytes() {
      if (request.refusal() != null) {
        return REFUSED_BYTES;
      }
      return isInspected(request)
              || request.isJson()
              || request.isValidated()
              || request.route().security() != null
              || request.isRecorded()
              || request.isQuery()
              || cacheStage.takesGet(request)
          ? setup.get().limits().inspectedBytes()
          : 0;
    }

    @Override
    public void handle() {
      admit(request);
    }

    @Override
    public void ended() {
      request.ended();
      count(request);
      tell(request.exchange(), request);
    }
  }

  /** Whether a request may be one of SOAP that cache, link or observer have to do with. */
  private boolean isInspected(IncomingRequest request) {
    RequestHead head = request.head();
    String type = head.fields().get(HttpHeaderNames.CONTENT_TYPE);
    return head.method().equals(HttpMethod.POST)
        && type != null
        && (request.offersLink()
            || isObserved
            || request.route().peer() != null
            || !cache.policy().equals(CachePolicy.NOTHING))
        && cacheStage.takesType(MediaType.parse(type));
  }

  @Override
  public boolean isAlwaysServed(RequestHead head) {
    return setup.get().probes().takes(head);
  }

  private void admit(IncomingRequest request) {
    if (request.refusal() != null) {
      request.exchange().respond(request.refusal());
      return;
    }
    RouteEdge edge = request.route().edge();
    Admission admission = request.admission();
    if (edge != null && admission != null && admission.isPending()) {
      check(request, edge, admission);
    } else {
      goOn(request);
    }
  }

  private void check(IncomingRequest request, RouteEdge edge, Admission admission) {
    FrontExchange exchange = request.exchange();
    exchange.awaits(true);
    admission
        .check(credentials)
        .whenComplete(
            (result, thrown) ->
                exchange
                    .eventLoop()
                    .execute(() -> checked(request, edge, admission, result, thrown)));
  }

  /**
   * @param result null where the check has failed
   * @param thrown null where it has not
   */
  private void checked(
      IncomingRequest request,
      RouteEdge edge,
      Admission admission,
      @Nullable CheckResult result,
      @Nullable Throwable thrown) {
    FrontExchange exchange = request.exchange();
    exchange.awaits(false);
    if (exchange.isOver()) { // what has ended is counted into nothing
      return;
    }
    try {
      if (result == null) {
        throw new IllegalStateException("Cannot check a credential", thrown);
      }
      Reply refusal = edge.checked(exchange, admission, result);
      if (refusal != null) {
        exchange.respond(refusal);
      } else {
        goOn(request);
      }
    } catch (RuntimeException | Error e) { // a defect; others are served on
      log.error("a request failed in the gateway", e);
      exchange.respond(Reply.ofText(500, "the gateway failed"));
    }
  }

  private void goOn(IncomingRequest request) {
    FrontExchange exchange = request.exchange();
    RequestHead head = request.head();
    byte[] content = exchange.content();
    if (request.isJson()) {
      JsonOperation quick = content == null ? null : JsonStage.quick(request, content);
      if (content != null && quick != null) {
        json.answerLater(request, quick, content, wholes);
      } else {
        waiting.onThread(request, () -> json.answer(request, content));
      }
    } else if (DescriptionStage.takes(head)) {
      descriptions.answer(exchange, request.route(), setup.get().routes());
    } else if (content != null && request.isQuery()) {
      query(request, content);
    } else if (request.isValidated()) {
      wholes.answer(request, content);
    } else if (request.isSecured() || request.isWayAround(content)) {
      answerSecured(request, content);
    } else if (content != null && request.isRecorded() && request.isEnvelope()) {
      wholes.answer(request, content);
    } else if (content != null && isRecordedPackage(request)) {
      if (!wholes.answerDecoded(request, content)) {
        read(request, content);
      }
    } else if (content == null && request.offersLink() && request.isDelta()) {
      exchange.respond(Reply.ofText(415, "the delta of a request is larger than what is held"));
    } else if (content == null && request.losesCoding()) {
      passDecoded(request);
    } else if (content == null) {
      pass(request);
    } else if (head.method().equals(HttpMethod.GET)) {
      if (content.length == 0 && cacheStage.readGet(request)) {
        ask(request);
      } else {
        pass(request);
      }
    } else if (request.offersLink() && request.isEnvelope()) {
      wholes.answerLinked(request, content);
    } else {
      read(request, content);
    }
  }

  /** Whether a request is recorded with its attachments. */
  private static boolean isRecordedPackage(IncomingRequest request) {
    return request.isRecorded() && request.isPackage() && !request.offersLink();
  }

  /** Asks what a content asks, which may be compressed; one that asks nothing of SOAP passes. */
  private void read(IncomingRequest request, byte[] content) {
    RequestHead head = request.head();
    String coding = head.fields().get(HttpHeaderNames.CONTENT_ENCODING);
    ContentCodings.Decoded decoded =
        ContentCodings.decode(content, coding, setup.get().limits().inspectedBytes());
    byte[] message = decoded.content();
    if (message != null && cacheStage.read(request, head.withoutCoding(), message)) {
      ask(request);
    } else if (request.isSecured()) {
      wholes.answer(request, content);
    } else if (decoded.isTooLarge() && request.losesCoding()) {
      passDecoded(request);
    } else {
      pass(request);
    }
  }

  /**
   * Answers an envelope by QUERY as the same one by POST, if the policy has responses of its
   * operation cached; others pass.
   */
  private void query(IncomingRequest request, byte[] content) {
    RequestHead head = request.head();
    byte[] message =
        ContentCodings.decoded(
            content,
            head.fields().get(HttpHeaderNames.CONTENT_ENCODING),
            setup.get().limits().inspectedBytes());
    RequestHead post = JsonCall.post(head);
    QName operation =
        message != null && cacheStage.read(request, post, message) ? request.operation() : null;
    OperationPolicy policy =
        operation == null ? OperationPolicy.NOTHING : cacheStage.policy(request.route(), operation);
    if (message == null || !policy.cached()) {
      request.passedOn();
      if (request.isValidated() || request.isSecured()) {
        wholes.answer(request, content);
      } else {
        pass(request);
      }
      return;
    }
    waiting.onThread(request, () -> whole.answer(request, post, message, policy));
  }

  /** Answers a request that is secured: one that is kept at once, and others on a thread. */
  private void answerSecured(IncomingRequest request, byte @Nullable [] content) {
    RequestHead head = request.head();
    if (content == null
        || !head.method().equals(HttpMethod.POST)
        || !request.isEnvelope()
        || request.offersLink()
        || request.isRecorded()) {
      wholes.answer(request, content);
    } else {
      read(request, content);
    }
  }

  /** Has a thread do something; where there is none for it, the caller does it. */
  private static void onThreadOrHere(Executor executor, Runnable work) {
    try {
      executor.execute(work);
    } catch (RejectedExecutionException e) {
      work.run();
    }
  }

  private void passDecoded(IncomingRequest request) {
    Route route = request.route();
    request
        .exchange()
        .passDecoded(
            client,
            route.origins(),
            route.rest(request.head()),
            route.config().preserveHost(),
            setup.get().limits().requestBytes());
  }

  private void pass(IncomingRequest request) {
    pass(request, request.isSafe(), null);
  }

  private void pass(IncomingRequest request, boolean isRepeatable, @Nullable ResponseTap tap) {
    Route route = request.route();
    request
        .exchange()
        .pass(
            client,
            route.origins(),
            route.rest(request.head()),
            route.config().preserveHost(),
            isRepeatable,
            tap);
  }

  /**
   * @param request was read
   */
  private void ask(IncomingRequest request) {
    if (request.passes() && !request.isSecured()) {
      passRead(request);
      return;
    }
    if (cacheStage.isAnsweredLater(request) && !waiting.isFull()) {
      answerLater(request);
      return;
    }
    Answer hit = cacheStage.find(request);
    if (hit != null) {
      write(request, hit);
    } else {
      waiting.onThread(request, () -> write(request, cacheStage.answer(request)));
    }
  }

  private void passRead(IncomingRequest request) {
    ResponseTap tap = cacheStage.tap(request);
    boolean isPost = request.head().method().equals(HttpMethod.POST);
    ResponseTap checked = isPost ? new SoapCheck(client, request.route(), tap) : tap;
    if (request.losesCoding()) {
      request.exchange().pass(client, request.held(), checked);
    } else {
      pass(request, false, checked);
    }
    request.passedOn();
  }

  /** Answers without a thread that waits. */
  private void answerLater(IncomingRequest request) {
    CompletableFuture<Answer> coming = cacheStage.answerLater(request);
    WaitingRequests.Work written = () -> write(request, WaitingRequests.valueOf(coming));
    if (coming.isDone()) {
      WaitingRequests.run(request, written);
    } else {
      waiting.whenCome(request, coming, written);
    }
  }

  /** Writes an answer; asks again if it was kept, and has left the cache since. */
  private void write(IncomingRequest request, Answer answer) {
    request.answered(answer);
    if (answer instanceof Answer.Given given && request.head().method().equals(HttpMethod.POST)) {
      SoapCheck.look(client, request.route(), given.response().head());
    }
    if (!writer.write(request, answer)) {
      ask(request);
    }
  }

  /**
   * Says in the log which names in the policy fit no route and no description, and, of routes
   * without one, are like those of requests and fit none. Takes time.
   *
   * @param isNew whether the policy or a description is another one than before
   */
  public void compareNames(boolean isNew) {
    cacheStage.compareNames(setup.get().routes(), isNew);
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

  private void count(IncomingRequest request) {
    FrontExchange exchange = request.exchange();
    String route = request.route().name();
    meters.add(
        route,
        request.operation(),
        request.outcome(),
        exchange.status(),
        exchange.requestBytes(),
        exchange.responseBytes(),
        exchange.nanos(),
        request.savedNanos());
    NoHit noHit = request.noHit();
    if (noHit != null) {
      meters.add(route, request.operation(), noHit);
    }
  }

  /**
   * Tells log and trace of a request that has ended.
   *
   * @param request null where it had no route
   */
  private void tell(FrontExchange exchange, @Nullable IncomingRequest request) {
    if (accessLog != null) {
      accessLog.write(exchange, request);
    }
    RequestTrace trace = exchange.trace();
    if (trace != null) {
      trace.end(result(exchange.status(), request));
    }
  }

  private static TracedResult result(int status, @Nullable IncomingRequest request) {
    return request == null
        ? new TracedResult(status, "", null, null)
        : new TracedResult(
            status,
            request.route().config().service(),
            request.operation(),
            request.outcome().name().toLowerCase(Locale.ROOT));
  }
}
