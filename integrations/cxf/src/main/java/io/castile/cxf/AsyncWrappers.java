package io.castile.cxf;

import io.castile.cache.graph.NotCacheableException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.jaxws.interceptors.WrapperClassInInterceptor;
import org.apache.cxf.jaxws.interceptors.WrapperClassOutInterceptor;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageContentsList;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.service.Service;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.service.model.MessageInfo;
import org.jspecify.annotations.Nullable;

/**
 * Asynchronous methods of wrapped operations bring the wrapper of the response, where all others
 * bring what is in it. CXF's own interceptors turn one into the other, on messages made for that.
 */
final class AsyncWrappers {
  private final Exchange origin;
  private final BindingOperationInfo operation;

  private AsyncWrappers(Exchange origin, BindingOperationInfo operation) {
    this.origin = origin;
    this.operation = operation;
  }

  /** Null for a call that brings no wrapper. */
  static @Nullable AsyncWrappers of(Exchange exchange) {
    BindingOperationInfo operation = exchange.getBindingOperationInfo();
    Method method = exchange.get(Method.class);
    // As WrapperClassInInterceptor has it.
    boolean isAsync =
        method != null
            && method.getName().endsWith("Async")
            && Future.class.isAssignableFrom(method.getReturnType());
    return isAsync && operation.isUnwrapped() ? new AsyncWrappers(exchange, operation) : null;
  }

  /**
   * The list that a synchronous call would have.
   *
   * @throws NotCacheableException if it cannot be made
   */
  List<?> unwrapped(List<?> contents) {
    BindingOperationInfo wrapped = operation.getWrappedOperation();
    return convert(
        contents, wrapped, wrapped.getOperationInfo().getOutput(), new WrapperClassInInterceptor());
  }

  /**
   * The list that the asynchronous call wants.
   *
   * @throws NotCacheableException if it cannot be made
   */
  MessageContentsList wrapped(List<?> contents) {
    return convert(
        contents,
        operation,
        operation.getOperationInfo().getOutput(),
        new WrapperClassOutInterceptor());
  }

  private MessageContentsList convert(
      List<?> contents,
      BindingOperationInfo info,
      MessageInfo message,
      Interceptor<Message> converter) {
    Exchange exchange = new ExchangeImpl();
    exchange.put(Bus.class, origin.getBus());
    exchange.put(Service.class, origin.getService());
    exchange.put(Endpoint.class, origin.getEndpoint());
    exchange.put(BindingOperationInfo.class, info);
    Message converted = new MessageImpl();
    converted.setExchange(exchange);
    converted.put(MessageInfo.class, message);
    converted.setContent(List.class, new MessageContentsList(contents));
    try {
      converter.handleMessage(converted);
    } catch (RuntimeException e) {
      throw new NotCacheableException("the wrapper of the response failed: " + e, e);
    }
    return MessageContentsList.getContentsList(converted);
  }
}
