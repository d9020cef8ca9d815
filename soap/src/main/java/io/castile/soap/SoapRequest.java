package io.castile.soap;

import io.castile.codec.BindingException;
import io.castile.xml.Attachment;
import io.castile.xml.Payload;
import io.castile.xml.XmlException;
import io.castile.xml.XmlWriter;
import jakarta.xml.ws.handler.MessageContext;
import java.security.Principal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.w3c.dom.Element;

/**
 * A request on its way: endpoint, operation, and content in whichever form exists, the arguments of
 * a call, the bytes of a message, or a payload that is ready to be sent. The other forms are made
 * when they are asked for, once.
 *
 * <p>Immutable as seen from outside, and thread-safe but for its payload; the arrays that it gives
 * out are its own and must not be changed.
 */
public final class SoapRequest {
  private final EnvelopeCodec codec;
  private final String endpoint;
  private final String action;
  private final String charset;

  /** Gives the {@link #target}. */
  private final Supplier<String> target;

  /** Gives the headers with which the request came; null where {@link #headers} are there. */
  private final Supplier<Map<String, String>> receivedHeaders;

  private volatile Map<String, String> headers;

  /** Null for none. */
  private final Payload payload;

  /** The type of the package as which the message came; null where it came as a document. */
  private final PackageType packageType;

  /** That package, without content coding; null where there is none, or it has a coding still. */
  private final ReceivedPackage received;

  /** How the message leaves that is made of the arguments. */
  private final Packing packing;

  /** Whether who asks takes packages, and the service sends them. */
  private final boolean acceptsMtom;

  /** Called once the request has been read and turned out to be one-way; null for nothing. */
  private final Runnable acknowledgement;

  private final CallOptions callOptions;
  private final SoapVersion announcedVersion;

  /** Of a client; null for none. */
  private final Credentials credentials;

  /** Of a server; null where nobody has found out. */
  private final Principal principal;

  /** What the transport's {@link #principal} may do. */
  private final Predicate<String> roles; // null for none

  /** Shared by all copies of the request. */
  private final ExchangeContext context;

  private volatile SoapVersion version;
  private volatile Operation operation;
  private volatile Object[] arguments;
  private volatile byte[] bytes;

  /** Beside the parts of the message; null where they have not been read. */
  private volatile List<SoapHeader> soapHeaders;

  private SoapRequest(Builder builder) {
    this.codec = builder.codec;
    this.endpoint = builder.endpoint;
    this.target = builder.target;
    this.action = builder.action;
    this.announcedVersion = builder.version;
    this.version = builder.version;
    this.receivedHeaders = builder.receivedHeaders;
    this.headers = builder.receivedHeaders != null ? null : Map.copyOf(builder.headers);
    this.charset = builder.charset;
    this.packageType = builder.packageType;
    this.received = builder.received;
    this.packing = builder.packing;
    this.acceptsMtom = builder.acceptsMtom;
    this.acknowledgement = builder.acknowledgement;
    this.callOptions = builder.callOptions;
    this.credentials = builder.credentials;
    this.principal = builder.principal;
    this.roles = builder.roles;
    this.operation = builder.operation;
    this.arguments = builder.arguments;
    this.bytes = builder.bytes;
    this.payload = builder.payload;
    this.soapHeaders = builder.soapHeaders == null ? null : List.copyOf(builder.soapHeaders);
    this.context = builder.context == null ? new ExchangeContext(Map.of()) : builder.context;
    if (builder.unowned != null) {
      context.received(builder.unowned);
    }
  }

  /** A copy of {@code other} that is to be sent as {@code payload}. */
  private SoapRequest(SoapRequest other, Payload payload) {
    this.codec = other.codec;
    this.endpoint = other.endpoint;
    this.target = other.target;
    this.action = other.action;
    this.announcedVersion = other.announcedVersion;
    this.version = other.version;
    this.receivedHeaders = other.receivedHeaders;
    this.headers = other.headers;
    this.charset = null;
    this.packageType = null;
    this.received = null;
    this.packing = other.packing;
    this.acceptsMtom = other.acceptsMtom;
    this.acknowledgement = other.acknowledgement;
    this.callOptions = other.callOptions;
    this.credentials = other.credentials;
    this.principal = other.principal;
    this.roles = other.roles;
    this.operation = other.operation;
    this.arguments = other.arguments;
    this.payload = Objects.requireNonNull(payload, "payload");
    this.soapHeaders = other.soapHeaders;
    this.context = other.context;
  }

  /** The request of a call. */
  static Builder ofArguments(EnvelopeCodec codec, Operation operation, Object[] arguments) {
    Builder builder = new Builder(codec);
    builder.operation = operation;
    builder.arguments = arguments;
    builder.soapHeaders = List.of();
    builder.action = operation.action();
    builder.packing = operation.requestPacking(codec.attachments().mtom());
    return builder;
  }

  /**
   * The request that a message is.
   *
   * @param bytes the message; from here on the request's own
   * @param charset the name of its encoding as the transport gave it; null for none
   */
  static Builder ofBytes(EnvelopeCodec codec, byte[] bytes, String charset) {
    Builder builder = new Builder(codec);
    builder.bytes = bytes;
    builder.charset = charset;
    return builder;
  }

  /** The request that a message with parts is. */
  static Builder ofPackage(EnvelopeCodec codec, PackageType type, ReceivedPackage received) {
    return new Builder(codec).packaged(type, received);
  }

  /** Returns the address to which the request goes, or at which it came in. */
  public String endpoint() {
    return endpoint;
  }

  /**
   * Returns where the sender has addressed a request that came in, in full, as far as the transport
   * knows: with host, query, and parameters of the path, of which {@link #endpoint} has none. Empty
   * where there is no more, and in a client. To be called while the request lasts.
   */
  public String target() {
    return target.get();
  }

  /** Returns the SOAPAction; empty for none. */
  public String action() {
    return action;
  }

  /**
   * Returns the version of SOAP: of the message once it has been read, before that as the transport
   * says.
   */
  public SoapVersion version() {
    return version;
  }

  /** Returns what holds for this call and not for its transport; in a server the default. */
  public CallOptions callOptions() {
    return callOptions;
  }

  /** Returns the version of SOAP as the transport said before anything was read. */
  public SoapVersion announcedVersion() {
    return announcedVersion;
  }

  /**
   * Returns headers of the transport by name: in a client those to be sent beside the usual ones,
   * in a server those that came, in lower case, repeated ones joined by ", ".
   */
  public Map<String, String> headers() {
    Map<String, String> known = headers;
    if (known == null) {
      known = Map.copyOf(receivedHeaders.get());
      headers = known;
    }
    return known;
  }

  /**
   * Returns the blocks of the message's header: of a request that was made of arguments, those that
   * {@link Builder#soapHeader} has added; of one that came as a message, all that are for this
   * receiver.
   *
   * @throws SoapMessageException if the message is malformed
   */
  public List<SoapHeader> soapHeaders() throws SoapMessageException {
    List<SoapHeader> known = soapHeaders;
    if (known == null) {
      known = List.copyOf(codec.readHeaders(content()));
      soapHeaders = known;
    }
    return known;
  }

  /**
   * Refuses a message with a header block that must be understood, and which neither the operation
   * nor an interceptor knows.
   *
   * @throws SoapMessageException if there is one, or the message is malformed
   */
  public void checkUnderstood() throws SoapMessageException {
    codec.checkUnderstood(content(), operation == null ? null : operation.request());
  }

  /** Returns the roles in which who reads the messages of this exchange acts. */
  public Set<String> roles() {
    Set<String> roles = new HashSet<>(version.receiverRoles());
    roles.addAll(codec.roles());
    return roles;
  }

  /** Returns what the sender proves with who it is, in header blocks to come; null for nothing. */
  public Credentials credentials() {
    return credentials;
  }

  /**
   * Returns who sends the request, as the transport or an interceptor of the server has made sure;
   * null for nobody known.
   */
  public Principal principal() {
    return principal;
  }

  /**
   * Whether the sender has a role, as the server's container knows; false where the container does
   * not know the {@link #principal}.
   */
  public boolean isInRole(String role) {
    return roles != null && roles.test(role);
  }

  /**
   * Returns the operation, for which the beginning of the message is read if need be.
   *
   * @throws SoapMessageException if the message is malformed or is for no operation of the service
   */
  public Operation operation() throws SoapMessageException {
    if (operation == null) {
      operation = codec.peek(content(), action);
    }
    return operation;
  }

  /**
   * Returns the properties of the exchange, which all copies of this request share (Jakarta XML Web
   * Services 4.0 §9.4.1): in a client the request context of the port, in a server what the
   * transport knows, under the names of {@link MessageContext}. What interceptors put there,
   * handlers find, and with the scope of the application the service too.
   */
  public MessageContext context() {
    return context;
  }

  /** What the copies of this request share. */
  ExchangeContext exchange() {
    return context;
  }

  /**
   * Returns the message's envelope as DOM, the caller's own.
   *
   * @throws SoapMessageException if the message is malformed, or an argument cannot be written
   */
  public Element envelope() throws SoapMessageException {
    return codec.readEnvelope(content());
  }

  /** Whether the arguments exist without reading the message. */
  public boolean hasArguments() {
    return arguments != null;
  }

  /** Whether the bytes exist without writing the message. */
  public boolean hasBytes() {
    return bytes != null || received != null;
  }

  /**
   * Whether the message came with parts (multipart/related): then {@link #bytes} are its document,
   * which does not mean anything without them, and the message goes as a whole.
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

  /** How a response of that operation leaves. */
  Packing responsePacking(Operation operation) {
    boolean mtom = codec.attachments().mtom();
    boolean isXop = packageType != null && packageType.isXop();
    return operation.responsePacking(mtom && isXop, mtom && acceptsMtom);
  }

  /** Returns the message as it is to be sent, or null where nothing of the kind was given. */
  public Payload payload() {
    return payload;
  }

  /**
   * Returns a copy of this request that is sent as {@code payload}, the same message in UTF-8. It
   * is the caller's own, and is in use until the chain has brought a response or has failed: it may
   * be sent twice, and must not change in between.
   */
  public SoapRequest withPayload(Payload payload) {
    return new SoapRequest(this, payload);
  }

  /**
   * Returns a copy of this request with more blocks in the message's header, whatever form its
   * content has, to be used instead of this one.
   *
   * @throws SoapMessageException if there is a message that is malformed, or not in UTF-8
   */
  public SoapRequest withSoapHeaders(List<SoapHeader> more) throws SoapMessageException {
    Builder builder = newBuilder();
    if (received != null) {
      byte[] message = codec.withHeaders(bytes(), charset(), more);
      return builder.message(message, operation, parts()).build();
    }
    if (bytes == null && payload == null) {
      more.forEach(builder::soapHeader);
      return builder.build();
    }
    builder.bytes = codec.withHeaders(bytes(), charset, more);
    builder.payload = null;
    if (soapHeaders != null) {
      builder.soapHeaders = new ArrayList<>(soapHeaders);
      builder.soapHeaders.addAll(more);
    }
    return builder.build();
  }

  /**
   * Returns a request with the same content whatever the caller does to the arguments from now on:
   * it has the message, and no arguments.
   *
   * @throws SoapMessageException if an argument cannot be written as XML
   */
  public SoapRequest detached() throws SoapMessageException {
    context.fill(); // while the transport still knows
    Builder builder = newBuilder();
    String asked = target(); // while the transport still knows
    builder.target = () -> asked;
    builder.roles = SoapRequest::askedTooLate;
    builder.bytes = received == null ? bytes() : null;
    builder.arguments = null;
    builder.payload = null;
    builder.soapHeaders = null;
    return builder.build();
  }

  /** Containers use the objects that know of roles for the next request. */
  private static boolean askedTooLate(String role) {
    throw new IllegalStateException(
        "whether the sender has role " + role + " is known while the request lasts only");
  }

  /**
   * Returns the arguments, one for each parameter of the operation's method; holders replaced by
   * what they hold, null for OUT parameters.
   *
   * @throws SoapMessageException if the message is malformed, or not what the operation takes
   */
  public Object[] arguments() throws SoapMessageException {
    if (arguments == null) {
      EnvelopeCodec.Read read = codec.readRequest(content(), action);
      operation = read.operation();
      version = read.version();
      arguments = read.values();
    }
    return arguments;
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
    return packing == Packing.REFERENCES && !hasBytes();
  }

  /** The message as it is sent where it has parts that somebody has given it. */
  SentPackage sentPackage() throws SoapMessageException {
    return SentPackage.of(packageType, parts(), codec.attachments());
  }

  /** The message with its parts, for one reading. */
  Content content() throws SoapMessageException {
    if (received == null) {
      return new Content(bytes(), charset);
    }
    MimePackage opened = received.open();
    return new Content(opened.root(), opened.charset(), opened.source(), null);
  }

  /**
   * Returns the message; its document where it {@link #hasAttachments}.
   *
   * @throws SoapMessageException if an argument cannot be written as XML, or the message came as a
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
      codec.write(operation.request(), version, arguments, soapHeaders, out);
    } catch (XmlException | BindingException e) {
      throw unwritable(operation, e);
    }
  }

  static SoapMessageException unwritable(Operation operation, RuntimeException e) {
    return SoapMessageException.sender(
        "an argument of operation " + operation + " cannot be written: " + e.getMessage(), e);
  }

  EnvelopeCodec codec() {
    return codec;
  }

  /** Returns the size of the greatest message that is read here, in bytes, without any coding. */
  public int maxMessageBytes() {
    return codec.maxMessageBytes();
  }

  /**
   * Returns the name of the message's encoding as the transport gave it; null where it gave none,
   * or there is no message.
   */
  public String charset() {
    return received == null ? charset : received.charset();
  }

  /** Tells the transport that there will be no response message. */
  void acknowledge() {
    if (acknowledgement != null) {
      acknowledgement.run();
    }
  }

  /** Returns a builder of a changed copy, with the content in all forms that exist. */
  public Builder newBuilder() {
    Builder builder = new Builder(codec);
    builder.endpoint = endpoint;
    builder.target = target;
    builder.action = action;
    builder.version = version;
    builder.headers.putAll(headers());
    builder.charset = charset;
    builder.packageType = packageType;
    builder.received = received;
    builder.packing = packing;
    builder.acceptsMtom = acceptsMtom;
    builder.acknowledgement = acknowledgement;
    builder.callOptions = callOptions;
    builder.credentials = credentials;
    builder.principal = principal;
    builder.roles = roles;
    builder.operation = operation;
    builder.arguments = arguments;
    builder.bytes = bytes;
    builder.payload = payload;
    builder.soapHeaders = soapHeaders;
    builder.context = context;
    return builder;
  }

  /** A class and no lambda: a client's first request has it. */
  private enum NoTarget implements Supplier<String> {
    INSTANCE;

    @Override
    public String get() {
      return "";
    }
  }

  /** Builds requests. Not thread-safe. */
  public static final class Builder {
    private final EnvelopeCodec codec;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private Supplier<Map<String, String>> receivedHeaders; // null for none
    private PackageType packageType; // null for a document
    private ReceivedPackage received; // null for none, or a coded one
    private ReceivedPackage unowned; // to be closed with the exchange; null for none
    private Packing packing = Packing.NONE;
    private boolean acceptsMtom;
    private String endpoint = "";
    private Supplier<String> target = NoTarget.INSTANCE;
    private String action = "";
    private SoapVersion version = SoapVersion.SOAP_1_1;
    private String charset;
    private Runnable acknowledgement;
    private CallOptions callOptions = CallOptions.DEFAULT;
    private Credentials credentials;
    private Principal principal;
    private Predicate<String> roles; // null for none
    private Operation operation;
    private Object[] arguments;
    private byte[] bytes;
    private Payload payload;
    private List<SoapHeader> soapHeaders; // null where they have not been read
    private ExchangeContext context; // null for an empty one

    private Builder(EnvelopeCodec codec) {
      this.codec = codec;
    }

    /** Sets the address. */
    public Builder endpoint(String endpoint) {
      this.endpoint = Objects.requireNonNull(endpoint, "endpoint");
      return this;
    }

    /** Sets what gives {@link SoapRequest#target}. */
    Builder target(Supplier<String> target) {
      this.target = target;
      return this;
    }

    /** Sets the SOAPAction; empty for none. */
    public Builder action(String action) {
      this.action = Objects.requireNonNull(action, "action");
      return this;
    }

    /** Sets what holds for this call and not for its transport. */
    public Builder callOptions(CallOptions options) {
      this.callOptions = Objects.requireNonNull(options, "options");
      return this;
    }

    /** Sets a header of the transport, in place of one of the same name. */
    public Builder header(String name, String value) {
      headers.put(name, HttpSyntax.checkedHeader(name, value));
      return this;
    }

    /** Takes a header of the transport out, if it is there. */
    public Builder withoutHeader(String name) {
      headers.remove(name);
      return this;
    }

    /** Sets what the sender proves with who it is; null for nothing. */
    public Builder credentials(Credentials credentials) {
      this.credentials = credentials;
      return this;
    }

    /**
     * Sets who sends the request, for the links behind and for the service; to be called by a
     * server's interceptor that has made sure.
     */
    public Builder principal(Principal principal) {
      this.principal = Objects.requireNonNull(principal, "principal");
      this.roles = null; // the container knows of its own only
      return this;
    }

    /**
     * Sets who sends the request, as the transport has made sure.
     *
     * @param principal null for nobody known
     * @param roles null for none
     */
    Builder sender(Principal principal, Predicate<String> roles) {
      this.principal = principal;
      this.roles = roles;
      return this;
    }

    /**
     * Adds a block to the header of a request that is made of arguments; a message made before is
     * forgotten.
     *
     * @throws IllegalStateException if there are no arguments
     */
    public Builder soapHeader(SoapHeader header) {
      Objects.requireNonNull(header, "header");
      if (arguments == null || soapHeaders == null) {
        throw new IllegalStateException(
            "a header block can be added to arguments only; found a message");
      }
      List<SoapHeader> all = new ArrayList<>(soapHeaders);
      all.add(header);
      this.soapHeaders = all;
      this.bytes = null;
      this.payload = null;
      return this;
    }

    /** Replaces the arguments; a message made of the old ones is forgotten. */
    public Builder arguments(Object... arguments) {
      this.arguments = arguments.clone();
      this.soapHeaders = soapHeaders == null ? List.of() : soapHeaders;
      this.bytes = null;
      this.packageType = null;
      this.received = null;
      this.payload = null;
      return this;
    }

    /**
     * Replaces the message: what a content coding was made of.
     *
     * @param bytes in the encoding that the transport gave; the request's own from here on
     */
    public Builder message(byte[] bytes) {
      this.bytes = Objects.requireNonNull(bytes, "bytes");
      this.operation = null;
      this.arguments = null;
      this.soapHeaders = null;
      this.payload = null;
      if (packageType != null) {
        unpack();
      }
      return this;
    }

    /** Says that the message is a package, in a content coding. */
    Builder packaged(PackageType type) {
      packageType = type;
      return this;
    }

    /** Says that the message is a package that has come. */
    Builder packaged(PackageType type, ReceivedPackage came) {
      packageType = type;
      received = came;
      unowned = came;
      bytes = null;
      return this;
    }

    private void unpack() {
      received = codec.receive(bytes, packageType);
      unowned = received;
      bytes = null;
    }

    /** Sets whether who asks takes XOP packages. */
    Builder acceptsMtom(boolean accepts) {
      acceptsMtom = accepts;
      return this;
    }

    /**
     * Replaces the message by another one.
     *
     * @param bytes in UTF-8; the request's own from here on
     * @param operation that of the message; null where the message itself is to tell
     */
    public Builder message(byte[] bytes, Operation operation) {
      message(bytes);
      this.charset = null;
      this.operation = operation;
      return this;
    }

    /**
     * Replaces the message by another one, with parts beside its document.
     *
     * @param parts by their Content-IDs, without brackets; none for a document
     */
    public Builder message(byte[] bytes, Operation operation, Map<String, Attachment> parts) {
      PackageType old = packageType;
      packageType = null;
      received = null;
      message(bytes, operation);
      if (!parts.isEmpty()) {
        packing = Packing.NONE; // it is packed already
        packageType = PackageType.made(version, old != null && old.isXop());
        MimePackage made = MimePackage.of(bytes, parts, codec.attachments());
        received = ReceivedPackage.of(made);
        this.bytes = null;
      }
      return this;
    }

    Builder context(ExchangeContext context) {
      this.context = context;
      return this;
    }

    Builder headers(Map<String, String> all) {
      for (Map.Entry<String, String> header : all.entrySet()) {
        header(header.getKey(), header.getValue());
      }
      return this;
    }

    /** Sets what gives the headers with which the request came, whatever they hold, if asked. */
    Builder received(Supplier<Map<String, String>> headers) {
      this.receivedHeaders = headers;
      return this;
    }

    Builder version(SoapVersion version) {
      this.version = Objects.requireNonNull(version, "version");
      return this;
    }

    Builder acknowledgement(Runnable acknowledgement) {
      this.acknowledgement = acknowledgement;
      return this;
    }

    /** Returns the request. */
    public SoapRequest build() {
      if (arguments != null && operation == null) {
        throw new IllegalStateException(
            "arguments were given before the operation is known; ask request.operation() first");
      }
      if (operation != null
          && arguments != null
          && arguments.length != operation.method().getParameterCount()) {
        throw new IllegalStateException(
            "operation "
                + operation
                + " takes "
                + operation.method().getParameterCount()
                + " arguments, found "
                + arguments.length);
      }
      return new SoapRequest(this);
    }
  }
}
