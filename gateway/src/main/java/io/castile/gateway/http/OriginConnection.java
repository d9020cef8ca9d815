package io.castile.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelOutputShutdownEvent;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/** A connection of HTTP/1.1 to an origin: one exchange after the other. */
final class OriginConnection extends OriginCarrier {
  /** A short name of bytes that belong to no answer. */
  private static final String STRAY = "stray_bytes";

  /** The content of a larger request is written apart: it may follow its head after a long time. */
  private static final int WITH_HEAD_BYTES = 16 << 10;

  private final OriginClient client;
  private final Origin origin;
  private final Loops.LoopState loop;
  private final OriginChannel channel;
  private @Nullable OriginExchange exchange; // null while it is idle
  private final OriginDecoder decoder;
  private boolean isRequestWritten; // its head, at least
  private boolean isWriting; // a request, whose end has not been written yet
  private boolean isReading; // of what the network has
  private boolean isResting; // with all that was read, and goes to the pool then
  private boolean keepAlive = true; // a new one may be used
  private boolean isOutputEnded; // as a write has failed
  private boolean hasBeenUsed;
  private boolean informational;

  /**
   * @param channel of which this is the last handler
   * @param decoder of the channel
   */
  OriginConnection(
      OriginClient client,
      Origin origin,
      Loops.LoopState loop,
      OriginChannel channel,
      OriginDecoder decoder) {
    this.client = client;
    this.origin = origin;
    this.loop = loop;
    this.channel = channel;
    this.decoder = decoder;
    decoder.of(this);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    if (channel.isActive()) { // as after the handshake of TLS
      loop.deadlines.add(this);
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    loop.deadlines.add(this);
  }

  @Override
  Origin origin() {
    return origin;
  }

  Channel channel() {
    return channel;
  }

  boolean isUsable() {
    return channel.isActive() && exchange == null;
  }

  /**
   * Whether nothing has come since the last response: neither bytes that belong to none nor the
   * origin's end of the connection, of which the event loop may not know yet.
   */
  boolean isSilent() {
    return channel.isSilent();
  }

  @Override
  boolean hasBeenUsed() {
    return hasBeenUsed;
  }

  @Override
  void originFailed() {
    origin.failed();
  }

  @Override
  void begin(OriginExchange next) {
    exchange = next;
    isRequestWritten = false;
    isWriting = true;
    deadlineNever();
  }

  /** Notes, too, when the head is on its way: before, nothing can be its response. */
  @Override
  void send(HttpRequest request) {
    decoder.next(request.method());
    if (!(request instanceof FullHttpRequest whole)) {
      writeHead(request);
    } else if (whole.content().readableBytes() <= WITH_HEAD_BYTES) {
      channel
          .write(request)
          .addListener(
              done -> {
                isRequestWritten |= done.isSuccess();
                isWriting &= !done.isSuccess();
              });
    } else { // which the origin may answer before it has come
      writeHead(
          new DefaultHttpRequest(
              request.protocolVersion(), request.method(), request.uri(), request.headers()));
      writeEnd(new DefaultLastHttpContent(whole.content()));
    }
  }

  private void writeHead(HttpRequest head) {
    channel.write(head).addListener(done -> isRequestWritten |= done.isSuccess());
  }

  private void writeEnd(LastHttpContent end) {
    channel.write(end).addListener(done -> isWriting &= !done.isSuccess());
  }

  @Override
  void send(ByteBuf piece) {
    channel.write(new DefaultHttpContent(piece));
  }

  @Override
  void sendEnd() {
    writeEnd(LastHttpContent.EMPTY_LAST_CONTENT);
    channel.flush();
  }

  @Override
  void flush() {
    channel.flush();
  }

  @Override
  boolean isWritable() {
    return channel.isWritable();
  }

  @Override
  void read(boolean more) {
    channel.config().setAutoRead(more);
  }

  /** The connection is kept if it can carry another exchange, once all that has come is read. */
  @Override
  void release(boolean isReusable, long idleNanos) {
    exchange = null;
    hasBeenUsed = true;
    if (!isReusable || isWriting || !keepAlive || isOutputEnded || !channel.isActive()) {
      channel.close();
      return;
    }
    channel.config().setAutoRead(true);
    deadlineIn(idleNanos);
    isResting = isReading;
    if (!isResting) {
      loop.pool(origin).give(this);
    }
  }

  // ---- what comes ----

  /** Whether what comes may be the response of a request. */
  boolean awaitsResponse() {
    return exchange != null && isRequestWritten;
  }

  /** Takes it that bytes have come that belong to no response. */
  void strayed() {
    OriginExchange current = exchange;
    exchange = null;
    isResting = false;
    channel.close();
    if (current != null) {
      current.notSent();
    } else {
      client.failed(origin.toString(), STRAY, "bytes came on an idle connection, which is closed");
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    isReading = true;
    OriginExchange current = exchange;
    HttpObject object = (HttpObject) message;
    if (current == null) {
      ReferenceCountUtil.release(message);
      context.close();
      return;
    }
    String problem = problem(object);
    if (problem != null) {
      ReferenceCountUtil.release(message);
      exchange = null;
      context.close();
      current.failed(
          OriginFailure.Kind.MALFORMED, "what " + origin + " sent is no HTTP: " + problem);
      return;
    }
    if (object instanceof HttpResponse head) {
      informational = head.status().codeClass() == HttpStatusClass.INFORMATIONAL;
      if (!informational) {
        keepAlive = HttpUtil.isKeepAlive(head);
        current.head(head);
      }
    }
    if (object instanceof HttpContent content) {
      content(current, content);
    }
  }

  private @Nullable String problem(HttpObject object) {
    if (object.decoderResult().isFailure()) {
      return String.valueOf(object.decoderResult().cause().getMessage());
    }
    return object instanceof HttpResponse head ? OriginDecoder.problem(head, hasBeenUsed) : null;
  }

  private void content(OriginExchange current, HttpContent content) {
    ByteBuf piece = content.content();
    if (informational) { // of which only the end comes
      informational = !(content instanceof LastHttpContent);
      piece.release();
      return;
    }
    if (piece.isReadable()) {
      current.content(piece);
    } else {
      piece.release();
    }
    if (content instanceof LastHttpContent) {
      if (decoder.hasMore()) {
        keepAlive = false;
        client.failed(origin.toString(), STRAY, "bytes follow an answer; the connection is closed");
      }
      current.end();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    isReading = false;
    if (isResting) {
      isResting = false;
      if (isUsable()) {
        loop.pool(origin).give(this);
      }
    }
    if (exchange != null) {
      exchange.pause();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (exchange != null) {
      exchange.writable(channel.isWritable());
    }
  }

  // ---- the end ----

  /**
   * Goes on to read after a write has failed: the origin may have said why it takes no more, by a
   * response or an alert of TLS, before it ended the connection.
   */
  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event == ChannelOutputShutdownEvent.INSTANCE) {
      isOutputEnded = true;
      channel.writesNoMore();
      if (exchange == null) {
        context.close();
      } else if (channel.config().isAutoRead()) { // else the response waits for its client
        deadlineIn(client.responseNanos());
      }
    }
    context.fireUserEventTriggered(event);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    loop.deadlines.remove(this);
    loop.pool(origin).remove(this);
    OriginExchange current = exchange;
    exchange = null;
    if (current != null) {
      boolean isCut = current.isAnswered();
      current.failed(
          isCut ? OriginFailure.Kind.CUT : OriginFailure.Kind.BROKEN,
          origin + " closed the connection " + (isCut ? "within" : "without") + " an answer");
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    OriginExchange current = exchange;
    exchange = null;
    if (current != null) {
      OriginFailure.Kind tls = OriginFailure.tls(cause);
      OriginFailure.Kind other =
          current.isAnswered() ? OriginFailure.Kind.CUT : OriginFailure.Kind.BROKEN;
      current.failed(tls == null ? other : tls, origin + ": " + cause.getMessage());
    }
    context.close();
  }

  @Override
  public void expired() {
    deadlineNever();
    OriginExchange current = exchange;
    exchange = null;
    if (current != null) {
      current.failed(OriginFailure.Kind.LATE, origin + " did not answer in time");
    }
    channel.close();
  }
}
