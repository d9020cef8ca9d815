package io.castile.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameStreamException;
import io.netty.handler.codec.http2.Http2GoAwayFrame;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.util.AsciiString;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A stream of a connection to an origin, which carries one exchange: its request becomes frames,
 * and frames become a response of HTTP/1.1.
 */
final class OriginStream extends OriginCarrier {
  /** Fields of requests that HTTP/2 has not, or says in another way (RFC 9113 §8.2.2). */
  private static final Set<AsciiString> NOT_SENT =
      Set.of(
          HttpHeaderNames.HOST,
          HttpHeaderNames.CONNECTION,
          AsciiString.cached("keep-alive"),
          AsciiString.cached("proxy-connection"),
          HttpHeaderNames.TRANSFER_ENCODING,
          HttpHeaderNames.TE,
          HttpHeaderNames.UPGRADE,
          AsciiString.cached("http2-settings"));

  /** The bytes that a field takes beside its name and value (RFC 9113 §6.5.2). */
  private static final int FIELD_BYTES = 32;

  /** Informational responses before the response. */
  private static final int MAX_INFORMATIONAL = 100;

  private static final long UNKNOWN = -1;

  private final OriginStreams connection;
  private final boolean hasBeenUsed;
  private @Nullable ChannelHandlerContext context; // null where the stream could not be opened
  private @Nullable OriginExchange exchange; // null before it begins and at the end
  private boolean isHead; // the request's method is HEAD
  private boolean isRequestEnded;
  private boolean isRequestWritten; // the network has all of it
  private boolean isResponseEnded;
  private boolean isAnswered; // the head of the response has come
  private boolean hasContent; // the response may have some
  private int informational;
  private long length = UNKNOWN; // that the response has said
  private long received; // of its content
  private @Nullable String ended; // how the origin has ended the stream; null if it has not
  private @Nullable String tooLarge; // why the head is not sent; null if it is
  private boolean isRefused; // the origin has not taken the request
  private boolean isLost;

  OriginStream(OriginStreams connection) {
    this.connection = connection;
    this.hasBeenUsed = connection.hasBeenUsed();
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
    connection.deadlines().add(this);
  }

  @Override
  Origin origin() {
    return connection.origin();
  }

  @Override
  boolean hasBeenUsed() {
    return hasBeenUsed;
  }

  @Override
  void originFailed() {
    connection.countFailure();
  }

  // ---- the request ----

  @Override
  void begin(OriginExchange next) {
    exchange = next;
  }

  @Override
  void send(HttpRequest request) {
    ChannelHandlerContext own = context;
    HttpHeaders fields = request.headers();
    isHead = request.method().equals(HttpMethod.HEAD);
    ByteBuf content =
        request instanceof FullHttpRequest whole ? whole.content() : Unpooled.EMPTY_BUFFER;
    boolean isMore = request instanceof FullHttpRequest ? content.isReadable() : hasContent(fields);
    if (own == null) {
      content.release();
      return;
    }
    isRequestEnded = !isMore;
    own.write(new DefaultHttp2HeadersFrame(toHttp2(request), !isMore))
        .addListener(done -> headWritten(own, done.cause(), !isMore));
    if (content.isReadable()) {
      writeEnd(own, content);
    }
    if (fields.contains(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE, true)) {
      connection.retire();
    }
  }

  /** Whether content follows the head of a request, as HTTP/1.1 has it. */
  private static boolean hasContent(HttpHeaders fields) {
    String length = fields.get(HttpHeaderNames.CONTENT_LENGTH);
    return fields.contains(HttpHeaderNames.TRANSFER_ENCODING)
        || (length != null && !length.equals("0"));
  }

  private Http2Headers toHttp2(HttpRequest request) {
    HttpHeaders fields = request.headers();
    Origin origin = connection.origin();
    Http2Headers made = new DefaultHttp2Headers(false, fields.size() + 4);
    made.method(request.method().asciiName());
    made.scheme(origin.tls() == null ? "http" : "https");
    made.authority(fields.get(HttpHeaderNames.HOST, origin.authority()));
    made.path(request.uri());
    for (Map.Entry<String, String> field : fields) {
      AsciiString name = new AsciiString(field.getKey()).toLowerCase();
      if (!NOT_SENT.contains(name)) {
        made.add(name, field.getValue());
      }
    }
    return made;
  }

  private void writeEnd(ChannelHandlerContext own, ByteBuf content) {
    isRequestEnded = true;
    own.write(new DefaultHttp2DataFrame(content, true))
        .addListener(done -> isRequestWritten = done.isSuccess());
  }

  private void headWritten(ChannelHandlerContext own, @Nullable Throwable failure, boolean isAll) {
    OriginExchange current = exchange;
    isRequestWritten |= isAll && failure == null;
    if (failure == null || current == null) {
      return;
    }
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    if (cause instanceof Http2Exception.HeaderListSizeException) {
      tooLarge = origin() + " takes no such head: " + cause.getMessage();
      own.close();
    } else {
      isRefused = true;
      ended = "took no stream: " + cause.getMessage();
    }
  }

  @Override
  void send(ByteBuf piece) {
    ChannelHandlerContext own = context;
    if (own == null || isRequestEnded) {
      piece.release();
    } else {
      own.write(new DefaultHttp2DataFrame(piece, false));
    }
  }

  @Override
  void sendEnd() {
    if (context != null && !isRequestEnded) {
      writeEnd(context, Unpooled.EMPTY_BUFFER);
    }
    flush();
  }

  @Override
  void flush() {
    if (context != null) {
      context.flush();
    }
  }

  @Override
  boolean isWritable() {
    return context == null || context.channel().isWritable();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext changed) {
    if (exchange != null) {
      exchange.writable(changed.channel().isWritable());
    }
  }

  // ---- the response ----

  @Override
  void read(boolean more) {
    if (context != null) {
      context.channel().config().setAutoRead(more);
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext read, Object frame) {
    OriginExchange current = exchange;
    if (current == null) {
      ReferenceCountUtil.release(frame);
    } else if (frame instanceof Http2HeadersFrame head) {
      isResponseEnded = head.isEndStream();
      if (isAnswered) { // these are trailers, which are not passed on
        end(current);
      } else {
        head(current, head.headers());
      }
    } else if (frame instanceof Http2DataFrame data) {
      isResponseEnded = data.isEndStream();
      content(current, data.content());
    } else { // a frame of an extension
      ReferenceCountUtil.release(frame);
    }
  }

  private void head(OriginExchange current, Http2Headers head) {
    int status = status(head);
    if (status < 100 || status > 599 || status == 101) {
      malformed(
          current,
          "expected a status from 100 to 599 other than 101, found "
              + head.getAll(Http2Headers.PseudoHeaderName.STATUS.value()));
    } else if (status < 200) {
      informational++;
      if (isResponseEnded || informational > MAX_INFORMATIONAL) {
        malformed(current, "expected a response, found informational ones");
      }
    } else {
      HttpHeaders fields;
      try {
        fields = fields(head);
      } catch (IllegalArgumentException e) { // CR, LF or NUL in a value, or too much
        malformed(current, String.valueOf(e.getMessage()));
        return;
      }
      head(current, status, fields);
    }
  }

  private void head(OriginExchange current, int status, HttpHeaders fields) {
    isAnswered = true;
    hasContent = !isHead && status != 204 && status != 304;
    if (fields.contains(HttpHeaderNames.CONTENT_LENGTH)) { // the codec has read it
      length = Long.parseLong(fields.get(HttpHeaderNames.CONTENT_LENGTH));
    } else if (hasContent && isResponseEnded) {
      fields.set(HttpHeaderNames.CONTENT_LENGTH, HttpHeaderValues.ZERO);
    } else if (hasContent) { // what has no length ends with its last chunk, and not by accident
      fields.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
    }
    current.head(
        new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), fields));
    if (isResponseEnded && exchange == current) {
      end(current);
    }
  }

  private static int status(Http2Headers head) {
    if (head.getAll(Http2Headers.PseudoHeaderName.STATUS.value()).size() != 1) {
      return 0;
    }
    CharSequence status = head.status();
    int number = 0;
    for (int i = 0; i < status.length(); i++) {
      int digit = status.charAt(i) - '0';
      if (digit < 0 || digit > 9 || status.length() != 3) {
        return 0;
      }
      number = number * 10 + digit;
    }
    return number;
  }

  /**
   * @throws IllegalArgumentException if a line of HTTP/1.1 would not hold one of them, or they are
   *     too large
   */
  private static HttpHeaders fields(Http2Headers head) {
    HttpHeaders fields = new DefaultHttpHeaders();
    long bytes = 0;
    for (Map.Entry<CharSequence, CharSequence> field : head) {
      CharSequence name = field.getKey();
      bytes += name.length() + field.getValue().length() + FIELD_BYTES;
      if (bytes > OriginStreams.MAX_HEADER_LIST_BYTES) {
        throw new IllegalArgumentException(
            "expected at most "
                + OriginStreams.MAX_HEADER_LIST_BYTES
                + " bytes of header fields, found more");
      }
      if (!Http2Headers.PseudoHeaderName.hasPseudoHeaderFormat(name)) {
        fields.add(name, field.getValue());
      }
    }
    return fields;
  }

  private void content(OriginExchange current, ByteBuf piece) {
    int size = piece.readableBytes();
    received += size;
    if (size == 0) {
      piece.release();
    } else if (!isAnswered || !hasContent || (length != UNKNOWN && received > length)) {
      piece.release();
      malformed(
          current,
          !isAnswered ? "expected a head, found content" : "the content is longer than its length");
      return;
    } else {
      current.content(piece);
    }
    if (isResponseEnded && exchange == current) {
      end(current);
    }
  }

  private void end(OriginExchange current) {
    if (!isResponseEnded) {
      malformed(current, "two heads answer one request");
    } else if (hasContent && length != UNKNOWN && received != length) {
      malformed(current, "expected " + length + " bytes of content, found " + received);
    } else {
      current.end();
    }
  }

  private void malformed(OriginExchange current, String problem) {
    fail(
        current,
        OriginFailure.Kind.MALFORMED,
        "what " + origin() + " sent is no HTTP: " + problem,
        Http2Error.PROTOCOL_ERROR);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext read) {
    if (exchange != null) {
      exchange.pause();
    }
  }

  // ---- the end ----

  /** The stream ends, and the connection goes on. */
  @Override
  void release(boolean isReusable, long idleNanos) {
    exchange = null;
    deadlineNever();
    if (!isRequestWritten || !isResponseEnded) {
      reset(Http2Error.CANCEL);
    }
  }

  private void fail(
      OriginExchange current, OriginFailure.Kind kind, String message, Http2Error error) {
    exchange = null;
    deadlineNever();
    reset(error);
    current.failed(kind, message);
  }

  private void reset(Http2Error error) {
    ChannelHandlerContext own = context;
    if (own != null && own.channel().isActive()) {
      connection.resets();
      own.writeAndFlush(new DefaultHttp2ResetFrame(error));
      own.close();
    }
  }

  /** Takes what the origin says of the stream beside its response, which may be whole already. */
  @Override
  public void userEventTriggered(ChannelHandlerContext told, Object event) {
    if (event instanceof Http2ResetFrame reset) {
      connection.wasReset();
      isRefused = reset.errorCode() == Http2Error.REFUSED_STREAM.code();
      ended = "reset the stream: " + OriginStreams.errorName(reset.errorCode());
    } else if (event instanceof Http2GoAwayFrame) {
      isRefused = true;
      ended = "ended the connection before it took the request";
    }
    ReferenceCountUtil.release(event);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext caught, Throwable cause) {
    OriginExchange current = exchange;
    if (current == null) {
      caught.close();
      return;
    }
    OriginFailure.Kind tls = OriginFailure.tls(cause);
    OriginFailure.Kind kind = tls == null ? kindOfEnd() : tls;
    if (cause instanceof Http2Exception || cause instanceof Http2FrameStreamException) {
      malformed(current, String.valueOf(cause.getMessage()));
    } else if (tls != null || cause instanceof IOException) {
      fail(current, kind, origin() + ": " + cause.getMessage(), Http2Error.CANCEL);
    } else { // a defect
      fail(current, kind, origin() + ": " + cause, Http2Error.INTERNAL_ERROR);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext inactive) {
    lost();
  }

  /** The stream has ended, whether its response has come to its end or not. */
  void lost() {
    if (isLost) {
      return;
    }
    isLost = true;
    connection.deadlines().remove(this);
    OriginExchange current = exchange;
    exchange = null;
    OriginFailure failure = connection.failure();
    if (current != null && tooLarge != null) {
      current.headTooLarge(tooLarge);
    } else if (current != null && isRefused && !isAnswered) {
      connection.refuses();
      current.refused(origin() + " " + ended);
    } else if (current != null && ended == null && failure != null) {
      boolean isCut = isAnswered && failure.kind() == OriginFailure.Kind.BROKEN;
      current.failed(
          isCut ? OriginFailure.Kind.CUT : failure.kind(), String.valueOf(failure.getMessage()));
    } else if (current != null) {
      String how = ended == null ? "closed the connection" : ended;
      current.failed(
          kindOfEnd(), origin() + " " + how + (isAnswered ? " within" : " without") + " an answer");
    }
    connection.ended(isResponseEnded);
  }

  private OriginFailure.Kind kindOfEnd() {
    return isAnswered ? OriginFailure.Kind.CUT : OriginFailure.Kind.BROKEN;
  }

  @Override
  public void expired() {
    deadlineNever();
    OriginExchange current = exchange;
    if (current != null) {
      fail(
          current,
          OriginFailure.Kind.LATE,
          origin() + " did not answer in time",
          Http2Error.CANCEL);
      connection.doubt();
    }
  }
}
