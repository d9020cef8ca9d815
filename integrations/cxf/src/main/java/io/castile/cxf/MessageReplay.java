package io.castile.cxf;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.representation.EventSequence;
import io.castile.soap.model.internal.OperationModel;
import jakarta.xml.ws.Holder;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.Bus;
import org.apache.cxf.annotations.SchemaValidation.SchemaValidationType;
import org.apache.cxf.binding.Binding;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientCallback;
import org.apache.cxf.endpoint.ClientImpl;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.helpers.ServiceUtils;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.interceptor.StaxInInterceptor;
import org.apache.cxf.jaxws.interceptors.HolderInInterceptor;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.service.Service;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.staxutils.StaxUtils;
import org.jspecify.annotations.Nullable;

/**
 * Has CXF read a kept message, or its events, again, by the chain that has read it first, in an
 * exchange of its own: nothing of it reaches the exchange of the call but the values.
 */
final class MessageReplay {
  private static final int OK = 200;

  private MessageReplay() {}

  /**
   * The values of a message.
   *
   * @param client whose chain reads
   * @param request of the call that is to be answered
   * @param info the operation, as the client has it before a call
   * @param message by {@link ResponseBytes}
   * @throws NotCacheableException if it cannot be read
   */
  static Object[] values(
      Client client,
      Message request,
      BindingOperationInfo info,
      OperationModel operation,
      byte[] message) {
    Message response = new MessageImpl();
    response.setContent(InputStream.class, new ByteArrayInputStream(message));
    return values(client, request, info, operation, response);
  }

  /**
   * The values of recorded events, which CXF reads in place of those of its parser. Not for a call
   * whose {@linkplain #isValidated responses are validated}.
   *
   * @param events at the start of the document
   * @throws NotCacheableException if they cannot be read
   */
  static Object[] values(
      Client client,
      Message request,
      BindingOperationInfo info,
      OperationModel operation,
      XMLStreamReader events) {
    Message response = new MessageImpl();
    response.setContent(XMLStreamReader.class, events);
    return values(client, request, info, operation, response);
  }

  private static Object[] values(
      Client client,
      Message request,
      BindingOperationInfo info,
      OperationModel operation,
      Message response) {
    Exchange exchange = exchange(request.getExchange(), info);
    Message sent = new MessageImpl();
    sent.putAll(request);
    sent.setExchange(exchange);
    sent.put(HolderInInterceptor.CLIENT_HOLDERS, holders(operation));
    exchange.setOutMessage(sent);

    response.setExchange(exchange);
    response.put(Message.RESPONSE_CODE, OK);
    response.put(Message.ENCODING, StandardCharsets.UTF_8.name());
    response.put(InterceptorChain.STARTING_AFTER_INTERCEPTOR_ID, ResponseBytes.class.getName());
    try {
      client.onMessage(response);
    } catch (RuntimeException e) { // the client may have been destroyed
      throw failed(e);
    }
    Message read = exchange.getInMessage();
    Exception failure = exchange.get(Exception.class);
    failure = failure == null && read != null ? read.getContent(Exception.class) : failure;
    if (failure != null) {
      throw failed(failure);
    }
    return Values.ofResponse(operation, read == null ? null : read.getContent(List.class));
  }

  /**
   * Whether CXF validates the response to a request against the schema, which its parser does: it
   * reads no events then.
   */
  static boolean isValidated(Message request) {
    return ServiceUtils.isSchemaValidationEnabled(SchemaValidationType.IN, request);
  }

  /**
   * The events that CXF's parser, or the one that the application has set, finds in a message.
   *
   * @param request of the call that was answered
   * @throws NotCacheableException if they cannot be recorded
   */
  static EventSequence events(Message request, byte[] message) {
    InputStream in = new ByteArrayInputStream(message);
    try {
      XMLStreamReader parser = parser(StaxInInterceptor.getXMLInputFactory(request), in);
      try {
        return EventSequence.of(parser);
      } finally {
        StaxUtils.close(parser);
      }
    } catch (XMLStreamException | Fault e) {
      throw new NotCacheableException("recording the events of the message failed: " + e, e);
    }
  }

  /** The parser that {@link StaxInInterceptor} would make. */
  private static XMLStreamReader parser(@Nullable XMLInputFactory factory, InputStream in)
      throws XMLStreamException {
    String encoding = StandardCharsets.UTF_8.name();
    if (factory == null) {
      return StaxUtils.createXMLStreamReader(in, encoding);
    }
    synchronized (factory) {
      return factory.createXMLStreamReader(in, encoding);
    }
  }

  private static NotCacheableException failed(Exception cause) {
    return new NotCacheableException("reading the kept message failed: " + cause, cause);
  }

  /** One like that of a call, as it is when the request has been sent. */
  private static Exchange exchange(Exchange of, BindingOperationInfo info) {
    Exchange exchange = new ExchangeImpl();
    exchange.putAll(of);
    exchange.put(Bus.class, of.getBus());
    exchange.put(Service.class, of.getService());
    exchange.put(Endpoint.class, of.getEndpoint());
    exchange.put(Binding.class, of.getBinding());
    exchange.put(
        BindingOperationInfo.class, info.isUnwrapped() ? info.getWrappedOperation() : info);
    exchange.remove(ClientCallback.class.getName());
    exchange.remove(Exception.class.getName());
    exchange.remove(Method.class.getName()); // an asynchronous one is given wrappers
    exchange.remove(ClientImpl.FINISHED);
    exchange.put(Message.RESPONSE_CODE, OK); // and not the 304 that says that the message holds
    return exchange;
  }

  /**
   * Returns the holders as HolderOutInterceptor leaves them: a holder where the method has one,
   * null elsewhere.
   */
  private static List<Object> holders(OperationModel operation) {
    Class<?>[] types = operation.method().getParameterTypes();
    List<Object> holders = new ArrayList<>(Collections.nCopies(types.length, null));
    for (int i = 0; i < types.length; i++) {
      if (types[i] == Holder.class) {
        holders.set(i, new Holder<>());
      }
    }
    return holders;
  }
}
