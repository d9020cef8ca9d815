package io.castile.gateway.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.util.ReferenceCountUtil;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the responses of one connection to an origin. Bytes that come while no request is under way
 * are of no response: they end the connection, and are never the beginning of the next one (RFC
 * 9112 §6.3, §11.1). Responses that two readers could delimit in two ways are refused.
 */
final class OriginDecoder extends HttpResponseDecoder {
  private static final int MAX_LINE_BYTES = 8 << 10;
  private static final int MAX_HEAD_BYTES = 64 << 10;
  private static final int MAX_CHUNK_BYTES = 64 << 10;
  private static final String CHUNKED = "chunked";
  private static final String IDENTITY = "identity";
  private static final String PROTOCOL = "HTTP/";

  /** How each response begins. */
  private static final Pattern START = Pattern.compile("HTTP/\\d\\.\\d \\d{3}");

  private @Nullable OriginConnection connection; // null until it is in a pipeline
  private HttpMethod method = HttpMethod.GET;

  OriginDecoder() {
    super(
        new HttpDecoderConfig()
            .setMaxInitialLineLength(MAX_LINE_BYTES)
            .setMaxHeaderSize(MAX_HEAD_BYTES)
            .setMaxChunkSize(MAX_CHUNK_BYTES)
            .setAllowDuplicateContentLengths(false)
            .setValidateHeaders(true));
  }

  void of(OriginConnection own) {
    connection = own;
  }

  /** Says to which method the next response answers. */
  void next(HttpMethod asked) {
    method = asked;
  }

  /** Whether bytes have come behind the response that has just ended. */
  boolean hasMore() {
    return actualReadableBytes() > 0;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object bytes) throws Exception {
    if (connection != null && !connection.awaitsResponse()) {
      ReferenceCountUtil.release(bytes);
      connection.strayed();
      return;
    }
    super.channelRead(context, bytes);
  }

  @Override
  protected boolean isContentAlwaysEmpty(HttpMessage message) {
    boolean isFinal =
        message instanceof HttpResponse response
            && response.status().codeClass() != HttpStatusClass.INFORMATIONAL;
    return (isFinal && method.equals(HttpMethod.HEAD)) || super.isContentAlwaysEmpty(message);
  }

  /**
   * Returns what is wrong with a head; null for nothing. A transfer coding that says nothing is
   * removed.
   *
   * @param isReused whether another response came before on the connection, with perhaps something
   *     behind it
   */
  static @Nullable String problem(HttpResponse head, boolean isReused) {
    if (head.protocolVersion().majorVersion() != 1) {
      return "expected HTTP/1.0 or HTTP/1.1, found " + head.protocolVersion();
    }
    int status = head.status().code();
    if (status < 100 || status > 599 || status == 101) {
      return "expected a status from 100 to 599 other than 101, found " + status;
    }
    HttpHeaders fields = head.headers();
    if (fields.getAll(HttpHeaderNames.CONTENT_LENGTH).size() > 1) {
      return "expected one Content-Length, found several";
    }
    List<String> codings = fields.getAll(HttpHeaderNames.TRANSFER_ENCODING);
    if (codings.size() == 1 && codings.get(0).strip().equalsIgnoreCase(IDENTITY)) {
      fields.remove(HttpHeaderNames.TRANSFER_ENCODING);
    } else if (codings.size() > 1
        || (codings.size() == 1 && !codings.get(0).strip().equalsIgnoreCase(CHUNKED))) {
      return "expected Transfer-Encoding chunked, found " + codings;
    }
    return isReused && hasStart(head) ? "two heads run into one another" : null;
  }

  /** Whether another response begins within a head, as behind a part of a head that was left. */
  private static boolean hasStart(HttpResponse head) {
    if (isStart(head.status().reasonPhrase())) {
      return true;
    }
    for (Map.Entry<String, String> field : head.headers()) {
      if (isStart(field.getValue())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isStart(String text) {
    return text.contains(PROTOCOL) && START.matcher(text).find();
  }
}
