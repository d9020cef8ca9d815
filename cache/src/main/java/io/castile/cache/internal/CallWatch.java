package io.castile.cache.internal;

import io.castile.cache.graph.GraphParts;
import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.observe.CallRecorder;
import io.castile.cache.observe.ObservedCall;
import io.castile.cache.observe.ObservedCall.CallDigest;
import io.castile.cache.observe.ObservedCall.Messages;
import io.castile.cache.observe.internal.Callers;
import io.castile.cache.request.MessageKeys;
import io.castile.soap.SoapVersion;
import io.castile.soap.model.internal.Parameter;
import jakarta.activation.DataHandler;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a recorder of the calls that ask the origin, whichever stack makes them. A call that cannot
 * be told, as its arguments or its answer cannot be written twice, is left out; a recorder never
 * keeps a call from being made. Thread-safe.
 */
final class CallWatch {
  private static final Logger log = LoggerFactory.getLogger(CallWatch.class);
  private static final String DECLARATION_END = "?>";
  private static final MessageKeys KEYS = MessageKeys.of();

  private final CallRecorder recorder;
  private final InstantSource clock;

  public CallWatch(CallRecorder recorder, InstantSource clock) {
    this.recorder = recorder;
    this.clock = clock;
  }

  public <R, X extends Throwable> CacheCall<R, X> watched(CacheCall<R, X> call) {
    return new WatchedCall<>(this, call);
  }

  /** Watches a call whose caller asks the origin, unless it is answered already. */
  public <R, X extends Throwable> PendingCall<R> watched(
      CacheCall<R, X> call, PendingCall<R> pending) {
    return pending.answer() != null
        ? pending
        : new WatchedPending<>(this, call, pending, asking(call));
  }

  /**
   * A request before it is asked, as the arguments may be others afterwards.
   *
   * @param call null where it cannot be told
   */
  record Asking(
      ObservedCall.@Nullable Builder call, Request request, Instant arrival, long startNanos) {}

  /**
   * The message of a request.
   *
   * @param charset null for the encoding that the bytes say
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Request(byte[] message, @Nullable String charset) {
    static final Request NONE = new Request(new byte[0], null);
  }

  Asking asking(CacheCall<?, ?> call) {
    Instant arrival = clock.instant();
    Request request = Request.NONE;
    ObservedCall.Builder observed = null;
    try {
      request = request(call);
      observed =
          ObservedCall.of(call.cachedOperation().name(), call.endpoint(), arrival)
              .service(call.cachedOperation().serviceName())
              .question(question(call, request))
              .identities(Callers.identities(recorder, call.facts()));
    } catch (RuntimeException | StackOverflowError e) { // an UnfitException, or code of classes
      log.debug("a call of {} is not recorded: {}", call.cachedOperation(), e.toString());
    }
    return new Asking(observed, request, arrival, System.nanoTime());
  }

  private static Request request(CacheCall<?, ?> call) {
    if (call.isServed() && call.prefersMessage()) {
      return new Request(call.message(), call.charset()); // which has come so
    }
    Object[] arguments = call.arguments();
    checkLasting(arguments);
    return new Request(call.cachedOperation().message(call.version(), arguments), null);
  }

  /**
   * Returns the digest of the body in its canonical form; where header blocks are arguments, of the
   * whole message. What the cache would have in its keys beside them is in it, too.
   */
  private CallDigest question(CacheCall<?, ?> call, Request request) {
    boolean isBody = call.cachedOperation().parameters().stream().noneMatch(Parameter::header);
    byte[] content =
        isBody
            ? KEYS.body(call.version(), request.message(), request.charset())
            : request.message();
    String place =
        call.target() + "\n" + call.partition() + "\n" + call.facts().keyedFields(List.of());
    return recorder.digest(content, place);
  }

  /** Writing an attachment may take it from the caller. */
  private static void checkLasting(@Nullable Object values) {
    for (Object part : GraphParts.of(values)) {
      if (part instanceof DataHandler) {
        throw new NotCacheableException("there are attachments");
      }
    }
  }

  // ---- what came ----

  <R> void answered(CacheCall<R, ?> call, Asking asking, R answer) {
    long nanos = System.nanoTime() - asking.startNanos();
    ObservedCall.Builder observed = asking.call();
    if (observed == null) {
      return;
    }
    try {
      OriginReply reply = call.reply(answer);
      if (reply.kind() == OriginReply.Kind.RESPONSE) {
        record(call, asking, observed.originNanos(nanos), answer);
      } else {
        fault(asking, observed.originNanos(nanos), reply);
      }
    } catch (RuntimeException | StackOverflowError e) { // an UnfitException, or code of classes
      log.debug("a call of {} is not recorded: {}", call.cachedOperation(), e.toString());
    }
  }

  private <R> void record(
      CacheCall<R, ?> call, Asking asking, ObservedCall.Builder observed, R answer) {
    @Nullable Object[] values = call.values(answer);
    checkLasting(values);
    byte[] body = body(call.cachedOperation().results(), values);
    byte[] message = asking.request().message();
    observed.bytes(message.length, body.length);
    if (body.length > 0) {
      observed.answer(recorder.digest(body));
    }
    long all = (long) message.length + body.length;
    if (recorder.wantsMessages(call.cachedOperation().name(), asking.arrival(), all)) {
      observed.messages(
          new Messages(message, asking.request().charset(), envelope(call.version(), body), null));
    }
    recorder.record(observed.build());
  }

  /** The results as they would stand in a body, in the order of their slots; empty for none. */
  private static byte[] body(List<Parameter> results, @Nullable Object[] values) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Parameter result : results) {
      Object value = values[result.slot()];
      if (value != null) {
        String text = new String(result.codec().toBytes(value), StandardCharsets.UTF_8);
        int start = text.startsWith("<?xml") ? text.indexOf(DECLARATION_END) + 2 : 0;
        out.writeBytes(text.substring(start).getBytes(StandardCharsets.UTF_8));
      }
    }
    return out.toByteArray();
  }

  private static byte[] envelope(SoapVersion version, byte[] body) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(body.length + 200);
    String start = "<E:Envelope xmlns:E=\"" + version.namespace() + "\"><E:Body>";
    out.writeBytes(start.getBytes(StandardCharsets.UTF_8));
    out.writeBytes(body);
    out.writeBytes("</E:Body></E:Envelope>".getBytes(StandardCharsets.UTF_8));
    return out.toByteArray();
  }

  void failed(CacheCall<?, ?> call, Asking asking, Throwable thrown) {
    ObservedCall.Builder observed = asking.call();
    if (observed == null) {
      return;
    }
    observed.originNanos(System.nanoTime() - asking.startNanos());
    try {
      fault(asking, observed, Objects.requireNonNullElse(call.reply(thrown), OriginReply.FAILURE));
    } catch (RuntimeException | StackOverflowError e) { // an UnfitException, or code of classes
      log.debug("a call of {} is not recorded: {}", call.cachedOperation(), e.toString());
    }
  }

  /** Nothing is known of an answer that is not told again. */
  private void fault(Asking asking, ObservedCall.Builder observed, OriginReply reply) {
    if (reply.kind() != OriginReply.Kind.NOT_MODIFIED) {
      recorder.record(observed.bytes(asking.request().message().length, 0).fault(true).build());
    }
  }

  /** A call whose caller asks the origin, and that is told to a {@link CallWatch} when it ends. */
  private static final class WatchedPending<R, X extends Throwable> implements PendingCall<R> {
    private final CallWatch watch;
    private final CacheCall<R, X> call;
    private final PendingCall<R> pending;
    private final Asking asking;

    WatchedPending(CallWatch watch, CacheCall<R, X> call, PendingCall<R> pending, Asking asking) {
      this.watch = watch;
      this.call = call;
      this.pending = pending;
      this.asking = asking;
    }

    @Override
    public @Nullable R answer() {
      return pending.answer();
    }

    @Override
    public void answered(R answer) {
      watch.answered(call, asking, answer);
      pending.answered(answer);
    }

    @Override
    public void failed(Throwable thrown) {
      watch.failed(call, asking, thrown);
      pending.failed(thrown);
    }
  }
}
