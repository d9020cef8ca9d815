package io.castile.soap.exchange.internal;

import io.castile.soap.SoapMessageException;
import io.castile.soap.envelope.MessageContent;
import io.castile.soap.exchange.ExchangeContext;
import io.castile.soap.exchange.internal.MessageBody.Multipart;
import io.castile.soap.mime.AttachmentMode;
import io.castile.soap.multipart.BoundedContent;
import io.castile.soap.multipart.MultipartContent;
import io.castile.soap.multipart.MultipartType;
import io.castile.soap.multipart.ReceivedMultipart;
import io.castile.xml.Attachment;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/**
 * The forms of a message that are packages of a document and parts (RFC 2387). All that depends on
 * packages is here, so that a call of documents alone does not load it.
 *
 * <p>Thread-safe as {@link MessageForms} is.
 */
public final class MultipartForms {
  private final MessageForms message;

  MultipartForms(MessageForms message) {
    this.message = message;
  }

  // ---- receiving ----

  /**
   * Reads a package while it arrives.
   *
   * @param content without content coding, bounded in bytes and time
   * @throws IOException what {@code content} throws
   */
  public static ReceivedMultipart receive(
      EnvelopeCodec codec, InputStream content, MultipartType type) throws IOException {
    return ReceivedMultipart.read(content, type, codec.attachments(), codec.maxMessageBytes());
  }

  /** Reads a package that is there as a whole. */
  public static ReceivedMultipart receive(EnvelopeCodec codec, byte[] content, MultipartType type) {
    try {
      return receive(codec, new ByteArrayInputStream(content), type);
    } catch (IOException e) {
      throw new AssertionError("an array can be read", e);
    }
  }

  /** Returns the package that {@code content} is, which the exchange closes at its end. */
  static MessageBody decoded(
      EnvelopeCodec codec, byte[] content, MultipartType type, ExchangeContext exchange) {
    return received(receive(codec, content, type), type, exchange);
  }

  /**
   * Returns the package that {@code content} is, which the exchange closes at its end; its parts
   * are stored while they are read.
   *
   * @throws IOException what {@code content} throws, or if it has more bytes than a package may
   *     have
   */
  public static MessageBody decoded(
      EnvelopeCodec codec, InputStream content, MultipartType type, ExchangeContext exchange)
      throws IOException {
    long most = codec.attachments().maxPackageBytes(codec.maxMessageBytes());
    return received(receive(codec, new BoundedContent(content, most), type), type, exchange);
  }

  private static MessageBody received(
      ReceivedMultipart came, MultipartType type, ExchangeContext exchange) {
    exchange.received(came::close);
    return Multipart.of(type, came);
  }

  // ---- the forms of one message ----

  /** Returns a package of {@code document} and parts, of the kind that the message has, if any. */
  MessageBody made(byte[] document, Map<String, Attachment> parts) {
    boolean isXop = message.given() instanceof Multipart old && old.type().isXop();
    MultipartContent made = MultipartContent.of(document, parts, message.codec().attachments());
    return Multipart.of(MultipartType.made(message.version(), isXop), ReceivedMultipart.of(made));
  }

  /**
   * Returns the parts beside the document, by their Content-IDs; none where the message is no
   * package.
   *
   * @throws SoapMessageException if the package is malformed
   */
  public Map<String, Attachment> parts() throws SoapMessageException {
    return message.given() instanceof Multipart parts && !parts.isCoded()
        ? parts.open().parts()
        : Map.of();
  }

  /**
   * Returns the parts to which the message, as far as it has been read, does not refer.
   *
   * @throws SoapMessageException if the package is malformed
   */
  public Map<String, Attachment> looseParts() throws SoapMessageException {
    return message.given() instanceof Multipart parts && !parts.isCoded()
        ? parts.open().loose()
        : Map.of();
  }

  /**
   * Returns the package that sends the parts beside the document.
   *
   * @throws SoapMessageException if the package is malformed
   */
  public MultipartWriter sent(Multipart parts) throws SoapMessageException {
    return MultipartWriter.of(parts.type(), parts(), message.codec().attachments());
  }

  /**
   * Returns the message with its parts, those too to which it is going to refer.
   *
   * @param mode how the message leaves
   * @throws SoapMessageException if the message is malformed, or cannot be written
   */
  MultipartContent packed(AttachmentMode mode) throws SoapMessageException {
    return refersToParts(mode)
        ? MultipartWriter.write(message.codec(), message::writeTo)
        : MultipartContent.of(message.bytes(), parts(), message.codec().attachments());
  }

  /**
   * Returns the message with its parts, the document as DOM.
   *
   * @throws SoapMessageException if the message is malformed, or cannot be written
   */
  MessageWithParts whole(AttachmentMode mode) throws SoapMessageException {
    EnvelopeParser parser = message.codec().parser();
    if (refersToParts(mode)) {
      MultipartContent made = packed(mode);
      return new MessageWithParts(
          parser.readEnvelope(new MessageContent(made.root(), null)), made.parts());
    }
    return new MessageWithParts(parser.readEnvelope(message.content()), parts());
  }

  /** Whether the parts are made when the message is written, and the message is nothing without. */
  private boolean refersToParts(AttachmentMode mode) {
    return mode == AttachmentMode.REFERENCES && !message.hasBytes() && message.fault() == null;
  }
}
