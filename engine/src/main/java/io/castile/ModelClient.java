package io.castile;

import io.castile.cache.ResponseCache;
import io.castile.soap.SoapVersion;
import io.castile.soap.client.SoapClient;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
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
public final class ModelClient implements AutoCloseable {
  private static final Consumer<SoapResponse> NOBODY = response -> {};

  private final SoapClient client;
  private final SoapVersion version;
  private final Templates templates;
  private final CallerBuilder.Caches caches;
  private final RequestContext context; // never changed

  ModelClient(
      SoapClient client,
      SoapVersion version,
      Templates templates,
      CallerBuilder.Caches caches,
      RequestContext context) {
    this.client = client;
    this.version = version;
    this.templates = templates;
    this.caches = caches;
    this.context = context;
  }

  /** Returns the service. */
  public ServiceModel model() {
    return client.model();
  }

  /** Returns where the templates of requests are kept. */
  public Templates templates() {
    return templates;
  }

  /** Returns the response cache; null for none. */
  public @Nullable ResponseCache cache() {
    return caches.responses();
  }

  /**
   * Calls an operation.
   *
   * @param operation one of the {@link #model}
   * @param arguments one for each parameter, null where there is none; not changed
   * @param properties what holds for this call alone, as in the request context of a {@link
   *     BindingProvider}
   * @return the first value of the response; null for a one-way operation
   * @throws jakarta.xml.ws.soap.SOAPFaultException if a fault comes
   * @throws WebServiceException if no response comes that can be read, or a property is not of its
   *     type
   */
  public @Nullable Object call(
      OperationModel operation, @Nullable Object[] arguments, Map<String, ?> properties) {
    try {
      return client.call(operation, arguments, options(properties), NOBODY);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("a described operation has no declared exceptions", e);
    }
  }

  private SoapClient.Options options(Map<String, ?> properties) {
    if (properties.isEmpty()) {
      return context.options(version);
    }
    RequestContext own = new RequestContext(context);
    own.putAll(properties);
    return own.options(version);
  }

  @Override
  public void close() {
    client.close();
    if (caches.own() != null) {
      caches.own().close();
    }
  }

  @Override
  public String toString() {
    return "client of " + model().portTypeName() + " at " + context.shownEndpoint();
  }
}
