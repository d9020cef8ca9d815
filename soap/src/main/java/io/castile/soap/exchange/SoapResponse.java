package io.castile.soap.exchange;

import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapHeader;
import io.castile.soap.SoapMessageException;
import io.castile.soap.exchange.internal.DeclaredFault;
import io.castile.soap.exchange.internal.FaultSearch;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.MessageBody.Bytes;
import io.castile.soap.exchange.internal.MessageBody.Fault;
import io.castile.soap.exchange.internal.MessageBody.Multipart;
import io.castile.soap.exchange.internal.MessageBody.Ready;
import io.castile.soap.exchange.internal.MessageBody.Values;
import io.castile.soap.exchange.internal.MessageForms;
import io.castile.soap.exchange.internal.MultipartForms;
import io.castile.soap.mime.AttachmentMode;
import io.castile.soap.model.Operation;
import io.castile.soap.multipart.MultipartType;
import io.castile.xml.Attachment;
import io.castile.xml.Payload;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** A response on its way: the values of a result, a fault, or a message. */
public final class SoapResponse extends SoapMessage {
  private final int status;
  private final Headers headers;
  private final boolean isKnown; // to be no fault, without having been read
  private final boolean isSilent;
  private final List<SoapHeader> faultHeaders; // for the fault that is sent if this is unwritable
  private final Map<String, Object> properties; // for the application, in its response context
  private final ExchangeContext exchange;

  private SoapResponse(Builder builder) {
    super(builder.forms, builder.mode);
    this.status = builder.status;
    this.headers = builder.headers;
    this.isKnown = builder.isKnown;
    this.isSilent = builder.isSilent;
    this.faultHeaders = builder.faultHeaders;
    this.properties = Map.copyOf(builder.properties);
    this.exchange = builder.exchange;
  }

  /** Whether there will be no message, though the operation has one. */
  public boolean isSilent() {
    return isSilent;
  }

  /** Returns the operation; null where a request that is for no operation was refused. */
  public @Nullable Operation operation() {
    return forms.operation();
  }

  /** Returns the status that the transport reported; 0 where no transport was passed. */
  public int status() {
    return status;
  }

  /**
   * Returns headers of the transport: the received ones, by name in lower case, or where the
   * response has passed no transport, those that a server sends in addition to the usual ones.
   */
  public Headers headers() {
    return headers;
  }

  /** Whether it is known, without reading the message, that the response is a fault. */
  public boolean hasFault() {
    return forms.fault() != null;
  }

  /**
   * Returns a copy of this response that is sent as {@code payload}, the same message in UTF-8.
   *
   * @param payload the caller's own, and in use until {@code released} is called
   * @param released called by the server, once, when the payload has been sent or cannot be; never
   *     called if an interceptor further out answers with another response
   */
  public SoapResponse withPayload(Payload payload, Runnable released) {
    Builder builder = newBuilder(forms.withPayload(payload, Objects.requireNonNull(released)));
    builder.mode = AttachmentMode.NONE;
    builder.isKnown = false;
    builder.isSilent = false;
    return builder.build();
  }

  /**
   * Returns a copy of this response with more headers of the transport, in place of those with the
   * same name, to be used instead of this one.
   */
  public SoapResponse withHeaders(Headers more) {
    Builder builder = newBuilder();
    builder.headers = headers.with(more);
    return builder.build();
  }

  /** Returns a copy of this response without some headers of the transport, to be used instead. */
  public SoapResponse withoutHeaders(String... names) {
    Builder builder = newBuilder();
    builder.headers = headers.without(names);
    return builder.build();
  }

  /**
   * Returns a copy of this response, which is no fault, that a server sends as {@code content}: its
   * message, or the message in a content coding (RFC 9110 §8.4). The payload of this response, if
   * it has one, is given back.
   *
   * @param content the response's own from here on
   * @param more headers of the transport, to be sent beside those of this response and the usual
   *     ones
   */
  public SoapResponse withContent(byte[] content, Headers more) {
    Builder builder = newBuilder(forms).message(new Bytes(content, charset()), true);
    builder.status = 0;
    builder.headers = status == 0 ? headers.with(more) : more;
    release();
    return builder.build();
  }

  /**
   * Returns a copy of this response with the message from which a content coding was made.
   *
   * @param message in the encoding of this response's message; the response's own from here on
   */
  public SoapResponse withMessage(byte[] message) {
    return newBuilder(forms).message(forms.decoded(message, exchange), false).build();
  }

  /**
   * Returns a copy of this response that has the values of a result instead of the message from
   * which they were read; a message is written from them when it is needed.
   *
   * @param values the result, then the values of the OUT and INOUT parameters; the response's own
   */
  public SoapResponse withReadValues(Object[] values) {
    return newBuilder(forms).message(forms.read(values, forms.operation()), true).build();
  }

  /**
   * Returns a copy of this response with a message with parts, which are stored while they are
   * read.
   *
   * @param message read to its end, and not closed
   * @throws IOException what {@code message} throws, or if it has more bytes than a package may
   *     have
   */
  public SoapResponse withMessage(InputStream message) throws IOException {
    MultipartType type = ((Multipart) forms.body()).type();
    MessageBody decoded = MultipartForms.decoded(forms.codec(), message, type, exchange);
    return newBuilder(forms).message(decoded, false).build();
  }

  /**
   * Returns a copy of this response that has another message, to be used instead of this one.
   *
   * @param message in UTF-8; the response's own from here on
   * @param mayBeFault whether it may be a fault, for which it is then read
   * @param parts by their Content-IDs, without brackets; none for a document
   */
  public SoapResponse withMessage(
      byte[] message, boolean mayBeFault, Map<String, Attachment> parts) {
    release();
    return newBuilder(forms).message(forms.made(message, parts), !mayBeFault).build();
  }

  /**
   * Returns a copy of this response with properties that a client's application finds in its
   * response context, in place of those that this response has.
   */
  public SoapResponse withProperties(Map<String, Object> properties) {
    Builder builder = newBuilder(forms.copy());
    builder.properties = properties;
    return builder.build();
  }

  /**
   * Returns the properties for the response context of a client, in addition to those that are
   * always there.
   */
  public Map<String, Object> properties() {
    return properties;
  }

  /**
   * Returns a copy of this response with more blocks in the message's header, to be used instead of
   * this one.
   *
   * @throws SoapMessageException if there is a message that is malformed, not in UTF-8, or a
   *     package with a content coding
   */
  public SoapResponse withSoapHeaders(List<SoapHeader> more) throws SoapMessageException {
    MessageBody body = forms.body();
    if (body instanceof Values values && !values.isRead() || body instanceof Fault) {
      return newBuilder(forms.header().withAdded(more)).build();
    }
    boolean isPackage = body instanceof Multipart;
    if (body instanceof Multipart parts && parts.isCoded()) {
      throw SoapMessageException.sender(
          "expected a message without parts, to which header blocks can be added", null);
    }
    byte[] message = forms.codec().parser().withHeaders(bytes(), charset(), more);
    MessageBody changed = isPackage ? forms.made(message, parts()) : new Bytes(message, charset());
    release();
    return newBuilder(forms).message(changed, isKnown).build();
  }

  /**
   * Returns a copy with more header blocks, where these depend on the message that is sent at last.
   *
   * @param ofFault the blocks of the fault that a server sends instead, where this response turns
   *     out not to be writable
   */
  public SoapResponse withSoapHeaders(List<SoapHeader> more, List<SoapHeader> ofFault)
      throws SoapMessageException {
    Builder builder = withSoapHeaders(more).newBuilder();
    builder.faultHeaders = List.copyOf(ofFault);
    return builder.build();
  }

  public List<SoapHeader> faultHeaders() {
    return faultHeaders;
  }

  /** Returns the payload to its owner. To be called once. */
  public void release() {
    if (forms.given() instanceof Ready ready) {
      ready.release();
    }
  }

  /**
   * Returns the fault, or null if the response is none.
   *
   * @throws SoapMessageException if the message is malformed
   */
  public @Nullable SoapFault fault() throws SoapMessageException {
    if (!isKnown) {
      forms.readResponse();
    }
    return forms.fault();
  }

  /**
   * Returns the class of the declared exception that the response represents; null if it is no
   * fault, or another one.
   *
   * @throws SoapMessageException if the message is malformed
   */
  public @Nullable Class<? extends Throwable> declaredType() throws SoapMessageException {
    return DeclaredFault.type(fault(), forms);
  }

  /**
   * Whether the service says that the request is at fault. Only a message that is a fault by its
   * status (SOAP 1.1 §6.2), or may be one by how its body begins, is read for that; one that cannot
   * be read says nothing of the kind.
   */
  public boolean blamesSender() {
    boolean isSearched = !isKnown && forms.body() instanceof Bytes;
    try {
      if (!hasFault() && status < 400 && !(isSearched && FaultSearch.mayBeFault(bytes()))) {
        return false;
      }
      SoapFault fault = fault();
      return fault != null && fault.blamesSender();
    } catch (SoapMessageException | RuntimeException e) {
      LoggerFactory.getLogger(SoapResponse.class)
          .debug("the response cannot be read, as the caller will be told: {}", e.toString());
      return false;
    }
  }

  /**
   * Returns the result of the call; null for a void method.
   *
   * @throws SoapFaultReceivedException if the response is a fault
   * @throws SoapMessageException if the message is malformed, or not that of the operation
   */
  public @Nullable Object value() throws SoapException {
    return values()[0];
  }

  /**
   * Returns the result of the call, then the values of the OUT and INOUT parameters in their order.
   *
   * @throws SoapFaultReceivedException if the response is a fault
   * @throws SoapMessageException if the message is malformed, or not that of the operation
   */
  public Object[] values() throws SoapException {
    forms.readResponse();
    SoapFault fault = forms.fault();
    if (fault != null) {
      throw new SoapFaultReceivedException(this, fault);
    }
    return Objects.requireNonNull(forms.values()); // as it has been read, and is no fault
  }

  /** The parts to which the message, as far as it has been read, does not refer. */
  public Map<String, Attachment> looseParts() throws SoapMessageException {
    return forms.multipart().looseParts();
  }

  private Builder newBuilder() {
    return newBuilder(forms.copy());
  }

  private Builder newBuilder(MessageForms other) {
    Builder builder = new Builder(other, exchange);
    builder.mode = packing();
    builder.status = status;
    builder.headers = headers;
    builder.isKnown = isKnown;
    builder.isSilent = isSilent;
    builder.faultHeaders = faultHeaders;
    builder.properties = properties;
    return builder;
  }

  /** Builds one response. */
  public static final class Builder {
    private final ExchangeContext exchange;
    private MessageForms forms;
    private AttachmentMode mode = AttachmentMode.NONE;
    private int status;
    private Headers headers = Headers.NONE;
    private boolean isKnown;
    private boolean isSilent;
    private List<SoapHeader> faultHeaders = List.of();
    private Map<String, Object> properties = Map.of();

    Builder(MessageForms forms, ExchangeContext exchange) {
      this.forms = forms;
      this.exchange = exchange;
    }

    /** Sets the status that the transport reported; 0 if no transport was passed. */
    public Builder status(int reported) {
      status = reported;
      return this;
    }

    /** Sets the headers of the transport, in place of all that there are. */
    public Builder headers(Headers all) {
      headers = Objects.requireNonNull(all, "all");
      return this;
    }

    /** Sets how the message leaves if it is made of values. */
    public Builder mode(AttachmentMode attachments) {
      mode = Objects.requireNonNull(attachments, "attachments");
      return this;
    }

    /** States that the message is no fault, so that it is not read for that. */
    public Builder knownNoFault() {
      isKnown = true;
      return this;
    }

    /** States that there is no message, though the operation has one. */
    public Builder silent() {
      isSilent = true;
      return this;
    }

    /** Another message in place of the content. */
    private Builder message(MessageBody message, boolean isKnownNoFault) {
      forms = forms.with(message, forms.operation());
      mode = AttachmentMode.NONE;
      isKnown = isKnownNoFault;
      isSilent = false;
      faultHeaders = List.of();
      return this;
    }

    public SoapResponse build() {
      return new SoapResponse(this);
    }
  }
}
