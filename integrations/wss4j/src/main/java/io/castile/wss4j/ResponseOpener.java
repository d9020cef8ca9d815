package io.castile.wss4j;

import io.castile.soap.SoapMessageException;
import io.castile.soap.internal.DomWriter;
import java.util.List;
import org.w3c.dom.Element;

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
   * Returns an unprotected fault, which an attacker may have made, without its detail. It ends the
   * call, as cutting the connection would; but no exception of the service is made of its detail.
   */
  private static byte[] unprotected(Envelope envelope) {
    Element fault = Envelope.children(envelope.body()).get(0);
    for (Element child : Envelope.children(fault)) {
      if (child.getLocalName().equals("detail") || child.getLocalName().equals("Detail")) {
        fault.removeChild(child);
      }
    }
    return DomWriter.toBytes(envelope.root());
  }
}
