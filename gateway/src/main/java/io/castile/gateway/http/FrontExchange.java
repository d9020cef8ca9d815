package io.castile.gateway.http;

import io.castile.gateway.trace.internal.RequestTrace;
import io.castile.gateway.trace.internal.RequestTracing;
import io.castile.gateway.trace.internal.TracedRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.util.AsciiString;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request of a client and its response. Used on the event loop of its connection, but for {@link
 * #respond}, {@link #forward}, {@link #whenLeft} and {@link #fail}, which any thread may call.
 */
public final class FrontExchange implements ResponseSink {
  private static final Logger log = LoggerFactory.getLogger(FrontExchange.class);

  private final FrontHandler connection;
  private final RequestHandler handler;
  private RequestHead head;
  private final boolean keepAlive;
  private final boolean isHttp10;
  private final long start = System.nanoTime();

  // The request's content: held, or passed on.
  private @Nullable HeldContent held; // null where nothing is held, or not any more
  private byte @Nullable [] content;
  private final Deque<ByteBuf> prefix = new ArrayDeque<>(); // come before it is passed on
  private long requestBytes;
  private boolean isRequestEnded;
  private boolean isHandled;
  private RequestHandler.@Nullable Handling handling; // null where it was refused before

  // The way on.
  private @Nullable OriginExchange up;
  private @Nullable PassingDecoder decoder; // null where the content passes as it comes
  private @Nullable HeldResponse source;
  private @Nullable ReplyStream written; // by a thread of the gateway
  private @Nullable Runnable whenLeft; // is run when the client leaves; null for nothing
  private @Nullable ResponseTap tap;

  // The response.
  private int status;
  private long responseBytes;
  private boolean isHeadWritten;
  private boolean closesAfter;
  private int awaited; // how many answers of origins, beside the exchange's own
  private @Nullable Runnable left; // is run when no answer is awaited any more; null before the end
  private boolean isOver;
  private @Nullable Consumer<HttpHeaders> change; // of the response's fields; null for none
  private List<AsciiString> hidden = List.of(); // fields of responses that are not the client's
  private @Nullable RequestTrace trace; // null where the request is not traced
  private volatile @Nullable Runnable beforeResponse; // null for nothing

  FrontExchange(
      FrontHandler connection,
      RequestHandler handler,
      RequestHead head,
      boolean keepAlive,
      boolean isHttp10) {
    this.connection = connection;
    this.handler = handler;
    this.head = head;
    this.keepAlive = keepAlive;
    this.isHttp10 = isHttp10;
  }

  // ---- what the handler asks ----

  /** Returns the head of the request. */
  public RequestHead head() {
    return head;
  }

  /** Returns the whole content, which is not changed; null if it was not held. */
  public byte @Nullable [] content() {
    return content;
  }

  /** Notes the caller in the head, if the fields do not tell it. */
  public void caller(String who) {
    head = head.withCaller(who);
  }

  /**
   * Has the fields of the response changed, whether from the origin or not; framing fields stay.
   */
  public void changeResponse(Consumer<HttpHeaders> fields) {
    change = fields;
  }

  /** Has fields of the response, whether from the origin or not, kept from the client. */
  public void hide(List<AsciiString> fields) {
    hidden = fields;
  }

  /** Returns the event loop of the connection. */
  public EventLoop eventLoop() {
    return connection.eventLoop();
  }

  /** Returns the status of the response; 0 before there is one, 499 if the client left before. */
  public int status() {
    return status;
  }

  /** Returns the bytes of the request's content that have come. */
  public long requestBytes() {
    return requestBytes;
  }

  /** Returns the bytes of the response's content that have been written. */
  public long responseBytes() {
    return responseBytes;
  }

  /** Returns how long it has taken, since the request's head. */
  public long nanos() {
    return System.nanoTime() - start;
  }

  /** Returns the trace; null where there is none. */
  public @Nullable RequestTrace trace() {
    return trace;
  }

  /** Has the request, and what origins are asked for it, traced. */
  public void trace(RequestTracing tracing, @Nullable String route) {
    trace =
        tracing.begin(
            new TracedRequest(
                head.method().name(),
                head.path(),
                head.isTls(),
                head.host(),
                head.client(),
                route,
                new NettyFields(head.fields())));
  }

  /** Whether the client is gone, or has its response. */
  public boolean isOver() {
    return isOver;
  }

  // ---- the request's content, as it comes ----

  void begin() {
    RequestHandler.Handling begun = handler.begin(this);
    handling = begun;
    int heldBytes = begun.heldBytes();
    if (heldBytes > 0) {
      held = new HeldContent(heldBytes);
    } else {
      handle();
    }
  }

  private void handle() {
    isHandled = true;
    try {
      Objects.requireNonNull(handling, "the exchange has begun").handle();
    } catch (RuntimeException | StackOverflowError e) { // a defect; others are served on
      log.error("a request failed in the gateway", e);
      respond(Reply.ofText(500, "the gateway failed"));
    }
  }

  void take(ByteBuf piece, long mostBytes) {
    requestBytes += piece.readableBytes();
    if (isOver) {
      piece.release();
    } else if (requestBytes > mostBytes) {
      piece.release();
      respond(
          Reply.ofText(
              413,
              "the request has more than "
                  + mostBytes
                  + " bytes (limits.requestBytes of the gateway)"));
    } else if (held != null) {
      hold(held, piece);
    } else if (up != null) {
      send(up, piece);
      if (!isOver) {
        connection.readMore(up.isWritable());
      }
    } else {
      prefix.add(piece);
      connection.readMore(false);
    }
  }

  private void send(OriginExchange begun, ByteBuf piece) {
    PassingDecoder decoding = decoder;
    if (decoding == null) {
      begun.send(piece);
      return;
    }
    try {
      decoding.decode(piece);
    } catch (DecoderException e) {
      undecodable(begun, e);
    }
  }

  private void undecodable(OriginExchange begun, DecoderException e) {
    begun.cancel();
    respond(
        Reply.ofText(400, "the request is not what its Content-Encoding says: " + e.getMessage()));
  }

  private void hold(HeldContent before, ByteBuf piece) {
    if (before.add(piece)) {
      piece.release();
      return;
    }
    held = null; // too large: it passes
    prefix.add(Unpooled.wrappedBuffer(before.bytes()));
    prefix.add(piece);
    connection.readMore(false);
    handle();
  }

  void takeEnd() {
    isRequestEnded = true;
    if (held != null) {
      content = held.bytes();
      held = null;
      handle();
    } else if (up != null) {
      sendEnd(up);
    }
  }

  private void sendEnd(OriginExchange begun) {
    try {
      if (decoder != null) {
        decoder.end();
      }
      begun.sendEnd();
    } catch (DecoderException e) {
      undecodable(begun, e);
    }
  }

  void takePause() {
    if (up != null && !isRequestEnded) {
      up.flush();
    }
  }

  boolean isRequestEnded() {
    return isRequestEnded;
  }

  // ---- to the origin, and back as it comes ----

  /**
   * Passes the request to an origin, and the response back, as they come.
   *
   * @param path behind the origin's own, with the query
   * @param isRepeatable whether it does no harm to ask twice
   * @param tap sees what passes; null for nothing
   */
  public void pass(
      OriginClient client,
      OriginGroup group,
      String path,
      boolean preserveHost,
      boolean isRepeatable,
      @Nullable ResponseTap tap) {
    OriginRequest request =
        new OriginRequest(
            group, head.method(), path, head.fields(), preserveHost, content, isRepeatable, trace);
    pass(client, request, tap);
  }

  /**
   * Passes a request that was held, perhaps in another form than it came, and the response back.
   *
   * @param tap sees what passes; null for nothing
   */
  public void pass(OriginClient client, HeldRequest request, @Nullable ResponseTap tap) {
    pass(client, request.toOrigin(), tap);
  }

  /**
   * Passes a request whose content is in gzip to an origin, without the coding, and the response
   * back, as they come.
   *
   * @param path behind the origin's own, with the query
   * @param mostBytes how much the content may be without the coding
   */
  public void passDecoded(
      OriginClient client, OriginGroup group, String path, boolean preserveHost, long mostBytes) {
    HttpHeaders fields = head.fields().copy();
    fields.remove(HttpHeaderNames.CONTENT_ENCODING);
    fields.remove(HttpHeaderNames.CONTENT_LENGTH);
    fields.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
    decoder = new PassingDecoder(mostBytes, this::sendDecoded);
    if (content != null) {
      prefix.add(Unpooled.wrappedBuffer(content));
    }
    OriginRequest request =
        new OriginRequest(group, head.method(), path, fields, preserveHost, null, false, trace);
    pass(client, request, null);
  }

  private void sendDecoded(ByteBuf piece) {
    Objects.requireNonNull(up, "the exchange has begun").send(piece);
  }

  private void pass(OriginClient client, OriginRequest request, @Nullable ResponseTap seen) {
    if (isOver) {
      return;
    }
    this.tap = seen;
    OriginExchange begun = client.begin(eventLoop(), request, this);
    if (isOver) { // it has failed already
      return;
    }
    up = begun;
    for (ByteBuf piece = prefix.poll(); piece != null && !isOver; piece = prefix.poll()) {
      send(begun, piece);
    }
    if (isOver) { // the coding was not what it was said to be
      return;
    }
    if (request.content() == null && isRequestEnded) {
      sendEnd(begun);
    } else {
      if (!connection.isReading()) { // else what has come of the content goes with the head
        begun.flush();
      }
      connection.readMore(begun.isWritable());
    }
  }

  /**
   * Gives the response that was begun to be held, and turned out to be larger than what is held.
   *
   * @param change of the head's fields
   */
  public void forward(HeldResponse response, Consumer<HttpResponse> change) {
    runBeforeResponse();
    onLoop(
        () -> {
          if (isOver) {
            response.cancel();
            return;
          }
          source = response;
          response.passTo(this, change);
        });
  }

  @Override
  public void head(HttpResponse response) {
    if (isOver) {
      return;
    }
    status = response.status().code();
    if (tap != null) {
      tap.head(response);
    }
    hidden.forEach(response.headers()::remove);
    if (change != null) {
      change.accept(response.headers());
    }
    isHeadWritten = true;
    boolean hasLength = response.headers().contains(HttpHeaderNames.CONTENT_LENGTH);
    boolean isChunked = response.headers().contains(HttpHeaderNames.TRANSFER_ENCODING);
    boolean mayHaveContent =
        status != 204 && status != 304 && !head.method().equals(HttpMethod.HEAD);
    if (isHttp10 && isChunked) {
      response.headers().remove(HttpHeaderNames.TRANSFER_ENCODING);
      isChunked = false;
    }
    if (!hasLength && !isChunked && mayHaveContent) {
      if (isHttp10 || closes(response)) {
        closesAfter = true;
      } else {
        response.headers().set(HttpHeaderNames.TRANSFER_ENCODING, "chunked");
      }
    }
    connection.writeHead(response, isKept(), head.method().equals(HttpMethod.HEAD));
  }

  /** Whether the handler has said that the end of the connection is that of the content. */
  private static boolean closes(HttpResponse response) {
    return response.headers().contains(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE, true);
  }

  /** Whether another request may follow: not while a part of this one is still to come. */
  private boolean isKept() {
    return keepAlive && !closesAfter && isRequestEnded && !connection.isEnding();
  }

  @Override
  public void content(ByteBuf piece) {
    if (isOver) {
      piece.release();
      return;
    }
    responseBytes += piece.readableBytes();
    if (tap != null) {
      tap.content(piece);
    }
    if (!connection.writeContent(piece)) {
      readResponse(false);
    }
  }

  @Override
  public void end() {
    if (!isOver) {
      if (tap != null) {
        tap.end();
      }
      runBeforeResponse();
      boolean isKept = isKept();
      connection.writeEnd();
      finish(isKept);
    }
  }

  @Override
  public void pause() {
    connection.flush();
  }

  @Override
  public void writable(boolean isWritable) {
    connection.readMore(isWritable);
  }

  @Override
  public void failed(OriginFailure failure) {
    failed(failure, Reply.ofFailure(failure.kind()));
  }

  private void failed(OriginFailure failure, Reply reply) {
    if (isOver) {
      return;
    }
    if (tap != null) {
      tap.failed();
    }
    connection.log(failure);
    if (isHeadWritten) { // the client has to see that there should be more
      connection.abort();
      return;
    }
    respond(reply);
  }

  /** Has something run on the event loop if the client leaves before it has its response. */
  public void whenLeft(Runnable action) {
    onLoop(
        () -> {
          if (isOver) {
            action.run();
          } else {
            whenLeft = action;
          }
        });
  }

  /**
   * Has something run before the client is given a whole response, what is left of one, or the end
   * of one that is written as it is made: from then on it may ask again.
   *
   * @param action runs on the thread that gives it, perhaps several times
   */
  public void beforeResponse(Runnable action) {
    beforeResponse = action;
  }

  private void runBeforeResponse() {
    Runnable action = beforeResponse;
    if (action != null) {
      action.run();
    }
  }

  /** Tells the client that the origin failed. */
  public void fail(OriginFailure failure) {
    runBeforeResponse();
    onLoop(() -> failed(failure));
  }

  /**
   * Tells the client that the origin failed, in a form of its own.
   *
   * @param reply has its content in an array
   */
  public void fail(OriginFailure failure, Reply reply) {
    runBeforeResponse();
    onLoop(() -> failed(failure, reply));
  }

  /**
   * Says that an origin is asked for this exchange by another one than {@link #pass}, and goes on
   * to be asked when the client has left, or that it has been asked; as often the one as the other.
   */
  public void awaits(boolean isAsked) {
    onLoop(
        () -> {
          awaited += isAsked ? 1 : -1;
          Runnable waiting = left;
          if (awaited == 0 && waiting != null) {
            left = null;
            waiting.run();
          }
        });
  }

  /** The client takes more of the response, or no more for now. */
  void readResponse(boolean more) {
    if (up != null) {
      up.read(more);
    } else if (source != null) {
      source.read(more);
    } else if (written != null) {
      written.writable(more);
    }
  }

  // ---- a response of the gateway's own ----

  /** Gives a whole response. */
  public void respond(Reply reply) {
    runBeforeResponse();
    if (!onLoop(() -> write(reply))) {
      reply.release();
    }
  }

  /**
   * Begins a response whose content is written as it is made.
   *
   * @param head the exchange's own from here on
   */
  void begin(ReplyStream stream, HttpResponse head) {
    if (isOver) {
      stream.left();
      return;
    }
    written = stream;
    head(head);
  }

  private void write(Reply reply) {
    if (isOver) {
      reply.release();
      return;
    }
    if (isHeadWritten) { // of another response, which is not whole
      reply.release();
      connection.abort();
      return;
    }
    status = reply.status();
    responseBytes = head.method().equals(HttpMethod.HEAD) ? 0 : reply.size();
    boolean isKept = isKept();
    connection.write(changed(reply), isKept, head.method().equals(HttpMethod.HEAD));
    finish(isKept);
  }

  private Reply changed(Reply reply) {
    if (change == null && !hasHidden(reply.fields())) {
      return reply;
    }
    HttpHeaders fields = reply.fields().copy(); // others may be given the same
    hidden.forEach(fields::remove);
    if (change != null) {
      change.accept(fields);
    }
    return reply.with(fields);
  }

  private boolean hasHidden(HttpHeaders fields) {
    for (AsciiString each : hidden) {
      if (fields.contains(each)) {
        return true;
      }
    }
    return false;
  }

  private void finish(boolean isKept) {
    isOver = true;
    if (up != null && !isRequestEnded) {
      up.cancel();
    }
    dropPrefix();
    tellEnd();
    connection.finished(isKept, !isRequestEnded);
  }

  /**
   * The connection has ended.
   *
   * @param isStream whether that cost the client nothing, so that a connection to the origin is to
   *     be kept for the next request
   * @param left is run when nothing of the request is under way any more
   */
  void lost(boolean isStream, Runnable left) {
    if (isOver) {
      left.run();
      return;
    }
    isOver = true;
    if (!isHeadWritten) {
      status = 499;
    }
    if (up != null && isStream) {
      up.abandon(left);
    } else if (awaited > 0) {
      this.left = left;
    } else {
      if (up != null) {
        up.cancel();
      }
      left.run();
    }
    if (source != null) {
      source.cancel();
    }
    if (written != null) {
      written.left();
    }
    if (whenLeft != null) {
      whenLeft.run();
    }
    dropPrefix();
    tellEnd();
  }

  private void tellEnd() {
    if (handling == null) {
      handler.refused(this);
    } else {
      handling.ended();
    }
  }

  private void dropPrefix() {
    if (decoder != null) {
      decoder.release();
    }
    List.copyOf(prefix).forEach(ByteBuf::release);
    prefix.clear();
  }

  /** Returns false if the loop has ended. */
  boolean onLoop(Runnable action) {
    if (eventLoop().inEventLoop()) {
      action.run();
      return true;
    }
    try {
      eventLoop().execute(action);
      return true;
    } catch (RejectedExecutionException e) {
      log.debug("the gateway has ended, and its clients with it");
      return false;
    }
  }

  /** Whether the handler has been asked. */
  boolean isHandled() {
    return isHandled;
  }
}
