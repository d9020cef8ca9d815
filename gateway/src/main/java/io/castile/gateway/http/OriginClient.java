package io.castile.gateway.http;

import io.castile.gateway.config.Limits;
import io.castile.gateway.config.Timeouts;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** Calls origins over HTTP/1.1 or HTTP/2, on connections that are used again. Thread-safe. */
public final class OriginClient {
  private final Loops loops;
  private final Supplier<Timeouts> timeouts;
  private final Supplier<Limits> limits;
  private final @Nullable FailureLog failures; // null for none

  /**
   * @param timeouts asked for each exchange
   * @param limits asked for each connection
   * @param failures is told of those of origins; null where another one tells of them
   */
  public OriginClient(
      Loops loops,
      Supplier<Timeouts> timeouts,
      Supplier<Limits> limits,
      @Nullable FailureLog failures) {
    this.loops = loops;
    this.timeouts = timeouts;
    this.limits = limits;
    this.failures = failures;
  }

  /** Takes it that an origin failed, whatever becomes of the request. */
  void failed(Origin origin, OriginFailure.Kind kind, String message) {
    failed(origin.toString(), kind.error(), message);
  }

  /**
   * Takes it that what an origin did is wrong.
   *
   * @param origin its address, or the route to it
   * @param kind a short name
   */
  public void failed(String origin, String kind, String message) {
    if (failures != null) {
      failures.failed(origin, kind, message);
    }
  }

  /**
   * Begins an exchange.
   *
   * @param loop the one that the caller is on, and on which the sink is called
   */
  OriginExchange begin(EventLoop loop, OriginRequest request, ResponseSink sink) {
    OriginExchange exchange = new OriginExchange(this, loops.state(loop), request, sink);
    exchange.begin();
    return exchange;
  }

  EventLoop anyLoop() {
    return loops.next();
  }

  long responseNanos() {
    return timeouts.get().response().toNanos();
  }

  long idleNanos() {
    return timeouts.get().originIdle().toNanos();
  }

  long connectNanos() {
    return timeouts.get().connect().toNanos();
  }

  /** Gives an exchange a connection that is made for it, or a stream of one. */
  void connect(Origin origin, Loops.LoopState loop, OriginExchange exchange) {
    if (origin.isHttp2()) {
      loop.pool(origin).await(exchange, this);
      return;
    }
    open(
        origin,
        loop,
        channel -> {
          OriginConnection made = channel.pipeline().get(OriginConnection.class);
          if (made != null && made.isUsable()) {
            exchange.connected(made);
          } else { // it ended meanwhile
            exchange.notConnected(endedUnused(origin), true);
          }
        },
        failure -> exchange.notConnected(failure, true));
  }

  static OriginFailure endedUnused(Origin origin) {
    return new OriginFailure(
        OriginFailure.Kind.UNREACHABLE, "a connection to " + origin + " ended before it was used");
  }

  /**
   * Makes a connection. It ends the one call or the other, perhaps before it returns.
   *
   * @param made gets the channel, whose last handler is an {@link OriginConnection} or an {@link
   *     OriginStreams}
   */
  void open(
      Origin origin,
      Loops.LoopState loop,
      Consumer<Channel> made,
      Consumer<OriginFailure> notMade) {
    if (!origin.takeConnection(limits.get().originConnections())) {
      notMade.accept(
          new OriginFailure(
              OriginFailure.Kind.BUSY,
              "as many connections to "
                  + origin
                  + " are open as there may be: "
                  + limits.get().originConnections()));
      return;
    }
    ChannelFuture connecting = bootstrap(origin, loop, made, notMade).connect(origin.address());
    connecting.addListener(
        done -> {
          Channel channel = connecting.channel();
          SslHandler handshake = channel.pipeline().get(SslHandler.class);
          if (!done.isSuccess()) {
            origin.giveConnectionBack();
            notMade.accept(OriginFailure.notConnected(origin, done.cause()));
            return;
          }
          channel.closeFuture().addListener(closed -> origin.giveConnectionBack());
          if (handshake == null) {
            made.accept(channel);
          } else {
            handshake
                .handshakeFuture()
                .addListener(
                    shaken -> {
                      if (!shaken.isSuccess()) {
                        channel.close();
                        notMade.accept(OriginFailure.notShaken(origin, shaken.cause()));
                      } else if (!origin.isHttp2()) { // else its handlers are still to come
                        made.accept(channel);
                      }
                    });
          }
        });
  }

  private Bootstrap bootstrap(
      Origin origin,
      Loops.LoopState loop,
      Consumer<Channel> made,
      Consumer<OriginFailure> notMade) {
    return new Bootstrap()
        .group(loop.eventLoop)
        .channelFactory(OriginChannel::new)
        .option(
            ChannelOption.CONNECT_TIMEOUT_MILLIS,
            (int) Math.min(Integer.MAX_VALUE, timeouts.get().connect().toMillis()))
        .option(ChannelOption.TCP_NODELAY, true)
        .handler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel channel) {
                SslContext tls = origin.tls();
                if (tls != null) {
                  channel.pipeline().addLast(handshake(tls, origin, channel));
                }
                if (tls != null && origin.isHttp2()) {
                  channel.pipeline().addLast(new Agreed(origin, loop, made, notMade));
                } else {
                  addHandlers(origin, loop, (OriginChannel) channel, origin.isHttp2());
                }
              }
            });
  }

  private void addHandlers(
      Origin origin, Loops.LoopState loop, OriginChannel channel, boolean isHttp2) {
    if (isHttp2) {
      OriginStreams.begin(this, origin, loop, channel);
      return;
    }
    channel.config().setAutoClose(false); // a failed write closes nothing before what came is read
    OriginDecoder decoder = new OriginDecoder();
    channel
        .pipeline()
        .addLast(
            decoder,
            new HttpRequestEncoder(),
            new OriginConnection(this, origin, loop, channel, decoder));
  }

  /** Adds the handlers of the protocol that the handshake of TLS has agreed on (ALPN, RFC 7301). */
  private final class Agreed extends ChannelInboundHandlerAdapter {
    private final Origin origin;
    private final Loops.LoopState loop;
    private final Consumer<Channel> made;
    private final Consumer<OriginFailure> notMade;

    Agreed(
        Origin origin,
        Loops.LoopState loop,
        Consumer<Channel> made,
        Consumer<OriginFailure> notMade) {
      this.origin = origin;
      this.loop = loop;
      this.made = made;
      this.notMade = notMade;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      boolean isShaken =
          event instanceof SslHandshakeCompletionEvent completion && completion.isSuccess();
      if (!isShaken) {
        context.fireUserEventTriggered(event);
        return;
      }
      String protocol = context.pipeline().get(SslHandler.class).applicationProtocol();
      OriginChannel channel = (OriginChannel) context.channel();
      context.pipeline().remove(this);
      try {
        addHandlers(origin, loop, channel, ApplicationProtocolNames.HTTP_2.equals(protocol));
      } catch (RuntimeException e) { // a defect, for which no exchange may wait
        context.close();
        notMade.accept(OriginFailure.notConnected(origin, e));
        return;
      }
      made.accept(channel);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close(); // the handshake, which has failed, has told why
    }
  }

  private SslHandler handshake(SslContext tls, Origin origin, Channel channel) {
    SSLEngine engine = tls.newEngine(channel.alloc(), origin.host(), origin.port());
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    engine.setSSLParameters(parameters);
    SslHandler handler = new SslHandler(engine);
    handler.setHandshakeTimeoutMillis(timeouts.get().connect().toMillis());
    return handler;
  }
}
