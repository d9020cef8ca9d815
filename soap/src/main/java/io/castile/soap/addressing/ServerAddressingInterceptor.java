package io.castile.soap.addressing;

import io.castile.soap.SoapException;
import io.castile.soap.SoapHeader;
import io.castile.soap.SoapMessageException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.HeaderProcessor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.SoapResponses;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.wsdl.WsdlExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * The server's end: checks the message addressing properties of a request, and answers with those
 * of the response. Requests without any are let pass, unless they are required. Thread-safe.
 */
final class ServerAddressingInterceptor implements HeaderProcessor, WsdlExtension {
  private final AddressingActions actions;
  private final boolean required;

  ServerAddressingInterceptor(AddressingActions actions, boolean required) {
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
    MessageAddressing addressing = MessageAddressing.of(request.soapHeaders());
    if (!addressing.present()) {
      return required
          ? refused(request, addressing, AddressingFault.required(Wsa.ACTION))
          : chain.proceed(request);
    }
    AddressingFault fault = fault(request, addressing);
    if (fault != null) {
      return refused(request, addressing, fault);
    }
    // The body is dispatched as without WS-Addressing, by SOAPAction where its element is not
    // enough.
    String soapAction = actions.operations(action(addressing)).get(0).action();
    SoapRequest known =
        request.action().equals(soapAction)
            ? request
            : request.newBuilder().action(soapAction).build();
    fault = faultOfOperation(known, addressing);
    return fault != null
        ? refused(known, addressing, fault)
        : answer(addressing, chain.proceed(known), known);
  }

  // ---- the request ----

  /** Returns the fault of a request with wrong properties; null for none. */
  private @Nullable AddressingFault fault(SoapRequest request, MessageAddressing addressing) {
    if (addressing.fault() != null) {
      return addressing.fault();
    }
    String action = action(addressing);
    if (!request.action().isEmpty() && !request.action().equals(action)) {
      return AddressingFault.mismatch(action, request.action());
    }
    if (!addressing.replyTo().isHere()) {
      return AddressingFault.invalid(Wsa.REPLY_TO, "OnlyAnonymousAddressSupported");
    }
    if (!addressing.faultTo().isHere()) {
      return AddressingFault.invalid(Wsa.FAULT_TO, "OnlyAnonymousAddressSupported");
    }
    return actions.operations(action).isEmpty() ? AddressingFault.notSupported(action) : null;
  }

  /** The action of a request, which one whose properties are not at fault has. */
  private static String action(MessageAddressing addressing) {
    return Objects.requireNonNull(addressing.action(), "action");
  }

  private @Nullable AddressingFault faultOfOperation(
      SoapRequest request, MessageAddressing addressing) {
    OperationModel operation;
    try {
      operation = Messages.operation(request);
    } catch (SoapMessageException e) {
      return null; // as the last link will say, in a fault that is an answer to this request
    }
    if (!actions.operations(action(addressing)).contains(operation)) {
      return AddressingFault.notSupported(action(addressing));
    }
    boolean isAnswered = !operation.oneWay() && !addressing.replyTo().isNone();
    return isAnswered && addressing.messageId() == null
        ? AddressingFault.required(Wsa.MESSAGE_ID)
        : null;
  }

  private static SoapResponse refused(
      SoapRequest request, MessageAddressing addressing, AddressingFault fault)
      throws SoapMessageException {
    List<SoapHeader> headers = headers(Wsa.ADDRESSING_FAULT, addressing, addressing.faultTo());
    headers.addAll(fault.headers(request.version()));
    return SoapResponses.ofFault(request, fault.toFault(request.version()))
        .withSoapHeaders(headers);
  }

  // ---- the response ----

  private SoapResponse answer(
      MessageAddressing addressing, SoapResponse response, SoapRequest request)
      throws SoapMessageException {
    OperationModel operation = Messages.operation(response);
    if (operation != null && operation.oneWay()) {
      return response;
    }
    boolean isFault = response.fault() != null;
    ReplyEndpoint endpoint = isFault ? addressing.faultTo() : addressing.replyTo();
    if (endpoint.isNone()) {
      return SoapResponses.silent(request);
    }
    List<SoapHeader> ofFault = headers(Wsa.SOAP_FAULT, addressing, addressing.faultTo());
    String action = isFault ? faultAction(response) : outputAction(request);
    return response.withSoapHeaders(headers(action, addressing, endpoint), ofFault);
  }

  private String faultAction(SoapResponse response) throws SoapMessageException {
    Class<? extends Throwable> declared = response.declaredType();
    OperationModel operation = Messages.operation(response);
    return declared == null || operation == null
        ? Wsa.SOAP_FAULT
        : actions.fault(operation, declared);
  }

  private String outputAction(SoapRequest request) throws SoapMessageException {
    return actions.output(Messages.operation(request));
  }

  /**
   * @param endpoint where the answer goes
   */
  private static List<SoapHeader> headers(
      String action, MessageAddressing request, ReplyEndpoint endpoint) {
    List<SoapHeader> headers = new ArrayList<>();
    headers.add(SoapHeader.of(Wsa.ACTION, action));
    headers.add(SoapHeader.of(Wsa.MESSAGE_ID, "urn:uuid:" + UUID.randomUUID()));
    if (request.messageId() != null) {
      headers.add(SoapHeader.of(Wsa.RELATES_TO, request.messageId()));
    }
    if (endpoint.isHere()) {
      headers.addAll(endpoint.parameters());
    }
    return headers;
  }

  // ---- the description ----

  @Override
  public Map<String, String> namespaces() {
    return Map.of("wsam", Wsa.METADATA_NAMESPACE, "wsp", "http://www.w3.org/ns/ws-policy");
  }

  @Override
  public Map<String, String> inputAttributes(OperationModel operation) {
    return Map.of("wsam:Action", actions.input(operation));
  }

  @Override
  public Map<String, String> outputAttributes(OperationModel operation) {
    return Map.of("wsam:Action", actions.output(operation));
  }

  @Override
  public Map<String, String> faultAttributes(
      OperationModel operation, Class<? extends Throwable> exception) {
    return Map.of("wsam:Action", actions.fault(operation, exception));
  }

  /** The policy assertion (Metadata §3.1), with the addresses to which answers are sent. */
  @Override
  public void writeBinding(XMLStreamWriter out) throws XMLStreamException {
    out.writeStartElement("wsp:Policy");
    out.writeStartElement("wsam:Addressing");
    if (!required) {
      out.writeAttribute("wsp:Optional", "true");
    }
    out.writeStartElement("wsp:Policy");
    out.writeEmptyElement("wsam:AnonymousResponses");
    out.writeEndElement();
    out.writeEndElement();
    out.writeEndElement();
  }

  @Override
  public String toString() {
    return "addressing";
  }
}
