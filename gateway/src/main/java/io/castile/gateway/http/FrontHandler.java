package io.castile.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameStreamException;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.HttpConversionUtil;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of a client: one request after the other. Requests that come before the response to
 * the one before has been written wait here, and no more is read meanwhile. In HTTP/2 it is a
 * stream, which has one request. Used on its event loop only.
 */
final class FrontHandler extends ChannelInboundHandlerAdapter
    implements FrontConnection, Deadlines.Watched {
  private static final Logger log = LoggerFactory.getLogger(FrontHandler.class);
  private static final int MAX_VIAS = 8;

  /** How long at most a client may still send once the connection has ended for writing. */
  private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final String VIA = "1.1 castile";
  private static final String VIA_OF_STREAM = "2.0 castile";

  private final FrontServer server;
  private final boolean isTls;
  private final @Nullable FrontEncoder encoder; // null in a stream of HTTP/2
  private final @Nullable StreamConnection streams; // that has this stream; null for HTTP/1.1
  private final long opened = System.nanoTime();

  private @Nullable ChannelHandlerContext context;
  private @Nullable FrontExchange exchange; // null between two requests
  private final Deque<HttpObject> waiting = new ArrayDeque<>();
  private boolean isReading; // of what the network has, so that a flush follows
  private boolean isEnding;
  private volatile boolean isLingering; // until the client has read what was written last
  private volatile @Nullable ChannelFuture lastWrite; // of a whole response; null before
  private boolean isHttp10; // the request that came last
  private boolean isPaused;
  private long deadline;
  private long unreadBytes; // of the response, when a deadline passed last
  private boolean hasContent; // the request that came last
  private @Nullable String certificate; // null before it is asked for, and where there is none

  private boolean isAdmitted; // a stream, to be served
  private boolean isReset; // a stream, by its client

  /** A connection of HTTP/1.1. */
  FrontHandler(FrontServer server, boolean isTls, FrontEncoder encoder) {
    this(server, isTls, encoder, null);
  }

  /** A stream of HTTP/2. */
  FrontHandler(FrontServer server, boolean isTls, StreamConnection streams) {
    this(server, isTls, null, streams);
  }

  private FrontHandler(
      FrontServer server,
      boolean isTls,
      @Nullable FrontEncoder encoder,
      @Nullable StreamConnection streams) {
    this.server = server;
    this.isTls = isTls;
    this.encoder = encoder;
    this.streams = streams;
    this.deadline = Deadlines.in(server.timeouts().request().toNanos());
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  private ChannelHandlerContext context() {
    if (context == null) {
      throw new IllegalStateException("Cannot use the handler before it is in a pipeline.");
    }
    return context;
  }

  @Override
  public EventLoop eventLoop() {
    return context().channel().eventLoop();
  }

  private boolean isStream() {
    return streams != null;
  }

  @Override
  public void channelActive(ChannelHandlerContext active) {
    if (!isStream()) { // whose connection has been told of
      server.opened(this);
    }
    server.deadlines(eventLoop()).add(this);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext removed) {
    server.deadlines(eventLoop()).remove(this);
    server.closed(this);
  }

  @Override
  public void drain() {
    if (exchange == null && !isEnding && hasUndelivered()) {
      closeAfterwards(!waiting.isEmpty());
    } else if (exchange == null && !isEnding) {
      context().close();
    }
    isEnding = true;
  }

  @Override
  public boolean hasUndelivered() {
    ChannelFuture last = lastWrite;
    return isLingering || (last != null && !last.isDone());
  }

  /** Whether the connection ends with the response that is under way, which tells the client so. */
  boolean isEnding() {
    return isEnding || server.isDraining();
  }

  // ---- what comes ----

  @Override
  public void channelRead(ChannelHandlerContext read, Object message) {
    isReading = true;
    if (!(message instanceof HttpObject object)) { // a frame of an extension of HTTP/2
      ReferenceCountUtil.release(message);
    } else if (isReset || (isEnding && exchange == null)) {
      ReferenceCountUtil.release(message);
    } else if (isStream() && !isAdmitted) { // until all that has come is read, as a reset is too
      waiting.add(object);
    } else if (!waiting.isEmpty() || (object instanceof HttpRequest && exchange != null)) {
      waiting.add(object);
      context().channel().config().setAutoRead(false);
    } else {
      take(object);
    }
  }

  private void take(HttpObject object) {
    if (object.decoderResult().isFailure()) {
      malformed(object);
      return;
    }
    if (object instanceof HttpRequest request) {
      begin(request);
    }
    FrontExchange current = exchange;
    if (object instanceof HttpContent content) {
      ByteBuf piece = content.content();
      if (current == null) {
        piece.release();
        return;
      }
      deadline = Deadlines.in(server.timeouts().request().toNanos());
      if (piece.isReadable()) {
        current.take(piece, server.limits().requestBytes());
      } else {
        piece.release();
      }
      if (content instanceof LastHttpContent && exchange == current) {
        deadline = Deadlines.NEVER; // the origin has its own
        current.takeEnd();
      }
    }
  }

  private void malformed(HttpObject object) {
    ReferenceCountUtil.release(object);
    Throwable cause = object.decoderResult().cause();
    int status = 400;
    if (cause instanceof TooLongHttpLineException) {
      status = 414;
    } else if (cause instanceof TooLongHttpHeaderException) {
      status = 431;
    }
    refuse(
        status,
        "what was sent is no request: "
            + cause.getMessage()
            + (status == 431 ? " (limits.headerBytes of the gateway)" : ""));
  }

  private void begin(HttpRequest request) {
    HttpHeaders fields = request.headers();
    isHttp10 = request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) < 0;
    String problem = problem(request, isHttp10);
    if (problem != null) {
      refuse(request.method().equals(HttpMethod.CONNECT) ? 405 : 400, problem);
      return;
    }
    RequestTarget target;
    try {
      String host = fields.get(HttpHeaderNames.HOST, "");
      target = RequestTarget.read(request.uri(), request.method(), host, isStream());
    } catch (IllegalArgumentException e) {
      refuse(400, String.valueOf(e.getMessage()));
      return;
    }
    if (fields.getAll(HttpHeaderNames.VIA).size() >= MAX_VIAS) {
      refuse(508, "the request has come through " + MAX_VIAS + " proxies or more");
      return;
    }
    boolean keepAlive = HttpUtil.isKeepAlive(request) && !isEnding();
    hasContent =
        fields.contains(HttpHeaderNames.TRANSFER_ENCODING)
            || !fields.get(HttpHeaderNames.CONTENT_LENGTH, "0").equals("0");
    unreadBytes = Long.MAX_VALUE;
    if (HttpUtil.is100ContinueExpected(request)) {
      fields.remove(HttpHeaderNames.EXPECT);
      context()
          .writeAndFlush(
              new DefaultFullHttpResponse(
                  HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
    }
    HopFields.remove(fields);
    if (isStream()) {
      removeOfCodec(fields);
    }
    ForwardedFields.set(fields, client(), isTls, server.trustedProxies());
    fields.add(HttpHeaderNames.VIA, isStream() ? VIA_OF_STREAM : VIA);
    FrontExchange begun =
        new FrontExchange(
            this,
            server.handler(),
            new RequestHead(
                request.method(),
                target.target(),
                target.host(),
                isTls,
                fields,
                client(),
                certificate(),
                null),
            keepAlive,
            isHttp10);
    exchange = begun;
    deadline = Deadlines.in(server.timeouts().request().toNanos());
    if (!server.admit() && !server.handler().isAlwaysServed(begun.head())) {
      Reply busy =
          Reply.ofText(503, "the gateway has as many requests as it takes (limits.requests)");
      busy.fields().set(HttpHeaderNames.RETRY_AFTER, "1");
      begun.respond(busy);
      return;
    }
    begun.begin();
  }

  /** Removes what the codec has added of HTTP/2. */
  private static void removeOfCodec(HttpHeaders fields) {
    for (HttpConversionUtil.ExtensionHeaderNames each :
        HttpConversionUtil.ExtensionHeaderNames.values()) {
      fields.remove(each.text());
    }
  }

  private static @Nullable String problem(HttpRequest request, boolean isHttp10) {
    int hosts = request.headers().getAll(HttpHeaderNames.HOST).size();
    if (hosts > 1 || (hosts == 0 && !isHttp10)) {
      return "expected one Host, found " + hosts;
    }
    if (request.method().equals(HttpMethod.CONNECT)) {
      return "the gateway is no proxy for CONNECT";
    }
    List<String> codings = request.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
    boolean isChunked = codings.size() == 1 && codings.get(0).strip().equalsIgnoreCase("chunked");
    return codings.isEmpty() || (isChunked && !isHttp10)
        ? null
        : "expected Transfer-Encoding chunked, found " + codings;
  }

  private @Nullable InetAddress client() {
    return ProxyHeader.client(connection());
  }

  private Channel connection() {
    return isStream() ? context().channel().parent() : context().channel();
  }

  /** The digest of the certificate that the client has shown in this connection. */
  private @Nullable String certificate() {
    SslHandler tls = isTls ? connection().pipeline().get(SslHandler.class) : null;
    if (tls == null || certificate != null) {
      return certificate;
    }
    try {
      byte[] shown = tls.engine().getSession().getPeerCertificates()[0].getEncoded();
      certificate = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(shown));
    } catch (SSLPeerUnverifiedException e) {
      return null; // it has shown none
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a certificate was shown that cannot be read", e);
    }
    return certificate;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext told, Object event) throws Exception {
    if (event instanceof Http2ResetFrame && streams != null) {
      isReset = true;
      if (exchange != null || !isAdmitted) {
        streams.wasReset(System.nanoTime() - opened);
      }
    }
    super.userEventTriggered(told, event);
  }

  /** Serves a stream that has waited; returns whether its client still wants that. */
  boolean admitted() {
    if (isReset || !context().channel().isActive()) {
      return false;
    }
    isAdmitted = true;
    takeWaiting();
    return true;
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext read) {
    if (streams != null && !isAdmitted && !isReset && !waiting.isEmpty()) {
      if (!streams.admit(this)) {
        read.channel().config().setAutoRead(false); // until it is admitted
      }
    }
    isReading = false;
    FrontExchange current = exchange;
    if (current != null) {
      current.takePause();
    }
    read.flush();
  }

  /** Reads more of the request, or no more for now. */
  void readMore(boolean more) {
    isPaused = !more;
    if (waiting.isEmpty() && context().channel().config().isAutoRead() != more) {
      context().channel().config().setAutoRead(more);
      deadline = more ? Deadlines.in(server.timeouts().request().toNanos()) : Deadlines.NEVER;
    }
  }

  // ---- what is written ----

  void writeHead(HttpResponse response, boolean keepAlive, boolean isHead) {
    HttpResponse own = response.setProtocolVersion(HttpVersion.HTTP_1_1);
    setConnection(own.headers(), keepAlive);
    if (encoder != null) {
      encoder.nextIsOfHead(isHead);
    }
    context().write(own);
  }

  /** RFC 9112 §9.3: what is not said is "close" for HTTP/1.0, and else "keep-alive". */
  private void setConnection(HttpHeaders fields, boolean keepAlive) {
    if (!keepAlive) {
      fields.set(HttpHeaderNames.CONNECTION, "close");
    } else if (isHttp10) {
      fields.set(HttpHeaderNames.CONNECTION, "keep-alive");
    }
  }

  /** Returns whether more may follow at once. */
  boolean writeContent(ByteBuf piece) {
    context().write(new DefaultHttpContent(piece));
    return isWritable();
  }

  private boolean isWritable() {
    boolean isWritable = context().channel().isWritable();
    if (!isWritable) {
      deadline = Deadlines.in(server.timeouts().response().toNanos());
    }
    return isWritable;
  }

  void writeEnd() {
    lastWrite = context().write(LastHttpContent.EMPTY_LAST_CONTENT);
  }

  /**
   * Whether it reads what the network has, at whose end {@link FrontExchange#takePause} is told.
   */
  boolean isReading() {
    return isReading;
  }

  void flush() {
    if (!isReading) {
      context().flush();
    }
  }

  void write(Reply reply, boolean keepAlive, boolean isHead) {
    HttpHeaders fields = reply.fields().copy();
    boolean mayHaveContent = reply.status() != 204 && reply.status() != 304;
    if (mayHaveContent) {
      fields.set(HttpHeaderNames.CONTENT_LENGTH, reply.size());
    }
    setConnection(fields, keepAlive);
    if (encoder != null) {
      encoder.nextIsOfHead(isHead);
    }
    ByteBuf content = Unpooled.EMPTY_BUFFER;
    if (isHead || !mayHaveContent) {
      reply.release();
    } else {
      content = reply.toBuffer();
    }
    lastWrite =
        context()
            .write(
                new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1,
                    HttpResponseStatus.valueOf(reply.status()),
                    content,
                    fields,
                    DefaultHttpHeadersFactory.trailersFactory().newHeaders()));
  }

  /** Answers what is no request, and ends the connection. */
  private void refuse(int status, String text) {
    FrontExchange current = exchange;
    if (current != null) { // its content is what was malformed
      abort();
      return;
    }
    isEnding = true;
    server.refused();
    write(Reply.ofText(status, text), false, false);
    closeAfterwards(true);
  }

  // ---- the end ----

  /**
   * Ends the connection once all has been written; of a stream, what the client still sends.
   *
   * @param isUnread whether the client may still send, so that a plain close would have the system
   *     reset the connection, and the client lose the response
   */
  private void closeAfterwards(boolean isUnread) {
    deadline =
        Deadlines.in(server.timeouts().response().toNanos()); // for a client that reads nothing
    ChannelFuture last = lastWrite;
    if (isStream() && last != null) {
      // RFC 9113 §8.1: the client need not send the rest, and keeps the response.
      context().flush();
      last.addListener(
          done -> context().writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.NO_ERROR)));
    } else if (isUnread) {
      context().writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(done -> linger());
    } else {
      context().writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }
  }

  /**
   * Ends the connection for writing, and drops what the client sends until it ends the connection,
   * or for some seconds (RFC 9112 §9.6).
   */
  private void linger() {
    if (!(context().channel() instanceof DuplexChannel channel) || !channel.isActive()) {
      context().close();
      return;
    }
    isLingering = true;
    dropWaiting();
    deadline = Deadlines.in(Math.min(LINGER_NANOS, server.timeouts().request().toNanos()));
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    ChannelFuture written = tls == null ? channel.newSucceededFuture() : tls.closeOutbound();
    written.addListener(
        done -> {
          channel.shutdownOutput();
          channel.config().setAutoRead(true);
        });
  }

  /**
   * The exchange is over.
   *
   * @param isUnread whether a part of the request may still come
   */
  void finished(boolean isKept, boolean isUnread) {
    exchange = null;
    server.ended();
    if (!isKept || isEnding()) {
      isEnding = true;
      closeAfterwards((isUnread && hasContent) || !waiting.isEmpty());
      return;
    }
    deadline = Deadlines.in(server.timeouts().idle().toNanos());
    isPaused = false;
    if (isReading) {
      takeWaiting();
    } else {
      context().flush();
      takeWaiting();
    }
  }

  private void takeWaiting() {
    // Invariant: a request is taken only while none is under way; content is of the one that is.
    while (!waiting.isEmpty() && !isEnding) {
      if (waiting.peek() instanceof HttpRequest && exchange != null) {
        return;
      }
      take(waiting.poll());
    }
    if (!isPaused && !context().channel().config().isAutoRead()) {
      context().channel().config().setAutoRead(true);
    }
  }

  /** Ends the connection so that the client sees that the response is not whole. */
  void abort() {
    context().close();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext changed) {
    FrontExchange current = exchange;
    if (current != null && changed.channel().isWritable()) {
      deadline = Deadlines.NEVER;
      current.readResponse(true);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext inactive) {
    dropWaiting();
    FrontExchange current = exchange;
    exchange = null;
    Runnable left = streams != null && isAdmitted ? streams::ended : () -> {};
    if (streams != null && !isAdmitted) {
      streams.withdraw(this);
    }
    if (current != null) {
      current.lost(isStream(), left);
      server.ended();
    } else {
      left.run();
    }
  }

  private void dropWaiting() {
    waiting.forEach(ReferenceCountUtil::release);
    waiting.clear();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext caught, Throwable cause) {
    if (cause instanceof IOException
        || cause instanceof DecoderException
        || cause instanceof Http2Exception
        || cause instanceof Http2FrameStreamException) {
      log.debug("a connection of a client ends: {}", cause.toString());
    } else {
      log.error("a connection of a client ends, as the gateway failed", cause);
    }
    Http2Error error = isStream() ? error(cause) : null;
    if (error != null) { // RFC 9113 §5.4.2: closed before, the stream would be cancelled
      caught.writeAndFlush(new DefaultHttp2ResetFrame(error));
    }
    caught.close();
  }

  /** The error of a client of HTTP/2; null for none. */
  private static @Nullable Http2Error error(Throwable cause) {
    for (Throwable each = cause; each != null; each = each.getCause()) {
      if (each instanceof Http2FrameStreamException fault) {
        return fault.error();
      } else if (each instanceof Http2Exception fault) {
        return fault.error();
      }
    }
    return null;
  }

  @Override
  public long deadline() {
    return deadline;
  }

  @Override
  public void expired() {
    deadline = Deadlines.NEVER;
    FrontExchange current = exchange;
    if (current == null && hasReadMore()) {
      deadline = Deadlines.in(server.timeouts().response().toNanos());
    } else if (current == null || current.isHandled()) {
      context().close();
    } else { // the request did not come in time
      current.respond(Reply.ofText(408, "the request did not come in time"));
    }
  }

  /**
   * Whether a response is still being written, and the client has read of it since the last call;
   * at the first call, whether it is still being written.
   */
  private boolean hasReadMore() {
    ChannelOutboundBuffer buffer =
        context().channel().unsafe().outboundBuffer(); // null in a stream
    long before = unreadBytes;
    // What has been written of the first buffer stays pending until all of that buffer is written.
    unreadBytes = buffer == null ? 0 : buffer.totalPendingWriteBytes() - buffer.currentProgress();
    return unreadBytes > 0 && unreadBytes < before;
  }

  void log(OriginFailure failure) {
    log.debug("a request had no answer: {}", failure.getMessage());
  }
}
