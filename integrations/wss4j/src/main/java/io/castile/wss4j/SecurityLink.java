package io.castile.wss4j;

import io.castile.soap.SoapException;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapUsageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.HeaderProcessor;
import io.castile.soap.exchange.SoapMessage;
import io.castile.soap.exchange.internal.MessageWithParts;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.internal.DomWriter;
import io.castile.soap.model.internal.OperationModel;
import javax.xml.namespace.QName;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.jspecify.annotations.Nullable;

/** The common part of the links of clients and servers. Thread-safe. */
abstract class SecurityLink implements HeaderProcessor {
  final Protections protections;
  final SecuredReader reader;
  private final SecuredWriter writer;

  SecurityLink(SecuritySettings settings, Protections protections) {
    this.protections = protections;
    Passwords passwords = new Passwords(settings);
    this.reader = new SecuredReader(settings, passwords);
    this.writer = new SecuredWriter(settings, passwords);
  }

  /** The header block is taken out of every message that has one before any other code looks. */
  @Override
  public final boolean understands(QName block) {
    return block.equals(Envelope.SECURITY);
  }

  /**
   * A message as it is to be sent.
   *
   * @throws SoapException if it cannot be protected: a property, a key or a password is missing
   */
  final byte[] secured(SoapMessage message, Protection protection, Exchange exchange)
      throws SoapException {
    MessageWithParts whole = Messages.whole(message);
    if (!whole.parts().isEmpty()) {
      throw new SoapUsageException(
          "Cannot protect a message with "
              + whole.parts().size()
              + " attachments, because these are neither signed nor encrypted. Send it without"
              + " attachments.");
    }
    Envelope envelope = Envelope.of(whole.envelope(), message.version());
    try {
      writer.secure(envelope, protection, exchange);
    } catch (WSSecurityException | IllegalArgumentException | IllegalStateException e) {
      throw new SoapUsageException("the message cannot be protected: " + e.getMessage(), e);
    }
    return DomWriter.toBytes(envelope.root());
  }

  /**
   * The envelope of a message that came.
   *
   * @throws SoapMessageException if it is malformed, or has parts
   */
  static Envelope envelope(SoapMessage message) throws SoapMessageException {
    MessageWithParts whole = Messages.whole(message);
    SoapVersion version = message.version();
    if (!whole.parts().isEmpty()) {
      throw SecurityFaults.invalid(
          version, "expected a message without attachments, as these are not protected");
    }
    return Envelope.of(whole.envelope(), version);
  }

  static @Nullable QName name(@Nullable OperationModel operation) {
    return operation == null ? null : operation.name();
  }

  @Override
  public final String toString() {
    return "message security";
  }
}
