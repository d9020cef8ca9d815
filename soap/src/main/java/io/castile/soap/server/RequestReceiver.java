package io.castile.soap.server;

import io.castile.soap.exchange.internal.ArrivedMessage;
import io.castile.soap.exchange.internal.LargeMessages;
import io.castile.soap.exchange.internal.MultipartForms;
import io.castile.soap.http.HttpServerOptions;
import io.castile.soap.http.message.ContentStart;
import io.castile.soap.http.message.ErrorText;
import io.castile.soap.internal.HttpSyntax;
import io.castile.soap.multipart.MultipartType;
import io.castile.xml.internal.XmlWindow;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Receives requests, within the limits of size and time, in the form in which their service reads
 * them. Thread-safe.
 */
final class RequestReceiver {
  private final int maxRequestBytes;
  private final int minBytesPerSecond;
  private final Duration requestTimeout;

  /**
   * @param options size of a request, beyond which it is refused with status 413, and the time
   *     within which its content must arrive; else the status is 408
   */
  RequestReceiver(HttpServerOptions options) {
    this.maxRequestBytes = options.maxRequestBytes();
    this.minBytesPerSecond = options.minBytesPerSecond();
    this.requestTimeout = options.requestTimeout();
  }

  /**
   * Receives a message for a service.
   *
   * @return null where the request was refused, and has its response
   * @throws IOException if the request does not arrive as a whole
   */
  @Nullable ReceivedRequest received(ServiceEndpoint endpoint, HttpExchange exchange)
      throws IOException {
    RequestType type = type(exchange);
    if (type == null) {
      return null;
    }
    String lines = lines(exchange, "Content-Encoding");
    String codings = lines == null ? "" : HttpSyntax.codings(lines);
    RequestDecoder decoder = codings.isEmpty() ? null : endpoint.settings().decoder(codings);
    boolean isCoded = decoder == null && !codings.isEmpty();
    if (isCoded && !endpoint.decodes(codings)) {
      Refusals.refuseCodings(endpoint.settings().decoder, codings, exchange);
      return null;
    }
    boolean isPackage = !isCoded && type.packageType() != null;
    long most = isPackage ? endpoint.maxPackageBytes(maxRequestBytes) : maxRequestBytes;
    RequestContent coded = content(exchange, most);
    if (coded == null) {
      return null;
    }
    InputStream content = coded;
    ReceivedRequest request = null;
    try {
      if (decoder != null) {
        content = new Decoded(decoder.open(codings, coded, most), coded);
      }
      long length = decoder == null ? exchange.contentLength() : -1;
      request =
          isPackage || isCoded || !endpoint.readsArriving()
              ? whole(content, length, most, endpoint, type, isCoded)
              : arriving(content, length, endpoint, type);
    } catch (IOException e) {
      Refusals.refuseContent(exchange, e, most);
    } finally {
      if (request == null || !request.isArriving()) {
        content.close();
      }
    }
    return request;
  }

  /** The type of a message that a service may read; null where the request was refused. */
  private static @Nullable RequestType type(HttpExchange exchange) throws IOException {
    RequestType type =
        RequestType.of(exchange.header("Content-Type"), exchange.header("SOAPAction"));
    if (type == null) {
      Refusals.refuse(
          exchange,
          415,
          "expected content type text/xml or application/soap+xml, or multipart/related with one of"
              + " these");
      return null;
    }
    String charset = type.charset();
    if (charset != null && !HttpSyntax.isKnownCharset(charset)) {
      Refusals.refuse(
          exchange,
          415,
          "expected a charset that is known here, as utf-8, found '"
              + ErrorText.shortened(charset)
              + "'");
      return null;
    }
    return type;
  }

  /** The content, which fails beyond the limits; null where it is refused for its length. */
  private @Nullable RequestContent content(HttpExchange exchange, long maxBytes)
      throws IOException {
    long claimed = exchange.contentLength();
    if (claimed > maxBytes) {
      Refusals.refuseTooLarge(exchange, maxBytes);
      return null;
    }
    ArrivalPace pace = new ArrivalPace(requestTimeout, minBytesPerSecond);
    return new RequestContent(exchange.content(pace), claimed, maxBytes, pace);
  }

  /**
   * Receives the content of a request as bytes, whatever its type.
   *
   * @return null where the request was refused, and has its response
   * @throws IOException if the request does not arrive as a whole
   */
  byte @Nullable [] bytes(HttpExchange exchange) throws IOException {
    try (RequestContent content = content(exchange, maxRequestBytes)) {
      if (content != null) {
        try {
          return ContentStart.all(content, exchange.contentLength(), maxRequestBytes);
        } catch (IOException e) {
          Refusals.refuseContent(exchange, e, maxRequestBytes);
        }
      }
      return null;
    }
  }

  /**
   * The request that bytes of a transport without HTTP are.
   *
   * @param codings of the bytes, which the service decodes
   * @throws RequestDecoder.Refused if the bytes are not in these codings, or too many come out
   */
  static ReceivedRequest ofBytes(
      byte[] bytes, String codings, ServiceEndpoint endpoint, RequestType type)
      throws RequestDecoder.Refused {
    MultipartType packageType = type.packageType();
    RequestDecoder decoder = codings.isEmpty() ? null : endpoint.settings().decoder(codings);
    boolean isCoded = decoder == null && !codings.isEmpty();
    try {
      byte[] plain = bytes;
      if (decoder != null) {
        long limit = endpoint.codec().maxMessageBytes();
        long most = packageType == null ? limit : endpoint.maxPackageBytes(limit);
        try (InputStream in = decoder.open(codings, new ByteArrayInputStream(bytes), most)) {
          plain = in.readAllBytes();
        }
      }
      return isCoded || packageType == null
          ? new ReceivedRequest.Whole(type, plain)
          : new ReceivedRequest.Multipart(
              type, MultipartForms.receive(endpoint.codec(), plain, packageType));
    } catch (RequestDecoder.Refused e) {
      throw e;
    } catch (IOException e) {
      throw new AssertionError("an array can be read", e);
    }
  }

  /** The values of all lines of a header field, joined by commas (RFC 9110 §5.3); null for none. */
  static @Nullable String lines(HttpExchange exchange, String field) {
    if (exchange.header(field) == null) {
      return null; // as nearly always
    }
    StringJoiner lines = new StringJoiner(", ");
    exchange.headers(
        (name, value) -> {
          if (name.equalsIgnoreCase(field)) {
            lines.add(value);
          }
        });
    return lines.toString();
  }

  // ---- forms ----

  /** Receives all of a message before it is read. */
  private static ReceivedRequest whole(
      InputStream content,
      long length,
      long most,
      ServiceEndpoint endpoint,
      RequestType type,
      boolean isCoded)
      throws IOException {
    MultipartType packageType = type.packageType();
    return isCoded || packageType == null
        ? new ReceivedRequest.Whole(type, ContentStart.all(content, length, most))
        : new ReceivedRequest.Multipart(
            type, MultipartForms.receive(endpoint.codec(), content, packageType));
  }

  /**
   * Receives a message, and reads a large one, or one whose items the service takes one by one,
   * while it arrives.
   */
  private static ReceivedRequest arriving(
      InputStream content, long length, ServiceEndpoint endpoint, RequestType type)
      throws IOException {
    XmlWindow window;
    if (endpoint.takesItems() || length > LargeMessages.BYTES) {
      window = new XmlWindow(content);
    } else {
      ContentStart start = ContentStart.of(content, length, LargeMessages.BYTES);
      if (start.isWhole()) {
        return new ReceivedRequest.Whole(type, start.bytes());
      }
      window = new XmlWindow(content, start.bytes(), start.count());
    }
    try {
      ArrivedMessage message =
          ArrivedMessage.request(endpoint.codec(), window, type.charset(), type.action());
      if (message.items() != null) {
        return new ReceivedRequest.Arriving(type, message, content);
      }
      content.transferTo(OutputStream.nullOutputStream()); // behind an error
      return new ReceivedRequest.Arriving(type, message, null);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** A content whose codings are taken off, closed with the coded one. */
  private static final class Decoded extends FilterInputStream {
    private final InputStream coded;

    Decoded(InputStream in, InputStream coded) {
      super(in);
      this.coded = coded;
    }

    @Override
    public void close() throws IOException {
      try (coded) {
        super.close();
      }
    }
  }
}
