package io.castile.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/** A connection to an origin: one exchange after the other. Used on its event loop only. */
final class OriginConnection extends ChannelInboundHandlerAdapter implements Deadlines.Watched {
  private final Origin origin;
  private final Loops.LoopState loop;
  private final Channel channel;
  private @Nullable OriginExchange exchange; // null while it is idle
  private boolean keepAlive;
  private boolean hasBeenUsed;
  private boolean informational;
  private long deadline = Deadlines.NEVER;

  /**
   * @param channel of which this is the last handler
   */
  OriginConnection(Origin origin, Loops.LoopState loop, Channel channel) {
    this.origin = origin;
    this.loop = loop;
    this.channel = channel;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    loop.deadlines.add(this);
  }

  Origin origin() {
    return origin;
  }

  Channel channel() {
    return channel;
  }

  boolean isUsable() {
    return channel.isActive() && exchange == null;
  }

  /** Whether an exchange before used it, so that the origin may just be about to close it. */
  boolean hasBeenUsed() {
    return hasBeenUsed;
  }

  void begin(OriginExchange next) {
    exchange = next;
    deadline = Deadlines.NEVER;
  }

  void deadlineIn(long nanos) {
    deadline = Deadlines.in(nanos);
  }

  /** Ends the exchange; the connection is kept if it can carry another one. */
  void release(boolean isReusable, long idleNanos) {
    exchange = null;
    hasBeenUsed = true;
    if (isReusable && keepAlive && channel.isActive()) {
      channel.config().setAutoRead(true);
      deadlineIn(idleNanos);
      loop.pool(origin).give(this);
    } else {
      channel.close();
    }
  }

  // ---- what comes ----

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    OriginExchange current = exchange;
    HttpObject object = (HttpObject) message;
    if (current == null || object.decoderResult().isFailure()) {
      ReferenceCountUtil.release(message);
      if (current != null) {
        exchange = null;
        current.failed(
            OriginFailure.Kind.MALFORMED,
            "what " + origin + " sent is no HTTP: " + object.decoderResult().cause().getMessage());
      }
      context.close();
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
      current.end();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
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

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    loop.deadlines.remove(this);
    loop.pool(origin).remove(this);
    origin.giveConnectionBack();
    OriginExchange current = exchange;
    exchange = null;
    if (current != null) {
      current.failed(
          OriginFailure.Kind.BROKEN, origin + " closed the connection before the answer's end");
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    OriginExchange current = exchange;
    exchange = null;
    if (current != null) {
      current.failed(OriginFailure.Kind.BROKEN, origin + ": " + cause.getMessage());
    }
    context.close();
  }

  @Override
  public long deadline() {
    return deadline;
  }

  @Override
  public void expired() {
    deadline = Deadlines.NEVER;
    OriginExchange current = exchange;
    exchange = null;
    if (current != null) {
      current.failed(OriginFailure.Kind.LATE, origin + " did not answer in time");
    }
    channel.close();
  }
}
