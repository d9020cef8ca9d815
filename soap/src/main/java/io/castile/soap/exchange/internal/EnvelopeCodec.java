package io.castile.soap.exchange.internal;

import io.castile.codec.encoded.EncodedReading;
import io.castile.codec.encoded.EncodedWriting;
import io.castile.soap.FaultDetail;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapHeader;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.EnvelopeReader;
import io.castile.soap.envelope.FaultReader;
import io.castile.soap.envelope.FaultWriter;
import io.castile.soap.envelope.Leniency;
import io.castile.soap.envelope.MessageContent;
import io.castile.soap.envelope.PassedOverLog;
import io.castile.soap.envelope.SoapNames;
import io.castile.soap.envelope.Utf8Messages;
import io.castile.soap.http.message.ErrorText;
import io.castile.soap.http.message.Pool;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.model.internal.BodyCodec;
import io.castile.soap.model.internal.FaultType;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.soap.multipart.BoundedContent;
import io.castile.soap.multipart.MultipartType;
import io.castile.soap.multipart.ReceivedMultipart;
import io.castile.xml.XmlException;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import io.castile.xml.internal.ElementCache;
import io.castile.xml.internal.XmlInternals;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * Writes and reads the messages of one service (SOAP 1.1 §4; SOAP 1.2 part 1 §5). A message is
 * written by one writer straight from the values, the frame as constant bytes around the body's
 * codec, and read by one reader.
 *
 * <p>Thread-safe: readers and writers are pooled, with those of others that have the same model.
 */
public final class EnvelopeCodec {
  /** Writers whose buffer has grown beyond this are not kept. */
  private static final int MAX_POOLED_BYTES = LargeMessages.BYTES;

  /** The room in a new writer; it grows with its content. */
  private static final int FEW_BYTES = 256;

  /** Actions that are named where none of them came. */
  private static final int MAX_NAMED_ACTIONS = 12;

  private final ServiceModel model;
  private final ReadTemplateSource readTemplates;
  private final UnderstoodBlocks understood;
  private volatile AttachmentOptions attachments;
  private final XmlLimits limits;
  private final Pool<EnvelopeReader> readers;
  private final Pool<XmlWriter> writers;

  /** The operations whose last request, or last response, was large, and how many bytes it had. */
  private final Map<OperationModel, Long> largeRequests = new ConcurrentHashMap<>();

  private final Map<OperationModel, Long> largeResponses = new ConcurrentHashMap<>();

  private final PassedOverLog strangers = new PassedOverLog();
  private volatile Leniency leniency = Leniency.DEFAULT;

  /** In which messages are read beside those of every last receiver. */
  private volatile Set<String> roles = Set.of();

  EnvelopeCodec(ServiceModel model, XmlLimits limits) {
    this(
        model,
        limits,
        ReadTemplateSource.NONE,
        AttachmentOptions.DEFAULT,
        new UnderstoodBlocks(List.of()));
  }

  /**
   * @param understood the header blocks that are handled elsewhere, parts of the message aside
   */
  public EnvelopeCodec(
      ServiceModel model,
      XmlLimits limits,
      ReadTemplateSource readTemplates,
      AttachmentOptions attachments,
      UnderstoodBlocks understood) {
    this.attachments = Objects.requireNonNull(attachments, "attachments");
    this.model = model;
    this.readTemplates = Objects.requireNonNull(readTemplates, "readTemplates");
    this.understood = understood;
    this.limits = limits;
    this.readers = model.tools().readers(limits);
    this.writers = model.tools().writers();
  }

  /** The service. */
  public ServiceModel model() {
    return model;
  }

  /** Returns the roles in which messages are read, in addition to those of every last receiver. */
  public Set<String> roles() {
    return roles;
  }

  /**
   * Sets them, for messages that are read from now on.
   *
   * @throws IllegalArgumentException if one of them is the role in which no node may act
   */
  public void setRoles(Set<String> roles) {
    this.roles = SoapVersion.checkedRoles(roles);
  }

  /** Whether the caller does not change an operation's values, so that messages may share some. */
  public boolean isReadOnly(OperationModel operation) {
    return readTemplates.isReadOnly(operation);
  }

  /**
   * Sets whether messages are refused that have elements or attributes to which nothing is bound.
   */
  public void setStrict(boolean strict) {
    strangers.refuse(strict);
  }

  /** Sets the leniency for messages that are read from now on. */
  public void setLeniency(Leniency leniency) {
    this.leniency = Objects.requireNonNull(leniency, "leniency");
  }

  /** Returns the leniency for messages. */
  public Leniency leniency() {
    return leniency;
  }

  /** Returns a reader of messages by {@code xml}, in the roles that are set now. */
  public EnvelopeReader reader(XmlReader xml) {
    EnvelopeReader reader = new EnvelopeReader(xml, model.names(), roles, strangers);
    reader.setLeniency(leniency);
    return reader;
  }

  /** Sets the options for attachments, for messages from now on. */
  public void setAttachments(AttachmentOptions options) {
    this.attachments = Objects.requireNonNull(options, "options");
  }

  public AttachmentOptions attachments() {
    return attachments;
  }

  /** Whether the limits of messages are the default ones, but for the number of bytes. */
  public boolean hasDefaultLimits() {
    return limits.toBuilder()
        .maxBytes(XmlLimits.DEFAULT.maxBytes())
        .build()
        .equals(XmlLimits.DEFAULT);
  }

  /** The size of the greatest message that is read. */
  public int maxMessageBytes() {
    return limits.maxBytes();
  }

  /**
   * Reads a package while it arrives.
   *
   * @param content without content coding, bounded in bytes and time
   * @throws IOException what {@code content} throws
   */
  public ReceivedMultipart receive(InputStream content, MultipartType type) throws IOException {
    return ReceivedMultipart.read(content, type, attachments, limits.maxBytes());
  }

  /** Reads a package that is there as a whole. */
  public ReceivedMultipart receive(byte[] content, MultipartType type) {
    try {
      return receive(new ByteArrayInputStream(content), type);
    } catch (IOException e) {
      throw new AssertionError("an array can be read", e);
    }
  }

  /** A stream that fails where it has more bytes than a package may have. */
  InputStream bounded(InputStream content) {
    return new BoundedContent(content, attachments.maxPackageBytes(limits.maxBytes()));
  }

  // ---- writing ----

  /** An empty writer; to be given back by {@link #release}. */
  public XmlWriter writer() {
    XmlWriter idle = writers.take();
    return idle == null ? new XmlWriter(FEW_BYTES) : idle.reset();
  }

  public void release(XmlWriter writer) {
    if (writer.buffer().length <= MAX_POOLED_BYTES) {
      XmlInternals.withAttachments(writer, null); // which may be large
      writers.give(writer);
    }
  }

  /** The size of the last message of that kind that was written; 0 if it was not large. */
  long largeBytes(OperationModel operation, boolean isRequest) {
    return (isRequest ? largeRequests : largeResponses).getOrDefault(operation, 0L);
  }

  /** Notes the size of a message that was written; nothing is kept of one that is not large. */
  void noteBytes(OperationModel operation, boolean isRequest, long bytes) {
    Map<OperationModel, Long> large = isRequest ? largeRequests : largeResponses;
    if (bytes > LargeMessages.BYTES) {
      large.put(operation, bytes);
    } else if (!large.isEmpty()) {
      large.remove(operation);
    }
  }

  /**
   * Appends a message.
   *
   * @param more header blocks beside those of the message's parts
   */
  void write(
      Message message, SoapVersion version, Object[] values, List<SoapHeader> more, XmlWriter out) {
    int mark = open(version, out);
    boolean inHeader = writeHeaders(more, version, out);
    BodyCodec.Encoded encoded = withBlocks(message);
    EncodedWriting writing = encoded == null ? null : encoded.writing(values, version, out);
    writeParts(message, values, inHeader, writing, out);
    out.raw(SoapNames.BODY_START);
    if (writing == null) {
      message.body().write(values, version, out);
    } else {
      writing.body();
    }
    out.raw(SoapNames.BODY_ENVELOPE_END);
    out.release(mark);
  }

  /** Appends a message without what is in its body; none of its header blocks is encoded. */
  void writeHeader(Message message, SoapVersion version, Object[] values, XmlWriter out) {
    int mark = open(version, out);
    writeParts(message, values, false, null, out);
    out.raw(SoapNames.BODY_START);
    out.raw(SoapNames.BODY_ENVELOPE_END);
    out.release(mark);
  }

  /**
   * Appends the header blocks that are parts of a message, and the end of the header.
   *
   * @param begun whether the header has begun
   * @param writing writes encoded blocks; null where there are none
   */
  private static void writeParts(
      Message message,
      Object[] values,
      boolean begun,
      @Nullable EncodedWriting writing,
      XmlWriter out) {
    BodyCodec.Encoded encoded = withBlocks(message);
    boolean inHeader = begun;
    for (Message.Header header : message.headers()) {
      Object value = values[header.part().slot()];
      if (value != null) {
        if (!inHeader) {
          out.raw(SoapNames.HEADER_START);
          inHeader = true;
        }
        if (header.codec() != null) {
          header.codec().write(value, out);
        } else if (encoded != null && writing != null) {
          writing.block(encoded.block(header.part()));
        }
      }
    }
    if (inHeader) {
      out.raw(SoapNames.HEADER_END);
    }
  }

  /** The body of a message that has header blocks in SOAP encoding; null for another one. */
  private static BodyCodec.@Nullable Encoded withBlocks(@Nullable Message message) {
    return message != null
            && message.body() instanceof BodyCodec.Encoded encoded
            && encoded.hasBlocks()
        ? encoded
        : null;
  }

  /** Starts the header and writes blocks into it, if there are any; returns whether it did. */
  private static boolean writeHeaders(
      List<SoapHeader> headers, SoapVersion version, XmlWriter out) {
    if (headers.isEmpty()) {
      return false;
    }
    out.raw(SoapNames.HEADER_START);
    for (SoapHeader header : headers) {
      header.write(out, version);
    }
    return true;
  }

  /**
   * Appends a message that is a fault.
   *
   * @param detail writes an entry of the detail; null for none
   * @param headers header blocks
   */
  void writeFault(
      SoapFault fault,
      @Nullable FaultDetail detail,
      SoapVersion version,
      List<SoapHeader> headers,
      XmlWriter out) {
    int mark = open(version, out);
    if (writeHeaders(headers, version, out)) {
      out.raw(SoapNames.HEADER_END);
    }
    out.raw(SoapNames.BODY_START);
    FaultWriter.write(fault, version, detail, out);
    out.raw(SoapNames.BODY_ENVELOPE_END);
    out.release(mark);
  }

  private static int open(SoapVersion version, XmlWriter out) {
    int mark = out.mark();
    out.raw(SoapNames.ENVELOPE_START);
    out.declare(SoapNames.namespace(version));
    out.raw(SoapNames.TAG_END);
    return mark;
  }

  // ---- reading ----

  /**
   * A message that was read.
   *
   * @param version the version of the envelope
   * @param operation the operation
   * @param values the values of the message; null if it is a fault
   * @param fault the fault; null if it is none
   * @param items what is still to be read of the values, by the reader of the message; null for
   *     nothing
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Read(
      SoapVersion version,
      @Nullable OperationModel operation,
      Object @Nullable [] values,
      @Nullable SoapFault fault,
      @Nullable ArrivingItems items) {
    Read(
        SoapVersion version,
        @Nullable OperationModel operation,
        Object @Nullable [] values,
        @Nullable SoapFault fault) {
      this(version, operation, values, fault, null);
    }
  }

  /** Finds the operation of a request without reading its values. */
  OperationModel peek(MessageContent content, String action) throws SoapMessageException {
    EnvelopeReader in = reader();
    try {
      in.open(content);
      return operation(in, content, action);
    } catch (XmlException e) {
      throw SoapMessageException.sender(e.getMessage(), e);
    } finally {
      release(in);
    }
  }

  Read readRequest(MessageContent content, String action) throws SoapMessageException {
    EnvelopeReader in = reader();
    ElementCache memory = null;
    ArrivingItems items = null;
    boolean read = false;
    try {
      in.open(content);
      OperationModel operation = operation(in, content, action);
      Message message = operation.request();
      Object[] values = message.newValues();
      memory = memory(operation, true, content);
      Blocks blocks = new Blocks(in, operation, message, values);
      if (in.hasHeaderBlocks()) {
        // The header comes first, but which blocks are understood depends on the operation.
        in.open(content);
        begin(memory, in);
        in.openBody(blocks);
      } else {
        begin(memory, in);
      }
      items = readBody(in, operation, message, blocks, content);
      read = true;
      return new Read(in.version(), operation, values, null, items);
    } catch (XmlException e) {
      throw SoapMessageException.sender(e.getMessage(), e);
    } finally {
      end(memory, in, read);
      if (items == null) {
        release(in);
      }
    }
  }

  /**
   * Reads a response to {@code operation}, which is its message or a fault.
   *
   * @param operation null where the request was for none, which is answered by a fault
   */
  Read readResponse(MessageContent content, @Nullable OperationModel operation)
      throws SoapMessageException {
    EnvelopeReader in = reader();
    Message message = operation == null ? null : operation.response();
    ElementCache memory =
        operation == null || message == null ? null : memory(operation, false, content);
    ArrivingItems items = null;
    boolean read = false;
    try {
      in.open(content);
      begin(memory, in);
      Object[] values = message == null ? new Object[1] : message.newValues();
      Blocks blocks = new Blocks(in, operation, message, values);
      XmlName element = in.openBody(blocks);
      if (element != null && in.atFault()) {
        boolean isEncoded = message != null && message.body().isEncoded();
        SoapFault fault =
            isEncoded
                ? FaultReader.readEncoded(in.xml(), in.version())
                : FaultReader.read(in.xml(), in.version());
        in.close();
        return new Read(in.version(), operation, null, fault);
      }
      if (operation == null) {
        throw in.xml().unexpected("a fault", "element " + element);
      }
      if (message == null) {
        return new Read(in.version(), operation, values, null); // whatever a one-way call is told
      }
      checkElement(in, element, message);
      items = readBody(in, operation, message, blocks, content);
      read = true;
      return new Read(in.version(), operation, values, null, items);
    } catch (XmlException e) {
      throw SoapMessageException.sender(e.getMessage(), e);
    } finally {
      end(memory, in, read);
      if (items == null) {
        release(in);
      }
    }
  }

  /**
   * Of a document with parts nothing is remembered, as its bytes do not say all that it means, nor
   * of one that is large.
   */
  private @Nullable ElementCache memory(
      OperationModel operation, boolean request, MessageContent content) {
    boolean isRemembered =
        content.parts() == null
            && content.arriving() == null
            && content.bytes().length <= LargeMessages.BYTES;
    return isRemembered ? readTemplates.take(operation, request, content.bytes()) : null;
  }

  private static void begin(@Nullable ElementCache memory, EnvelopeReader in) {
    if (memory != null) {
      memory.begin(in.xml());
    }
  }

  /** A message that was not read, or is a fault, leaves what is remembered as it was. */
  private void end(@Nullable ElementCache memory, EnvelopeReader in, boolean read) {
    if (memory != null) {
      memory.end(in.xml(), read);
      readTemplates.give(memory);
    }
  }

  /** Reads a whole message as DOM. */
  public Element readEnvelope(MessageContent content) throws SoapMessageException {
    EnvelopeReader in = reader();
    try {
      in.open(content);
      return in.envelope();
    } catch (XmlException e) {
      throw SoapMessageException.sender(e.getMessage(), e);
    } finally {
      release(in);
    }
  }

  /**
   * Refuses a message with a header block that must be understood and is not, before any code has
   * acted on the message.
   *
   * @param message what it is expected to be; null where that is not known
   */
  void checkUnderstood(MessageContent content, @Nullable Message message)
      throws SoapMessageException {
    EnvelopeReader in = reader();
    try {
      in.open(content);
      in.openBody(header -> isPart(header, message) ? skipped(header) : passHeader(header));
    } catch (XmlException e) {
      throw SoapMessageException.sender(e.getMessage(), e);
    } finally {
      release(in);
    }
  }

  private static boolean isPart(XmlReader header, @Nullable Message message) {
    return message != null && message.header(header.name().toQName()) != null;
  }

  private static boolean skipped(XmlReader header) {
    header.skipElement();
    return true;
  }

  /** Reads the header blocks that are for this receiver, those of the message's parts included. */
  List<SoapHeader> readHeaders(MessageContent content) throws SoapMessageException {
    EnvelopeReader in = reader();
    try {
      in.open(content);
      return in.headers();
    } catch (XmlException e) {
      throw SoapMessageException.sender(e.getMessage(), e);
    } finally {
      release(in);
    }
  }

  /**
   * Returns a message with more blocks at the end of its header.
   *
   * @throws SoapMessageException if it is malformed, or not in UTF-8
   */
  public byte[] withHeaders(byte[] bytes, @Nullable String charset, List<SoapHeader> more)
      throws SoapMessageException {
    if (!Utf8Messages.isUtf8(bytes, charset)) {
      throw SoapMessageException.sender(
          "expected a message in UTF-8, to which header blocks can be added", null);
    }
    EnvelopeReader in = reader();
    try {
      in.open(new MessageContent(bytes, charset));
      return in.withHeaders(bytes, more);
    } catch (XmlException e) {
      throw SoapMessageException.sender(e.getMessage(), e);
    } finally {
      release(in);
    }
  }

  /**
   * Reads an entry of a fault's detail as the exception it stands for.
   *
   * @param entry as a document; one that is encoded is the first element in the document's, those
   *     to which it refers are behind it
   */
  @Nullable Throwable readException(
      OperationModel operation, FaultType type, byte[] entry, String reason)
      throws SoapMessageException {
    EnvelopeReader in = reader();
    try {
      XmlReader xml = in.xml().reset(entry, 0, entry.length);
      while (xml.next() != XmlReader.START_ELEMENT) {
        // To the root.
      }
      in.beginDetail(operation);
      if (type.encoded() != null) {
        xml.nextChild(null);
      }
      return type.read(xml, reason);
    } catch (XmlException e) {
      throw SoapMessageException.sender(e.getMessage(), e);
    } finally {
      release(in);
    }
  }

  private static void checkElement(EnvelopeReader in, @Nullable XmlName element, Message message) {
    boolean isAny = message.body() instanceof BodyCodec.Any;
    if (isAny || message.body().isEncoded() && element != null) {
      return; // an encoded response may have any name (SOAP 1.1 §7.1)
    }
    QName expected = message.body().name();
    QName found = element == null ? null : element.toQName();
    if (expected == null ? found != null : !expected.equals(found)) {
      throw in.xml()
          .unexpected(
              expected == null ? "an empty body" : "element " + expected,
              found == null ? "an empty body" : "element " + found);
    }
  }

  /** Returns what is still to be read; null for nothing. */
  private @Nullable ArrivingItems readBody(
      EnvelopeReader in,
      OperationModel operation,
      Message message,
      Blocks blocks,
      MessageContent content)
      throws SoapMessageException {
    Object[] values = blocks.values;
    if (message.body() instanceof BodyCodec.Any) {
      in.open(content);
      boolean isUtf8 = Utf8Messages.isUtf8(content.bytes(), content.charset());
      values[0] = in.payload(isUtf8 ? content.bytes() : null, operation);
      return null;
    }
    in.beginValues(operation, message.body().isEncoded());
    if (content.arriving() != null && message.items() != null) {
      return new ArrivingItems(in, message.items(), values, this::release);
    }
    if (blocks.encoded != null && message.body() instanceof BodyCodec.Encoded encoded) {
      encoded.read(blocks.encoded, values);
    } else if (message.body().name() != null) {
      message.body().read(in.xml(), values);
    }
    in.close();
    return null;
  }

  /** Passes over a block that is handled elsewhere. */
  private boolean passHeader(XmlReader in) {
    boolean passed = understood.has(in.name().toQName());
    if (passed) {
      in.skipElement();
    }
    return passed;
  }

  /** Goes to the body's element, and finds the operation that it is for. */
  private OperationModel operation(EnvelopeReader in, MessageContent content, String action)
      throws SoapMessageException {
    in.checkVersion();
    XmlName element = in.openBody(null);
    try {
      return dispatch(element, action);
    } catch (SoapMessageException e) {
      if (in.hasHeaderBlocks()) {
        // What must be understood comes before the body (SOAP 1.1 §4.2.3, SOAP 1.2 part 1 §2.6),
        // and without an operation nothing is.
        in.open(content);
        in.openBody(this::passHeader);
      }
      throw e;
    }
  }

  private OperationModel dispatch(@Nullable XmlName element, String action)
      throws SoapMessageException {
    QName name = element == null ? null : element.toQName();
    OperationModel operation = model.dispatch(name, action);
    if (operation == null) {
      List<OperationModel> sharing =
          model.operations().stream()
              .filter(each -> name != null && name.equals(each.requestElement()))
              .toList();
      if (!sharing.isEmpty()) {
        throw SoapMessageException.sender(wrongAction(name, action, sharing), null);
      }
      throw SoapMessageException.sender(
          "no operation of "
              + model.portTypeName()
              + " takes "
              + (name == null ? "an empty body" : "element " + ErrorText.shortened(name.toString()))
              + " at /Envelope/Body; expected one of "
              + EnvelopeReader.listed(
                  model.operations().stream()
                      .map(OperationModel::requestElement)
                      .filter(expected -> expected != null)
                      .distinct()
                      .toList()),
          null);
    }
    return operation;
  }

  /**
   * @param sharing the operations with that element, told apart by their actions
   */
  private String wrongAction(@Nullable QName element, String action, List<OperationModel> sharing) {
    StringJoiner expected = new StringJoiner(", ");
    sharing.stream()
        .limit(MAX_NAMED_ACTIONS)
        .forEach(each -> expected.add("'" + each.action() + "' for " + each));
    return "several operations of "
        + model.portTypeName()
        + " take element "
        + element
        + ", and the action tells them apart: expected one of "
        + expected
        + ", found "
        + (action.isEmpty() ? "none" : "'" + ErrorText.shortened(action) + "'");
  }

  /** Takes the blocks of a header: parts of the message, and what links see to. */
  private final class Blocks implements EnvelopeReader.HeaderSink {
    private final EnvelopeReader reader;
    private final @Nullable OperationModel operation; // null for none
    private final @Nullable Message message; // null for none
    private final Object[] values;

    /** The message, where one of its blocks was encoded; null before. */
    private @Nullable EncodedReading encoded;

    Blocks(
        EnvelopeReader reader,
        @Nullable OperationModel operation,
        @Nullable Message message,
        Object[] values) {
      this.reader = reader;
      this.operation = operation;
      this.message = message;
      this.values = values;
    }

    @Override
    public boolean take(XmlReader in) {
      Message.Header header =
          message == null || message.headers().isEmpty()
              ? null
              : message.header(in.name().toQName());
      if (header == null) {
        return passHeader(in);
      }
      reader.beginBlock(operation);
      if (header.codec() == null) {
        readEncoded(header, in);
      } else {
        Object value = header.codec().read(in);
        if (value != null) {
          values[header.part().slot()] = value;
        }
      }
      reader.endBlock();
      return true;
    }

    /** What the block refers to may come in the body. */
    private void readEncoded(Message.Header header, XmlReader in) {
      BodyCodec.Encoded body = Objects.requireNonNull(withBlocks(message));
      EncodedReading reading = encoded == null ? body.reading(in) : encoded;
      encoded = reading;
      reading.block(body.block(header.part()));
    }
  }

  /** A reader in the roles that are set now; to be given back by {@link #release}. */
  private EnvelopeReader reader() {
    EnvelopeReader idle = readers.take();
    if (idle == null) {
      return reader(new XmlReader(model.names(), limits));
    }
    idle.setRoles(roles);
    idle.setPassedOver(strangers);
    idle.setLeniency(leniency);
    return idle;
  }

  /** Gives a reader back without the message that it read. */
  private void release(EnvelopeReader in) {
    in.forget();
    readers.give(in);
  }
}
