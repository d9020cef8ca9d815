package io.castile.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * One request to an origin and its response. Used on one event loop.
 *
 * <p>A request that reached no origin is sent to another one, whatever it is: nothing was sent. One
 * that an origin took and did not answer is sent again, once, only if it is {@link
 * OriginRequest#isRepeatable}.
 */
final class OriginExchange {
  private final OriginClient client;
  private final Loops.LoopState loop;
  private final OriginRequest request;
  private final ResponseSink sink;

  private @Nullable OriginConnection connection; // null until there is one, and at the end
  private @Nullable Origin tried;
  private int attempts;

  /** Content that has come before the connection was there. */
  private final Deque<ByteBuf> waiting = new ArrayDeque<>();

  private boolean isRequestEnded;
  private boolean hasSentPieces; // which are gone, so that they cannot be sent again
  private boolean isRequestSent;
  private boolean isAnswered;
  private boolean isOver;

  OriginExchange(
      OriginClient client, Loops.LoopState loop, OriginRequest request, ResponseSink sink) {
    this.client = client;
    this.loop = loop;
    this.request = request;
    this.sink = sink;
    this.isRequestEnded = request.content() != null;
  }

  void begin() {
    attempts++;
    Origin origin = request.group().next(tried);
    tried = origin;
    OriginConnection idle = loop.pool(origin).take();
    if (idle != null) {
      connected(idle);
    } else {
      client.connect(origin, loop, this);
    }
  }

  // ---- the connection ----

  void connected(OriginConnection made) {
    if (isOver) {
      made.release(true, client.idleNanos());
      return;
    }
    connection = made;
    made.begin(this);
    HttpHeaders fields = request.fieldsFor(made.origin());
    byte[] content = request.content();
    String target = request.targetAt(made.origin());
    if (content != null) {
      made.channel()
          .writeAndFlush(
              new DefaultFullHttpRequest(
                  HttpVersion.HTTP_1_1,
                  request.method(),
                  target,
                  Unpooled.wrappedBuffer(content),
                  fields,
                  DefaultHttpHeadersFactory.trailersFactory().newHeaders()));
      sent(made);
      return;
    }
    made.channel()
        .write(new DefaultHttpRequest(HttpVersion.HTTP_1_1, request.method(), target, fields));
    for (ByteBuf piece = waiting.poll(); piece != null; piece = waiting.poll()) {
      sendPiece(made, piece);
    }
    if (isRequestEnded) {
      endSent(made);
    } else {
      made.channel().flush();
      sink.writable(made.channel().isWritable());
    }
  }

  void notConnected(OriginFailure failure) {
    Origin origin = tried;
    if (origin != null && failure.kind() != OriginFailure.Kind.BUSY) {
      origin.failed();
    }
    if (!isOver && attempts < request.group().origins().size()) {
      begin();
    } else {
      end(failure);
    }
  }

  private void sent(OriginConnection made) {
    isRequestSent = true;
    made.deadlineIn(client.responseNanos());
  }

  // ---- the request's content ----

  /** Sends a piece of the content, which is the exchange's own. */
  void send(ByteBuf piece) {
    OriginConnection open = connection;
    if (isOver) {
      piece.release();
    } else if (open == null) {
      waiting.add(piece);
    } else {
      sendPiece(open, piece);
    }
  }

  private void sendPiece(OriginConnection open, ByteBuf piece) {
    hasSentPieces = true;
    open.channel().write(new DefaultHttpContent(piece));
  }

  void sendEnd() {
    isRequestEnded = true;
    OriginConnection open = connection;
    if (!isOver && open != null) {
      endSent(open);
    }
  }

  private void endSent(OriginConnection open) {
    open.channel().writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
    sent(open);
  }

  void flush() {
    OriginConnection open = connection;
    if (open != null) {
      open.channel().flush();
    }
  }

  /** Whether the origin takes more content; before it is there, a little waits. */
  boolean isWritable() {
    OriginConnection open = connection;
    return open == null ? waiting.isEmpty() : open.channel().isWritable();
  }

  // ---- the response ----

  void head(HttpResponse head) {
    isAnswered = true;
    OriginConnection open = connection;
    if (open != null) {
      open.deadlineIn(client.responseNanos());
      int status = head.status().code();
      if (status == 502 || status == 503 || status == 504) {
        open.origin().failed();
      } else {
        open.origin().answered();
      }
    }
    sink.head(HopFields.removed(head));
  }

  void content(ByteBuf piece) {
    OriginConnection open = connection;
    if (open != null) {
      open.deadlineIn(client.responseNanos());
    }
    sink.content(piece);
  }

  void end() {
    OriginConnection open = connection;
    connection = null;
    isOver = true;
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
    OriginConnection open = connection;
    if (open != null && open.channel().config().isAutoRead() != more) {
      open.channel().config().setAutoRead(more);
      if (more) {
        open.deadlineIn(client.responseNanos());
      } else {
        open.begin(this); // waits for the client, which has a deadline of its own
      }
    }
  }

  void failed(OriginFailure.Kind kind, String message) {
    OriginConnection before = connection;
    connection = null;
    if (before != null) {
      before.origin().failed();
    }
    if (isOver) {
      return;
    }
    boolean again =
        kind == OriginFailure.Kind.BROKEN
            && !isAnswered
            && before != null
            && attempts < 2
            && request.isRepeatable()
            && !hasSentPieces
            && (before.hasBeenUsed() || request.group().origins().size() > 1);
    if (again) {
      isRequestSent = false;
      begin();
    } else {
      end(new OriginFailure(kind, message));
    }
  }

  private void end(OriginFailure failure) {
    if (!isOver) {
      isOver = true;
      dropWaiting();
      sink.failed(failure);
    }
  }

  /** Ends the exchange without an answer: the client is gone. */
  void cancel() {
    OriginConnection open = connection;
    connection = null;
    isOver = true;
    dropWaiting();
    if (open != null) {
      open.release(false, 0);
    }
  }

  private void dropWaiting() {
    waiting.forEach(ByteBuf::release);
    waiting.clear();
  }
}
