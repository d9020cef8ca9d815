package io.castile;

import io.castile.cache.CacheLink;
import io.castile.soap.EndpointReferences;
import io.castile.soap.SoapClient;
import io.castile.soap.SoapResponse;
import io.castile.soap.SoapVersion;
import io.castile.soap.handler.HandlerLink;
import jakarta.xml.ws.Binding;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.wsaddressing.W3CEndpointReference;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What a client is beside its calls: its contexts, its binding, its end. Thread-safe.
 *
 * <p>The response context is that of the last call on each thread.
 */
abstract class BoundClient implements BindingProvider, AutoCloseable, Consumer<SoapResponse> {
  private final SoapClient client;
  private final SoapVersion version;
  private final PortBinding binding;
  private final RequestContext requestContext;

  /** The contexts of threads that have their own; see {@link RequestContext#THREAD_LOCAL}. */
  private final ThreadLocal<RequestContext> ownContext = new ThreadLocal<>();

  private final ThreadLocal<Map<String, Object>> responseContext = new ThreadLocal<>();

  BoundClient(
      SoapClient client, SoapVersion version, HandlerLink handlers, RequestContext requestContext) {
    this.client = client;
    this.version = version;
    this.binding = new PortBinding(client, version, handlers);
    this.requestContext = requestContext;
  }

  final SoapClient client() {
    return client;
  }

  /** What a call of this thread that begins now is to do. */
  final SoapClient.Options options() {
    return context().options(version);
  }

  /** Forgets the last response: what the context says is of the call that begins now. */
  final void begin() {
    responseContext.remove();
  }

  @Override
  public final void accept(SoapResponse response) {
    responseContext.set(responseContext(response));
  }

  /** What a client tells of a response. */
  static Map<String, Object> responseContext(SoapResponse response) {
    Map<String, Object> context = new HashMap<>(response.properties());
    context.put(MessageContext.HTTP_RESPONSE_CODE, response.status());
    context.put(MessageContext.HTTP_RESPONSE_HEADERS, response.headers());
    if (CacheLink.isStale(response)) {
      context.put(Castile.STALE_RESPONSE, Boolean.TRUE);
    }
    return context;
  }

  final String shownEndpoint() {
    return requestContext.shownEndpoint();
  }

  private RequestContext context() {
    if (!requestContext.isForEachThread()) {
      return requestContext;
    }
    RequestContext own = ownContext.get();
    if (own == null) {
      own = new RequestContext(requestContext);
      ownContext.set(own);
    }
    return own;
  }

  @Override
  public final Map<String, Object> getRequestContext() {
    return context();
  }

  @Override
  public final Map<String, Object> getResponseContext() {
    Map<String, Object> context = responseContext.get();
    if (context == null) {
      context = new HashMap<>();
      responseContext.set(context);
    }
    return context;
  }

  @Override
  public final Binding getBinding() {
    return binding;
  }

  @Override
  public final EndpointReference getEndpointReference() {
    return getEndpointReference(W3CEndpointReference.class);
  }

  /** A reference to the service at the address of the calls to come. */
  @Override
  public final <T extends EndpointReference> T getEndpointReference(Class<T> type) {
    if (!(context().get(ENDPOINT_ADDRESS_PROPERTY) instanceof String address)) {
      throw new WebServiceException("the request context has no " + ENDPOINT_ADDRESS_PROPERTY);
    }
    return EndpointReferences.of(type, client.model(), address);
  }

  @Override
  public void close() {
    client.close();
  }
}
