package io.castile.gateway.route;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.bridge.JsonOperation;
import io.castile.bridge.JsonService;
import io.castile.bridge.JsonText;
import io.castile.bridge.MessageValidator;
import io.castile.bridge.Problem;
import io.castile.bridge.ProblemException;
import io.castile.cache.CacheEntry;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.OperationPolicy;
import io.castile.gateway.http.ContentCodings;
import io.castile.gateway.http.FrontExchange;
import io.castile.gateway.http.HeldResponse;
import io.castile.gateway.http.OriginFailure;
import io.castile.gateway.http.Reply;
import io.castile.gateway.http.RequestHead;
import io.castile.gateway.http.TaggedContent;
import io.castile.gateway.json.JsonCall;
import io.castile.gateway.json.ServiceDescription;
import io.castile.gateway.json.TryItPage;
import io.castile.gateway.soap.MediaType;
import io.castile.soap.SoapMessageException;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.multipart.MultipartContent;
import io.castile.soap.multipart.MultipartType;
import io.castile.soap.multipart.ReceivedMultipart;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers requests by JSON: {@code JSON → envelope → cache → link → origin}, and the response back
 * as JSON. The request of SOAP that it asks is the one that a client of SOAP would send, with the
 * fields of the client that asks, so that both share responses where the policy lets them. Called
 * on threads that may wait, and on event loops for calls that are {@linkplain #quick soon} written
 * and read. Thread-safe.
 */
final class JsonStage {
  private static final Logger log = LoggerFactory.getLogger(JsonStage.class);
  private static final String JSON = "application/json";
  private static final String OPEN_API = "openapi.json";

  /** How large a message may be that is made JSON of. */
  private static final int MAX_MESSAGE_BYTES = 16 << 20;

  /** Parts are in memory, as the message is; what includes one several times has it so often. */
  private static final AttachmentOptions PARTS =
      AttachmentOptions.builder()
          .maxPartBytes(MAX_MESSAGE_BYTES)
          .maxTotalBytes(MAX_MESSAGE_BYTES)
          .maxMemoryBytes(MAX_MESSAGE_BYTES)
          .build();

  /** The largest message that an event loop reads or writes, in bytes: others wait meanwhile. */
  static final int MOST_BYTES_ON_LOOP = 16 << 10;

  private static final long MAX_FORM_BYTES = 64L << 20;
  private static final long MAX_REQUEST_BYTES = 32L << 20;
  private static final byte[] NOTHING = {};

  /** Fields of a message that are not those of its JSON. */
  private static final List<AsciiString> OF_MESSAGE =
      List.of(
          HttpHeaderNames.CONTENT_TYPE,
          HttpHeaderNames.CONTENT_LENGTH,
          HttpHeaderNames.CONTENT_ENCODING,
          HttpHeaderNames.TRANSFER_ENCODING,
          HttpHeaderNames.CONNECTION,
          HttpHeaderNames.ETAG,
          HttpHeaderNames.LAST_MODIFIED,
          HttpHeaderNames.CACHE_CONTROL,
          HttpHeaderNames.EXPIRES,
          HttpHeaderNames.ACCEPT_RANGES,
          HttpHeaderNames.CONTENT_MD5,
          AsciiString.cached("digest"),
          AsciiString.cached("content-digest"),
          AsciiString.cached("repr-digest"));

  private final Caller caller;
  private final InstantSource clock;
  private final int inspectedBytes;
  private final IntSupplier mostStreams;

  /** The responses that are written while they are read. */
  private final AtomicInteger streams = new AtomicInteger();

  /** The JSON of kept messages, by the identity of what is kept. */
  private final Cache<Object, Kept> forms =
      Caffeine.newBuilder()
          .weakKeys()
          .maximumWeight(MAX_FORM_BYTES)
          .weigher((Object identity, Kept kept) -> kept.form.weight())
          .executor(Runnable::run)
          .build();

  /**
   * The requests of SOAP that have had a kept response, by what they were made of: operation and
   * arguments alone. One that comes once takes nothing.
   */
  private final Cache<RequestBytes, JsonOperation.Request> requests =
      Caffeine.newBuilder()
          .maximumWeight(MAX_REQUEST_BYTES)
          .weigher(
              (RequestBytes arguments, JsonOperation.Request made) ->
                  arguments.weight() + made.content().length + made.contentType().length())
          .executor(Runnable::run)
          .build();

  /**
   * @param operation the identity of that of the description by which it was made
   */
  private record Kept(TaggedContent form, Object operation) {}

  /** Makes calls of SOAP. */
  interface Caller {
    /** Returns the policy that holds now. */
    CachePolicy policy();

    /** Returns what it says of an operation. */
    OperationPolicy policy(Route route, QName operation);

    /**
     * Returns the response to a message: an envelope, or a package of one and its parts.
     *
     * @param head of the request of SOAP
     */
    Answered ask(IncomingRequest request, RequestHead head, byte[] message) throws OriginFailure;

    /** Whether a response is validated soon, or not at all. */
    boolean isCheckedSoon(IncomingRequest request, Answered answered);
  }

  /**
   * A response of SOAP.
   *
   * @param entry where it comes from the cache; null for others
   * @param validator that was known when it came; null where there was none
   */
  record Answered(
      HeldResponse response, @Nullable CacheEntry entry, @Nullable MessageValidator validator) {}

  /** Asks without a thread that waits, where that can be. */
  interface Later {
    /**
     * Has a request of SOAP asked.
     *
     * @param head of the request of SOAP
     * @param then is called on a thread that may wait, unless what it does is done soon
     */
    void ask(IncomingRequest request, RequestHead head, byte[] message, Receiver then);
  }

  /** Takes a response. */
  interface Receiver {
    /** Takes it. */
    void take(Response response) throws OriginFailure;

    /** Whether that is done soon, so that an event loop may do it. */
    boolean isSoon(Answered answered);
  }

  /** A response of SOAP, which may have to be fetched or validated first. */
  interface Response {
    /**
     * Returns the response.
     *
     * @throws OriginFailure if there is none
     */
    Answered get() throws OriginFailure;
  }

  /**
   * A call of SOAP, made of a request by JSON and not sent yet.
   *
   * @param unknown of what the request was made; null where that is remembered, or may not be
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  private record Call(
      JsonOperation operation,
      OperationPolicy policy,
      RequestHead head,
      JsonOperation.Request made,
      @Nullable RequestBytes unknown) {}

  /** Gives a reply; what it throws becomes one. */
  private interface Replying {
    void run() throws ProblemException, OriginFailure;
  }

  /** The rest of a target behind the place of JSON: what is called. */
  private record Called(String service, String operation) {}

  /**
   * @param mostStreams how many responses may be written at once while they are read, each by a
   *     thread that waits for the client
   * @param clock that of the cache
   */
  JsonStage(Caller caller, int inspectedBytes, IntSupplier mostStreams, InstantSource clock) {
    this.caller = caller;
    this.mostStreams = mostStreams;
    this.inspectedBytes = inspectedBytes;
    this.clock = clock;
  }

  /**
   * Answers a request under the place of JSON of a route.
   *
   * @param content null where it is larger than what is held
   */
  void answer(IncomingRequest request, byte @Nullable [] content) {
    run(request, () -> serve(request, content));
  }

  /**
   * Returns the operation that a request calls, if its envelope is written soon, so that an event
   * loop may do it; null for other requests.
   */
  static @Nullable JsonOperation quick(IncomingRequest request, byte[] content) {
    RequestHead head = request.head();
    ServiceDescription description = request.route().description();
    JsonService known = description == null ? null : description.known();
    if (known == null
        || content.length > MOST_BYTES_ON_LOOP
        || head.target().length() > MOST_BYTES_ON_LOOP
        || head.fields().contains(HttpHeaderNames.CONTENT_ENCODING)) {
      return null;
    }
    JsonOperation operation = operation(request, known);
    return operation != null && operation.isQuick() ? operation : null;
  }

  /**
   * Answers a request without a thread that waits, where that can be.
   *
   * @param operation that it calls, which is {@linkplain #quick quick}
   */
  void answerLater(IncomingRequest request, JsonOperation operation, byte[] content, Later later) {
    run(
        request,
        () -> {
          OperationPolicy policy = policy(request.route(), operation);
          if (!isAllowed(request.head().method(), policy)) {
            request.exchange().respond(notAllowed(request.head().method(), operation, policy));
            return;
          }
          Call call = call(request, operation, policy, content);
          later.ask(request, call.head, call.made.content(), new CallReceiver(request, call));
        });
  }

  /** Gives the response to a call. */
  private final class CallReceiver implements Receiver {
    private final IncomingRequest request;
    private final Call call;

    CallReceiver(IncomingRequest request, Call call) {
      this.request = request;
      this.call = call;
    }

    @Override
    public void take(Response response) {
      JsonStage.this.run(request, () -> give(request, call, response.get()));
    }

    @Override
    public boolean isSoon(Answered answered) {
      TaggedContent form = known(call.operation, answered.entry);
      return caller.isCheckedSoon(request, answered)
          && isReadSoon(answered.response)
          && (form == null || form.content().length <= MOST_BYTES_ON_LOOP); // it may be compressed
    }
  }

  private static boolean isReadSoon(HeldResponse response) {
    byte[] content = response.content();
    return content != null
        && content.length <= MOST_BYTES_ON_LOOP
        && !response.head().headers().contains(HttpHeaderNames.CONTENT_ENCODING);
  }

  private static ServiceDescription description(IncomingRequest request) {
    return Objects.requireNonNull(request.route().description(), "description");
  }

  private void run(IncomingRequest request, Replying replying) {
    FrontExchange exchange = request.exchange();
    try {
      replying.run();
    } catch (ProblemException e) {
      exchange.respond(reply(e.problem(), new DefaultHttpHeaders()));
    } catch (UncheckedIOException e) { // of schemas, which are read when they are needed
      log.warn("a schema cannot be read: {}", e.getMessage());
      Problem problem =
          new Problem(
              503,
              "The description of the service cannot be read",
              "expected its schemas, found one that cannot be read",
              null);
      exchange.respond(reply(problem, new DefaultHttpHeaders()));
    } catch (OriginFailure e) {
      Reply text = Reply.ofFailure(e.kind());
      String said = new String(text.content(), StandardCharsets.UTF_8).strip();
      Problem problem = new Problem(text.status(), "The service cannot be reached", said, null);
      exchange.fail(e, reply(problem, text.fields()));
    }
  }

  private void serve(IncomingRequest request, byte @Nullable [] content)
      throws ProblemException, OriginFailure {
    Reply page = document(request);
    if (page != null) {
      request.exchange().respond(page);
      return;
    }
    RequestHead head = request.head();
    Route route = request.route();
    JsonOperation operation = operation(request, description(request).service());
    if (operation == null) {
      throw new ProblemException(
          new Problem(
              404,
              "There is no such operation",
              "expected " + route.json() + "/SERVICE/OPERATION, found " + head.path(),
              null));
    }
    OperationPolicy policy = policy(route, operation);
    if (!isAllowed(head.method(), policy)) {
      request.exchange().respond(notAllowed(head.method(), operation, policy));
      return;
    }
    if (content == null) {
      throw new ProblemException(
          new Problem(413, "The request is too large", JsonCall.atMost(inspectedBytes), null));
    }
    Call call = call(request, operation, policy, content);
    give(request, call, caller.ask(request, call.head, call.made.content()));
  }

  /** The document of OpenAPI, or a file of the page to try operations; null for other paths. */
  private @Nullable Reply document(IncomingRequest request) throws ProblemException {
    RequestHead head = request.head();
    Route route = request.route();
    String rest = head.path().substring(route.json().length());
    if (rest.equals("/" + OPEN_API)) {
      return document(
          head,
          description(request)
              .openApi(route.json(), caller.policy(), operation -> isSafe(route, operation)));
    }
    return JsonCall.isInTarget(head.method()) ? page(head, route, rest) : null;
  }

  private Call call(
      IncomingRequest request, JsonOperation operation, OperationPolicy policy, byte[] content)
      throws ProblemException {
    RequestHead head = request.head();
    boolean isInTarget = JsonCall.isInTarget(head.method());
    byte[] plain = isInTarget ? NOTHING : JsonCall.content(head, content, inspectedBytes);
    RequestBytes arguments =
        policy.cached() && plain.length <= RequestBytes.MOST_CONTENT
            ? RequestBytes.ofArguments(operation.identity(), isInTarget ? head.target() : "", plain)
            : null;
    JsonOperation.Request made = arguments == null ? null : requests.getIfPresent(arguments);
    boolean isKnown = made != null;
    if (made == null) {
      made = operation.request(JsonCall.arguments(head, plain));
    }
    boolean isKept = !isKnown && made.content().length <= RequestBytes.MOST_CONTENT;
    RequestHead soap = JsonCall.head(head, operation, made.contentType(), request.route().target());
    return new Call(operation, policy, soap, made, isKept ? arguments : null);
  }

  private static @Nullable JsonOperation operation(IncomingRequest request, JsonService service) {
    Called called = called(request.head().path().substring(request.route().json().length()));
    return called == null ? null : service.find(called.service, called.operation);
  }

  /** A file of the page to try operations; null for other paths. */
  private static @Nullable Reply page(RequestHead head, Route route, String rest) {
    if (rest.isEmpty()) {
      HttpHeaders fields = new DefaultHttpHeaders();
      fields.set(HttpHeaderNames.LOCATION, route.json() + "/");
      return new Reply(308, fields, new byte[0]);
    }
    TryItPage.File file = TryItPage.find(rest);
    return file == null ? null : SafeReplies.tagged(head, file.content(), file.fields());
  }

  private static @Nullable Called called(String rest) {
    int slash = rest.indexOf('/', 1);
    return rest.startsWith("/") && slash > 0 && rest.indexOf('/', slash + 1) < 0
        ? new Called(decoded(rest.substring(1, slash)), decoded(rest.substring(slash + 1)))
        : null;
  }

  private static String decoded(String segment) {
    return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static boolean isAllowed(HttpMethod method, OperationPolicy policy) {
    return method.equals(HttpMethod.POST) || (JsonCall.isSafe(method) && policy.cached());
  }

  private static Reply notAllowed(
      HttpMethod method, JsonOperation operation, OperationPolicy policy) {
    String why =
        JsonCall.isSafe(method)
            ? ", as no rule of the policy has responses of " + operation.name() + " cached"
            : "";
    String allowed = policy.cached() ? SafeReplies.ALLOWED : "POST";
    HttpHeaders fields = new DefaultHttpHeaders();
    fields.set(HttpHeaderNames.ALLOW, allowed);
    return reply(
        new Problem(
            405,
            "The method is not allowed",
            "expected " + allowed + why + ", found " + method,
            null),
        fields);
  }

  private boolean isSafe(Route route, JsonOperation operation) {
    try {
      return policy(route, operation).cached();
    } catch (ProblemException e) { // it has no form in JSON, and is left out
      return false;
    }
  }

  private OperationPolicy policy(Route route, JsonOperation operation) throws ProblemException {
    QName element = operation.element();
    return element == null ? OperationPolicy.NOTHING : caller.policy(route, element);
  }

  private static Reply document(RequestHead head, TaggedContent document) {
    HttpHeaders fields = new DefaultHttpHeaders();
    if (!head.method().equals(HttpMethod.GET) && !head.method().equals(HttpMethod.HEAD)) {
      fields.set(HttpHeaderNames.ALLOW, "GET, HEAD");
      String detail = "expected GET or HEAD, found " + head.method();
      return reply(new Problem(405, "The method is not allowed", detail, null), fields);
    }
    fields.set(HttpHeaderNames.CACHE_CONTROL, "no-cache");
    fields.set(HttpHeaderNames.CONTENT_TYPE, JSON);
    return SafeReplies.tagged(head, document, fields);
  }

  private void give(IncomingRequest request, Call call, Answered answered) throws OriginFailure {
    HttpHeaders fields = new DefaultHttpHeaders(false).add(answered.response.head().headers());
    OF_MESSAGE.forEach(fields::remove);
    Reply reply;
    try {
      reply =
          isStreamed(call.operation, answered.response)
              ? streamed(request, call, answered, fields)
              : whole(request, call, answered, fields);
    } catch (ProblemException e) {
      reply = reply(e.problem(), fields);
    }
    if (reply != null) {
      request.exchange().respond(reply);
    }
  }

  /** Whether a response is larger than what is held, and needs not be there as a whole. */
  private static boolean isStreamed(JsonOperation operation, HeldResponse response) {
    if (response.content() != null) {
      return false;
    }
    HttpHeaders fields = response.head().headers();
    MediaType type = MediaType.parse(fields.get(HttpHeaderNames.CONTENT_TYPE));
    return response.head().status().code() < 300
        && !fields.contains(HttpHeaderNames.CONTENT_ENCODING)
        && type.version() != null
        && (type.charset() == null || type.charset().equalsIgnoreCase("utf-8"))
        && operation.isStreamed();
  }

  /**
   * Writes the JSON of a response while it comes; where as many are under way as may be, the
   * response is held as a whole, as the service has done its work.
   *
   * @param fields of the reply
   * @return the reply where it is held; null where it has been given
   */
  private @Nullable Reply streamed(
      IncomingRequest request, Call call, Answered answered, HttpHeaders fields)
      throws ProblemException, OriginFailure {
    HeldResponse response = answered.response;
    try {
      if (streams.incrementAndGet() > mostStreams.getAsInt()) {
        return whole(request, call, answered, fields);
      }
      String charset =
          MediaType.parse(response.head().headers().get(HttpHeaderNames.CONTENT_TYPE)).charset();
      HttpHeaders own = fields.copy().set(HttpHeaderNames.CONTENT_TYPE, JSON);
      if (JsonCall.isSafe(request.head().method())) {
        SafeReplies.setLifetime(own, call.policy, answered.entry, clock.millis());
      }
      byte[] text =
          new JsonStream(request.exchange(), request.head(), own)
              .write(call.operation, response, charset);
      return text == null ? null : formed(request, call, answered, new TaggedContent(text), fields);
    } finally {
      streams.decrementAndGet();
    }
  }

  private Reply whole(IncomingRequest request, Call call, Answered answered, HttpHeaders fields)
      throws ProblemException, OriginFailure {
    JsonOperation operation = call.operation;
    HeldResponse response = answered.response;
    HttpHeaders received = response.head().headers();
    String contentType = received.get(HttpHeaderNames.CONTENT_TYPE);
    MediaType type = MediaType.parse(contentType);
    MultipartType parts = MultipartType.of(contentType);
    int status = response.head().status().code();
    byte[] message = message(response);
    if (message.length == 0 && status < 300) {
      if (operation.isOneWay()) {
        return new Reply(202, fields, message);
      }
      throw new ProblemException(noEnvelope(status, MediaType.NONE));
    }
    if (type.version() == null && (parts == null || parts.version() == null)) {
      throw new ProblemException(noEnvelope(status, type));
    }
    TaggedContent form = form(status, operation, answered, message, type, parts);
    if (call.unknown != null && answered.entry != null) {
      requests.put(call.unknown, call.made);
    }
    return formed(request, call, answered, form, fields);
  }

  /** All of a response, without its coding. */
  private static byte[] message(HeldResponse response) throws ProblemException, OriginFailure {
    String coding = response.head().headers().get(HttpHeaderNames.CONTENT_ENCODING);
    byte[] content = response.whole(MAX_MESSAGE_BYTES);
    byte[] message =
        content == null ? null : ContentCodings.decoded(content, coding, MAX_MESSAGE_BYTES);
    if (message == null) {
      throw new ProblemException(
          new Problem(
              502,
              "The response cannot be read",
              content == null
                  ? "expected at most " + MAX_MESSAGE_BYTES + " bytes, found more"
                  : "expected no content coding, as it was asked for, found " + coding,
              null));
    }
    return message;
  }

  private Reply formed(
      IncomingRequest request,
      Call call,
      Answered answered,
      TaggedContent form,
      HttpHeaders fields) {
    fields.set(HttpHeaderNames.CONTENT_TYPE, JSON);
    if (!JsonCall.isSafe(request.head().method())) {
      return SafeReplies.coded(request.head(), form, fields);
    }
    SafeReplies.setLifetime(fields, call.policy, answered.entry, clock.millis());
    return SafeReplies.tagged(request.head(), form, fields);
  }

  private static Problem noEnvelope(int status, MediaType type) {
    String found =
        "HTTP " + status + (type.type().isEmpty() ? " without one" : " with " + type.type());
    return new Problem(
        status < 400 ? 502 : status,
        "The service did not answer with an envelope",
        "expected an envelope with a response, found " + found,
        null);
  }

  private TaggedContent form(
      int status,
      JsonOperation operation,
      Answered answered,
      byte[] message,
      MediaType type,
      @Nullable MultipartType parts)
      throws ProblemException {
    CacheEntry entry = answered.entry;
    TaggedContent known = known(operation, entry);
    if (known != null) {
      return known;
    }
    Map<String, Object> read;
    try {
      read =
          parts == null
              ? operation.read(message, type.charset())
              : operation.read(opened(message, parts));
    } catch (ProblemException e) {
      boolean isUnreadable = e.problem().status() == 502 && e.problem().code() == null;
      throw isUnreadable && status >= 300 ? new ProblemException(noEnvelope(status, type)) : e;
    }
    if (status >= 300) {
      throw new ProblemException(noEnvelope(status, type));
    }
    TaggedContent form = new TaggedContent(JsonText.bytes(read));
    if (entry != null) {
      forms.put(entry.identity(), new Kept(form, operation.identity()));
    }
    return form;
  }

  /** The document of a package, with its parts. */
  private static MultipartContent opened(byte[] message, MultipartType type)
      throws ProblemException {
    try {
      return ReceivedMultipart.read(
              new ByteArrayInputStream(message), type, PARTS, MAX_MESSAGE_BYTES)
          .open();
    } catch (SoapMessageException e) {
      throw new ProblemException(
          new Problem(502, "The response cannot be read", String.valueOf(e.getMessage()), null));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // of an array, which has none
    }
  }

  /** Returns the JSON of a kept response; null where it was not made yet. */
  private @Nullable TaggedContent known(JsonOperation operation, @Nullable CacheEntry entry) {
    Kept known = entry == null ? null : forms.getIfPresent(entry.identity());
    return known != null && known.operation == operation.identity() ? known.form : null;
  }

  private static Reply reply(Problem problem, HttpHeaders fields) {
    fields.set(HttpHeaderNames.CONTENT_TYPE, Problem.TYPE);
    fields.set(HttpHeaderNames.CACHE_CONTROL, "no-store");
    return new Reply(problem.status(), fields, problem.toBytes());
  }
}
