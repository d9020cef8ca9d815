package io.castile.wss4j;

import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.FaultReader;
import io.castile.soap.envelope.FaultWriter;
import io.castile.soap.internal.DomWriter;
import io.castile.xml.XmlException;
import io.castile.xml.XmlReader;
import java.util.List;

/** Decrypts the responses to a client, and holds them to what is expected. Thread-safe. */
final class ResponseOpener {
  private final SecuredReader reader;

  ResponseOpener(SecuredReader reader) {
    this.reader = reader;
  }

  /**
   * Returns the message without its header block of security. A fault that is not protected comes
   * without its detail.
   *
   * @param envelope changed by this
   * @param exchange of the request
   * @throws SoapMessageException if it is not protected as expected
   */
  byte[] opened(Envelope envelope, Protection expected, Exchange exchange)
      throws SoapMessageException {
    if (envelope.isFault() && !SecuredReader.isSecured(envelope)) {
      return unprotected(envelope);
    }
    ReceivedMessage message = reader.read(envelope, expected.algorithms().accepted(), exchange);
    boolean isProtected = true;
    try {
      reader.sender(message, reader.met(message, List.of(expected), exchange));
    } catch (SoapMessageException e) {
      if (!envelope.isFault()) {
        throw e;
      }
      isProtected = false;
    }
    message.removeSecurity();
    return isProtected ? DomWriter.toBytes(envelope.root()) : unprotected(envelope);
  }

  /**
   * Returns the code and the reason of an unprotected fault, which an attacker may have made, and
   * nothing else of its message. It ends the call, as cutting the connection would; but no
   * exception of the service is made of its detail.
   */
  private static byte[] unprotected(Envelope envelope) throws SoapMessageException {
    SoapVersion version = envelope.version();
    byte[] fault = DomWriter.toBytes(Envelope.children(envelope.body()).get(0));
    XmlReader in = new XmlReader();
    in.reset(fault, 0, fault.length);
    try {
      in.next();
      SoapFault read = FaultReader.read(in, version);
      SoapFault left = new SoapFault(read.code(), read.subcodes(), read.reasons(), "", "", null);
      return FaultWriter.envelope(left, version);
    } catch (XmlException e) {
      throw SecurityFaults.invalid(version, "expected a protected message, or a whole fault");
    }
  }
}
