package io.castile.gateway.http;

import io.castile.gateway.config.Limits;
import io.castile.gateway.config.Timeouts;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** Calls origins over HTTP/1.1, on connections that are used again. Thread-safe. */
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

  void connect(Origin origin, Loops.LoopState loop, OriginExchange exchange) {
    if (!origin.takeConnection(limits.get().originConnections())) {
      exchange.notConnected(
          new OriginFailure(
              OriginFailure.Kind.BUSY,
              "as many connections to "
                  + origin
                  + " are open as there may be: "
                  + limits.get().originConnections()));
      return;
    }
    ChannelFuture connecting = bootstrap(origin, loop).connect(origin.address());
    connecting.addListener(
        done -> {
          Channel channel = connecting.channel();
          SslHandler handshake = channel.pipeline().get(SslHandler.class);
          if (!done.isSuccess()) { // the channel was never active, so that it does not end
            origin.giveConnectionBack();
            exchange.notConnected(OriginFailure.notConnected(origin, done.cause()));
          } else if (handshake == null) {
            ready(origin, channel, exchange);
          } else {
            handshake
                .handshakeFuture()
                .addListener(
                    shaken -> {
                      if (shaken.isSuccess()) {
                        ready(origin, channel, exchange);
                      } else {
                        channel.close();
                        exchange.notConnected(OriginFailure.notShaken(origin, shaken.cause()));
                      }
                    });
          }
        });
  }

  private static void ready(Origin origin, Channel channel, OriginExchange exchange) {
    OriginConnection made = channel.pipeline().get(OriginConnection.class);
    if (made != null && made.isUsable()) {
      exchange.connected(made);
    } else { // it ended meanwhile
      exchange.notConnected(
          new OriginFailure(
              OriginFailure.Kind.UNREACHABLE,
              "a connection to " + origin + " ended before it was used"));
    }
  }

  private Bootstrap bootstrap(Origin origin, Loops.LoopState loop) {
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
                OriginDecoder decoder = new OriginDecoder();
                channel
                    .pipeline()
                    .addLast(
                        decoder,
                        new HttpRequestEncoder(),
                        new OriginConnection(
                            OriginClient.this, origin, loop, (OriginChannel) channel, decoder));
              }
            });
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
