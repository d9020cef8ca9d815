package io.castile.soap;

import io.castile.codec.BindingException;
import io.castile.xml.Attachment;
import io.castile.xml.Payload;
import io.castile.xml.XmlException;
import io.castile.xml.XmlWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import org.slf4j.LoggerFactory;
import org.w3c.dom.Element;

/**
 * A response on its way: the values of the result, or the bytes of a message, or a payload that is
 * ready to be sent, or a fault. The other forms are made when they are asked for, once.
 *
 * <p>Immutable as seen from outside, and thread-safe but for its payload; the arrays that it gives
 * out are its own and must not be changed.
 */
public final class SoapResponse {
  private static final byte[] BODY = "Body".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FAULT = "Fault".getBytes(StandardCharsets.US_ASCII);

  /** How far a body is looked for in a response that is no fault by its status. */
  private static final int MAX_SEARCHED = 4096;

  /** How far a fault may begin behind the body's name: attributes and space are between. */
  private static final int MAX_BEFORE_FAULT = 256;

  private static final byte[] NOTHING = {};

  private final EnvelopeCodec codec;
  private final Operation operation;
  private final String charset;
  private final int status;
  private final Map<String, String> headers;
  private final Consumer<XmlWriter> faultDetail;

  /** What the fault stands for, where that is known without reading it; or null. */
  private FaultType faultType;

  /** Whether there will be no message, though the operation has one. */
  private boolean silent;

  /** Null for none. */
  private final Payload payload;

  /** To be told when the payload is not in use any more; null for nobody. */
  private final Runnable released;

  /** The type of the package as which the message came; null where it came as a document. */
  private PackageType packageType;

  /** That package, without content coding; null where there is none, or it has a coding still. */
  private ReceivedPackage received;

  /** That in which the package came; null where the message came as a document. */
  private ExchangeContext exchange;

  /** Until when the message has to be read; null for no limit. */
  private CallDeadline deadline;

  /** How the message leaves that is made of the values. */
  private Packing packing = Packing.NONE;

  /** Whether the message is known to be no fault, without having been read. */
  private boolean known;

  private volatile SoapVersion version;
  private volatile Object[] values;
  private volatile byte[] bytes;
  private volatile SoapFault fault;

  /** To be written beside the parts of the message; those of a message are in its bytes. */
  private final List<SoapHeader> addedHeaders;

  /** In place of those, for the fault that is sent where this cannot be written. */
  private List<SoapHeader> faultHeaders = List.of();

  /** Those of the message that came; null where they have not been read. */
  private volatile List<SoapHeader> receivedHeaders;

  /** For the application, in its response context. */
  private final Map<String, Object> properties;

  private SoapResponse(
      EnvelopeCodec codec,
      Operation operation,
      SoapVersion version,
      int status,
      Map<String, String> headers,
      String charset,
      Consumer<XmlWriter> faultDetail) {
    this.codec = codec;
    this.operation = operation;
    this.version = version;
    this.status = status;
    this.headers = Map.copyOf(headers);
    this.charset = charset;
    this.faultDetail = faultDetail;
    this.payload = null;
    this.released = null;
    this.addedHeaders = List.of();
    this.properties = Map.of();
  }

  /** A copy of {@code other} with other headers of the transport, and of the message. */
  private SoapResponse(
      SoapResponse other,
      byte[] bytes,
      Map<String, String> headers,
      List<SoapHeader> addedHeaders,
      Map<String, Object> properties) {
    this.codec = other.codec;
    this.operation = other.operation;
    this.version = other.version;
    this.status = other.status;
    this.charset = other.charset;
    this.faultDetail = other.faultDetail;
    this.payload = other.payload;
    this.released = other.released;
    this.known = other.known;
    this.packageType = other.packageType;
    this.received = other.received;
    this.exchange = other.exchange;
    this.deadline = other.deadline;
    this.packing = other.packing;
    this.faultType = other.faultType;
    this.silent = other.silent;
    this.faultHeaders = other.faultHeaders;
    this.values = other.values;
    this.bytes = bytes;
    this.fault = other.fault;
    this.headers = Map.copyOf(headers);
    this.addedHeaders = addedHeaders;
    this.properties = Map.copyOf(properties);
  }

  /** A copy of {@code other} that is to be sent as {@code payload}. */
  private SoapResponse(SoapResponse other, Payload payload, Runnable released) {
    this.codec = other.codec;
    this.operation = other.operation;
    this.version = other.version;
    this.status = other.status;
    this.headers = other.headers;
    this.charset = null;
    this.faultDetail = other.faultDetail;
    this.faultType = other.faultType;
    this.faultHeaders = other.faultHeaders;
    this.values = other.values;
    this.fault = other.fault;
    this.payload = Objects.requireNonNull(payload, "payload");
    this.released = Objects.requireNonNull(released, "released");
    this.addedHeaders = other.addedHeaders;
    this.properties = other.properties;
  }

  /** A copy of {@code other} with another message and other headers. */
  private SoapResponse(
      SoapResponse other, byte[] bytes, String charset, int status, Map<String, String> headers) {
    this.codec = other.codec;
    this.operation = other.operation;
    this.version = other.version;
    this.status = status;
    this.headers = Map.copyOf(headers);
    this.charset = charset;
    this.faultDetail = null;
    this.payload = null;
    this.released = null;
    this.addedHeaders = List.of();
    this.properties = other.properties;
    this.deadline = other.deadline;
    this.bytes = Objects.requireNonNull(bytes, "bytes");
  }

  /** The response of a call: its result, then what it put into holders, in parameter order. */
  static SoapResponse ofCall(SoapRequest request, Operation operation, Object[] values) {
    SoapResponse response =
        new SoapResponse(request.codec(), operation, request.version(), 0, Map.of(), null, null);
    response.values = Objects.requireNonNull(values, "values");
    response.packing = request.responsePacking(operation);
    return response;
  }

  /**
   * Returns an answer to {@code request} that no service was asked for.
   *
   * @param values the result (null for a void method), then the values of the OUT and INOUT
   *     parameters in their order; the response's own from here on
   * @throws SoapMessageException if the request is for no operation of the service
   * @throws IllegalArgumentException if there are more or fewer values than the operation has
   */
  public static SoapResponse ofValues(SoapRequest request, Object... values)
      throws SoapMessageException {
    Operation operation = request.operation();
    int expected = operation.oneWay() ? 1 : operation.response().slots();
    if (values.length != expected) {
      throw new IllegalArgumentException(
          "operation "
              + operation
              + " answers with "
              + expected
              + " values (the result and its OUT parameters), found "
              + values.length);
    }
    return ofCall(request, operation, values);
  }

  /**
   * Returns the answer to {@code request} that a message is.
   *
   * @param bytes the message, in the encoding that it declares; the response's own from here on
   * @throws SoapMessageException if the request is for no operation of the service
   */
  public static SoapResponse ofBytes(SoapRequest request, byte[] bytes)
      throws SoapMessageException {
    return ofBytes(request, request.operation(), bytes, null, 0, Map.of());
  }

  /**
   * Returns an answer to {@code request} that has been sent before, and is known to be no fault.
   *
   * @param operation that of the request
   * @param version that of the message
   * @param bytes the message, in UTF-8; not changed by anybody from here on
   */
  public static SoapResponse ofKnownBytes(
      SoapRequest request, Operation operation, SoapVersion version, byte[] bytes) {
    SoapResponse response =
        new SoapResponse(request.codec(), operation, version, 0, Map.of(), null, null);
    response.bytes = Objects.requireNonNull(bytes, "bytes");
    response.known = true;
    return response;
  }

  /**
   * Returns an answer to {@code request}, of which nothing is known but that it is no fault, and
   * which is sent as it is.
   *
   * @param message in UTF-8; not changed by anybody from here on
   * @param headers headers of the transport, to be sent beside the usual ones
   */
  public static SoapResponse ofMessage(
      SoapRequest request, byte[] message, Map<String, String> headers) {
    SoapResponse response =
        new SoapResponse(request.codec(), null, request.version(), 0, headers, null, null);
    response.bytes = Objects.requireNonNull(message, "message");
    response.known = true;
    return response;
  }

  /** Returns a fault as the answer to {@code request}. */
  public static SoapResponse ofFault(SoapRequest request, SoapFault fault) {
    return ofFault(request, null, fault, null);
  }

  /** The response that a message is; {@code bytes} are its own from here on. */
  static SoapResponse ofBytes(
      SoapRequest request,
      Operation operation,
      byte[] bytes,
      String charset,
      int status,
      Map<String, String> headers) {
    SoapResponse response =
        new SoapResponse(
            request.codec(), operation, request.version(), status, headers, charset, null);
    response.bytes = Objects.requireNonNull(bytes, "bytes");
    return response;
  }

  /** As above, of a message that came as a package, in a content coding or not. */
  static SoapResponse ofPackage(
      SoapRequest request,
      Operation operation,
      byte[] content,
      PackageType type,
      boolean coded,
      int status,
      Map<String, String> headers) {
    SoapResponse response = ofBytes(request, operation, content, null, status, headers);
    response.packageType = type;
    response.exchange = request.exchange();
    if (!coded) {
      response.unpack();
    }
    return response;
  }

  /** As above, of a package that has been read while it came. */
  static SoapResponse ofPackage(
      SoapRequest request,
      Operation operation,
      ReceivedPackage came,
      PackageType type,
      int status,
      Map<String, String> headers) {
    SoapResponse response =
        new SoapResponse(
            request.codec(), operation, request.version(), status, headers, null, null);
    response.packageType = type;
    response.exchange = request.exchange();
    response.unpacked(came);
    return response;
  }

  private void unpack() {
    unpacked(codec.receive(bytes, packageType));
  }

  private void unpacked(ReceivedPackage came) {
    received = came;
    exchange.received(came);
    bytes = null;
  }

  /** The response to a one-way request: nothing. */
  static SoapResponse accepted(
      SoapRequest request, Operation operation, int status, Map<String, String> headers) {
    SoapResponse response =
        new SoapResponse(
            request.codec(), operation, request.version(), status, headers, null, null);
    response.values = new Object[1];
    return response;
  }

  /**
   * A fault as the response to {@code request}.
   *
   * @param operation the operation; null where the request is for none
   */
  static SoapResponse ofFault(SoapRequest request, Operation operation, SoapFault fault) {
    return ofFault(request, operation, fault, null);
  }

  /** As above, with an entry of the detail for a declared exception. */
  static SoapResponse ofFault(
      SoapRequest request,
      Operation operation,
      SoapFault fault,
      FaultType type,
      Throwable declared) {
    SoapResponse response = ofFault(request, operation, fault, out -> type.write(declared, out));
    response.faultType = type;
    return response;
  }

  private static SoapResponse ofFault(
      SoapRequest request, Operation operation, SoapFault fault, Consumer<XmlWriter> detail) {
    SoapResponse response =
        new SoapResponse(request.codec(), operation, request.version(), 0, Map.of(), null, detail);
    response.fault = Objects.requireNonNull(fault, "fault");
    return response;
  }

  /**
   * Returns the answer to a request whose sender wants none: the transport says that the request
   * has been accepted, and there is no message.
   */
  public static SoapResponse silent(SoapRequest request) {
    SoapResponse response = ofMessage(request, new byte[0], Map.of());
    response.silent = true;
    return response;
  }

  /** Whether there will be no message, though the operation has one. */
  boolean isSilent() {
    return silent;
  }

  /** Returns the operation; null where a request that is for no operation was refused. */
  public Operation operation() {
    return operation;
  }

  /** Returns the version of SOAP. */
  public SoapVersion version() {
    return version;
  }

  /** Returns the status that the transport reported; 0 where no transport was passed. */
  public int status() {
    return status;
  }

  /**
   * Returns headers of the transport: those that came, by name in lower case, or where the response
   * has passed no transport, those that a server sends beside the usual ones.
   */
  public Map<String, String> headers() {
    return headers;
  }

  /** Whether the values exist without reading the message. */
  public boolean hasValues() {
    return values != null;
  }

  /** Whether the bytes exist without writing the message. */
  public boolean hasBytes() {
    return bytes != null || received != null;
  }

  /**
   * Whether the message came with parts (multipart/related): then {@link #bytes} are its document,
   * which does not mean anything without them.
   */
  public boolean hasAttachments() {
    return packageType != null;
  }

  /**
   * Whether the message may leave with parts, which are made when it is sent: it is not to be
   * written before. {@link #bytes} are the message without parts, where that is possible.
   */
  public boolean sendsAttachments() {
    return packing != Packing.NONE;
  }

  Packing packing() {
    return packing;
  }

  /** Whether it is known, without reading the message, that the response is a fault. */
  public boolean hasFault() {
    return fault != null;
  }

  /** Returns the message as it is to be sent, or null where nothing of the kind was given. */
  public Payload payload() {
    return payload;
  }

  /**
   * Returns a copy of this response that is sent as {@code payload}, the same message in UTF-8.
   *
   * @param payload the caller's own, and in use until {@code released} is called
   * @param released called by the server, once, when the payload has been sent or cannot be; never
   *     called if an interceptor further out answers with another response
   */
  public SoapResponse withPayload(Payload payload, Runnable released) {
    return new SoapResponse(this, payload, released);
  }

  /**
   * Returns a copy of this response with more headers of the transport, in place of those with the
   * same name, to be used instead of this one.
   */
  public SoapResponse withHeaders(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(headers);
    all.putAll(more);
    return new SoapResponse(this, bytes, all, addedHeaders, properties);
  }

  /** Returns a copy of this response without some headers of the transport, to be used instead. */
  public SoapResponse withoutHeaders(Set<String> names) {
    Map<String, String> rest = new HashMap<>(headers);
    rest.keySet().removeAll(names);
    return new SoapResponse(this, bytes, rest, addedHeaders, properties);
  }

  /**
   * Returns a copy of this response, which is no fault, that a server sends as {@code content}: its
   * message, or what a content coding has made of it (RFC 9110 §8.4). The payload of this response,
   * if it has one, is given back.
   *
   * @param content the response's own from here on
   * @param more headers of the transport, to be sent beside those of this response and the usual
   *     ones
   */
  public SoapResponse withContent(byte[] content, Map<String, String> more) {
    Map<String, String> all = new HashMap<>(status == 0 ? headers : Map.of());
    all.putAll(more);
    SoapResponse copy = new SoapResponse(this, content, charset, 0, all);
    copy.known = true;
    release();
    return copy;
  }

  /**
   * Returns a copy of this response that has another message: what a content coding was made of.
   *
   * @param message in the encoding of this response's message; the response's own from here on
   */
  public SoapResponse withMessage(byte[] message) {
    SoapResponse copy = new SoapResponse(this, message, charset, status, headers);
    if (packageType != null) {
      copy.packageType = packageType;
      copy.exchange = exchange;
      copy.unpack();
    }
    return copy;
  }

  /**
   * As above, of a message that {@link #hasAttachments}: its parts are stored while they are read.
   *
   * @param message read to its end, and not closed
   * @throws IOException what {@code message} throws, or if it has more bytes than a package may
   *     have
   */
  public SoapResponse withMessage(InputStream message) throws IOException {
    SoapResponse copy = new SoapResponse(this, NOTHING, charset, status, headers);
    copy.packageType = packageType;
    copy.exchange = exchange;
    copy.unpacked(codec.receive(codec.bounded(message), packageType));
    return copy;
  }

  /**
   * Returns a copy of this response that has another message, to be used instead of this one.
   *
   * @param message in UTF-8; the response's own from here on
   * @param mayBeFault whether it may be a fault, for which it is then read
   */
  public SoapResponse withMessage(byte[] message, boolean mayBeFault) {
    SoapResponse copy = new SoapResponse(this, message, null, status, headers);
    copy.known = !mayBeFault;
    release();
    return copy;
  }

  /**
   * As above, with parts beside the document.
   *
   * @param parts by their Content-IDs, without brackets; none for a document
   */
  public SoapResponse withMessage(
      byte[] message, boolean mayBeFault, Map<String, Attachment> parts) {
    SoapResponse copy = withMessage(message, mayBeFault);
    if (!parts.isEmpty()) {
      copy.packageType = PackageType.made(version, packageType != null && packageType.isXop());
      MimePackage made = MimePackage.of(message, parts, codec.attachments());
      copy.received = ReceivedPackage.of(made);
      copy.bytes = null;
    }
    return copy;
  }

  /**
   * Returns a copy of this response with properties that a client's application finds in its
   * response context, in place of those that this response has.
   */
  public SoapResponse withProperties(Map<String, Object> properties) {
    return new SoapResponse(this, bytes, headers, addedHeaders, properties);
  }

  /** Returns what goes into the response context of a client beside what is always there. */
  public Map<String, Object> properties() {
    return properties;
  }

  /**
   * Returns the message's envelope as DOM, the caller's own.
   *
   * @throws SoapMessageException if the message is malformed, or a value cannot be written
   */
  public Element envelope() throws SoapMessageException {
    return codec.readEnvelope(content());
  }

  /**
   * Returns a copy of this response with more blocks in the message's header, to be used instead of
   * this one.
   *
   * @throws SoapMessageException if there is a message that is malformed, not in UTF-8, or a
   *     package with a content coding
   */
  public SoapResponse withSoapHeaders(List<SoapHeader> more) throws SoapMessageException {
    if (!hasBytes() && payload == null) {
      List<SoapHeader> all = new ArrayList<>(addedHeaders);
      all.addAll(more);
      return new SoapResponse(this, null, headers, List.copyOf(all), properties);
    }
    if (received != null) {
      return withMessage(codec.withHeaders(bytes(), charset(), more), !known, parts());
    }
    if (hasAttachments()) {
      throw SoapMessageException.sender(
          "expected a message without parts, to which header blocks can be added", null);
    }
    byte[] message = codec.withHeaders(bytes(), charset, more);
    SoapResponse copy = new SoapResponse(this, message, charset, status, headers);
    copy.known = known;
    release();
    return copy;
  }

  /**
   * As above, where the blocks depend on what is sent at last.
   *
   * @param ofFault the blocks of the fault that a server sends instead, where this response turns
   *     out not to be writable
   */
  public SoapResponse withSoapHeaders(List<SoapHeader> more, List<SoapHeader> ofFault)
      throws SoapMessageException {
    SoapResponse copy = withSoapHeaders(more);
    copy.faultHeaders = List.copyOf(ofFault);
    return copy;
  }

  List<SoapHeader> faultHeaders() {
    return faultHeaders;
  }

  /**
   * Returns the blocks of the message's header that are for this receiver; of a response that is no
   * message yet, those that were added to it.
   *
   * @throws SoapMessageException if the message is malformed
   */
  public List<SoapHeader> soapHeaders() throws SoapMessageException {
    if (!hasBytes() && payload == null) {
      return addedHeaders;
    }
    List<SoapHeader> read = receivedHeaders;
    if (read == null) {
      read = List.copyOf(codec.readHeaders(content()));
      receivedHeaders = read;
    }
    return read;
  }

  /**
   * Refuses a message that came, with a header block that must be understood, and which neither the
   * operation nor an interceptor knows.
   *
   * @throws SoapMessageException if there is one, or the message is malformed
   */
  public void checkUnderstood() throws SoapMessageException {
    if (hasBytes()) {
      codec.checkUnderstood(content(), operation == null ? null : operation.response());
    }
  }

  /** Gives the payload back to its owner. To be called once. */
  void release() {
    if (released != null) {
      released.run();
    }
  }

  /**
   * Returns the fault, or null if the response is none.
   *
   * @throws SoapMessageException if the message is malformed
   */
  public SoapFault fault() throws SoapMessageException {
    if (!known) {
      read();
    }
    return fault;
  }

  /**
   * Whether the response is a fault that stands for an exception which the operation declares.
   *
   * @throws SoapMessageException if the message is malformed
   */
  public boolean isDeclaredFault() throws SoapMessageException {
    SoapFault received = fault();
    return received != null
        && (faultDetail != null || (operation != null && declared(received) != null));
  }

  /**
   * Returns the class of the declared exception for which the response stands; null if it is no
   * fault, or another one.
   *
   * @throws SoapMessageException if the message is malformed
   */
  public Class<? extends Throwable> declaredType() throws SoapMessageException {
    SoapFault received = fault();
    if (received == null || faultType != null) {
      return received == null ? null : faultType.type();
    }
    Declared found = operation == null ? null : declared(received);
    return found == null ? null : found.type.type();
  }

  /**
   * Whether the service says that the request is at fault. Only what is a fault by its status (SOAP
   * 1.1 §6.2), or by how its body begins, is read here: nobody may ever want the content of another
   * response. What cannot be read says nothing of the kind; who reads it will be told.
   */
  public boolean blamesSender() {
    if (!hasFault() && status < 400 && !looksLikeFault()) {
      return false;
    }
    try {
      SoapFault received = fault();
      return received != null && received.blamesSender();
    } catch (SoapMessageException | RuntimeException e) {
      LoggerFactory.getLogger(SoapResponse.class)
          .debug("the response cannot be read, as the caller will be told: {}", e.toString());
      return false;
    }
  }

  /**
   * Whether the first element in the body may be a fault: some services send it with status 200.
   */
  private boolean looksLikeFault() {
    byte[] message = bytes;
    if (message == null || known) {
      return false;
    }
    int body = indexOf(message, BODY, 0, Math.min(message.length, MAX_SEARCHED));
    return body >= 0
        && indexOf(message, FAULT, body, Math.min(message.length, body + MAX_BEFORE_FAULT)) >= 0;
  }

  /** Where a word begins that is, as far as its bytes tell, the local name of an element. */
  private static int indexOf(byte[] message, byte[] word, int from, int to) {
    for (int at = Math.max(1, from); at <= to - word.length; at++) {
      if (message[at] == word[0]
          && (message[at - 1] == ':' || message[at - 1] == '<')
          && Arrays.equals(message, at, at + word.length, word, 0, word.length)) {
        return at;
      }
    }
    return -1;
  }

  /** Returns the name of the encoding as the transport gave it; null for none. */
  public String charset() {
    return received == null ? charset : received.charset();
  }

  /**
   * Returns the result of the call; null for a void method.
   *
   * @throws SoapFaultReceivedException if the response is a fault
   * @throws SoapMessageException if the message is malformed, or not that of the operation
   */
  public Object value() throws SoapException {
    return values()[0];
  }

  /**
   * Returns the result of the call, then the values of the OUT and INOUT parameters in their order.
   *
   * @throws SoapFaultReceivedException if the response is a fault
   * @throws SoapMessageException if the message is malformed, or not that of the operation
   */
  public Object[] values() throws SoapException {
    read();
    if (fault != null) {
      throw new SoapFaultReceivedException(this, fault);
    }
    return values;
  }

  private void read() throws SoapMessageException {
    if (values == null && fault == null) {
      EnvelopeCodec.Read read = codec.readResponse(content(), operation);
      version = read.version();
      fault = read.fault();
      values = read.values();
    }
  }

  /**
   * Returns the parts with which the message came, or is sent, by their Content-IDs without
   * brackets; none where it is no package.
   *
   * @throws SoapMessageException if the package is malformed
   */
  public Map<String, Attachment> parts() throws SoapMessageException {
    return received == null ? Map.of() : received.open().parts();
  }

  /**
   * The parts to which the message, as far as it has been read, does not refer.
   *
   * @throws SoapMessageException if the package is malformed
   */
  Map<String, Attachment> looseParts() throws SoapMessageException {
    return received == null ? Map.of() : received.open().loose();
  }

  /**
   * Returns the message with its parts, those to which it is going to refer too.
   *
   * @throws SoapMessageException if the message is malformed, or cannot be written
   */
  public WholeMessage whole() throws SoapMessageException {
    if (refersToParts()) {
      MimePackage made = packed();
      return new WholeMessage(codec.readEnvelope(new Content(made.root(), null)), made.parts());
    }
    return new WholeMessage(envelope(), parts());
  }

  /** As {@link #whole}, the document as bytes. */
  MimePackage packed() throws SoapMessageException {
    return refersToParts()
        ? SentPackage.write(codec, this::writeTo)
        : MimePackage.of(bytes(), parts(), codec.attachments());
  }

  /** Whether the parts are made when the message is written, and the message is nothing without. */
  private boolean refersToParts() {
    return packing == Packing.REFERENCES && !hasBytes() && fault == null;
  }

  /** The message as it is sent where it has parts that somebody has given it. */
  SentPackage sentPackage() throws SoapMessageException {
    return SentPackage.of(packageType, parts(), codec.attachments());
  }

  /** Has the message read until then only; null for no limit. Returns this response. */
  SoapResponse within(CallDeadline end) {
    deadline = end;
    return this;
  }

  /** Until when the message has to be read; null for no limit. */
  CallDeadline deadline() {
    return deadline;
  }

  /** The message with its parts, for one reading. */
  Content content() throws SoapMessageException {
    if (received == null) {
      return new Content(bytes(), charset, null, deadline);
    }
    MimePackage opened = received.open();
    return new Content(opened.root(), opened.charset(), opened.source(), deadline);
  }

  /**
   * Returns the message; for a one-way operation that succeeded there is none, which is no bytes.
   * Of a message that {@link #hasAttachments}, its document.
   *
   * @throws SoapMessageException if a value cannot be written as XML, or the message came as a
   *     package that is malformed
   */
  public byte[] bytes() throws SoapMessageException {
    if (received != null) {
      return received.open().root();
    }
    if (bytes == null && payload != null) {
      bytes = Payloads.toByteArray(payload);
    }
    if (bytes == null) {
      XmlWriter out = codec.writer();
      try {
        writeTo(out);
        bytes = out.toByteArray();
      } finally {
        codec.release(out);
      }
    }
    return bytes;
  }

  /** Appends the message to {@code out}, as bytes if they exist, else without making them. */
  public void writeTo(XmlWriter out) throws SoapMessageException {
    if (hasBytes()) {
      out.raw(bytes());
      return;
    }
    if (payload != null) {
      Payloads.copy(payload, out);
      return;
    }
    try {
      if (fault != null) {
        codec.writeFault(fault, faultDetail, version, addedHeaders, out);
      } else if (operation.response() != null) {
        codec.write(operation.response(), version, values, addedHeaders, out);
      }
    } catch (XmlException | BindingException e) {
      throw new SoapMessageException(
          SoapFault.of(
              SoapFault.Code.RECEIVER,
              "the result of operation " + operation + " cannot be written: " + e.getMessage()),
          e);
    }
  }

  /** The declared exception that an entry of the fault's detail stands for, or null. */
  Throwable declaredException(SoapFault received) throws SoapMessageException {
    Declared found = operation == null ? null : declared(received);
    return found == null
        ? null
        : codec.readException(
            operation, found.type, DomWriter.toBytes(found.entry), received.reason());
  }

  /** An entry of a fault's detail, and what it stands for. */
  private record Declared(FaultType type, Element entry) {}

  private Declared declared(SoapFault received) {
    if (received.detail() == null) {
      return null;
    }
    for (Element entry : received.detail()) {
      String uri = entry.getNamespaceURI() == null ? "" : entry.getNamespaceURI();
      QName name = new QName(uri, entry.getLocalName());
      for (FaultType type : operation.faults()) {
        if (type.name().equals(name)) {
          return new Declared(type, entry);
        }
      }
    }
    return null;
  }

  EnvelopeCodec codec() {
    return codec;
  }
}
