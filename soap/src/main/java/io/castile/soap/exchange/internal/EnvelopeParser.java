package io.castile.soap.exchange.internal;

import io.castile.codec.encoded.EncodedReading;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapHeader;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.EnvelopeReader;
import io.castile.soap.envelope.FaultReader;
import io.castile.soap.envelope.MessageContent;
import io.castile.soap.envelope.PassedOverLog;
import io.castile.soap.envelope.ReceiverSettings;
import io.castile.soap.envelope.Utf8Messages;
import io.castile.soap.http.message.ErrorText;
import io.castile.soap.http.message.Pool;
import io.castile.soap.model.internal.BodyCodec;
import io.castile.soap.model.internal.FaultType;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.xml.XmlException;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.internal.ElementCache;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * Reads the messages of one client or service (SOAP 1.1 §4; SOAP 1.2 part 1 §5), each by one
 * reader: finds the operation, checks which header blocks are understood, and reads the values or
 * the fault. Its {@link ReceiverSettings} say how strictly.
 *
 * <p>Thread-safe: readers are pooled, with those of others that have the same model.
 */
public final class EnvelopeParser {
  /** Actions that are named where none of them came. */
  private static final int MAX_NAMED_ACTIONS = 12;

  private final ServiceModel model;
  private final XmlLimits limits;
  private final ReadTemplateSource readTemplates;
  private final UnderstoodBlocks understood;
  private final PassedOverLog passedOver;
  private final Pool<EnvelopeReader> readers;

  /**
   * Replaced as a whole: a message is read with one value of it. Only the roles ever change, so
   * that of two threads that set them the later one's hold, and nothing gets lost.
   */
  private volatile ReceiverSettings settings;

  /**
   * @param understood the header blocks that are handled elsewhere, parts of the message aside
   */
  EnvelopeParser(
      ServiceModel model,
      XmlLimits limits,
      ReadTemplateSource readTemplates,
      UnderstoodBlocks understood,
      ReceiverSettings settings) {
    this.model = model;
    this.limits = limits;
    this.readTemplates = Objects.requireNonNull(readTemplates, "readTemplates");
    this.understood = understood;
    this.passedOver = new PassedOverLog(settings.isStrict());
    this.readers = model.tools().readers(limits);
    this.settings = settings;
  }

  /** Returns how messages are read. */
  public ReceiverSettings settings() {
    return settings;
  }

  /**
   * Sets the roles in which messages are read from now on, beside those of every last receiver.
   *
   * @throws IllegalArgumentException if one of them is the role in which no node may act
   */
  public void setRoles(Set<String> roles) {
    settings = settings.withRoles(roles);
  }

  /** Whether the caller does not change an operation's values, so that messages may share some. */
  public boolean isReadOnly(OperationModel operation) {
    return readTemplates.isReadOnly(operation);
  }

  // ---- readers ----

  /** Returns a reader of messages by {@code xml}, which the caller keeps. */
  public EnvelopeReader reader(XmlReader xml) {
    return new EnvelopeReader(xml, model.names(), settings, passedOver);
  }

  /** A reader with the settings of now; to be given back by {@link #release}. */
  private EnvelopeReader reader() {
    EnvelopeReader idle = readers.take();
    if (idle == null) {
      return reader(new XmlReader(model.names(), limits));
    }
    idle.set(settings, passedOver);
    return idle;
  }

  /** Gives a reader back without the message that it read. */
  private void release(EnvelopeReader in) {
    in.forget();
    readers.give(in);
  }

  // ---- messages ----

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
      BodyCodec.Encoded body =
          Objects.requireNonNull(Objects.requireNonNull(message).encodedBlocks());
      EncodedReading reading = encoded == null ? body.reading(in) : encoded;
      encoded = reading;
      reading.block(body.block(header.part()));
    }
  }
}
