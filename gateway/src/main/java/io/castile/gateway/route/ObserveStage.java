package io.castile.gateway.route;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.observe.CallRecorder;
import io.castile.cache.observe.ObservedCall;
import io.castile.cache.observe.ObservedCall.CallDigest;
import io.castile.cache.observe.internal.Callers;
import io.castile.cache.request.MessageKeys;
import io.castile.gateway.http.ContentCodings;
import io.castile.gateway.http.ResponseTap;
import io.castile.gateway.soap.AnswerForm;
import io.castile.gateway.soap.MediaType;
import io.castile.gateway.soap.Question;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Tells a recorder of the calls that ask the origin. It changes nothing of them. Thread-safe.
 *
 * <p>The thread that serves a call copies the answer; what it says is found out by another one
 * ({@link ObserveQueue}).
 *
 * <p>It takes a bounded part of each second ({@link ObserveBudget}). Where all calls would take
 * more, those of a part of the questions are told, all calls of such a question, so that its
 * repetitions are seen. Where few questions are asked, so that no part of them is small enough, the
 * calls at the end of a second are not told.
 */
final class ObserveStage {
  private static final MessageKeys KEYS = MessageKeys.of();
  private static final int FIRST_BYTES = 4 << 10;

  private final CallRecorder recorder;
  private final int mostBytes;
  private final InstantSource clock;
  private final ObserveBudget budget = ObserveBudget.ofThisProcess();
  private final ObserveQueue queue = new ObserveQueue();
  private final AtomicLong unread = new AtomicLong();

  /**
   * @param mostBytes larger answers are not read; each counts as another one
   * @param clock tells when calls come
   */
  ObserveStage(CallRecorder recorder, int mostBytes, InstantSource clock) {
    this.recorder = recorder;
    this.mostBytes = mostBytes;
    this.clock = clock;
  }

  /** Begins to observe a call; null if it is not told. */
  @Nullable Observation begin(IncomingRequest request) {
    return begin(request, System.nanoTime());
  }

  /**
   * Begins to observe a call that is under way; null if it is not told.
   *
   * @param startNanos when the call began, by {@link System#nanoTime}
   */
  @Nullable Observation begin(IncomingRequest request, long startNanos) {
    Instant now = clock.instant();
    if (!budget.begin(now.getEpochSecond())) {
      return null;
    }
    CallDigest digest = request.known().digest(() -> timed(request));
    return budget.takes(digest.low()) ? new Observation(request, digest, now, startNanos) : null;
  }

  private CallDigest timed(IncomingRequest request) {
    long from = System.nanoTime();
    CallDigest digest = digest(request);
    budget.delay(System.nanoTime() - from);
    return digest;
  }

  private CallDigest digest(IncomingRequest request) {
    KnownRequest known = request.known();
    byte[] content = request.held().content();
    String place = place(request);
    try {
      return recorder.digest(
          KEYS.body(request.question().version(), content, known.type().charset()), place);
    } catch (NotCacheableException e) {
      return recorder.digest(content, place);
    }
  }

  /** Returns the place that is part of a request beside its envelope. */
  private static String place(IncomingRequest request) {
    return request.route().mark() + request.held().path() + "\n" + request.known().action();
  }

  /** Tells no more calls. */
  void close() {
    queue.close();
  }

  /** Sees the answer to one call. Used by one thread, and then by that of the queue. */
  final class Observation implements ResponseTap {
    private final Route route;
    private final KnownRequest known;
    private final Question question;
    private final String place;
    private final byte[] content;
    private final CallDigest digest;
    private final Instant arrival;
    private final long start;
    private final ByteBuf answer = Unpooled.buffer(0); // has room when the head has come
    private long originNanos;
    private long answerBytes;
    private boolean isWhole = true;
    private int status;
    private MediaType type = MediaType.NONE;
    private @Nullable String coding;

    private Observation(
        IncomingRequest request, CallDigest digest, Instant arrival, long startNanos) {
      this.start = startNanos;
      this.route = request.route();
      this.known = request.known();
      this.question = request.question();
      this.place = place(request);
      this.content = request.held().content();
      this.digest = digest;
      this.arrival = arrival;
    }

    @Override
    public void head(HttpResponse head) {
      status = head.status().code();
      type = MediaType.parse(head.headers().get(HttpHeaderNames.CONTENT_TYPE));
      coding = head.headers().get(HttpHeaderNames.CONTENT_ENCODING);
      int length = head.headers().getInt(HttpHeaderNames.CONTENT_LENGTH, 0);
      answer.ensureWritable(length > 0 && length <= mostBytes ? length : FIRST_BYTES);
    }

    @Override
    public void content(ByteBuf piece) {
      answerBytes += piece.readableBytes();
      isWhole &= answerBytes <= mostBytes;
      if (isWhole) {
        long from = System.nanoTime();
        answer.writeBytes(piece, piece.readerIndex(), piece.readableBytes());
        budget.delay(System.nanoTime() - from);
      }
    }

    @Override
    public void end() {
      originNanos = System.nanoTime() - start;
      queue.add(content.length + (isWhole ? answerBytes : 0), this::tell);
    }

    @Override
    public void failed() {
      originNanos = System.nanoTime() - start;
      recorder.record(call().fault(true).build());
    }

    private void tell() {
      long from = System.nanoTime();
      tell(isWhole ? ByteBufUtil.getBytes(answer, 0, answer.readableBytes(), false) : null);
      budget.spend(System.nanoTime() - from);
    }

    /** Tells of the answer, which is null where it is too large to be read. */
    private void tell(byte @Nullable [] whole) {
      byte[] message = whole == null ? null : ContentCodings.decoded(whole, coding, mostBytes);
      boolean mayBeAnswer = status == 200 && type.version() != null;
      AnswerForm.Kind kind =
          mayBeAnswer && message != null
              ? AnswerForm.of(message, type.charset()).kind()
              : AnswerForm.Kind.BROKEN;
      ObservedCall.Builder call = call().bytes(content.length, answerBytes);
      boolean isFault =
          status >= 400 || kind == AnswerForm.Kind.FAULT || kind == AnswerForm.Kind.FAILURE;
      if (isFault) {
        recorder.record(call.fault(true).build());
        return;
      }
      if (kind == AnswerForm.Kind.RESPONSE && message != null) {
        call.answer(answerDigest(message));
        if (recorder.wantsMessages(
            question.operation(), arrival, (long) content.length + message.length)) {
          call.messages(
              new ObservedCall.Messages(
                  place, content, known.type().charset(), message, type.charset()));
        }
      } else if (answerBytes > 0) { // not read, so that it is unknown if it is the same
        call.answer(recorder.digest("unread " + unread.incrementAndGet()));
      }
      recorder.record(call.build());
    }

    private CallDigest answerDigest(byte[] message) {
      try {
        return recorder.digest(KEYS.body(question.version(), message, type.charset()));
      } catch (NotCacheableException e) {
        return recorder.digest(message);
      }
    }

    private ObservedCall.Builder call() {
      ObservedCall.Builder call =
          ObservedCall.of(question.operation(), route.endpoint(), arrival)
              .question(digest)
              .originNanos(originNanos)
              .identities(Callers.identities(recorder, known.facts()));
      return route.config().service().isEmpty() ? call : call.service(route.service());
    }
  }
}
