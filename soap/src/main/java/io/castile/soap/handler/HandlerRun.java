package io.castile.soap.handler;

import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.SoapFaultReceivedException;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.SoapResponses;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.exchange.internal.SaajMessages;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.xml.Attachment;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPHeader;
import jakarta.xml.soap.SOAPHeaderElement;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.ProtocolException;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The handlers' part in one exchange (Jakarta XML Web Services 4.0 §9.3.2). A request passes the
 * steps from the first to the last, its response back from where the request got to. In a client
 * the steps are the handlers in their order, in a server in the reverse order. Owned by one thread.
 */
final class HandlerRun {
  private static final Logger log = LoggerFactory.getLogger(HandlerRun.class);

  private final List<Handler<?>> steps;
  private final boolean isClient;
  private final SoapRequest request;
  private final @Nullable OperationModel operation; // null where the message does not tell
  private final ExchangeProperties properties;
  private HandledMessage message;

  /** The handlers that have been called, in the order of their first calls. */
  private final List<Handler<?>> called = new ArrayList<>();

  HandlerRun(ServiceModel model, List<Handler<?>> ordered, boolean isClient, SoapRequest request) {
    List<Handler<?>> inOrder = new ArrayList<>(ordered);
    if (!isClient) {
      Collections.reverse(inOrder);
    }
    this.steps = inOrder;
    this.isClient = isClient;
    this.request = request;
    this.operation = operation(request);
    this.properties = new ExchangeProperties(model, isClient, request, operation);
    this.message = new HandledMessage(() -> Messages.whole(request));
  }

  private static @Nullable OperationModel operation(SoapRequest request) {
    try {
      return Messages.operation(request);
    } catch (SoapMessageException e) {
      return null; // a handler may make something else of it, else the service's link says so
    }
  }

  private boolean isOneWay() {
    return operation != null && operation.oneWay();
  }

  SoapResponse exchange(Chain chain) throws SoapException {
    int passed = 0;
    if (!isClient) {
      request.checkUnderstood();
      properties.setInbound(request.parts());
    }
    try {
      properties.setOutbound(isClient);
      while (passed < steps.size()) {
        if (!call(steps.get(passed), false)) {
          if (isOneWay()) {
            break; // §9.3.2.1: the message is dispatched
          }
          return turned(passed - 1, false);
        }
        passed++;
      }
    } catch (HandledMessage.UnreadableException e) {
      throw e.reason();
    } catch (ProtocolException e) {
      return refused(passed - 1, e);
    } catch (RuntimeException e) {
      throw failure(e);
    }
    SoapResponse response = proceed(chain);
    boolean hasMessage =
        !(isOneWay() || (response.operation() != null && response.operation().oneWay()));
    if (isClient && hasMessage) {
      response.checkUnderstood();
      properties.setInbound(response.parts());
    }
    return hasMessage ? answered(response) : response;
  }

  private SoapResponse proceed(Chain chain) throws SoapException {
    SoapRequest handled;
    try {
      handled = handled();
    } catch (RuntimeException e) {
      throw failure(e);
    }
    try {
      return chain.proceed(handled);
    } catch (SoapFaultReceivedException e) {
      return isClient ? e.response() : SoapResponses.ofFault(handled, e.fault());
    } catch (SoapMessageException e) {
      if (isClient) {
        throw e;
      }
      return SoapResponses.ofFault(handled, e.fault());
    }
  }

  /** The request with what handlers have done to it. */
  private SoapRequest handled() {
    SoapRequest handled = properties.applyTo(request);
    Map<String, Attachment> added = isClient ? properties.outbound() : Map.of();
    return message.isChanged() || !added.isEmpty()
        ? handled
            .newBuilder()
            .message(message.toBytes(), isClient ? operation : null, message.partsWith(added))
            .build()
        : handled;
  }

  /** The response passes all steps that the request has passed. */
  private SoapResponse answered(SoapResponse response) throws SoapException {
    HandledMessage answer = new HandledMessage(() -> Messages.whole(response));
    message = answer;
    SoapResponse result;
    try {
      properties.responded(response);
      back(steps.size() - 1, isFault(response, answer));
      Map<String, Attachment> added = isClient ? Map.of() : properties.outbound();
      result =
          answer.isChanged() || !added.isEmpty()
              ? response.withMessage(answer.toBytes(), answer.isFault(), answer.partsWith(added))
              : response;
    } catch (HandledMessage.UnreadableException e) {
      throw e.reason();
    } catch (ProtocolException e) {
      return thrown(e);
    } catch (RuntimeException e) {
      throw failure(e);
    }
    return properties.applyTo(result);
  }

  private static boolean isFault(SoapResponse response, HandledMessage answer) {
    return response.hasFault() || (!response.hasValues() && answer.isFault());
  }

  /** A handler has refused the request, which becomes a fault. */
  private SoapResponse refused(int from, ProtocolException e) throws SoapException {
    if (isOneWay()) {
      return thrown(e);
    }
    try {
      message.replaceByFault(fault(e));
      return turned(from, true);
    } catch (HandledMessage.UnreadableException unreadable) {
      throw unreadable.reason();
    }
  }

  /** A handler has answered: the message is the response, and passes the steps before. */
  private SoapResponse turned(int from, boolean isFault) throws SoapException {
    try {
      back(from, isFault);
      byte[] bytes = message.toBytes();
      SoapResponse response =
          isClient
              ? SoapResponses.ofBytes(request, bytes)
              : SoapResponses.ofMessage(request, bytes, Headers.NONE);
      Map<String, Attachment> added = isClient ? Map.of() : properties.outbound();
      return properties.applyTo(
          response.withMessage(bytes, isClient || message.isFault(), message.partsWith(added)));
    } catch (HandledMessage.UnreadableException e) {
      throw e.reason();
    } catch (ProtocolException e) {
      return thrown(e);
    } catch (RuntimeException e) {
      throw failure(e);
    }
  }

  private void back(int from, boolean isFault) {
    properties.setOutbound(!isClient);
    for (int i = from; i >= 0; i--) {
      if (!call(steps.get(i), isFault)) {
        return;
      }
    }
  }

  /** The exception of a handler where the message goes no further. */
  private SoapResponse thrown(ProtocolException e) {
    if (isClient) {
      throw e;
    }
    return SoapResponses.ofFault(request, fault(e));
  }

  private SoapFault fault(ProtocolException e) {
    return SaajMessages.fault(e, isClient ? SoapFault.Code.SENDER : SoapFault.Code.RECEIVER);
  }

  private RuntimeException failure(RuntimeException e) {
    return isClient && !(e instanceof WebServiceException)
        ? new WebServiceException("Cannot go on, because a handler failed: " + e, e)
        : e;
  }

  private boolean call(Handler<?> handler, boolean isFault) {
    if (called.stream().noneMatch(each -> each == handler)) { // which may be equal to another
      called.add(handler);
    }
    return isFault
        ? typed(handler).handleFault(context(handler))
        : typed(handler).handleMessage(context(handler));
  }

  /** Ends the exchange for all handlers that were called, the last one first (§9.3.2.3). */
  void close() {
    for (int i = called.size() - 1; i >= 0; i--) {
      try {
        called.get(i).close(context(called.get(i)));
      } catch (RuntimeException e) {
        log.warn("handler {} could not be closed", called.get(i).getClass().getName(), e);
      }
    }
  }

  private MessageContext context(Handler<?> handler) {
    return handler instanceof LogicalHandler<?>
        ? new LogicalContext(properties.context(), message)
        : new SoapContext(properties.context(), message, request);
  }

  /** A handler takes the context of its kind, which {@link #context} makes. */
  @SuppressWarnings("unchecked")
  private static Handler<MessageContext> typed(Handler<?> handler) {
    return (Handler<MessageContext>) handler;
  }

  /** The context for handlers of SOAP (Jakarta XML Web Services 4.0 §10.3). */
  private static final class SoapContext extends HandlerContext implements SOAPMessageContext {
    private final HandledMessage message;
    private final SoapRequest request;

    SoapContext(MessageContext properties, HandledMessage message, SoapRequest request) {
      super(properties);
      this.message = message;
      this.request = request;
    }

    @Override
    public SOAPMessage getMessage() {
      return message.give();
    }

    @Override
    public void setMessage(SOAPMessage replacement) {
      message.replace(replacement);
    }

    @Override
    public Object[] getHeaders(QName name, JAXBContext context, boolean allRoles) {
      List<Object> values = new ArrayList<>();
      try {
        SOAPHeader header = message.give().getSOAPHeader();
        Iterator<SOAPHeaderElement> blocks =
            header == null ? Collections.emptyIterator() : header.examineAllHeaderElements();
        Unmarshaller unmarshaller = context.createUnmarshaller();
        while (blocks.hasNext()) {
          SOAPHeaderElement block = blocks.next();
          if (name.equals(block.getElementQName()) && (allRoles || isForReceiver(block))) {
            values.add(unmarshaller.unmarshal(block));
          }
        }
      } catch (SOAPException | JAXBException e) {
        throw new WebServiceException("header block " + name + " cannot be read: " + e, e);
      }
      return values.toArray();
    }

    private boolean isForReceiver(SOAPHeaderElement block) {
      String role = request.version() == SoapVersion.SOAP_1_2 ? block.getRole() : block.getActor();
      return role == null || role.isEmpty() || getRoles().contains(role);
    }

    @Override
    public Set<String> getRoles() {
      return request.roles();
    }
  }
}
