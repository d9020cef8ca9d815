package io.castile.wss4j;

import io.castile.soap.SoapException;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapUsageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.EnvelopeReader;
import io.castile.soap.envelope.MessageContent;
import io.castile.soap.envelope.PassedOverLog;
import io.castile.soap.envelope.ReceiverSettings;
import io.castile.soap.envelope.Utf8Messages;
import io.castile.soap.internal.DomWriter;
import io.castile.soap.security.internal.EnvelopeSecurity;
import io.castile.wss4j.internal.SecurityFiles;
import io.castile.xml.NameTable;
import io.castile.xml.XmlException;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlReader;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * The security of a client as {@link Wss4jSecurity#client} has it, for envelopes of any operation.
 * Thread-safe.
 */
final class SecuredEnvelopes implements SecurityFiles.Envelopes {
  private final NameTable names = new NameTable();
  private final Protections protections;
  private final SecuredWriter writer;
  private final ResponseOpener opener;

  /**
   * @param protections that are the same for all operations
   */
  SecuredEnvelopes(SecuritySettings settings, Protections protections) {
    this.protections = protections;
    Passwords passwords = new Passwords(settings);
    this.writer = new SecuredWriter(settings, passwords);
    this.opener = new ResponseOpener(new SecuredReader(settings, passwords));
  }

  @Override
  public EnvelopeSecurity.Secured secure(byte[] message, @Nullable String charset)
      throws SoapException {
    Envelope envelope = read(message, charset);
    if (SecuredReader.isSecured(envelope)) {
      throw SecurityFaults.invalid(
          envelope.version(), "expected a message without it, as it is added on its way");
    }
    Protection protection = protections.requests(null).get(0);
    Exchange exchange = new Exchange();
    if (!protection.isNone()) {
      try {
        writer.secure(envelope, protection, exchange);
      } catch (WSSecurityException | IllegalArgumentException | IllegalStateException e) {
        throw new SoapUsageException("the message cannot be protected: " + e.getMessage(), e);
      }
    }
    return new Sent(envelope.version(), DomWriter.toBytes(envelope.root()), exchange);
  }

  private Envelope read(byte[] message, @Nullable String charset) throws SoapMessageException {
    XmlReader xml = new XmlReader(names, XmlLimits.DEFAULT);
    EnvelopeReader in =
        new EnvelopeReader(xml, names, ReceiverSettings.DEFAULT, new PassedOverLog(false));
    try {
      in.open(new MessageContent(message, charset));
      return Envelope.of(in.envelope(), in.version());
    } catch (XmlException e) {
      throw SoapMessageException.sender(String.valueOf(e.getMessage()), e);
    }
  }

  /** A request that awaits its response. */
  private final class Sent implements EnvelopeSecurity.Secured {
    private final SoapVersion version;
    private final byte[] message;
    private final Exchange exchange;

    Sent(SoapVersion version, byte[] message, Exchange exchange) {
      this.version = version;
      this.message = message;
      this.exchange = exchange;
    }

    @Override
    public SoapVersion version() {
      return version;
    }

    @Override
    public byte[] message() {
      return message;
    }

    @Override
    public byte[] opened(byte[] response, @Nullable String charset) throws SoapMessageException {
      Protection expected = protections.response(null, 0);
      Envelope envelope = read(response, charset);
      if (!expected.isNone()) {
        return opener.opened(envelope, expected, exchange);
      }
      boolean isSecured = SecuredReader.isSecured(envelope);
      if (!isSecured && Utf8Messages.isUtf8(response, charset)) {
        return response;
      }
      removeSecurity(envelope);
      return DomWriter.toBytes(envelope.root());
    }
  }

  /** Takes out what says nothing, as nothing is expected. */
  private static void removeSecurity(Envelope envelope) {
    for (Element block : envelope.blocks()) {
      if (Envelope.name(block).equals(Envelope.SECURITY)) {
        block.getParentNode().removeChild(block);
      }
    }
  }
}
