package io.castile.gateway.http;

import io.castile.gateway.trace.internal.AttemptTrace;
import io.castile.gateway.trace.internal.RequestTrace;
import io.castile.gateway.trace.internal.TracedAttempt;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One request to an origin and its response. Used on one event loop.
 *
 * <p>A request that reached no origin is sent to another one, whatever it is: nothing was sent. One
 * that an origin took and did not answer is sent again, once, only if it is {@link
 * OriginRequest#isRepeatable}.
 */
final class OriginExchange {
  /** The words of a trace for an exchange that its client did not wait for. */
  private static final String CANCELLED = "CANCELLED";

  /** The bytes that are read of a response for which no client waits. */
  private static final int ABANDONED_BYTES = 256 << 10;

  private static final long ABANDONED_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final OriginClient client;
  private final Loops.LoopState loop;
  private final OriginRequest request;
  private ResponseSink sink;

  private @Nullable OriginCarrier carrier; // null until there is one, and at the end
  private @Nullable Origin tried;
  private @Nullable Origin counted; // has this exchange among those under way; null for none
  private int attempts;
  private boolean isDisturbed; // on one connection, so that none of HTTP/1.1 is used again

  /** Content that has come before the connection was there. */
  private final Deque<ByteBuf> waiting = new ArrayDeque<>();

  private boolean isRequestEnded;
  private boolean hasSentPieces; // which are gone, so that they cannot be sent again
  private boolean isRequestSent;
  private boolean isAnswered;
  private boolean isPaused; // the response waits for the client
  private boolean isAbandoned; // by its client
  private boolean isOver;
  private int status; // 0 before the head has come
  private @Nullable AttemptTrace trace; // null where it is not traced, and at the end

  OriginExchange(
      OriginClient client, Loops.LoopState loop, OriginRequest request, ResponseSink sink) {
    this.client = client;
    this.loop = loop;
    this.request = request;
    this.sink = sink;
    this.isRequestEnded = request.content() != null;
  }

  /**
   * Begins. If a connection is idle, a request whose content is still to come has been written, and
   * not flushed: its beginning may be there already, and goes with it.
   */
  void begin() {
    attempts++;
    Origin origin = request.group().next(tried, request.fields());
    tried = origin;
    countOut();
    counted = origin;
    origin.begun();
    trace = traced(origin);
    OriginCarrier ready = loop.pool(origin).take(isDisturbed);
    if (ready != null) {
      write(ready);
    } else {
      client.connect(origin, loop, this);
    }
  }

  /** Begins with another connection, or another origin. */
  private void beginAgain() {
    begin();
    flushBeginning();
  }

  /** Flushes a request whose content is still to come. */
  private void flushBeginning() {
    OriginCarrier open = carrier;
    if (open != null && !isRequestEnded) {
      open.flush();
      sink.writable(open.isWritable());
    }
  }

  private @Nullable AttemptTrace traced(Origin origin) {
    RequestTrace whole = request.trace();
    if (whole == null) {
      return null;
    }
    String target = request.targetAt(origin);
    int query = target.indexOf('?');
    String path = query < 0 ? target : target.substring(0, query);
    return whole.attempt(
        new TracedAttempt(request.method().name(), origin.uri(), path, attempts - 1));
  }

  private void countOut() {
    if (counted != null) {
      counted.ended();
      counted = null;
    }
  }

  private void endTrace(@Nullable String failure) {
    if (trace != null) {
      trace.end(status, failure);
      trace = null;
    }
  }

  // ---- the connection, or the stream of one ----

  void connected(OriginCarrier made) {
    if (isOver) {
      made.release(true, client.idleNanos());
      return;
    }
    write(made);
    flushBeginning();
  }

  private void write(OriginCarrier made) {
    carrier = made;
    made.begin(this);
    HttpHeaders fields = request.fieldsFor(made.origin());
    if (trace != null) {
      trace.inject(new NettyFields(fields));
    }
    byte[] content = request.content();
    String target = request.targetAt(made.origin());
    if (content != null) {
      made.send(
          new DefaultFullHttpRequest(
              HttpVersion.HTTP_1_1,
              request.method(),
              target,
              Unpooled.wrappedBuffer(content),
              fields,
              DefaultHttpHeadersFactory.trailersFactory().newHeaders()));
      made.flush();
      if (carrier == made) { // else it has failed meanwhile
        sent(made);
      }
      return;
    }
    made.send(new DefaultHttpRequest(HttpVersion.HTTP_1_1, request.method(), target, fields));
    if (carrier != made) {
      return;
    }
    for (ByteBuf piece = waiting.poll(); piece != null; piece = waiting.poll()) {
      sendPiece(made, piece);
    }
    if (isRequestEnded) {
      endSent(made);
    }
  }

  /**
   * Takes it that there is no connection for the exchange.
   *
   * @param isCounted whether that is a failure of the origin; false where other exchanges have
   *     waited for the same connection
   */
  void notConnected(OriginFailure failure, boolean isCounted) {
    endTrace(failure.kind().name());
    Origin origin = tried;
    if (origin != null) {
      client.failed(origin, failure.kind(), String.valueOf(failure.getMessage()));
      if (isCounted && failure.kind() != OriginFailure.Kind.BUSY) {
        origin.failed();
      }
    }
    if (!isOver && attempts < request.group().origins().size()) {
      beginAgain();
    } else {
      end(failure);
    }
  }

  private void sent(OriginCarrier made) {
    isRequestSent = true;
    made.deadlineIn(client.responseNanos());
  }

  // ---- the request's content ----

  /** Sends a piece of the content, which is the exchange's own. */
  void send(ByteBuf piece) {
    OriginCarrier open = carrier;
    if (isOver) {
      piece.release();
    } else if (open == null) {
      waiting.add(piece);
    } else {
      sendPiece(open, piece);
    }
  }

  private void sendPiece(OriginCarrier open, ByteBuf piece) {
    hasSentPieces = true;
    open.send(piece);
  }

  void sendEnd() {
    isRequestEnded = true;
    OriginCarrier open = carrier;
    if (!isOver && open != null) {
      endSent(open);
    }
  }

  private void endSent(OriginCarrier open) {
    open.sendEnd();
    sent(open);
  }

  void flush() {
    OriginCarrier open = carrier;
    if (open != null) {
      open.flush();
    }
  }

  /** Whether the origin takes more content; before it is there, a little waits. */
  boolean isWritable() {
    OriginCarrier open = carrier;
    return open == null ? waiting.isEmpty() : open.isWritable();
  }

  // ---- the response ----

  void head(HttpResponse head) {
    isAnswered = true;
    status = head.status().code();
    OriginCarrier open = carrier;
    if (open != null) {
      if (!isAbandoned) {
        open.deadlineIn(client.responseNanos());
      }
      if (status == 502 || status == 503 || status == 504) {
        open.origin().failed();
      } else {
        open.origin().answered();
      }
      if (head.headers().contains(HttpHeaderNames.ACCEPT_ENCODING)) { // RFC 7694 §3
        List<String> codings = ContentCodings.accepted(head.headers());
        open.origin().readsGzip(codings.contains(ContentCodings.GZIP));
      } else if (status == HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE.code()
          && request.fields().contains(HttpHeaderNames.CONTENT_ENCODING)) {
        open.origin().readsGzip(false);
      }
    }
    sink.head(HopFields.removed(head));
  }

  /** Whether nothing is wanted any more. */
  boolean isOver() {
    return isOver;
  }

  /** Whether the head of an answer has come. */
  boolean isAnswered() {
    return isAnswered;
  }

  void content(ByteBuf piece) {
    OriginCarrier open = carrier;
    if (open != null && !isAbandoned && !isPaused) {
      open.deadlineIn(client.responseNanos());
    }
    sink.content(piece);
  }

  void end() {
    OriginCarrier open = carrier;
    carrier = null;
    isOver = true;
    countOut();
    endTrace(null);
    if (open != null) {
      open.release(isRequestSent, client.idleNanos());
    }
    dropWaiting();
    sink.end();
  }

  void pause() {
    if (!isOver) {
      sink.pause();
    }
  }

  void writable(boolean isWritable) {
    if (!isOver && !isRequestEnded) {
      sink.writable(isWritable);
    }
  }

  /** Has more of the response read, or no more for now. */
  void read(boolean more) {
    OriginCarrier open = carrier;
    if (open == null || isPaused != more) {
      return;
    }
    isPaused = !more;
    if (more) {
      open.deadlineIn(client.responseNanos());
    } else {
      open.deadlineNever(); // waits for the client, which has a deadline of its own
    }
    open.read(more); // the last: what comes at once may pause again, or end the exchange
  }

  void failed(OriginFailure.Kind kind, String message) {
    endTrace(kind.name());
    OriginCarrier before = carrier;
    carrier = null;
    if (before != null) {
      before.originFailed();
      client.failed(before.origin(), kind, message);
    }
    if (isOver) {
      return;
    }
    boolean again =
        !isAnswered
            && before != null
            && !isAbandoned
            && attempts < 2
            && request.isRepeatable()
            && !hasSentPieces
            && mayBeOfConnection(kind, before);
    if (again) {
      again();
    } else {
      end(new OriginFailure(kind, message));
    }
  }

  /** Whether another connection, or origin, may do better. */
  private boolean mayBeOfConnection(OriginFailure.Kind kind, OriginCarrier before) {
    return switch (kind) {
      case BROKEN, TLS_ALERT, NO_TLS ->
          before.hasBeenUsed() || request.group().origins().size() > 1;
      case MALFORMED -> before.hasBeenUsed(); // it may be the rest of what was there before
      default -> false;
    };
  }

  private void again() {
    isPaused = false;
    isRequestSent = false;
    isDisturbed = true;
    beginAgain();
  }

  /**
   * The origin has not taken the request, and has said so: it is safe to send it again, whatever it
   * is (RFC 9113 §8.7), and no failure of the origin, which may be about to end.
   */
  void refused(String message) {
    if (isOver || isAbandoned || attempts >= 2 || hasSentPieces) {
      notCounted(OriginFailure.Kind.BROKEN, message);
      return;
    }
    carrier = null;
    endTrace(OriginFailure.Kind.BROKEN.name());
    again();
  }

  /** The head of the request is larger than the origin has said that it takes. */
  void headTooLarge(String message) {
    notCounted(OriginFailure.Kind.HEAD_TOO_LARGE, message);
  }

  /** Ends the exchange by what is no failure of the origin, and is not sent again. */
  private void notCounted(OriginFailure.Kind kind, String message) {
    OriginCarrier before = carrier;
    carrier = null;
    endTrace(kind.name());
    if (before != null) {
      client.failed(before.origin(), kind, message);
    }
    end(new OriginFailure(kind, message));
  }

  /** The connection has ended as something came on it before the request was sent. */
  void notSent() {
    Origin origin = tried;
    String message = origin + " sent a response before there was a request";
    carrier = null;
    endTrace(OriginFailure.Kind.MALFORMED.name());
    if (origin != null) {
      origin.failed();
      client.failed(origin, OriginFailure.Kind.MALFORMED, message);
    }
    if (!isOver && attempts < 2 && !hasSentPieces) {
      again();
    } else {
      end(
          new OriginFailure(
              OriginFailure.Kind.MALFORMED,
              origin + " sent a response before there was a request"));
    }
  }

  private void end(OriginFailure failure) {
    countOut();
    if (!isOver) {
      isOver = true;
      dropWaiting();
      sink.failed(failure);
    }
  }

  /**
   * Ends the exchange without an answer, as the client is gone; but lets the origin answer, where
   * it has the whole request, so that the connection is kept. An answer that is long, or late, ends
   * it.
   *
   * @param left is run when the origin is asked no more
   */
  void abandon(Runnable left) {
    OriginCarrier open = carrier;
    if (isOver || open == null || !isRequestSent || isAnswered) {
      cancel();
      left.run();
      return;
    }
    endTrace(CANCELLED);
    open.deadlineIn(Math.min(client.responseNanos(), ABANDONED_NANOS));
    isAbandoned = true;
    sink = new Discarding(left);
  }

  /** Takes an answer that no client waits for. */
  private final class Discarding implements ResponseSink {
    private final Runnable left;
    private long size;

    Discarding(Runnable left) {
      this.left = left;
    }

    @Override
    public void head(HttpResponse head) {
      // no client is told
    }

    @Override
    public void content(ByteBuf piece) {
      size += piece.readableBytes();
      piece.release();
      if (size > ABANDONED_BYTES && !isOver) {
        cancel();
        left.run();
      }
    }

    @Override
    public void end() {
      left.run();
    }

    @Override
    public void pause() {
      // nothing is passed on
    }

    @Override
    public void writable(boolean isWritable) {
      // the request has been sent
    }

    @Override
    public void failed(OriginFailure failure) {
      left.run();
    }
  }

  /** Ends the exchange without an answer: the client is gone. */
  void cancel() {
    endTrace(CANCELLED);
    countOut();
    OriginCarrier open = carrier;
    Origin origin = tried;
    carrier = null;
    isOver = true;
    dropWaiting();
    if (open != null) {
      open.release(false, 0);
    } else if (origin != null && origin.isHttp2()) {
      loop.pool(origin).forget(this);
    }
  }

  private void dropWaiting() {
    waiting.forEach(ByteBuf::release);
    waiting.clear();
  }
}
