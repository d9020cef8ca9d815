package io.castile.gateway.route;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.bridge.MessageValidator;
import io.castile.cache.CacheEntry;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.OperationPolicy;
import io.castile.gateway.http.ContentCodings;
import io.castile.gateway.http.HeldResponse;
import io.castile.gateway.http.OriginClient;
import io.castile.gateway.http.OriginFailure;
import io.castile.gateway.http.RequestHead;
import io.castile.gateway.http.TaggedContent;
import io.castile.gateway.soap.MediaType;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Answers envelopes that are there as a whole, and whose responses are held: those of calls by
 * JSON, of QUERY and of the differential link, and those that are validated or recorded. Called on
 * threads that may wait, but for what is done later or soon. Thread-safe.
 */
final class WholeStage implements JsonStage.Caller {
  private static final long MOST_QUERIED_BYTES = 64L << 20;

  /** The largest envelope that an event loop reads for a call by JSON, in bytes. */
  private static final int MOST_READ_BYTES_ON_LOOP = 64 << 10;

  /** How large a response may be that is recorded. */
  private static final int MOST_RECORDED_BYTES = 16 << 20;

  private final ResponseCache cache;
  private final CacheStage cacheStage;
  private final OriginClient client;
  private final AnswerWriter writer;
  private final Executor executor;
  private final int inspectedBytes;
  private final InstantSource clock;
  private final ValidationStage validation = new ValidationStage();

  /** The contents of kept responses to QUERY, by the identity of what is kept. */
  private final Cache<Object, TaggedContent> queried =
      Caffeine.newBuilder()
          .weakKeys()
          .maximumWeight(MOST_QUERIED_BYTES)
          .weigher((Object identity, TaggedContent content) -> content.weight())
          .executor(Runnable::run)
          .build();

  /**
   * @param executor copies large messages, and refuses nothing
   * @param inspectedBytes up to which size a response is held of which the policy says nothing
   * @param clock that of the cache
   */
  WholeStage(
      ResponseCache cache,
      CacheStage cacheStage,
      OriginClient client,
      AnswerWriter writer,
      Executor executor,
      int inspectedBytes,
      InstantSource clock) {
    this.cache = cache;
    this.cacheStage = cacheStage;
    this.client = client;
    this.writer = writer;
    this.executor = executor;
    this.inspectedBytes = inspectedBytes;
    this.clock = clock;
  }

  @Override
  public CachePolicy policy() {
    return cache.policy();
  }

  @Override
  public OperationPolicy policy(Route route, QName operation) {
    return cacheStage.policy(route, operation);
  }

  @Override
  public JsonStage.Answered ask(IncomingRequest request, RequestHead head, byte[] message)
      throws OriginFailure {
    Route route = request.route();
    EventLoop loop = request.exchange().eventLoop();
    MessageValidator validator = ValidationStage.validator(route);
    HeldResponse refusal = validation.refusal(route, validator, loop, head, message, null);
    return refusal == null
        ? checked(request, head, message, asked(request, head, message))
        : new JsonStage.Answered(refusal, null, validator);
  }

  /**
   * Asks as {@link #ask} does, without a thread that waits.
   *
   * @return the response, which is still to be {@link #checked}; null where a thread has to ask
   */
  @Nullable CompletableFuture<JsonStage.Answered> askLater(
      IncomingRequest request, RequestHead head, byte[] message) {
    Route route = request.route();
    MessageValidator validator = ValidationStage.knownValidator(route);
    if (route.recorder() != null
        || route.peer() != null
        || route.security() != null
        || message.length > MOST_READ_BYTES_ON_LOOP
        || !ValidationStage.isSoon(route, validator, message.length)
        || !cacheStage.read(request, head, message)
        || !(cacheStage.isAnsweredLater(request) || CacheStage.isAskedLater(request))) {
      return null;
    }
    HeldResponse refusal =
        validation.refusal(route, validator, request.held().loop(), head, message, request.known());
    if (refusal != null) {
      request.refused();
      return CompletableFuture.completedFuture(new JsonStage.Answered(refusal, null, validator));
    }
    return answerLater(request, head);
  }

  private CompletableFuture<JsonStage.Answered> answerLater(
      IncomingRequest request, RequestHead head) {
    CompletableFuture<Answer> coming =
        request.call() == null ? cacheStage.askLater(request) : cacheStage.answerLater(request);
    return coming.thenCompose(
        answer -> {
          boolean isLarge =
              answer instanceof Answer.Kept kept
                  && kept.body().size() > JsonStage.MOST_BYTES_ON_LOOP; // which is copied
          return isLarge
              ? CompletableFuture.completedFuture(answer)
                  .thenComposeAsync(large -> answeredLater(request, head, large), executor)
              : answeredLater(request, head, answer);
        });
  }

  private CompletableFuture<JsonStage.Answered> answeredLater(
      IncomingRequest request, RequestHead head, Answer answer) {
    JsonStage.Answered answered = answered(request, head, answer);
    return answered == null // if a kept answer has left the cache since
        ? answerLater(request, head)
        : CompletableFuture.completedFuture(answered);
  }

  @Override
  public boolean isCheckedSoon(IncomingRequest request, JsonStage.Answered answered) {
    return ValidationStage.isCheckedSoon(
        request.route(), answered.validator(), answered.response());
  }

  /**
   * Returns a response that is valid and recorded, or what takes its place. Where no validator was
   * known when it came, the schemas are compiled.
   */
  JsonStage.Answered checked(
      IncomingRequest request, RequestHead head, byte[] message, JsonStage.Answered answered)
      throws OriginFailure {
    Route route = request.route();
    EventLoop loop = request.exchange().eventLoop();
    MediaType asked = MediaType.parse(head.fields().get(HttpHeaderNames.CONTENT_TYPE));
    MessageValidator known = answered.validator();
    MessageValidator validator =
        known == null && route.validation().ofResponses()
            ? ValidationStage.validator(route)
            : known;
    HeldResponse checked =
        validation.checked(route, validator, loop, asked, answered.response(), answered.entry());
    record(request, head, message, checked);
    return checked == answered.response()
        ? answered
        : new JsonStage.Answered(checked, answered.entry(), answered.validator());
  }

  /** Records a request and its response, if all of it is held, and a pair has a form of both. */
  private static void record(
      IncomingRequest request, RequestHead head, byte[] message, HeldResponse response) {
    PairRecorder recorder = request.route().recorder();
    byte[] content = response.content();
    if (recorder == null || content == null) {
      return;
    }
    HttpHeaders fields = response.head().headers();
    String coding = fields.get(HttpHeaderNames.CONTENT_ENCODING);
    byte[] plain = ContentCodings.decoded(content, coding, MOST_RECORDED_BYTES);
    PairRecorder.Message asked =
        PairRecorder.Message.of(message, head.fields().get(HttpHeaderNames.CONTENT_TYPE));
    PairRecorder.Message answered =
        plain == null || asked == null
            ? null
            : PairRecorder.Message.of(plain, fields.get(HttpHeaderNames.CONTENT_TYPE));
    if (asked == null || answered == null) {
      return;
    }
    boolean isRead = request.operation() != null || asked.parts().isEmpty();
    QName operation = isRead ? request.operation() : asked.operation();
    if (operation != null) {
      recorder.record(request.route(), operation, asked, answered);
    }
  }

  private JsonStage.Answered asked(IncomingRequest request, RequestHead head, byte[] message)
      throws OriginFailure {
    if (!cacheStage.read(request, head, message)) {
      if (request.route().security() != null) {
        return new JsonStage.Answered(notSecured(request), null, null);
      }
      return new JsonStage.Answered(
          HeldResponse.ask(client, request.hold(head, message, false), inspectedBytes),
          null,
          ValidationStage.knownValidator(request.route()));
    }
    while (true) { // again only if a kept answer has left the cache since
      JsonStage.Answered answered = answered(request, head, cacheStage.answer(request));
      if (answered != null) {
        return answered;
      }
    }
  }

  /** Notes an answer, and returns it as a response; null if it is kept no more. */
  private JsonStage.@Nullable Answered answered(
      IncomingRequest request, RequestHead head, Answer answer) {
    request.answered(answer);
    HeldResponse response = writer.held(request, head.fields(), answer);
    return response == null
        ? null
        : new JsonStage.Answered(
            response,
            answer instanceof Answer.Kept kept ? kept.entry() : null,
            ValidationStage.knownValidator(request.route()));
  }

  /** Refuses a content that is no envelope, as it would go without its protection. */
  private static HeldResponse notSecured(IncomingRequest request) {
    byte[] text =
        "expected a whole envelope of SOAP, as requests are secured\n"
            .getBytes(StandardCharsets.US_ASCII);
    HttpHeaders fields = new DefaultHttpHeaders();
    fields.set(HttpHeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8");
    return HeldResponse.whole(
        request.exchange().eventLoop(),
        new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.BAD_REQUEST, fields),
        text);
  }

  /** The content with its tag and codings, made once for a kept response. */
  private TaggedContent tagged(@Nullable CacheEntry entry, byte[] content) {
    return entry == null
        ? new TaggedContent(content)
        : queried.get(entry.identity(), identity -> new TaggedContent(content));
  }

  /**
   * Answers a request by QUERY.
   *
   * @param post the head of the same request by POST
   * @param policy of the operation, which is cached
   */
  void answer(IncomingRequest request, RequestHead post, byte[] message, OperationPolicy policy)
      throws OriginFailure {
    JsonStage.Answered answered = ask(request, post, message);
    HeldResponse response = answered.response();
    byte[] content = response.content();
    HttpHeaders fields = response.head().headers();
    boolean isPlain = !fields.contains(HttpHeaderNames.CONTENT_ENCODING);
    if (content == null || !isPlain || response.head().status().code() != 200) {
      AnswerWriter.write(request.exchange(), response);
      return;
    }
    HttpHeaders own = fields.copy();
    own.remove(HttpHeaderNames.CONTENT_LENGTH).remove(HttpHeaderNames.TRANSFER_ENCODING);
    SafeReplies.setLifetime(own, policy, answered.entry(), clock.millis());
    request
        .exchange()
        .respond(SafeReplies.tagged(request.head(), tagged(answered.entry(), content), own));
  }
}
