package io.castile.soap.client;

import io.castile.codec.BindingException;
import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapTransportException;
import io.castile.soap.SoapUsageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.ArrivedMessage;
import io.castile.soap.exchange.internal.EnvelopeCodec;
import io.castile.soap.exchange.internal.LeavingMessage;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.MessageBody.Bytes;
import io.castile.soap.exchange.internal.MessageBody.Multipart;
import io.castile.soap.exchange.internal.MessageBody.Ready;
import io.castile.soap.exchange.internal.MessageBody.Values;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.exchange.internal.MultipartForms;
import io.castile.soap.exchange.internal.MultipartWriter;
import io.castile.soap.exchange.internal.Responses;
import io.castile.soap.http.Transport;
import io.castile.soap.http.message.CallDeadline;
import io.castile.soap.http.message.ErrorText;
import io.castile.soap.internal.HttpSyntax;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.multipart.ReceivedMultipart;
import io.castile.xml.Payload;
import io.castile.xml.XmlException;
import io.castile.xml.XmlWriter;
import io.castile.xml.internal.XmlInternals;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The last link of a client's chain: sends the message, and makes a response of what comes back
 * (SOAP 1.1 §6; SOAP 1.2 part 2 §7). A payload is sent as it is; a message that no link has asked
 * for is sent as bytes straight from the writer's buffer.
 */
public final class TransportInterceptor implements Interceptor {
  /** An application may give each call an action of its own. */
  private static final int MAX_KNOWN = 256;

  private final Transport transport;
  private final Map<FieldsKey, Headers> known = new ConcurrentHashMap<>(1);
  private volatile ResponseType lastType = ResponseType.of(null);

  TransportInterceptor(Transport transport) {
    this.transport = transport;
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    OperationModel operation = Messages.operation(request);
    Duration own = request.callOptions().callTimeout();
    Duration limit = own == null ? transport.callTimeout() : own;
    CallDeadline deadline = limit == null ? null : CallDeadline.of(limit, request.endpoint());
    ResponseReceiver intake = new ResponseReceiver(request, operation, deadline);
    Transport.Incoming incoming = send(request, intake);
    ArrivedMessage arrived = intake.arrived();
    if (arrived != null && arrived.items() != null) {
      request.exchange().closeUnlessDelivered(arrived.items()::close);
    }
    if (intake.content(incoming) != incoming.body()) {
      incoming =
          new Transport.Incoming(incoming.status(), incoming.headers(), intake.content(incoming));
    }
    SoapResponse.Builder response =
        arrived != null
            ? Responses.arrived(request, arrived, deadline)
            : Responses.of(request, operation, body(request, incoming, intake.taken()), deadline);
    boolean isPassedOver = operation.oneWay() && isSuccess(incoming.status());
    Headers headers =
        isPassedOver ? incoming.headers().without("content-encoding") : incoming.headers();
    return response.status(incoming.status()).headers(headers).build();
  }

  private Transport.Incoming send(SoapRequest request, ResponseReceiver intake)
      throws SoapException {
    MessageBody body = Messages.body(request);
    if (body instanceof Values || request.sendsAttachments()) {
      return sendWritten(request, intake);
    }
    if (body instanceof Ready ready) {
      return send(request, headers(request), ready.payload(), intake);
    }
    byte[] document = request.bytes();
    Payload content = Payload.of(document, document.length);
    return body instanceof Multipart parts
        ? send(request, Messages.forms(request).multipart().sent(parts), content, intake)
        : send(request, headers(request), content, intake);
  }

  /** Sends a message that is written now, and its parts, which are gathered meanwhile. */
  private Transport.Incoming sendWritten(SoapRequest request, ResponseReceiver intake)
      throws SoapException {
    EnvelopeCodec codec = Messages.codec(request);
    MultipartWriter parts =
        request.sendsAttachments()
            ? new MultipartWriter(request.packing(), codec.attachments())
            : null;
    XmlWriter out = XmlInternals.withAttachments(codec.writer().take(), parts);
    try {
      if (parts != null) {
        request.writeTo(out);
      } else if (!request.writeUnlessLarge(out)) {
        return send(request, headers(request), new LeavingMessage(request), intake);
      }
      Payload document = Payload.of(out.buffer(), out.size());
      return parts != null && parts.isPackage()
          ? send(request, parts, document, intake)
          : send(request, headers(request), document, intake);
    } finally {
      codec.writer().release(out);
    }
  }

  private Transport.Incoming send(
      SoapRequest request, MultipartWriter parts, Payload document, ResponseReceiver intake)
      throws SoapException {
    String contentType = parts.contentType(request.version(), request.action());
    Headers headers = headers(request).with("Content-Type", contentType);
    return send(request, headers, parts.payload(request.version(), document), intake);
  }

  private Transport.Incoming send(
      SoapRequest request, Headers headers, Payload content, ResponseReceiver intake)
      throws SoapException {
    try {
      return transport.send(
          new Transport.Outgoing(
              request.endpoint(), headers, content, request.callOptions(), intake));
    } catch (XmlException | BindingException e) {
      throw Messages.forms(request).unwritable(e);
    }
  }

  /** The header fields that a request has beside its own, if it leaves without parts. */
  public static Headers standingFields(SoapRequest request) throws SoapUsageException {
    return new FieldsKey(request.version(), request.action(), request.charset()).fields();
  }

  private Headers headers(SoapRequest request) throws SoapUsageException {
    FieldsKey key = new FieldsKey(request.version(), request.action(), request.charset());
    Headers standing = known.get(key);
    if (standing == null) {
      standing = key.fields();
      if (known.size() < MAX_KNOWN) {
        known.put(key, standing);
      }
    }
    return standing.with(request.headers());
  }

  /**
   * The key of the fields of a request.
   *
   * @param charset null for UTF-8
   */
  private record FieldsKey(SoapVersion version, String action, @Nullable String charset) {
    // Written out, as what the JVM makes of a record at run time delays the first call.
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof FieldsKey key
          && version == key.version
          && action.equals(key.action)
          && Objects.equals(charset, key.charset);
    }

    @Override
    public int hashCode() {
      return action.hashCode();
    }

    Headers fields() throws SoapUsageException {
      HttpSyntax.checkedAction(action);
      String type = version.mediaType() + "; charset=" + (charset == null ? "utf-8" : charset);
      Headers.Builder headers = Headers.builder();
      if (version == SoapVersion.SOAP_1_1) {
        headers.add("Content-Type", type);
        headers.add("SOAPAction", '"' + action + '"');
      } else {
        headers.add("Content-Type", action.isEmpty() ? type : type + "; action=\"" + action + '"');
      }
      headers.add("Accept", "text/xml, application/soap+xml, multipart/related");
      headers.add("User-Agent", "Castile");
      return headers.build().checked();
    }
  }

  /**
   * Returns the body of the response.
   *
   * @param taken the package that was read while it came; null for none
   */
  private MessageBody body(
      SoapRequest request, Transport.Incoming incoming, @Nullable ReceivedMultipart taken)
      throws SoapException {
    int status = incoming.status();
    String contentType = incoming.headers().get("content-type");
    if (taken != null) {
      request.exchange().received(taken::close);
      return Multipart.of(Objects.requireNonNull(type(contentType).packageType()), taken);
    }
    if (request.operation().oneWay() && isSuccess(status)) {
      return new Values(new Object[1], List.of());
    }
    boolean isEmpty = incoming.body().length == 0;
    if (isEmpty && (status == 200 || status == 202 || status == 204)) {
      throw nothing(request, incoming);
    }
    ResponseType type = type(contentType);
    boolean isLenient = Messages.codec(request).parser().settings().lenientHttp();
    boolean isMessage = type.isMessage() || (isLenient && type.mediaType().isEmpty());
    if (!isReadable(status, isLenient) || !isMessage || isEmpty) {
      throw UnexpectedAnswer.exception(request, incoming, type);
    }
    if (type.packageType() == null) {
      return new Bytes(incoming.body(), type.charset());
    }
    if (HttpSyntax.isCoded(incoming.headers().get("content-encoding"))) {
      return Multipart.coded(type.packageType(), incoming.body());
    }
    ReceivedMultipart came =
        MultipartForms.receive(Messages.codec(request), incoming.body(), type.packageType());
    request.exchange().received(came::close);
    return Multipart.of(type.packageType(), came);
  }

  /** The failure of a call that needs a message and gets none. */
  private static SoapTransportException nothing(SoapRequest request, Transport.Incoming incoming)
      throws SoapException {
    return new SoapTransportException(
        "expected a response message of operation "
            + request.operation()
            + " from "
            + ErrorText.address(request.endpoint())
            + ", found an empty response with status "
            + incoming.status(),
        incoming.status(),
        incoming.headers(),
        null);
  }

  /**
   * Whether a status says that a request was accepted. An answer to a one-way request then says
   * nothing more, whatever it holds (WS-I Basic Profile 1.1 R2750, R2727).
   */
  static boolean isSuccess(int status) {
    return status >= 200 && status < 300;
  }

  /**
   * Whether a response of that status may be a message.
   *
   * @param isLenient whether any status of success will do
   */
  static boolean isReadable(int status, boolean isLenient) {
    return status == 200
        || status == 202
        || status == 400
        || status == 500
        || (isLenient && isSuccess(status));
  }

  /** Most responses are of the type of the one before. */
  private ResponseType type(@Nullable String contentType) {
    ResponseType type = lastType;
    if (!Objects.equals(type.contentType(), contentType)) {
      type = ResponseType.of(contentType);
      lastType = type;
    }
    return type;
  }

  @Override
  public String toString() {
    return "transport";
  }
}
