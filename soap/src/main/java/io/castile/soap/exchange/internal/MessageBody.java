package io.castile.soap.exchange.internal;

import io.castile.codec.BindingException;
import io.castile.soap.FaultDetail;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapHeader;
import io.castile.soap.SoapMessageException;
import io.castile.soap.model.internal.FaultType;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.multipart.MultipartContent;
import io.castile.soap.multipart.MultipartType;
import io.castile.soap.multipart.ReceivedMultipart;
import io.castile.xml.Payload;
import io.castile.xml.XmlException;
import io.castile.xml.XmlWriter;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The content of a message, in the form that it has. Immutable; the arrays in it must not be
 * changed.
 */
public sealed interface MessageBody {
  /** Returns what the message was made of, before it was made ready to be sent. */
  default MessageBody source() {
    return this;
  }

  /** Returns the values of which the message is written; null for none. */
  default Object @Nullable [] values() {
    return null;
  }

  /** Returns the fault of which the message is written; null for none. */
  default @Nullable SoapFault fault() {
    return null;
  }

  /**
   * Returns the header blocks with which the message is written, beside those that values stand
   * for; null where the message has them itself.
   */
  default @Nullable List<SoapHeader> headers() {
    return null;
  }

  /** Returns the name of the encoding as the transport gave it; null for none. */
  default @Nullable String charset() {
    return null;
  }

  /** Whether the message is there as bytes, with its header blocks. */
  default boolean hasBytes() {
    return false;
  }

  /** Whether this is a document with parts, which may be hidden by a content coding. */
  default boolean isMultipart() {
    return false;
  }

  /**
   * Appends the document.
   *
   * @param message the message whose body this is
   * @throws SoapMessageException if a value cannot be written, or a package is malformed
   */
  void writeTo(XmlWriter out, MessageForms message) throws SoapMessageException;

  /**
   * Values of which the message is written when it is sent: the arguments of a call, or its result
   * and the values of OUT and INOUT parameters.
   */
  final class Values implements MessageBody {
    private final Object[] values;
    private final List<SoapHeader> headers;
    private final boolean isRead;

    /**
     * @param headers header blocks beside those that values stand for
     */
    public Values(Object[] values, List<SoapHeader> headers) {
      this(values, headers, false);
    }

    private Values(Object[] values, List<SoapHeader> headers, boolean isRead) {
      this.values = Objects.requireNonNull(values, "values");
      this.headers = headers;
      this.isRead = isRead;
    }

    /** The values of a message that came, some of which stand for header blocks. */
    public static Values read(Object[] values) {
      return new Values(values, List.of(), true);
    }

    /** Whether the header blocks of the message are those that values stand for. */
    public boolean isRead() {
      return isRead;
    }

    @Override
    public Object[] values() {
      return values;
    }

    @Override
    public List<SoapHeader> headers() {
      return headers;
    }

    @Override
    public void writeTo(XmlWriter out, MessageForms message) throws SoapMessageException {
      OperationModel operation = message.boundOperation();
      Message kind = message.message(Objects.requireNonNull(operation, "operation"));
      if (kind == null) {
        return; // to a one-way request there is none
      }
      try {
        message.codec().writer().write(kind, message.announcedVersion(), values, headers, out);
      } catch (XmlException | BindingException e) {
        throw message.unwritable(e);
      }
    }
  }

  /** The bytes of a message, as they came or as they are to be sent. */
  final class Bytes implements MessageBody {
    private final byte[] bytes;
    private final @Nullable String charset;

    public Bytes(byte[] bytes, @Nullable String charset) {
      this.bytes = Objects.requireNonNull(bytes, "bytes");
      this.charset = charset;
    }

    /** Returns the bytes. */
    public byte[] bytes() {
      return bytes;
    }

    @Override
    public @Nullable String charset() {
      return charset;
    }

    @Override
    public boolean hasBytes() {
      return true;
    }

    @Override
    public void writeTo(XmlWriter out, MessageForms message) {
      out.raw(bytes);
    }
  }

  /** A message in UTF-8 that is ready to be sent, by the owner of the payload. */
  final class Ready implements MessageBody {
    private final Payload payload;
    private final @Nullable Runnable release;
    private final MessageBody source;

    /**
     * @param release tells the payload's owner that it is not in use any more; null for nothing
     * @param source what the payload was made of
     */
    Ready(Payload payload, @Nullable Runnable release, MessageBody source) {
      this.payload = Objects.requireNonNull(payload, "payload");
      this.release = release;
      this.source = source instanceof Ready made ? made.source : source;
    }

    /** Returns the payload. */
    public Payload payload() {
      return payload;
    }

    @Override
    public MessageBody source() {
      return source;
    }

    @Override
    public void writeTo(XmlWriter out, MessageForms message) {
      Payloads.copy(payload, out);
    }

    public void release() {
      if (release != null) {
        release.run();
      }
    }
  }

  /** A message that came, or leaves, as a document with parts (multipart/related). */
  final class Multipart implements MessageBody {
    private final MultipartType type;
    private final byte @Nullable [] coded;
    private final @Nullable ReceivedMultipart received;

    private Multipart(
        MultipartType type, byte @Nullable [] coded, @Nullable ReceivedMultipart received) {
      this.type = Objects.requireNonNull(type, "type");
      this.coded = coded;
      this.received = received;
    }

    /** A package whose content coding hides the parts. */
    public static Multipart coded(MultipartType type, byte[] content) {
      return new Multipart(type, Objects.requireNonNull(content, "content"), null);
    }

    /** A package whose parts are there. */
    public static Multipart of(MultipartType type, ReceivedMultipart received) {
      return new Multipart(type, null, Objects.requireNonNull(received, "received"));
    }

    public MultipartType type() {
      return type;
    }

    public boolean isCoded() {
      return coded != null;
    }

    /** The package without content coding; null where it {@link #isCoded}. */
    public @Nullable ReceivedMultipart received() {
      return received;
    }

    @Override
    public @Nullable String charset() {
      return received == null ? null : received.charset();
    }

    @Override
    public boolean hasBytes() {
      return true;
    }

    @Override
    public boolean isMultipart() {
      return true;
    }

    @Override
    public void writeTo(XmlWriter out, MessageForms message) throws SoapMessageException {
      out.raw(document());
    }

    /**
     * The document; of a package in a content coding, all of it.
     *
     * @throws SoapMessageException if the package is malformed
     */
    public byte[] document() throws SoapMessageException {
      return coded != null ? coded : open().root();
    }

    /**
     * The package without content coding, where it is not {@link #isCoded}, opened.
     *
     * @throws SoapMessageException if the package is malformed
     */
    public MultipartContent open() throws SoapMessageException {
      return Objects.requireNonNull(received, "received").open();
    }
  }

  /** A fault of which the message is written when it is sent. */
  final class Fault implements MessageBody {
    private final SoapFault fault;
    private final @Nullable FaultType type;
    private final @Nullable FaultDetail detail;
    private final List<SoapHeader> headers;

    /**
     * @param type what the fault stands for; null for no declared exception
     * @param detail writes an entry of the detail; null for none
     * @param headers header blocks
     */
    Fault(
        SoapFault fault,
        @Nullable FaultType type,
        @Nullable FaultDetail detail,
        List<SoapHeader> headers) {
      this.fault = Objects.requireNonNull(fault, "fault");
      this.type = type;
      this.detail = detail;
      this.headers = headers;
    }

    @Override
    public SoapFault fault() {
      return fault;
    }

    public @Nullable FaultType type() {
      return type;
    }

    public @Nullable FaultDetail detail() {
      return detail;
    }

    @Override
    public List<SoapHeader> headers() {
      return headers;
    }

    @Override
    public void writeTo(XmlWriter out, MessageForms message) throws SoapMessageException {
      try {
        EnvelopeWriter writer = message.codec().writer();
        writer.writeFault(fault, detail, message.announcedVersion(), headers, out);
      } catch (XmlException | BindingException e) {
        throw message.unwritable(e);
      }
    }
  }
}
