package io.castile.soap.exchange;

import io.castile.soap.SoapHeader;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.internal.LargeMessages;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.MessageBody.Values;
import io.castile.soap.exchange.internal.MessageForms;
import io.castile.soap.mime.AttachmentMode;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.OperationModel;
import io.castile.xml.Attachment;
import io.castile.xml.Payload;
import io.castile.xml.XmlWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * A message on its way, with its content in whichever form exists. The other forms are made when
 * they are asked for, once.
 *
 * <p>Immutable as seen from outside, and thread-safe but for its payload; the arrays that it gives
 * out are its own and must not be changed.
 */
public abstract sealed class SoapMessage permits SoapRequest, SoapResponse {
  final MessageForms forms;

  /** How the message leaves that is made of values. */
  private final AttachmentMode mode;

  SoapMessage(MessageForms forms, AttachmentMode mode) {
    this.forms = forms;
    this.mode = mode;
  }

  /**
   * Returns the version of SOAP: of the message once it has been read, before that as the transport
   * says.
   */
  public final SoapVersion version() {
    return forms.version();
  }

  /**
   * Returns the name of the message's encoding as the transport gave it; null where it gave none,
   * or there is no message.
   */
  public final @Nullable String charset() {
    return forms.charset();
  }

  /**
   * Returns the blocks of the message's header that are for this receiver; of a message that is
   * made of values, those that were added to it.
   *
   * @throws SoapMessageException if the message is malformed
   */
  public final List<SoapHeader> soapHeaders() throws SoapMessageException {
    return forms.header().blocks();
  }

  /**
   * Refuses a message that came, with a header block that must be understood, and which neither the
   * operation nor an interceptor knows.
   *
   * @throws SoapMessageException if there is one, or the message is malformed
   */
  public final void checkUnderstood() throws SoapMessageException {
    forms.header().checkUnderstood();
  }

  /** Returns the roles in which the receiver of the messages of this exchange acts. */
  public final Set<String> roles() {
    Set<String> roles = new HashSet<>(version().receiverRoles());
    roles.addAll(forms.codec().parser().settings().roles());
    return roles;
  }

  /** Returns the size of the greatest message that is read here, in bytes, without any coding. */
  public final int maxMessageBytes() {
    return forms.codec().maxMessageBytes();
  }

  /** Whether messages of this end have the default limits, but for the number of their bytes. */
  public final boolean hasDefaultLimits() {
    return forms.codec().hasDefaultLimits();
  }

  /** Whether the arguments, or the values of the result, are known without reading the message. */
  public final boolean hasValues() {
    return forms.values() != null;
  }

  /**
   * Returns the values of which the message is to be written: the arguments, or the result and then
   * those of the OUT and INOUT parameters. Null where this is another message, or goes with
   * attachments, or header blocks have been added to it.
   */
  public final Object @Nullable [] writtenValues() {
    MessageBody body = forms.body().source();
    return body instanceof Values values
            && values.headers().isEmpty()
            && mode == AttachmentMode.NONE
        ? values.values()
        : null;
  }

  /**
   * Whether this is made of values, and no part of its operation's message is a header block, so
   * that nothing is in its header.
   */
  public final boolean hasNoBlocks() {
    OperationModel operation =
        forms.hasArrived() || writtenValues() == null ? null : forms.operation();
    Message message = operation == null ? null : forms.message(operation);
    return message != null && message.headers().isEmpty();
  }

  /**
   * Returns the message as it is written but for the content of its body, where it is made of
   * values that are parts of its operation's message; null for another one, and for one in SOAP
   * encoding, whose header blocks may refer to its body.
   *
   * @throws SoapMessageException if a value cannot be written as XML
   */
  public final byte @Nullable [] writtenHeader() throws SoapMessageException {
    return writtenValues() == null ? null : forms.header().written();
  }

  /**
   * Whether the message may leave with parts, which are made when it is sent: it is not to be
   * written before. {@link #bytes} are the message without parts, where that is possible.
   */
  public final boolean sendsAttachments() {
    return mode != AttachmentMode.NONE;
  }

  /**
   * Returns the message; of one with parts, its document; no bytes where there is none, as for a
   * one-way operation that succeeded.
   *
   * @throws SoapMessageException if a value cannot be written as XML, or the message came as a
   *     package that is malformed
   */
  public final byte[] bytes() throws SoapMessageException {
    return forms.bytes();
  }

  /** Appends the message to {@code out}, as bytes if they exist, else without making them. */
  public final void writeTo(XmlWriter out) throws SoapMessageException {
    forms.writeTo(out);
  }

  /**
   * Writes the message to an empty writer, if it is not large.
   *
   * @return true if it was written; false if it is large, and has to be written while it is sent
   * @throws SoapMessageException if a value cannot be written
   */
  public final boolean writeUnlessLarge(XmlWriter out) throws SoapMessageException {
    return forms.codec().largeMessages().writeUnlessLarge(forms, out);
  }

  /** Whether the message is made of values, and is large if it is like the last of its kind. */
  public final boolean isLarge() {
    return forms.codec().largeMessages().isLarge(forms);
  }

  /**
   * Whether the message is made of values, and nothing of it is to be remembered if it is like the
   * last of its kind.
   */
  public final boolean isTooLargeToKeep() {
    return forms.codec().largeMessages().isTooLargeToKeep(forms);
  }

  /**
   * Whether this message, which is {@code written}, is too large to be remembered; noted for the
   * next of its kind.
   */
  public final boolean isTooLargeToKeep(Payload written) {
    forms.codec().largeMessages().noteSize(forms, written.size());
    return written.size() > LargeMessages.KEPT_BYTES;
  }

  /**
   * Returns the message's envelope as DOM, the caller's own.
   *
   * @throws SoapMessageException if the message is malformed, or a value cannot be written
   */
  public final Element envelope() throws SoapMessageException {
    return forms.codec().parser().readEnvelope(forms.content());
  }

  /**
   * Returns the parts with which the message came, or is sent, by their Content-IDs without
   * brackets; none where it is no package.
   *
   * @throws SoapMessageException if the package is malformed
   */
  public final Map<String, Attachment> parts() throws SoapMessageException {
    return forms.hasParts() ? forms.multipart().parts() : Map.of();
  }

  /** Whether the message is one with parts, as it came or as it is sent (multipart/related). */
  public final boolean isMultipart() {
    return forms.body().isMultipart();
  }

  /** Returns how the message leaves if it is made of values. */
  public final AttachmentMode packing() {
    return mode;
  }
}
