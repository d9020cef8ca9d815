package io.castile.soap.server;

import io.castile.soap.SoapException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.FaultMapper;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.exchange.internal.Responses;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/**
 * The last link of a server's chain: calls the method of the service (Jakarta XML Web Services 4.0
 * §5.2), and makes a fault of what it throws.
 */
final class ServiceInterceptor implements Interceptor {
  private final Object service;
  private final @Nullable ServiceContext context; // null where the service has not asked for one
  private final Map<OperationModel, Method> methods = new HashMap<>();
  private final FaultMapper faults;

  /**
   * @param service implements the operations of the model; called by many threads at once
   */
  ServiceInterceptor(ServiceModel model, Object service, FaultMapper faults) {
    this.service = service;
    this.context = ServiceContext.injectedInto(service, model);
    this.faults = faults;
    for (OperationModel operation : model.operations()) {
      methods.put(operation, implementation(operation.method()));
    }
  }

  /** The method of the service's class; the class need not implement the interface. */
  private Method implementation(Method declared) {
    if (declared.getDeclaringClass().isInstance(service)) {
      declared.trySetAccessible();
      return declared;
    }
    try {
      Method method =
          service.getClass().getMethod(declared.getName(), declared.getParameterTypes());
      method.trySetAccessible();
      return method;
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(
          "Cannot serve "
              + declared
              + ", because "
              + service.getClass().getName()
              + " has no public method for it. Add it.",
          e);
    }
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    Object[] values = request.arguments();
    OperationModel operation = Messages.operation(request);
    if (operation.oneWay()) {
      request.acknowledge();
    }
    return context == null
        ? call(request, operation, values)
        : context.during(request, () -> call(request, operation, values));
  }

  private SoapResponse call(SoapRequest request, OperationModel operation, Object[] values) {
    Object[] arguments = operation.arguments(values);
    Method method = Objects.requireNonNull(methods.get(operation));
    Object result;
    try {
      result = method.invoke(service, arguments);
    } catch (InvocationTargetException e) {
      return faults.thrown(request, operation, e.getTargetException());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(
          "Cannot call method " + method + ", because it is not accessible. Make its class public.",
          e);
    }
    if (result instanceof BaseStream<?, ?> items) {
      request.exchange().closeUnlessDelivered(items::close); // if it is not written, and closed so
    }
    if (operation.oneWay()) {
      return Responses.accepted(request, operation);
    }
    return Responses.ofCall(request, operation, operation.responseValues(result, arguments));
  }

  @Override
  public String toString() {
    return "service";
  }
}
