package io.castile.soap;

import io.castile.codec.BindingException;
import io.castile.xml.Payload;
import io.castile.xml.XmlException;
import io.castile.xml.XmlWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The last link of a client's chain: sends the message, and makes a response of what comes back
 * (SOAP 1.1 §6; SOAP 1.2 part 2 §7). A payload is sent as it is; a message that nobody asked for as
 * bytes straight from the writer's buffer.
 */
final class TransportLink implements Interceptor {
  /** An application may give each call an action of its own. */
  private static final int MAX_KNOWN = 256;

  private final Transport transport;
  private final Map<FieldsKey, StandingFields> known = new ConcurrentHashMap<>();
  private volatile ResponseType lastType = ResponseType.of(null);

  TransportLink(Transport transport) {
    this.transport = transport;
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    Operation operation = request.operation();
    PackageIntake intake = new PackageIntake(request.codec());
    Duration limit = request.callOptions().callTimeout();
    CallDeadline deadline =
        CallDeadline.of(limit == null ? transport.callTimeout() : limit, request.endpoint());
    return response(request, operation, send(request, intake), intake.taken()).within(deadline);
  }

  private Transport.Incoming send(SoapRequest request, PackageIntake intake) throws SoapException {
    if (request.sendsAttachments()) {
      return sendPacked(request, intake);
    }
    if (request.payload() != null) {
      return send(request, request.payload(), intake);
    }
    if (request.hasAttachments()) {
      byte[] document = request.bytes();
      Payload content = Payload.of(document, document.length);
      return send(request, request.sentPackage(), content, intake);
    }
    if (request.hasBytes()) {
      byte[] bytes = request.bytes();
      return send(request, Payload.of(bytes, bytes.length), intake);
    }
    XmlWriter out = request.codec().writer();
    try {
      request.writeTo(out);
      return send(request, Payload.of(out.buffer(), out.size()), intake);
    } finally {
      request.codec().release(out);
    }
  }

  /** Sends a message with its parts, which are gathered while it is written. */
  private Transport.Incoming sendPacked(SoapRequest request, PackageIntake intake)
      throws SoapException {
    SentPackage parts = new SentPackage(request.packing(), request.codec().attachments());
    XmlWriter out = request.codec().writer().withAttachments(parts);
    try {
      request.writeTo(out);
      Payload document = Payload.of(out.buffer(), out.size());
      if (!parts.isPackage()) {
        return send(request, document, intake);
      }
      return send(request, parts, document, intake);
    } finally {
      request.codec().release(out);
    }
  }

  private Transport.Incoming send(
      SoapRequest request, SentPackage parts, Payload document, PackageIntake intake)
      throws SoapException {
    Map<String, String> headers = new LinkedHashMap<>(headers(request));
    headers.put("Content-Type", parts.contentType(request.version(), request.action()));
    return send(request, headers, parts.payload(request.version(), document), intake);
  }

  private Transport.Incoming send(SoapRequest request, Payload content, PackageIntake intake)
      throws SoapException {
    return send(request, headers(request), content, intake);
  }

  private Transport.Incoming send(
      SoapRequest request, Map<String, String> headers, Payload content, PackageIntake intake)
      throws SoapException {
    try {
      return transport.send(
          new Transport.Outgoing(
              request.endpoint(), headers, content, request.callOptions(), intake));
    } catch (XmlException | BindingException e) {
      throw SoapRequest.unwritable(request.operation(), e);
    }
  }

  /** The header fields that a request has beside its own, if it leaves without parts. */
  static Map<String, String> standingFields(SoapRequest request) throws SoapUsageException {
    return new FieldsKey(request.version(), request.action(), request.charset()).fields();
  }

  private Map<String, String> headers(SoapRequest request) throws SoapUsageException {
    FieldsKey key = new FieldsKey(request.version(), request.action(), request.charset());
    StandingFields standing = known.get(key);
    if (standing == null) {
      standing = key.fields();
      if (known.size() < MAX_KNOWN) {
        known.put(key, standing);
      }
    }
    if (request.headers().isEmpty()) {
      return standing;
    }
    Map<String, String> headers = new LinkedHashMap<>(standing);
    headers.putAll(request.headers());
    return headers;
  }

  /**
   * What the fields of a request depend on.
   *
   * @param charset null for UTF-8
   */
  private record FieldsKey(SoapVersion version, String action, String charset) {
    // Written out, as what the JVM makes of a record at run time delays the first call.
    @Override
    public boolean equals(Object other) {
      return other instanceof FieldsKey key
          && version == key.version
          && action.equals(key.action)
          && Objects.equals(charset, key.charset);
    }

    @Override
    public int hashCode() {
      return action.hashCode();
    }

    StandingFields fields() throws SoapUsageException {
      Map<String, String> headers = new LinkedHashMap<>();
      HttpSyntax.checkedAction(action);
      String contentType =
          version.mediaType() + "; charset=" + (charset == null ? "utf-8" : charset);
      if (version == SoapVersion.SOAP_1_1) {
        headers.put("Content-Type", contentType);
        headers.put("SOAPAction", '"' + action + '"');
      } else {
        headers.put(
            "Content-Type",
            action.isEmpty() ? contentType : contentType + "; action=\"" + action + '"');
      }
      headers.put("Accept", "text/xml, application/soap+xml, multipart/related");
      headers.put("User-Agent", "Castile");
      return new StandingFields(headers);
    }
  }

  private SoapResponse response(
      SoapRequest request, Operation operation, Transport.Incoming incoming, ReceivedPackage taken)
      throws SoapTransportException {
    int status = incoming.status();
    if (taken != null) {
      PackageType packageType = type(incoming.headers().get("content-type")).packageType();
      return SoapResponse.ofPackage(
          request, operation, taken, packageType, status, incoming.headers());
    }
    boolean empty = incoming.body().length == 0;
    if (empty && (status == 200 || status == 202 || status == 204)) {
      if (!operation.oneWay()) {
        throw new SoapTransportException(
            "expected a response message of operation "
                + operation
                + " from "
                + ErrorText.address(request.endpoint())
                + ", found an empty response with status "
                + status,
            status,
            incoming.headers(),
            null);
      }
      return SoapResponse.accepted(request, operation, status, incoming.headers());
    }
    ResponseType type = type(incoming.headers().get("content-type"));
    if (!isReadable(status) || !type.isMessage() || empty) {
      throw NoMessage.exception(request, incoming, type);
    }
    if (type.packageType() != null) {
      return SoapResponse.ofPackage(
          request,
          operation,
          incoming.body(),
          type.packageType(),
          HttpSyntax.isCoded(incoming.headers().get("content-encoding")),
          status,
          incoming.headers());
    }
    return SoapResponse.ofBytes(
        request, operation, incoming.body(), type.charset(), status, incoming.headers());
  }

  /** Whether a response of that status may be a message. */
  static boolean isReadable(int status) {
    return status == 200 || status == 202 || status == 400 || status == 500;
  }

  /** Most responses are of the type of the one before. */
  private ResponseType type(String contentType) {
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
