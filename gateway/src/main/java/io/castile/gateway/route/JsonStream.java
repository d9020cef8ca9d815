package io.castile.gateway.route;

import io.castile.bridge.JsonOperation;
import io.castile.bridge.ProblemException;
import io.castile.gateway.http.ContentCodings;
import io.castile.gateway.http.FrontExchange;
import io.castile.gateway.http.HeldResponse;
import io.castile.gateway.http.OriginFailure;
import io.castile.gateway.http.ReplyStream;
import io.castile.gateway.http.RequestHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The JSON of a response, written to the client while the response is read. Its beginning is held,
 * so that most of what can be wrong is a problem still; what is wrong afterwards ends the
 * connection, so that the client sees that the text is not whole. Used by one thread.
 */
final class JsonStream extends OutputStream {
  private static final Logger log = LoggerFactory.getLogger(JsonStream.class);

  /** How much is held before the response begins, and of each piece that is written then. */
  private static final int HELD_BYTES = 64 << 10;

  private final FrontExchange exchange;
  private final RequestHead head;
  private final HttpHeaders fields;
  private final ByteArrayOutputStream held = new ByteArrayOutputStream(HELD_BYTES);
  private @Nullable OutputStream out; // to the client; null before the response has begun

  /**
   * @param head of the request by JSON
   * @param fields of the response; its own from here on
   */
  JsonStream(FrontExchange exchange, RequestHead head, HttpHeaders fields) {
    this.exchange = exchange;
    this.head = head;
    this.fields = fields;
  }

  /**
   * Writes the JSON of a response to the client, and ends it, unless all of it is held.
   *
   * @param charset what the type of the response says of its encoding; null for nothing
   * @return the whole text where it is held, and the response has not begun; null for others
   * @throws ProblemException if it cannot be read, and the response has not begun
   * @throws OriginFailure if the origin fails, and the response has not begun
   */
  byte @Nullable [] write(JsonOperation operation, HeldResponse response, @Nullable String charset)
      throws ProblemException, OriginFailure {
    try (InputStream in = response.stream()) {
      exchange.whenLeft(() -> close(in));
      operation.write(in, charset, this);
      if (out == null) {
        return held.toByteArray();
      }
      held.writeTo(out);
      out.close();
    } catch (ProblemException e) {
      if (out == null) {
        throw e;
      }
      log.warn("the JSON of a response is cut off: {}", e.problem().detail());
      exchange.fail(new OriginFailure(OriginFailure.Kind.CUT, e.problem().detail()));
    } catch (Enough e) {
      log.trace("the fields of a response are all that was asked for");
    } catch (IOException e) {
      OriginFailure failure =
          e.getCause() instanceof OriginFailure cause
              ? cause
              : new OriginFailure(OriginFailure.Kind.BROKEN, String.valueOf(e.getMessage()));
      if (out == null) {
        throw failure;
      }
      exchange.fail(failure);
    }
    return null;
  }

  private static void close(InputStream in) {
    try {
      in.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // of the memory that it has, which has none
    }
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    held.write(bytes, offset, length);
    if (held.size() >= HELD_BYTES) {
      if (out == null) {
        out = begun();
      }
      held.writeTo(out);
      held.reset();
    }
  }

  private OutputStream begun() throws IOException {
    fields.add(HttpHeaderNames.VARY, HttpHeaderNames.ACCEPT_ENCODING);
    boolean isCoded = ContentCodings.accepted(head.fields()).contains(ContentCodings.GZIP);
    if (isCoded) {
      fields.set(HttpHeaderNames.CONTENT_ENCODING, ContentCodings.GZIP);
    }
    ReplyStream reply = ReplyStream.begin(exchange, 200, fields);
    if (head.method().equals(HttpMethod.HEAD)) {
      reply.close();
      throw new Enough();
    }
    // Closed at the end of a whole text only: else the client would take it for one.
    return isCoded
        ? new GZIPOutputStream(new BufferedOutputStream(reply, HELD_BYTES), HELD_BYTES)
        : reply;
  }

  /** No more is needed of the text. */
  private static final class Enough extends IOException {
    private static final long serialVersionUID = 1L;

    Enough() {
      super("the fields are enough");
    }
  }
}
