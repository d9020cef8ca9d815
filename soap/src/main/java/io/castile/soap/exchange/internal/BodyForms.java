package io.castile.soap.exchange.internal;

import io.castile.codec.BindingException;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapHeader;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.MessageContent;
import io.castile.soap.exchange.ExchangeContext;
import io.castile.soap.exchange.SoapMessage;
import io.castile.soap.exchange.internal.MessageBody.Bytes;
import io.castile.soap.exchange.internal.MessageBody.Fault;
import io.castile.soap.exchange.internal.MessageBody.Multipart;
import io.castile.soap.exchange.internal.MessageBody.Ready;
import io.castile.soap.exchange.internal.MessageBody.Values;
import io.castile.soap.http.message.CallDeadline;
import io.castile.soap.mime.AttachmentMode;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.multipart.MultipartContent;
import io.castile.soap.multipart.MultipartType;
import io.castile.soap.multipart.ReceivedMultipart;
import io.castile.xml.Attachment;
import io.castile.xml.Payload;
import io.castile.xml.XmlException;
import io.castile.xml.XmlWriter;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
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
public final class BodyForms {
  private final EnvelopeCodec codec;
  private final boolean isRequest;
  private final MessageBody body;

  /**
   * The values of a message that was read while it arrived, of which neither bytes nor header
   * blocks have been kept. A copy with other values has it too, as the blocks that came are still
   * unknown. Null for any other message.
   */
  private final @Nullable MessageBody arrived;

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
  private volatile EnvelopeCodec.@Nullable Read read;

  /** The message as it was written; null before, and where the body has bytes itself. */
  private volatile @Nullable Bytes written;

  /** The header blocks that were read from the message; null before. */
  private volatile @Nullable List<SoapHeader> blocks;

  private BodyForms(
      BodyForms base,
      MessageBody body,
      @Nullable OperationModel operation,
      SoapVersion version,
      EnvelopeCodec.@Nullable Read read) {
    this.codec = base.codec;
    this.isRequest = base.isRequest;
    this.deadline = base.deadline;
    this.body = body;
    this.arrived = bringsItsOwn(body) ? null : base.arrived;
    this.operation = operation;
    this.version = version;
    this.read = read;
  }

  private BodyForms(
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
    this.arrived = hasArrived ? body : null;
    this.operation = operation;
    this.version = version;
    this.deadline = deadline;
  }

  /**
   * The forms of a request.
   *
   * @param operation null where the message is to tell
   */
  static BodyForms ofRequest(
      EnvelopeCodec codec,
      MessageBody body,
      @Nullable OperationModel operation,
      SoapVersion version) {
    return new BodyForms(codec, true, body, false, operation, version, null);
  }

  /**
   * The forms of a response.
   *
   * @param operation null where the request was for none
   * @param deadline until when it has to be read; null for no limit
   */
  public static BodyForms ofResponse(
      EnvelopeCodec codec,
      MessageBody body,
      @Nullable OperationModel operation,
      SoapVersion version,
      @Nullable CallDeadline deadline) {
    return new BodyForms(codec, false, body, false, operation, version, deadline);
  }

  /** The forms of a message of which there are the values or the fault that were read. */
  public static BodyForms ofArrived(
      EnvelopeCodec codec,
      boolean isRequest,
      EnvelopeCodec.Read read,
      @Nullable CallDeadline deadline) {
    BodyForms forms =
        new BodyForms(
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
  public BodyForms copy() {
    BodyForms copy = new BodyForms(this, body, operation, version, read);
    copy.written = written;
    copy.blocks = blocks;
    return copy;
  }

  /** Another body: nothing that is known of this one holds for it. */
  public BodyForms with(MessageBody other, @Nullable OperationModel ofOther) {
    return new BodyForms(this, other, ofOther, version(), null);
  }

  /** The same message, to be sent as {@code payload}. */
  public BodyForms withPayload(Payload payload, @Nullable Runnable release) {
    BodyForms copy =
        new BodyForms(this, new Ready(payload, release, body), operation, version, read);
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
  public BodyForms withValues(Object[] values) {
    List<SoapHeader> known = knownHeaders();
    return with(new Values(values, known == null ? List.of() : known), operation());
  }

  /** The same values or fault, which are known, with more header blocks. */
  public BodyForms withAddedHeaders(List<SoapHeader> more) {
    List<SoapHeader> known = knownHeaders();
    List<SoapHeader> headers = known == null ? List.copyOf(more) : joined(known, more);
    Fault fault = madeFault();
    return with(
        fault == null
            ? new Values(Objects.requireNonNull(values()), headers)
            : new Fault(fault.fault(), fault.type(), fault.detail(), headers),
        operation());
  }

  /**
   * The message with more header blocks, as bytes; the values that are known are still its own.
   *
   * @throws SoapMessageException if the message is malformed or not in UTF-8
   */
  public BodyForms withInsertedHeaders(List<SoapHeader> more) throws SoapMessageException {
    byte[] message = codec.withHeaders(bytes(), charset(), more);
    Object[] values = values();
    BodyForms copy = with(new Bytes(message, charset()), operation());
    if (values != null) {
      copy.read = new EnvelopeCodec.Read(version(), operation(), values, null);
    }
    List<SoapHeader> known = knownHeaders();
    copy.blocks = known == null ? null : joined(known, more);
    return copy;
  }

  private static List<SoapHeader> joined(List<SoapHeader> known, List<SoapHeader> more) {
    List<SoapHeader> all = new ArrayList<>(known);
    all.addAll(more);
    return List.copyOf(all);
  }

  /** Returns the content without one of its content codings: a document or a package. */
  public MessageBody decoded(byte[] content, ExchangeContext exchange) {
    return body instanceof Multipart coded
        ? received(codec.receive(content, coded.type()), coded, exchange)
        : new Bytes(content, charset());
  }

  /**
   * Returns a package without its content coding; its parts are stored while they are read.
   *
   * @throws IOException what {@code content} throws, or if it has more bytes than a package may
   *     have
   */
  public MessageBody decoded(InputStream content, Multipart coded, ExchangeContext exchange)
      throws IOException {
    return received(codec.receive(codec.bounded(content), coded.type()), coded, exchange);
  }

  private static Multipart received(
      ReceivedMultipart came, Multipart coded, ExchangeContext exchange) {
    exchange.received(came::close);
    return Multipart.of(coded.type(), came);
  }

  /**
   * A message that is made in place of this one.
   *
   * @param message in UTF-8
   * @param parts by their Content-IDs, without brackets; none for a document
   */
  public MessageBody made(byte[] message, Map<String, Attachment> parts) {
    if (parts.isEmpty()) {
      return new Bytes(message, null);
    }
    boolean isXop = body instanceof Multipart old && old.type().isXop();
    MultipartContent made = MultipartContent.of(message, parts, codec.attachments());
    return Multipart.of(MultipartType.made(version(), isXop), ReceivedMultipart.of(made));
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

  /**
   * Checks that arguments are those of the operation, as far as their number tells.
   *
   * @throws IllegalStateException if not, or the operation is not known
   */
  public void checkArguments() {
    if (!(body instanceof Values given)) {
      return;
    }
    if (operation == null) {
      throw new IllegalStateException(
          "Cannot write the arguments, because the operation is not known yet. Call"
              + " request.operation() first.");
    }
    int expected = operation.parameterCount();
    if (given.values().length != expected) {
      throw new IllegalStateException(
          "operation "
              + operation
              + ": expected "
              + expected
              + " arguments, found "
              + given.values().length);
    }
  }

  /** Whether this was read while it arrived, so that its header blocks have not been kept. */
  public boolean hasArrived() {
    return arrived != null;
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
    EnvelopeCodec.Read known = read;
    return known == null ? version : known.version();
  }

  /** The operation as far as it is known; null where it is not. */
  public @Nullable OperationModel operation() {
    EnvelopeCodec.Read known = read;
    return known == null ? operation : known.operation();
  }

  /** Whether the bytes exist without writing the message. */
  public boolean hasBytes() {
    return written != null || body instanceof Bytes || body instanceof Multipart;
  }

  /** The values as far as they are known; null where they are not. */
  public Object @Nullable [] values() {
    if (source() instanceof Values given) {
      return given.values();
    }
    EnvelopeCodec.Read known = read;
    return known == null ? null : known.values();
  }

  /** The fault as far as it is known; null where it is not, or the message is none. */
  public @Nullable SoapFault fault() {
    EnvelopeCodec.Read known = read;
    if (known != null) {
      return known.fault();
    }
    Fault made = madeFault();
    return made == null ? null : made.fault();
  }

  /** The fault of which the message is made; null where it is made of something else. */
  @Nullable Fault madeFault() {
    MessageBody source = source();
    return !isPlain(source) && source instanceof Fault given ? given : null;
  }

  /** Returns the source of the message. */
  private MessageBody source() {
    return !isPlain(body) && body instanceof Ready made ? made.source() : body;
  }

  /** Whether bytes and header blocks are in a body itself. */
  private static boolean bringsItsOwn(MessageBody body) {
    return isPlain(body) ? body instanceof Bytes : body instanceof Multipart;
  }

  /** Whether that is the body of an ordinary call, for which no other class need be loaded. */
  private static boolean isPlain(MessageBody body) {
    return body instanceof Values || body instanceof Bytes;
  }

  /** The header blocks as far as they are known; null where they are not. */
  public @Nullable List<SoapHeader> knownHeaders() {
    List<SoapHeader> known = blocks;
    return known == null ? ownHeaders() : known;
  }

  private @Nullable List<SoapHeader> ownHeaders() {
    MessageBody source = source();
    if (source instanceof Values values) {
      return values.headers();
    }
    return source instanceof Fault fault ? fault.headers() : null;
  }

  /**
   * The name of the encoding as the transport gave it; null where it gave none, or there is no
   * message.
   */
  public @Nullable String charset() {
    if (isPlain(body)) {
      return body instanceof Bytes given ? given.charset() : null;
    }
    ReceivedMultipart came = body instanceof Multipart parts ? parts.received() : null;
    return came == null ? null : came.charset();
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
      known = codec.peek(content(), action);
      read = new EnvelopeCodec.Read(version, known, null, null);
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
      EnvelopeCodec.Read now = codec.readRequest(content(), action);
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
      read = codec.readResponse(content(), operation);
    }
  }

  /**
   * The blocks in the header of the message that are for this receiver; of one that is made of
   * values, those that were added.
   *
   * @throws SoapMessageException if the message is malformed
   */
  public List<SoapHeader> headers() throws SoapMessageException {
    if (arrived != null) {
      throw notKept("header blocks");
    }
    MessageBody now = body();
    boolean isRead = source() instanceof Values values && values.isRead();
    boolean isMade = !isRead && (isRequest || now instanceof Values || now instanceof Fault);
    List<SoapHeader> known = isMade ? knownHeaders() : blocks;
    if (known == null) {
      known = List.copyOf(codec.readHeaders(content()));
      blocks = known;
    }
    return known;
  }

  /**
   * Refuses a message with a header block that must be understood, and which neither the operation
   * nor an interceptor knows. A response that is no message yet has none.
   *
   * @throws SoapMessageException if there is one, or the message is malformed
   */
  public void checkUnderstood() throws SoapMessageException {
    if (isRequest || hasBytes()) {
      OperationModel known = operation();
      codec.checkUnderstood(content(), known == null ? null : message(known));
    }
  }

  /** The message of the operation that this is one of; null where it has none. */
  public @Nullable Message message(OperationModel of) {
    return isRequest ? of.request() : of.response();
  }

  /** The message with its parts, for one reading. */
  public MessageContent content() throws SoapMessageException {
    if (hasParts() && body instanceof Multipart parts && !parts.isCoded()) {
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
      XmlWriter out = codec.writer();
      try {
        writeTo(out);
        bytes = out.toByteArray();
      } finally {
        codec.release(out);
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
    if (arrived != null && !(body instanceof Ready)) {
      throw notKept("bytes");
    }
  }

  private static IllegalStateException notKept(String what) {
    return new IllegalStateException(
        "Cannot give the "
            + what
            + " of a message that was read while it arrived, because no interceptor needs them."
            + " Return true from Interceptor.needsBytes().");
  }

  /**
   * The message without what is in its body, where it is made of values alone; null where its
   * header blocks are encoded.
   *
   * @throws SoapMessageException if a value cannot be written
   */
  public byte @Nullable [] header() throws SoapMessageException {
    OperationModel known =
        Objects.requireNonNull(operation, "operation"); // as there are its values
    Message message = message(known);
    if (message == null || message.body().isEncoded()) {
      return null;
    }
    XmlWriter out = codec.writer();
    try {
      codec.writeHeader(message, version, Objects.requireNonNull(values()), out);
      return out.toByteArray();
    } catch (XmlException | BindingException e) {
      throw isRequest ? unwritable(known, e) : unwritableResult(e);
    } finally {
      codec.release(out);
    }
  }

  /** Appends the message to {@code out}, as bytes if they exist, else without making them. */
  public void writeTo(XmlWriter out) throws SoapMessageException {
    checkKept();
    if (written != null) {
      out.raw(bytes());
    } else if (body instanceof Values given) {
      write(given, out);
    } else if (body instanceof Ready ready) {
      Payloads.copy(ready.payload(), out);
    } else if (body instanceof Fault given) {
      write(given, out);
    } else {
      out.raw(bytes());
    }
  }

  /** Like {@link SoapMessage#isLarge()}. */
  public boolean isLarge() {
    return written == null
        && body instanceof Values
        && operation != null
        && (hasItems(operation) || codec.largeBytes(operation, isRequest) > 0);
  }

  /** Like {@link SoapMessage#isTooLargeToKeep()}. */
  public boolean isTooLargeToKeep() {
    return isLarge()
        && operation != null
        && (hasItems(operation)
            || codec.largeBytes(operation, isRequest) > LargeMessages.KEPT_BYTES);
  }

  /** Like {@link #hasItems(Operation)}, of this message. */
  boolean hasItems() {
    return operation != null && hasItems(operation);
  }

  /** Whether there are items that are written when they are given, and whose number is unknown. */
  private boolean hasItems(OperationModel known) {
    Message message = message(known);
    return message != null && message.items() != null;
  }

  private boolean hasBinaryData() {
    Message message = operation == null ? null : message(operation);
    return message != null && message.body().hasBinaryData();
  }

  /** Notes how large a message of these values was. */
  public void noteSize(long bytes) {
    if (operation != null) {
      codec.noteBytes(operation, isRequest, bytes);
    }
  }

  /** Like {@link SoapMessage#writeUnlessLarge}. */
  public boolean writeUnlessLarge(XmlWriter out) throws SoapMessageException {
    if (written != null || !(body instanceof Values)) {
      writeTo(out);
      return true;
    }
    if (isLarge()) {
      return false;
    }
    if (hasBinaryData()) { // what can be read once only is not written twice
      writeTo(out);
      return true;
    }
    try {
      writeTo(out.withMaxBytes(LargeMessages.BYTES));
      return true;
    } catch (SoapMessageException e) {
      if (!out.isFull()) {
        throw e;
      }
      noteSize(Long.MAX_VALUE);
      return false;
    }
  }

  private void write(Values given, XmlWriter out) throws SoapMessageException {
    OperationModel known =
        Objects.requireNonNull(operation, "operation"); // as there are its values
    Message message = message(known);
    if (message == null) {
      return; // to a one-way request there is none
    }
    try {
      codec.write(message, version, given.values(), given.headers(), out);
    } catch (XmlException | BindingException e) {
      throw isRequest ? unwritable(known, e) : unwritableResult(e);
    }
  }

  private void write(Fault given, XmlWriter out) throws SoapMessageException {
    try {
      codec.writeFault(given.fault(), given.detail(), version, given.headers(), out);
    } catch (XmlException | BindingException e) {
      throw unwritableResult(e);
    }
  }

  public static SoapMessageException unwritable(OperationModel operation, RuntimeException e) {
    return SoapMessageException.sender(
        "an argument of operation " + operation + " cannot be written: " + e.getMessage(), e);
  }

  private SoapMessageException unwritableResult(RuntimeException e) {
    return new SoapMessageException(
        SoapFault.of(
            SoapFault.Code.RECEIVER,
            "the result of operation " + operation + " cannot be written: " + e.getMessage()),
        e);
  }

  // ---- parts ----

  /** Whether the message is a document with parts, which may be hidden by a content coding. */
  public boolean hasParts() {
    return !isPlain(body) && body instanceof Multipart;
  }

  /**
   * The parts beside the document, by their Content-IDs; none where the message is no package.
   *
   * @throws SoapMessageException if the package is malformed
   */
  public Map<String, Attachment> parts() throws SoapMessageException {
    return body instanceof Multipart parts && !parts.isCoded() ? parts.open().parts() : Map.of();
  }

  /** Returns the parts to which the message, as far as it has been read, does not refer. */
  public Map<String, Attachment> looseParts() throws SoapMessageException {
    return body instanceof Multipart parts && !parts.isCoded() ? parts.open().loose() : Map.of();
  }

  /** Returns the package that sends the parts beside the document. */
  public MultipartWriter sentPackage(Multipart parts) throws SoapMessageException {
    return MultipartWriter.of(parts.type(), parts(), codec.attachments());
  }

  /**
   * The message with its parts, those too to which it is going to refer.
   *
   * @param mode how the message leaves
   */
  public MultipartContent packed(AttachmentMode mode) throws SoapMessageException {
    return refersToParts(mode)
        ? MultipartWriter.write(codec, this::writeTo)
        : MultipartContent.of(bytes(), parts(), codec.attachments());
  }

  /** Returns the message with its parts, the document as DOM. */
  public MessageWithParts whole(AttachmentMode mode) throws SoapMessageException {
    if (refersToParts(mode)) {
      MultipartContent made = packed(mode);
      return new MessageWithParts(
          codec.readEnvelope(new MessageContent(made.root(), null)), made.parts());
    }
    return new MessageWithParts(codec.readEnvelope(content()), parts());
  }

  /** Whether the parts are made when the message is written, and the message is nothing without. */
  private boolean refersToParts(AttachmentMode mode) {
    return mode == AttachmentMode.REFERENCES && !hasBytes() && fault() == null;
  }
}
