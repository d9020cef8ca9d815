package io.castile.wss4j;

import io.castile.soap.SoapException;
import io.castile.soap.SoapUsageException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.model.internal.OperationModel;
import java.util.Map;

/** Protects the requests of a client, and holds responses to what is expected. Thread-safe. */
final class ClientSecurityLink extends SecurityLink {
  private final ResponseOpener opener;

  ClientSecurityLink(SecuritySettings settings, Protections protections) {
    super(settings, protections);
    this.opener = new ResponseOpener(reader);
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
    return response.withMessage(
        opener.opened(envelope(response), expected, exchange), true, Map.of());
  }
}
