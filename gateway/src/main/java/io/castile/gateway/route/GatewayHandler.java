package io.castile.gateway.route;

import io.castile.bridge.JsonOperation;
import io.castile.cache.ResponseCache;
import io.castile.cache.observe.CallRecorder;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.OperationPolicy;
import io.castile.gateway.config.AddressRange;
import io.castile.gateway.config.Limits;
import io.castile.gateway.config.Validation;
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
import io.castile.gateway.json.JsonCall;
import io.castile.gateway.meter.Meters;
import io.castile.gateway.meter.NoHit;
import io.castile.gateway.pair.LinkClient;
import io.castile.gateway.pair.LinkServer;
import io.castile.gateway.soap.MediaType;
import io.castile.gateway.soap.PartPackage;
import io.castile.gateway.trace.internal.RequestTrace;
import io.castile.gateway.trace.internal.RequestTracing;
import io.castile.gateway.trace.internal.TracedResult;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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

  /** After which a thread is asked for again that there was none of. */
  private static final int PAUSE_MILLIS = 20;

  private final ResponseCache cache;
  private final OriginClient client;
  private final Executor executor;
  private final Supplier<Setup> setup;
  private final Meters meters;
  private final LinkServer linkServer;
  private final @Nullable AccessLog accessLog; // null for none
  private final @Nullable RequestTracing tracing; // null for none
  private final boolean isObserved;
  private final CacheStage cacheStage;
  private final AnswerWriter writer;
  private final DescriptionStage descriptions;
  private final JsonStage json;
  private final WholeStage whole;
  private final CredentialChecks credentials = new CredentialChecks();

  /** The requests that wait for an origin, with a thread or without. */
  private final AtomicInteger waiting = new AtomicInteger();

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
    this.executor = executor;
    this.setup = setup;
    this.meters = meters;
    this.accessLog = accessLog;
    this.tracing = tracing;
    this.linkServer = linkServer;
    this.isObserved = recorder != null;
    int inspectedBytes = setup.get().limits().inspectedBytes();
    Executor orHere = work -> onThreadOrHere(executor, work);
    this.cacheStage =
        new CacheStage(
            cache,
            new OriginStage(client, linkClient, orHere),
            recorder == null ? null : new ObserveStage(recorder, inspectedBytes, clock),
            inspectedBytes);
    this.writer = new AnswerWriter(executor, clock);
    this.descriptions = new DescriptionStage(client);
    this.whole = new WholeStage(cache, cacheStage, client, writer, orHere, inspectedBytes, clock);
    this.json = new JsonStage(whole, inspectedBytes, this::mostStreams, clock);
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
              || isValidated(request)
              || request.route().security() != null
              || isRecorded(request)
              || isQuery(request.head())
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
        json.answerLater(request, quick, content, this::askWhole);
      } else {
        onThread(request, () -> json.answer(request, content));
      }
    } else if (DescriptionStage.takes(head)) {
      descriptions.answer(exchange, request.route(), setup.get().routes());
    } else if (content != null && isQuery(head)) {
      query(request, content);
    } else if (isValidated(request)) {
      answerWhole(request, content);
    } else if (isSecured(request) || isWayAround(request, content)) {
      answerSecured(request, content);
    } else if (content != null && isRecorded(request) && isEnvelope(head)) {
      answerWhole(request, content);
    } else if (content != null && isRecorded(request) && isPackage(head)) {
      answerPackage(request, content);
    } else if (content == null && request.offersLink() && isDelta(head)) {
      exchange.respond(Reply.ofText(415, "the delta of a request is larger than what is held"));
    } else if (content == null && losesCoding(request)) {
      passDecoded(request);
    } else if (content == null) {
      pass(request);
    } else if (head.method().equals(HttpMethod.GET)) {
      if (content.length == 0 && cacheStage.readGet(request)) {
        ask(request);
      } else {
        pass(request);
      }
    } else if (request.offersLink() && isEnvelope(head)) {
      onThread(request, () -> answerLinked(request, content));
    } else {
      read(request, content);
    }
  }

  /** Asks what a content asks, which may be compressed; one that asks nothing of SOAP passes. */
  private void read(IncomingRequest request, byte[] content) {
    RequestHead head = request.head();
    String coding = head.fields().get(HttpHeaderNames.CONTENT_ENCODING);
    ContentCodings.Decoded decoded =
        ContentCodings.decode(content, coding, setup.get().limits().inspectedBytes());
    byte[] message = decoded.content();
    RequestHead plain =
        coding == null
            ? head
            : head.withFields(head.fields().copy().remove(HttpHeaderNames.CONTENT_ENCODING));
    if (message != null && cacheStage.read(request, plain, message)) {
      ask(request);
    } else if (isSecured(request)) {
      answerWhole(request, content);
    } else if (decoded.isTooLarge() && losesCoding(request)) {
      passDecoded(request);
    } else {
      pass(request);
    }
  }

  /** Whether a request is an envelope by a safe method (RFC 10008). */
  private static boolean isQuery(RequestHead head) {
    return head.method().equals(JsonCall.QUERY)
        && head.fields().contains(HttpHeaderNames.CONTENT_TYPE)
        && isEnvelope(head);
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
      if (isChecked(request)) {
        answerWhole(request, content);
      } else {
        pass(request);
      }
      return;
    }
    onThread(request, () -> whole.answer(request, post, message, policy));
  }

  /** Whether a request is recorded with its response, if both are envelopes and not too large. */
  private static boolean isRecorded(IncomingRequest request) {
    return request.route().recorder() != null && request.head().method().equals(HttpMethod.POST);
  }

  /** Whether a request, or the response to it, is held to the schemas of the route. */
  private static boolean isValidated(IncomingRequest request) {
    return request.route().validation() != Validation.NONE && hasEnvelope(request);
  }

  /** Whether a request has the WS-Security of the route on its way to the origin. */
  private static boolean isSecured(IncomingRequest request) {
    return request.route().security() != null && hasEnvelope(request);
  }

  /** Whether a request has to be an envelope, to be validated or secured. */
  private static boolean isChecked(IncomingRequest request) {
    return isValidated(request) || isSecured(request);
  }

  /**
   * Whether a request may have a message for the service of a route with WS-Security, though its
   * method has none.
   */
  private static boolean isWayAround(IncomingRequest request, byte @Nullable [] content) {
    return request.route().security() != null
        && (content == null
            || content.length > 0
            || request.head().method().equals(HttpMethod.TRACE));
  }

  private static boolean hasEnvelope(IncomingRequest request) {
    HttpMethod method = request.head().method();
    return !isSafe(method) && !method.equals(HttpMethod.TRACE);
  }

  /** Answers a request that is secured: one that is kept at once, and others on a thread. */
  private void answerSecured(IncomingRequest request, byte @Nullable [] content) {
    RequestHead head = request.head();
    if (content == null
        || !head.method().equals(HttpMethod.POST)
        || !isEnvelope(head)
        || request.offersLink()
        || isRecorded(request)) {
      answerWhole(request, content);
    } else {
      read(request, content);
    }
  }

  /**
   * Answers a request that is validated, secured or recorded, or whose response is.
   *
   * @param content null where it is larger than what is held
   */
  private void answerWhole(IncomingRequest request, byte @Nullable [] content) {
    FrontExchange exchange = request.exchange();
    RequestHead head = request.head();
    int mostBytes = setup.get().limits().inspectedBytes();
    String why = isValidated(request) ? "validated" : "secured";
    if (!head.method().equals(HttpMethod.POST)) {
      Reply refusal =
          Reply.ofText(405, "expected POST, as requests are " + why + ", found " + head.method());
      refusal
          .fields()
          .set(
              HttpHeaderNames.ALLOW,
              isValidated(request) ? "POST" : "GET, HEAD, OPTIONS, POST, QUERY");
      exchange.respond(refusal);
    } else if (content == null) {
      exchange.respond(
          Reply.ofText(
              413,
              "expected a request of at most "
                  + mostBytes
                  + " bytes, as it is "
                  + why
                  + " (limits.inspectedBytes of the gateway)"));
    } else if (!isEnvelope(head)) {
      exchange.respond(
          Reply.ofText(415, "expected an envelope without attachments, as it is " + why));
    } else if (request.offersLink()) {
      onThread(request, () -> answerLinked(request, content));
    } else {
      String coding = head.fields().get(HttpHeaderNames.CONTENT_ENCODING);
      byte[] message = ContentCodings.decoded(content, coding, mostBytes);
      if (message == null) {
        exchange.respond(
            Reply.ofText(
                415, "expected one of " + ContentCodings.available() + ", found " + coding));
        return;
      }
      RequestHead plain =
          head.withFields(head.fields().copy().remove(HttpHeaderNames.CONTENT_ENCODING));
      askWhole(request, plain, message, new Relay(request));
    }
  }

  /** Answers an envelope with attachments, which is recorded. */
  private void answerPackage(IncomingRequest request, byte[] content) {
    RequestHead head = request.head();
    String coding = head.fields().get(HttpHeaderNames.CONTENT_ENCODING);
    byte[] message = ContentCodings.decoded(content, coding, setup.get().limits().inspectedBytes());
    if (message == null || request.offersLink()) {
      read(request, content);
      return;
    }
    RequestHead plain =
        head.withFields(head.fields().copy().remove(HttpHeaderNames.CONTENT_ENCODING));
    askWhole(request, plain, message, new Relay(request));
  }

  /** Gives a response as it is. */
  private final class Relay implements JsonStage.Receiver {
    private final IncomingRequest request;

    Relay(IncomingRequest request) {
      this.request = request;
    }

    @Override
    public void take(JsonStage.Response response) throws OriginFailure {
      AnswerWriter.write(request.exchange(), response.get().response());
    }

    @Override
    public boolean isSoon(JsonStage.Answered answered) {
      return whole.isCheckedSoon(request, answered);
    }
  }

  /** Asks with an envelope that is there as a whole, on a thread where it has to wait. */
  private void askWhole(
      IncomingRequest request, RequestHead head, byte[] message, JsonStage.Receiver then) {
    CompletableFuture<JsonStage.Answered> coming =
        isFull() ? null : whole.askLater(request, head, message);
    if (coming == null) {
      onThread(request, () -> then.take(() -> whole.ask(request, head, message)));
      return;
    }
    JsonStage.Response checked = () -> whole.checked(request, head, message, answerOf(coming));
    request.exchange().awaits(true);
    waiting.incrementAndGet();
    coming.whenComplete((answered, thrown) -> come(request, then, checked, answered));
  }

  /**
   * Has a response taken that has come: at once where that is done soon, or a thread has it
   * already, and else on a thread. It counts as one that waits until it has been taken: whatever
   * else waits meanwhile, the origin has done what it was asked for.
   *
   * @param answered null where there is none
   */
  private void come(
      IncomingRequest request,
      JsonStage.Receiver then,
      JsonStage.Response checked,
      JsonStage.@Nullable Answered answered) {
    EventLoop loop = request.exchange().eventLoop();
    Waiting taking = () -> then.take(checked);
    boolean isSoon = true;
    try {
      isSoon = answered == null || !loop.inEventLoop() || then.isSoon(answered);
    } catch (RuntimeException | Error e) { // a defect, which the client is told of
      taking =
          () -> {
            throw e;
          };
    }
    Waiting work = taking;
    if (isSoon) {
      end(request, work);
    } else {
      onFreeThread(loop, () -> end(request, work));
    }
  }

  /** Does what is left to do for a request that waited. */
  private void end(IncomingRequest request, Waiting work) {
    try {
      run(request, work);
    } finally {
      waiting.decrementAndGet();
      request.exchange().awaits(false);
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

  /** Has a thread do something; where there is none for it, as soon as there is one. */
  private void onFreeThread(EventLoop loop, Runnable work) {
    try {
      executor.execute(work);
    } catch (RejectedExecutionException e) {
      loop.schedule(() -> onFreeThread(loop, work), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** Whether a request with a content has the type of envelopes, as the link needs them. */
  private static boolean isEnvelope(RequestHead head) {
    return MediaType.parse(head.fields().get(HttpHeaderNames.CONTENT_TYPE)).version() != null;
  }

  private static boolean isPackage(RequestHead head) {
    return PartPackage.isType(MediaType.parse(head.fields().get(HttpHeaderNames.CONTENT_TYPE)));
  }

  /**
   * Whether a request is an envelope in gzip which its origins are not known to read. Clients send
   * such once an answer has come in gzip, and that may have been one of the cache.
   */
  private static boolean losesCoding(IncomingRequest request) {
    RequestHead head = request.head();
    String coding = head.fields().get(HttpHeaderNames.CONTENT_ENCODING);
    return coding != null
        && ContentCodings.isGzip(coding)
        && head.method().equals(HttpMethod.POST)
        && head.fields().contains(HttpHeaderNames.CONTENT_TYPE)
        && isEnvelope(head)
        && !request.route().origins().readGzip();
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

  private static boolean isDelta(RequestHead head) {
    return LinkServer.isDelta(head.fields().get(HttpHeaderNames.CONTENT_ENCODING));
  }

  /** RFC 9110 §9.2.1. */
  private static boolean isSafe(HttpMethod method) {
    return method.equals(HttpMethod.GET)
        || method.equals(HttpMethod.HEAD)
        || method.equals(HttpMethod.OPTIONS);
  }

  private void pass(IncomingRequest request) {
    pass(request, isSafe(request.head().method()), null);
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
    if (request.passes() && !isSecured(request)) {
      passRead(request);
      return;
    }
    if (cacheStage.isAnsweredLater(request) && !isFull()) {
      answerLater(request);
      return;
    }
    Answer hit = cacheStage.find(request);
    if (hit != null) {
      write(request, hit);
    } else {
      onThread(request, () -> write(request, cacheStage.answer(request)));
    }
  }

  private void passRead(IncomingRequest request) {
    ResponseTap tap = cacheStage.tap(request);
    boolean isPost = request.head().method().equals(HttpMethod.POST);
    ResponseTap checked = isPost ? new SoapCheck(client, request.route(), tap) : tap;
    if (losesCoding(request)) {
      request.exchange().pass(client, request.held(), checked);
    } else {
      pass(request, false, checked);
    }
    request.passedOn();
  }

  /** How many threads may wait for clients, so that as many are left to wait for origins. */
  private int mostStreams() {
    return Math.max(1, setup.get().limits().waiting() / 2);
  }

  /** Whether as many requests wait for the origin as may. */
  private boolean isFull() {
    return waiting.get() >= setup.get().limits().waiting();
  }

  /** Answers without a thread that waits. */
  private void answerLater(IncomingRequest request) {
    CompletableFuture<Answer> coming = cacheStage.answerLater(request);
    if (coming.isDone()) {
      written(request, coming);
      return;
    }
    request.exchange().awaits(true);
    waiting.incrementAndGet();
    coming.whenComplete(
        (answer, thrown) -> {
          waiting.decrementAndGet();
          try {
            written(request, coming);
          } finally {
            request.exchange().awaits(false);
          }
        });
  }

  /**
   * Writes an answer that has come, or why there is none.
   *
   * @param come completed
   */
  private void written(IncomingRequest request, CompletableFuture<Answer> come) {
    run(request, () -> write(request, answerOf(come)));
  }

  private static <T> T answerOf(CompletableFuture<T> come) throws OriginFailure {
    try {
      return come.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof OriginFailure failure) {
        throw failure;
      }
      throw e;
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

  /** Answers a client that offers the link, which may have sent a delta. */
  private void answerLinked(IncomingRequest request, byte[] content) throws OriginFailure {
    FrontExchange exchange = request.exchange();
    HeldResponse response =
        linkServer.answer(
            exchange.eventLoop(),
            request.head(),
            content,
            (head, message) -> held(request, head, message));
    AnswerWriter.write(exchange, response);
  }

  private HeldResponse held(IncomingRequest request, RequestHead head, byte[] message)
      throws OriginFailure {
    return whole.ask(request, head, message).response();
  }

  /** A request that waits for an origin. */
  private interface Waiting {
    void run() throws OriginFailure;
  }

  private void onThread(IncomingRequest request, Waiting work) {
    FrontExchange exchange = request.exchange();
    if (isFull()) {
      respondBusy(exchange);
      return;
    }
    exchange.awaits(true);
    waiting.incrementAndGet();
    try {
      executor.execute(() -> end(request, work));
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

  private static void run(IncomingRequest request, Waiting work) {
    try {
      work.run();
    } catch (OriginFailure failure) {
      request.exchange().fail(failure);
    } catch (RuntimeException | Error e) {
      log.error("a request of {} failed in the gateway", request.operation(), e);
      request.exchange().respond(Reply.ofText(500, "the gateway failed"));
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
