package io.castile.soap.addressing;

import io.castile.soap.SoapException;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapHeader;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapUsageException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.HeaderProcessor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.model.internal.OperationModel;
import jakarta.xml.ws.BindingProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.xml.namespace.QName;

/**
 * The client's end: says where a request goes and what it is, names it, and makes sure that the
 * response is the one to that request. Thread-safe.
 */
final class ClientAddressingInterceptor implements HeaderProcessor {
  private static final SoapHeader REPLY_TO =
      SoapHeader.of(
          Wsa.REPLY_TO,
          out -> {
            out.startElement(Wsa.NAMESPACE, "Address");
            out.closeStartTag();
            out.text(Wsa.ANONYMOUS);
            out.endElement();
          });

  private final AddressingActions actions;
  private final boolean required;

  /**
   * @param required whether the server has to know of WS-Addressing
   */
  ClientAddressingInterceptor(AddressingActions actions, boolean required) {
    this.actions = actions;
    this.required = required;
  }

  @Override
  public boolean understands(QName block) {
    return Wsa.BLOCKS.contains(block);
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    OperationModel operation = Messages.operation(request);
    String own = request.action();
    String action = own.equals(operation.action()) ? actions.input(operation) : own;
    if (action.isEmpty()) {
      action = actions.input(operation);
    }
    if (action.isEmpty()) {
      throw new SoapUsageException(
          "Cannot send the request by WS-Addressing, because it has no action. Set "
              + BindingProvider.SOAPACTION_URI_PROPERTY
              + " in the request context.");
    }
    String messageId = "urn:uuid:" + UUID.randomUUID();
    SoapRequest sent = request.withSoapHeaders(headers(request, operation, action, messageId));
    if (!own.equals(action)) {
      sent = sent.newBuilder().action(action).build(); // as SOAP Binding §4.1 wants it
    }
    SoapResponse response = chain.proceed(sent);
    if (!operation.oneWay()) {
      check(response, messageId);
    }
    return response;
  }

  private List<SoapHeader> headers(
      SoapRequest request, OperationModel operation, String action, String messageId) {
    List<SoapHeader> headers = new ArrayList<>();
    SoapHeader what = SoapHeader.of(Wsa.ACTION, action);
    headers.add(SoapHeader.of(Wsa.TO, request.endpoint()));
    headers.add(required ? what.withMustUnderstand() : what);
    headers.add(SoapHeader.of(Wsa.MESSAGE_ID, messageId));
    if (!operation.oneWay()) {
      headers.add(REPLY_TO);
    }
    return headers;
  }

  private void check(SoapResponse response, String messageId) throws SoapMessageException {
    String found = null;
    for (SoapHeader header : response.soapHeaders()) {
      if (header.name().equals(Wsa.RELATES_TO) && isReply(header)) {
        found = header.text().strip();
        if (found.equals(messageId)) {
          return;
        }
      }
    }
    boolean unnamed = found == null || found.equals(Wsa.UNSPECIFIED);
    // A server that refuses a message may not have got as far as its name.
    if (!unnamed || (required && response.fault() == null)) {
      throw wrong(
          "expected a response that relates to message "
              + messageId
              + ", found "
              + (found == null
                  ? "one without header block RelatesTo"
                  : "one that relates to " + MessageAddressing.shortened(found)));
    }
  }

  private static boolean isReply(SoapHeader relatesTo) {
    String type = relatesTo.element().getAttribute("RelationshipType").strip();
    return type.isEmpty() || type.equals(Wsa.REPLY);
  }

  private static SoapMessageException wrong(String reason) {
    return new SoapMessageException(SoapFault.of(SoapFault.Code.SENDER, reason), null);
  }

  @Override
  public String toString() {
    return "addressing";
  }
}
