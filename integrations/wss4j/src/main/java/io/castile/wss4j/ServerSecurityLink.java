package io.castile.wss4j;

import io.castile.soap.SoapException;
import io.castile.soap.SoapMessageException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.internal.DomWriter;
import io.castile.soap.model.internal.OperationModel;
import io.castile.xml.Payload;
import jakarta.xml.ws.handler.MessageContext;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/** Lets requests pass that are as expected, and protects their responses. Thread-safe. */
final class ServerSecurityLink extends SecurityLink {
  ServerSecurityLink(SecuritySettings settings, Protections protections) {
    super(settings, protections);
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    Envelope envelope = envelope(request);
    Exchange exchange = new Exchange();
    if (!SecuredReader.isSecured(envelope)) {
      OperationModel operation = operation(request);
      List<Protection> alternatives = protections.requests(name(operation));
      for (int i = 0; i < alternatives.size(); i++) {
        if (alternatives.get(i).isNone()) {
          return answered(chain.proceed(request), operation, i, exchange);
        }
      }
    }
    ReceivedMessage message = reader.read(envelope, protections.accepted(), exchange);
    message.removeSecurity();
    SoapRequest opened =
        request.newBuilder().message(DomWriter.toBytes(envelope.root()), null, Map.of()).build();
    OperationModel operation = operation(opened);
    List<Protection> alternatives = protections.requests(name(operation));
    Protection met = reader.met(message, alternatives, exchange);
    SecuredReader.Sender sender = reader.sender(message, met);
    exchange.requester = met.signing() == null ? null : message.signer();
    exchange.sharedKey = message.sharedKey();
    SoapResponse response = chain.proceed(from(opened, sender));
    return answered(response, operation, alternatives.indexOf(met), exchange);
  }

  private SoapResponse answered(
      SoapResponse response, @Nullable OperationModel operation, int alternative, Exchange exchange)
      throws SoapException {
    Protection answer = protections.response(name(operation), alternative);
    return answer.isNone() || response.isSilent() || (operation != null && operation.oneWay())
        ? response
        : secured(response, answer, exchange);
  }

  /** Null where it is for none, as the links behind will say, once it is known to be allowed in. */
  private static @Nullable OperationModel operation(SoapRequest request) {
    try {
      return Messages.operation(request);
    } catch (SoapMessageException e) {
      return null;
    }
  }

  private static SoapRequest from(SoapRequest request, SecuredReader.Sender sender) {
    Principal principal = sender.principal();
    Element assertion = sender.assertion();
    if (assertion != null) {
      request.context().put(SecuritySettings.ASSERTION, assertion);
      request.context().setScope(SecuritySettings.ASSERTION, MessageContext.Scope.APPLICATION);
    }
    return principal == null ? request : request.newBuilder().principal(principal).build();
  }

  /** What is encrypted does not show whether it is a fault, which its status is to tell. */
  private SoapResponse secured(SoapResponse response, Protection answer, Exchange exchange)
      throws SoapException {
    boolean isFault = response.fault() != null;
    byte[] message = super.secured(response, answer, exchange);
    return isFault || response.hasValues()
        ? response.withPayload(Payload.of(message, message.length), response::release)
        : response.withMessage(message, false, Map.of());
  }
}
