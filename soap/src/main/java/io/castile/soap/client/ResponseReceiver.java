package io.castile.soap.client;

import io.castile.soap.Headers;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.internal.ArrivedMessage;
import io.castile.soap.exchange.internal.ArrivingItems;
import io.castile.soap.exchange.internal.EnvelopeCodec;
import io.castile.soap.exchange.internal.LargeMessages;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.exchange.internal.MultipartForms;
import io.castile.soap.http.Transport;
import io.castile.soap.http.message.CallDeadline;
import io.castile.soap.http.message.ContentStart;
import io.castile.soap.internal.HttpSyntax;
import io.castile.soap.model.internal.BodyCodec;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.multipart.MultipartType;
import io.castile.soap.multipart.ReceivedMultipart;
import io.castile.xml.internal.XmlWindow;
import jakarta.xml.ws.WebServiceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Takes the responses of one call while they arrive: those with parts, and large ones whose bytes
 * are not needed. For one thread.
 */
final class ResponseReceiver implements Transport.Intake {
  private static final int OK = 200;

  /** So much is read of what answers a one-way request, so that the connection can be kept. */
  private static final int DRAINED_BYTES = 64 << 10;

  /** So many digits has a length that is that of no large message. */
  private static final int SMALL_DIGITS = Integer.toString(LargeMessages.BYTES).length() - 1;

  private final EnvelopeCodec codec;
  private final @Nullable OperationModel operation; // null where all is held as bytes
  private final @Nullable CallDeadline deadline;
  private final boolean isOneWay;

  private boolean isDrained;
  private boolean isPackage;
  private @Nullable ReceivedMultipart taken; // null for none
  private @Nullable ArrivedMessage arrived; // null for none
  private byte @Nullable [] whole; // null for none

  ResponseReceiver(SoapRequest request, OperationModel operation, @Nullable CallDeadline deadline) {
    this.codec = Messages.codec(request);
    this.deadline = deadline;
    this.isOneWay = operation.oneWay();
    boolean isTyped =
        operation.response() != null && !(operation.response().body() instanceof BodyCodec.Any);
    this.operation = isTyped && !request.exchange().needsBytes() ? operation : null;
  }

  @Override
  public boolean takes(int status, Headers headers) {
    isDrained = isOneWay && TransportInterceptor.isSuccess(status);
    if (isDrained) {
      return true;
    }
    String contentType = headers.get("content-type");
    if (contentType == null) {
      return false;
    }
    isPackage = isPackage(status, headers, contentType);
    return isPackage || (operation != null && status == OK && mayBeLarge(headers, contentType));
  }

  private boolean hasItems() {
    return operation != null
        && operation.response() != null
        && operation.response().items() != null;
  }

  private boolean isPackage(int status, Headers headers, String contentType) {
    if (!contentType.regionMatches(true, 0, "multipart", 0, 9)) {
      return false; // as nearly all
    }
    MultipartType type = MultipartType.of(contentType);
    return type != null
        && type.version() != null
        && TransportInterceptor.isReadable(status, codec.parser().settings().lenientHttp())
        && !HttpSyntax.isCoded(headers.get("content-encoding"));
  }

  private boolean mayBeLarge(Headers headers, String contentType) {
    String length = headers.get("content-length");
    if (hasItems()) {
      if ("0".equals(length)) {
        return false;
      }
    } else if (headers.get("transfer-encoding") == null && (length == null || !isLarge(length))) {
      return false;
    }
    ResponseType type = ResponseType.of(contentType);
    return type.isMessage()
        && type.packageType() == null
        && !HttpSyntax.isCoded(headers.get("content-encoding"));
  }

  /**
   * @param lengths digits, which may be there more than once
   */
  private static boolean isLarge(String lengths) {
    int comma = lengths.indexOf(',');
    String length = comma < 0 ? lengths : lengths.substring(0, comma).trim();
    return length.length() > SMALL_DIGITS && Long.parseLong(length) > LargeMessages.BYTES;
  }

  @Override
  public long maxBytes(long most) {
    if (isDrained) {
      return Long.MAX_VALUE;
    }
    return isPackage ? codec.attachments().maxPackageBytes(most) : most;
  }

  @Override
  public void take(Headers headers, InputStream content) throws IOException {
    if (isDrained) {
      drain(content);
    } else if (isPackage) {
      takePackage(headers, content);
    } else {
      takeMessage(headers, content);
    }
  }

  /** The request has been accepted, whatever becomes of the content. */
  private static void drain(InputStream content) {
    byte[] piece = new byte[4 << 10];
    try {
      int left = DRAINED_BYTES;
      for (int read = 0; read >= 0 && left > 0; left -= read) {
        read = content.read(piece, 0, Math.min(left, piece.length));
      }
    } catch (IOException e) {
      LoggerFactory.getLogger(ResponseReceiver.class)
          .debug("the content of an answer to a one-way request broke off: {}", e.getMessage());
    }
  }

  /** Of no content nothing is made. */
  private void takePackage(Headers headers, InputStream content) throws IOException {
    PushbackInputStream bytes = new PushbackInputStream(content);
    int first = bytes.read();
    if (first >= 0) {
      bytes.unread(first);
      MultipartType type = MultipartType.of(headers.get("content-type"));
      taken =
          MultipartForms.receive(
              codec, bytes, Objects.requireNonNull(type)); // which takes() has seen
    }
  }

  private void takeMessage(Headers headers, InputStream content) throws IOException {
    XmlWindow window;
    if (headers.has("transfer-encoding") && !hasItems()) {
      ContentStart start = ContentStart.of(content, -1, LargeMessages.BYTES);
      if (start.isWhole()) {
        whole = start.bytes();
        return;
      }
      window = new XmlWindow(content, start.bytes(), start.count());
    } else {
      window = new XmlWindow(content);
    }
    String charset = ResponseType.of(headers.get("content-type")).charset();
    OperationModel known = Objects.requireNonNull(operation); // which takes() has seen
    try {
      arrived = ArrivedMessage.response(codec, known, window, charset, deadline);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public boolean isReading() {
    ArrivingItems items = arrived == null ? null : arrived.items();
    return items != null && !items.hasEnded();
  }

  @Override
  public void lasts(Transport.Exchange exchange) {
    ArrivingItems items = Objects.requireNonNull(Objects.requireNonNull(arrived).items());
    items.set(e -> failure(exchange, e), exchange::close);
  }

  private WebServiceException failure(Transport.Exchange exchange, Exception e) {
    Exception cause = e;
    if (e instanceof UncheckedIOException failed) {
      cause = exchange.failure(Objects.requireNonNull(failed.getCause()));
    } else if (deadline != null && deadline.hasPassed()) {
      cause = deadline.failure(e);
    }
    return new WebServiceException("operation " + operation + ": " + cause.getMessage(), cause);
  }

  /** The package that has been taken; null for none. */
  @Nullable ReceivedMultipart taken() {
    return taken;
  }

  /** The message that was read while it arrived; null for none. */
  @Nullable ArrivedMessage arrived() {
    return arrived;
  }

  /** The content of a response that is there as a whole. */
  byte[] content(Transport.Incoming incoming) {
    return whole == null ? incoming.body() : whole;
  }
}
