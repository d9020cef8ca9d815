package io.castile.gateway.http;

import io.castile.gateway.config.AddressRange;
import io.castile.gateway.config.Limits;
import io.castile.gateway.config.ListenAddress;
import io.castile.gateway.config.ListenerConfig;
import io.castile.gateway.config.Timeouts;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Listens for clients of HTTP/1.1 and HTTP/2. Thread-safe. */
public final class FrontServer {
  private static final int BACKLOG = 1_024;
  private static final WriteBufferWaterMark WATER_MARK =
      new WriteBufferWaterMark(64 << 10, 256 << 10);

  private final Loops loops;
  private final RequestHandler handler;
  private final Supplier<Settings> settings;
  private final Set<FrontConnection> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger requests = new AtomicInteger();
  private final LongAdder refusals = new LongAdder();
  private final List<Channel> listening = new CopyOnWriteArrayList<>();
  private volatile boolean isDraining;

  /**
   * The settings that may change while the server listens.
   *
   * @param limits what is borne with
   * @param timeouts how long is waited
   * @param trustedProxies whose word is believed
   */
  public record Settings(Limits limits, Timeouts timeouts, List<AddressRange> trustedProxies) {}

  /**
   * @param settings asked for each request
   */
  public FrontServer(Loops loops, RequestHandler handler, Supplier<Settings> settings) {
    this.loops = loops;
    this.handler = handler;
    this.settings = settings;
  }

  /** Returns the protocols that TLS is to offer, by their names in ALPN. */
  public static List<String> protocols(boolean isHttp2) {
    return isHttp2
        ? List.of(ApplicationProtocolNames.HTTP_2, ApplicationProtocolNames.HTTP_1_1)
        : List.of(ApplicationProtocolNames.HTTP_1_1);
  }

  /**
   * Begins to listen, also beside listeners that it has already; limits hold for all together.
   *
   * @param tls asked for each connection, offers {@link #protocols}; null for plain HTTP
   * @return the port
   * @throws IOException if it cannot, as where another process has the port
   */
  public int listen(ListenerConfig listener, @Nullable Supplier<SslContext> tls)
      throws IOException {
    ListenAddress address = listener.address();
    ChannelFuture binding =
        new ServerBootstrap()
            .group(loops.group())
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    accept(channel, listener, tls);
                  }
                })
            .bind(address.toSocketAddress())
            .awaitUninterruptibly();
    if (!binding.isSuccess()) {
      throw new IOException(
          "cannot listen on " + address + ": " + binding.cause().getMessage(), binding.cause());
    }
    listening.add(binding.channel());
    return ((InetSocketAddress) binding.channel().localAddress()).getPort();
  }

  private void accept(
      Channel channel, ListenerConfig listener, @Nullable Supplier<SslContext> tls) {
    int count = connections.incrementAndGet();
    channel.closeFuture().addListener(closed -> connections.decrementAndGet());
    if (count > limits().connections()) {
      refusals.increment();
      channel.close();
      return;
    }
    if (listener.proxyProtocol()) {
      ProxyHeader.expect(channel, trustedProxies());
    }
    if (tls != null) {
      SslHandler handshake = tls.get().newHandler(channel.alloc());
      handshake.setHandshakeTimeoutMillis(timeouts().request().toMillis());
      channel.pipeline().addLast(handshake);
    }
    if (listener.http2()) {
      channel.pipeline().addLast(new FrontProtocol(this, tls != null));
    }
    FrontEncoder encoder = new FrontEncoder();
    channel
        .pipeline()
        .addLast(
            new StrictRequestDecoder(limits().headerBytes()),
            encoder,
            new FrontHandler(this, tls != null, encoder));
  }

  /**
   * Takes no more connections, and waits for the requests that are under way, until their responses
   * have been written.
   *
   * @return whether all of them have
   */
  public boolean drain(Duration atMost) throws InterruptedException {
    isDraining = true; // before a client can see that there is no listener
    for (Channel each : listening) {
      each.close().awaitUninterruptibly();
    }
    for (FrontConnection each : open) {
      each.eventLoop().execute(each::drain);
    }
    long deadline = System.nanoTime() + atMost.toNanos();
    while (isServing() && System.nanoTime() - deadline < 0) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    return !isServing();
  }

  private boolean isServing() {
    return requests.get() > 0 || open.stream().anyMatch(FrontConnection::hasUndelivered);
  }

  /** Returns how many connections are open. */
  public int connections() {
    return connections.get();
  }

  /** Returns how many requests are under way. */
  public int requests() {
    return requests.get();
  }

  /** Returns how often a connection or a request was refused before it came to the handler. */
  public long refusals() {
    return refusals.sum();
  }

  // ---- for connections ----

  RequestHandler handler() {
    return handler;
  }

  Limits limits() {
    return settings.get().limits();
  }

  Timeouts timeouts() {
    return settings.get().timeouts();
  }

  List<AddressRange> trustedProxies() {
    return settings.get().trustedProxies();
  }

  Deadlines deadlines(EventLoop loop) {
    return loops.state(loop).deadlines;
  }

  boolean isDraining() {
    return isDraining;
  }

  void opened(FrontConnection connection) {
    open.add(connection);
  }

  void closed(FrontConnection connection) {
    open.remove(connection);
  }

  /** Counts a request in; false if there are as many as there may be. */
  boolean admit() {
    boolean admitted = requests.incrementAndGet() <= limits().requests();
    if (!admitted) {
      refusals.increment();
    }
    return admitted;
  }

  void ended() {
    requests.decrementAndGet();
  }

  void refused() {
    refusals.increment();
  }

  /**
   * Finds out by the first bytes of a connection whether its client speaks HTTP/2: over TLS the
   * handshake has told (ALPN, RFC 7301), without TLS the client begins with the preface of HTTP/2
   * (RFC 9113 §3.3). The pipeline has the handlers of HTTP/1.1, which are replaced if so. Requests
   * to upgrade a connection ({@code Upgrade: h2c}) are passed over, as RFC 9113 has it no more.
   */
  private static final class FrontProtocol extends ByteToMessageDecoder {
    private final FrontServer server;
    private final boolean isTls;

    FrontProtocol(FrontServer server, boolean isTls) {
      this.server = server;
      this.isTls = isTls;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
      if (isTls) {
        SslHandler tls = context.pipeline().get(SslHandler.class);
        end(context, ApplicationProtocolNames.HTTP_2.equals(tls.applicationProtocol()));
        return;
      }
      ByteBuf preface = Http2CodecUtil.connectionPrefaceBuf();
      try {
        int length = Math.min(in.readableBytes(), preface.readableBytes());
        boolean isPreface =
            ByteBufUtil.equals(in, in.readerIndex(), preface, preface.readerIndex(), length);
        if (!isPreface || length == preface.readableBytes()) {
          end(context, isPreface);
        }
      } finally {
        preface.release();
      }
    }

    /** Gives what has come to the handlers behind. */
    private void end(ChannelHandlerContext context, boolean isHttp2) {
      if (isHttp2) {
        context.pipeline().remove(StrictRequestDecoder.class);
        context.pipeline().remove(FrontEncoder.class);
        context.pipeline().remove(FrontHandler.class);
        StreamConnection.begin(server, isTls, context.channel());
      }
      context.pipeline().remove(this);
    }
  }

  /**
   * Reads requests and refuses those that two readers could delimit in two ways (request smuggling,
   * RFC 9112 §6.3, §11.2).
   */
  private static final class StrictRequestDecoder extends HttpRequestDecoder {
    private static final int MAX_LINE_BYTES = 16 << 10;
    private static final int MAX_CHUNK_BYTES = 64 << 10;

    StrictRequestDecoder(int maxHeaderBytes) {
      super(
          new HttpDecoderConfig()
              .setMaxInitialLineLength(MAX_LINE_BYTES)
              .setMaxHeaderSize(maxHeaderBytes)
              .setMaxChunkSize(MAX_CHUNK_BYTES)
              .setAllowDuplicateContentLengths(false)
              .setValidateHeaders(true)
              .setStrictLineParsing(true));
    }

    @Override
    protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
      throw new IllegalArgumentException(
          "expected Content-Length or Transfer-Encoding, found both");
    }
  }
}
