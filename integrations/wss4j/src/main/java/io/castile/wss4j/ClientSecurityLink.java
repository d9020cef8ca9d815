package io.castile.wss4j;

import io.castile.soap.SoapException;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapUsageException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.internal.DomWriter;
import io.castile.soap.model.internal.OperationModel;
import java.util.List;
import java.util.Map;
import org.w3c.dom.Element;

/** Protects the requests of a client, and holds responses to what is expected. Thread-safe. */
final class ClientSecurityLink extends SecurityLink {
  ClientSecurityLink(SecuritySettings settings, Protections protections) {
    super(settings, protections);
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    OperationModel operation = Messages.operation(request);
    Exchange exchange = new Exchange();
    exchange.caller = request.credentials();
    Protection protection = protections.requests(operation.name()).get(0);
    if (request.credentials() != null && protection.user() == null) {
      throw new SoapUsageException(
          "Cannot send the call, because its user would not be sent. Add the action UsernameToken,"
              + " or a policy with such a token.");
    }
    SoapRequest sent = request;
    if (!protection.isNone()) {
      byte[] message = secured(request, protection, exchange);
      sent = request.newBuilder().message(message, operation, Map.of()).build();
    }
    SoapResponse response = chain.proceed(sent);
    Protection expected = protections.response(operation.name(), 0);
    return expected.isNone() || response.bytes().length == 0
        ? response
        : opened(response, expected, exchange);
  }

  private SoapResponse opened(SoapResponse response, Protection expected, Exchange exchange)
      throws SoapException {
    Envelope envelope = envelope(response);
    if (envelope.isFault() && !SecuredReader.isSecured(envelope)) {
      return response.withMessage(unprotected(envelope), true, Map.of());
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
    byte[] opened = isProtected ? DomWriter.toBytes(envelope.root()) : unprotected(envelope);
    return response.withMessage(opened, true, Map.of());
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
