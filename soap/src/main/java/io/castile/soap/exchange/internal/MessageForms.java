package io.castile.soap.exchange.internal;

import io.castile.soap.SoapFault;
import io.castile.soap.SoapHeader;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.MessageContent;
import io.castile.soap.exchange.ExchangeContext;
import io.castile.soap.exchange.internal.MessageBody.Bytes;
import io.castile.soap.exchange.internal.MessageBody.Multipart;
import io.castile.soap.exchange.internal.MessageBody.Ready;
import io.castile.soap.exchange.internal.MessageBody.Values;
import io.castile.soap.http.message.CallDeadline;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.multipart.MultipartContent;
import io.castile.xml.Attachment;
import io.castile.xml.Payload;
import io.castile.xml.XmlWriter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The body of one message, and the other forms of it, each made when it is first needed and kept
 * from then on: bytes, values or a fault, header blocks.
 *
 * <p>Thread-safe but for a payload. No lock is held while a form is made: threads that ask at the
 * same time may each make it, of the same immutable body, and the one that is made last is kept.
 */
public final class MessageForms {
  private final EnvelopeCodec codec;
  private final boolean isRequest;
  private final MessageBody body;

  /**
   * Whether the message was read while it arrived, so that neither its bytes nor its header blocks
   * have been kept. True for a copy with other values too, as the blocks that came are still
   * unknown.
   */
  private final boolean hasArrived;

  /**
   * The operation, as far as it is known without reading; null where it is not, or there is none.
   */
  private final @Nullable OperationModel operation;

  /** The version of the message that is written; of a received one, as the transport says. */
  private final SoapVersion version;

  /** Until when the message has to be read; null for no limit. */
  private final @Nullable CallDeadline deadline;

  /**
   * The result of reading; null before. One reference to an immutable record, so that version,
   * operation and values that a thread sees belong together. Values and fault are both null while
   * the operation only has been looked for.
   */
  private volatile EnvelopeParser.@Nullable Read read;

  /** The message as it was written; null before, and where the body has bytes itself. */
  private volatile @Nullable Bytes written;

  /** The header blocks that were read from the message; null before. */
  private volatile @Nullable List<SoapHeader> blocks;

  private MessageForms(
      MessageForms base,
      MessageBody body,
      @Nullable OperationModel operation,
      SoapVersion version,
      EnvelopeParser.@Nullable Read read) {
    this.codec = base.codec;
    this.isRequest = base.isRequest;
    this.deadline = base.deadline;
    this.body = body;
    this.hasArrived = base.hasArrived && !body.hasBytes();
    this.operation = operation;
    this.version = version;
    this.read = read;
  }

  private MessageForms(
      EnvelopeCodec codec,
      boolean isRequest,
      MessageBody body,
      boolean hasArrived,
      @Nullable OperationModel operation,
      SoapVersion version,
      @Nullable CallDeadline deadline) {
    this.codec = codec;
    this.isRequest = isRequest;
    this.body = body;
    this.hasArrived = hasArrived;
    this.operation = operation;
    this.version = version;
    this.deadline = deadline;
  }

  /**
   * The forms of a request.
   *
   * @param operation null where the message is to tell
   */
  static MessageForms ofRequest(
      EnvelopeCodec codec,
      MessageBody body,
      @Nullable OperationModel operation,
      SoapVersion version) {
    return new MessageForms(codec, true, body, false, operation, version, null);
  }

  /**
   * The forms of a response.
   *
   * @param operation null where the request was for none
   * @param deadline until when it has to be read; null for no limit
   */
  public static MessageForms ofResponse(
      EnvelopeCodec codec,
      MessageBody body,
      @Nullable OperationModel operation,
      SoapVersion version,
      @Nullable CallDeadline deadline) {
    return new MessageForms(codec, false, body, false, operation, version, deadline);
  }

  /** The forms of a message of which there are the values or the fault that were read. */
  public static MessageForms ofArrived(
      EnvelopeCodec codec,
      boolean isRequest,
      EnvelopeParser.Read read,
      @Nullable CallDeadline deadline) {
    MessageForms forms =
        new MessageForms(
            codec,
            isRequest,
            ArrivedMessage.body(read),
            true,
            read.operation(),
            read.version(),
            deadline);
    forms.read = read;
    return forms;
  }

  // ---- other bodies ----

  /** The same body with the forms that exist now, for a message that makes the others itself. */
  public MessageForms copy() {
    MessageForms copy = new MessageForms(this, body, operation, version, read);
    copy.written = written;
    copy.blocks = blocks;
    return copy;
  }

  /** Another body: nothing that is known of this one holds for it. */
  public MessageForms with(MessageBody other, @Nullable OperationModel ofOther) {
    return new MessageForms(this, other, ofOther, version(), null);
  }

  /** The same message, to be sent as {@code payload}. */
  public MessageForms withPayload(Payload payload, @Nullable Runnable release) {
    MessageForms copy =
        new MessageForms(this, new Ready(payload, release, body), operation, version, read);
    copy.blocks = isRequest ? blocks : null; // those of a response are read from what is sent
    return copy;
  }

  /** The values of a message of the operation that was read elsewhere. */
  public MessageBody read(Object[] values, @Nullable OperationModel of) {
    Message message = of == null ? null : message(of);
    boolean hasBlocks = message != null && !message.headers().isEmpty();
    return hasBlocks ? Values.read(values) : new Values(values, List.of());
  }

  /** Other values, with the header blocks that are known. */
  public MessageForms withValues(Object[] values) {
    List<SoapHeader> known = header().known();
    return with(new Values(values, known == null ? List.of() : known), operation());
  }

  /**
   * Other bytes, of which the values that are known are still the values.
   *
   * @param header the header blocks in them; null where they are to be read
   */
  MessageForms withBytes(byte[] message, @Nullable List<SoapHeader> header) {
    Object[] values = values();
    MessageForms copy = with(new Bytes(message, charset()), operation());
    if (values != null) {
      copy.read = new EnvelopeParser.Read(version(), operation(), values, null);
    }
    copy.blocks = header;
    return copy;
  }

  /** Returns the content without one of its content codings: a document or a package. */
  public MessageBody decoded(byte[] content, ExchangeContext exchange) {
    return body instanceof Multipart coded
        ? MultipartForms.decoded(codec, content, coded.type(), exchange)
        : new Bytes(content, charset());
  }

  /**
   * Returns a message that is made in place of this one.
   *
   * @param message in UTF-8
   * @param parts by their Content-IDs, without brackets; none for a document
   */
  public MessageBody made(byte[] message, Map<String, Attachment> parts) {
    return parts.isEmpty() ? new Bytes(message, null) : multipart().made(message, parts);
  }

  // ---- what is there ----

  public EnvelopeCodec codec() {
    return codec;
  }

  public @Nullable CallDeadline deadline() {
    return deadline;
  }

  /** The form in which the message is sent now: that of its body, or bytes once they were made. */
  public MessageBody body() {
    Bytes known = written;
    return known == null || body instanceof Ready ? body : known;
  }

  /** Whether this is a request; else it is a response. */
  boolean isRequest() {
    return isRequest;
  }

  /** Whether this was read while it arrived, so that its header blocks have not been kept. */
  public boolean hasArrived() {
    return hasArrived;
  }

  /** The body as it was given, whatever has been made of it. */
  public MessageBody given() {
    return body;
  }

  /** The version as it was said before anything was read. */
  public SoapVersion announcedVersion() {
    return version;
  }

  public SoapVersion version() {
    EnvelopeParser.Read known = read;
    return known == null ? version : known.version();
  }

  /** The operation as far as it is known; null where it is not. */
  public @Nullable OperationModel operation() {
    EnvelopeParser.Read known = read;
    return known == null ? operation : known.operation();
  }

  /** Whether the bytes exist without writing the message. */
  public boolean hasBytes() {
    return written != null || body.hasBytes();
  }

  /** The values as far as they are known; null where they are not. */
  public Object @Nullable [] values() {
    Object[] given = body.source().values();
    EnvelopeParser.Read known = read;
    return given != null || known == null ? given : known.values();
  }

  /** The fault as far as it is known; null where it is not, or the message is none. */
  public @Nullable SoapFault fault() {
    EnvelopeParser.Read known = read;
    return known == null ? body.source().fault() : known.fault();
  }

  /**
   * The name of the encoding as the transport gave it; null where it gave none, or there is no
   * message.
   */
  public @Nullable String charset() {
    return body.charset();
  }

  /** The header blocks that were read from the message; null before. */
  @Nullable List<SoapHeader> readBlocks() {
    return blocks;
  }

  /** Notes the header blocks that were read from the message. */
  void noteBlocks(List<SoapHeader> read) {
    blocks = read;
  }

  // ---- reading ----

  /**
   * Finds the operation of a request, for which the beginning of the message is read if need be.
   *
   * @throws SoapMessageException if the message is malformed or is for no operation of the service
   */
  public OperationModel operation(String action) throws SoapMessageException {
    OperationModel known = operation();
    if (known == null) {
      known = codec.parser().peek(content(), action);
      read = new EnvelopeParser.Read(version, known, null, null);
    }
    return known;
  }

  /**
   * The values of a request.
   *
   * @throws SoapMessageException if the message is malformed, or not what the operation takes
   */
  public Object[] values(String action) throws SoapMessageException {
    Object[] known = values();
    if (known == null) {
      EnvelopeParser.Read now = codec.parser().readRequest(content(), action);
      read = now;
      known = Objects.requireNonNull(now.values()); // as a request is read for them
    }
    return known;
  }

  /**
   * Makes sure that it is known whether a response is a fault, and what its values are.
   *
   * @throws SoapMessageException if the message is malformed
   */
  public void readResponse() throws SoapMessageException {
    if (values() == null && fault() == null) {
      read = codec.parser().readResponse(content(), operation);
    }
  }

  /** The operation of the values that are written; null where there are none. */
  @Nullable OperationModel boundOperation() {
    return operation;
  }

  /** The message of that operation; null where it has none, or there is no operation. */
  @Nullable Message kind() {
    return operation == null ? null : message(operation);
  }

  /** The message of the operation that this is one of; null where it has none. */
  public @Nullable Message message(OperationModel of) {
    return isRequest ? of.request() : of.response();
  }

  /** The message with its parts, for one reading. */
  public MessageContent content() throws SoapMessageException {
    if (body instanceof Multipart parts && !parts.isCoded()) {
      MultipartContent opened = parts.open();
      return new MessageContent(opened.root(), opened.charset(), opened.source(), deadline);
    }
    return new MessageContent(bytes(), charset(), null, deadline);
  }

  // ---- writing ----

  /**
   * The message; its document where it has parts.
   *
   * @throws SoapMessageException if a value cannot be written, or the package is malformed
   */
  public byte[] bytes() throws SoapMessageException {
    if (body instanceof Bytes given) {
      return given.bytes();
    }
    checkKept();
    Bytes known = written;
    if (known != null) {
      return known.bytes();
    }
    if (body instanceof Multipart parts) {
      return parts.document();
    }
    byte[] bytes = body instanceof Ready ready ? Payloads.toByteArray(ready.payload()) : null;
    if (bytes == null) {
      XmlWriter out = codec.writer().take();
      try {
        writeTo(out);
        bytes = out.toByteArray();
      } finally {
        codec.writer().release(out);
      }
    }
    written = new Bytes(bytes, null);
    return bytes;
  }

  /**
   * Refuses to write a message of which the header blocks that came have not been kept.
   *
   * @throws IllegalStateException if it is one
   */
  private void checkKept() {
    if (hasArrived && !(body instanceof Ready)) {
      throw notKept("bytes");
    }
  }

  static IllegalStateException notKept(String what) {
    return new IllegalStateException(
        "Cannot give the "
            + what
            + " of a message that was read while it arrived, because no interceptor needs them."
            + " Return true from Interceptor.needsBytes().");
  }

  /** Appends the message to {@code out}, as bytes if they exist, else without making them. */
  public void writeTo(XmlWriter out) throws SoapMessageException {
    checkKept();
    Bytes known = written;
    (known == null ? body : known).writeTo(out, this);
  }

  /** Returns the failure to write the values, or the fault. */
  public SoapMessageException unwritable(RuntimeException e) {
    if (isRequest) {
      return SoapMessageException.sender(
          "an argument of operation " + operation() + " cannot be written: " + e.getMessage(), e);
    }
    return new SoapMessageException(
        SoapFault.of(
            SoapFault.Code.RECEIVER,
            "the result of operation " + operation() + " cannot be written: " + e.getMessage()),
        e);
  }

  // ---- parts ----

  /** Whether the message is a document with parts, which may be hidden by a content coding. */
  public boolean hasParts() {
    return body.isMultipart();
  }

  /** Returns the forms of this message that are packages. */
  public MultipartForms multipart() {
    return new MultipartForms(this);
  }

  /** Returns the header of this message. */
  public HeaderForms header() {
    return new HeaderForms(this);
  }
}
