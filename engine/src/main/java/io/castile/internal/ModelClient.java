package io.castile.internal;

import io.castile.cache.ResponseCache;
import io.castile.soap.model.internal.OperationModel;
import io.castile.template.Templates;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Calls the operations of a service without an interface, through the chain that every client has.
 * Thread-safe.
 */
public interface ModelClient extends AutoCloseable {
  /** Returns where the templates of requests are kept. */
  Templates templates();

  /** Returns the response cache; null for none. */
  @Nullable ResponseCache cache();

  /**
   * Calls an operation.
   *
   * @param operation one of the model of the service
   * @param arguments one for each parameter, null where there is none; not changed
   * @param properties of this call alone, as in the request context of a {@link BindingProvider}
   * @return the first value of the response; null for a one-way operation
   * @throws jakarta.xml.ws.soap.SOAPFaultException if a fault comes
   * @throws WebServiceException if no response comes that can be read, or a property is not of its
   *     type
   */
  default @Nullable Object call(
      OperationModel operation, @Nullable Object[] arguments, Map<String, ?> properties) {
    return call(operation, arguments, properties, response -> {});
  }

  /**
   * Calls an operation, as {@link #call(OperationModel, Object[], Map)}.
   *
   * @param observer is told the response context, again once parts have been found to which nothing
   *     of the message refers
   */
  @Nullable Object call(
      OperationModel operation,
      @Nullable Object[] arguments,
      Map<String, ?> properties,
      Consumer<Map<String, Object>> observer);

  @Override
  void close();
}
