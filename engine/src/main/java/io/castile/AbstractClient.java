package io.castile;

import io.castile.soap.SoapVersion;
import io.castile.soap.client.SoapClient;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.handler.HandlerInterceptor;
import io.castile.soap.handler.VersionBinding;
import io.castile.soap.wsdl.EndpointReferences;
import jakarta.xml.ws.Binding;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.wsaddressing.W3CEndpointReference;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The parts of a client beside its calls: its contexts, its binding, its end. Thread-safe.
 *
 * <p>The response context is that of the last call on each thread.
 */
abstract class AbstractClient implements BindingProvider, Closeable, Consumer<SoapResponse> {
  private final SoapClient client;
  private final SoapVersion version;
  private final PortBinding binding;
  private final RequestContext requestContext;

  private final ThreadContexts contexts = new ThreadContexts();

  AbstractClient(
      SoapClient client,
      SoapVersion version,
      HandlerInterceptor handlers,
      RequestContext requestContext) {
    this.client = client;
    this.version = version;
    this.binding = new PortBinding(client, version, handlers);
    this.requestContext = requestContext;
  }

  final SoapClient client() {
    return client;
  }

  /** Returns the options for a call of this thread that begins now. */
  final SoapClient.Options options() {
    return context().options(version);
  }

  /** Forgets the last response: what the context says is of the call that begins now. */
  final void begin() {
    ThreadContexts.Own own = contexts.known();
    if (own != null) {
      own.told = null;
      own.response = null;
    }
  }

  @Override
  public final void accept(SoapResponse response) {
    accept(ResponseMetadata.of(response));
  }

  /** Notes that the call was answered with what the cache has, and nothing came. */
  final void acceptKept() {
    accept(ResponseMetadata.KEPT);
  }

  private void accept(ResponseMetadata told) {
    ThreadContexts.Own own = contexts.own();
    own.told = told;
    own.response = null;
  }

  /** Returns the response context of a client. */
  static Map<String, Object> responseContext(SoapResponse response) {
    return ResponseMetadata.of(response).context();
  }

  final String shownEndpoint() {
    return requestContext.shownEndpoint();
  }

  private RequestContext context() {
    if (!requestContext.isForEachThread()) {
      return requestContext;
    }
    ThreadContexts.Own own = contexts.own();
    if (own.request == null) {
      own.request = new RequestContext(requestContext);
    }
    return own.request;
  }

  @Override
  public final Map<String, Object> getRequestContext() {
    return context();
  }

  @Override
  public final Map<String, Object> getResponseContext() {
    ThreadContexts.Own own = contexts.own();
    if (own.response == null) {
      own.response = own.told == null ? new HashMap<>() : own.told.context();
    }
    return own.response;
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
      throw new WebServiceException(
          "Cannot call the service, because the request context has no "
              + ENDPOINT_ADDRESS_PROPERTY
              + ".");
    }
    return EndpointReferences.of(type, client.model(), address);
  }

  @Override
  public void close() {
    client.close();
  }

  /**
   * The binding of a client. It says which one it is, and holds its handlers and roles, and whether
   * it sends MTOM.
   */
  private static final class PortBinding extends VersionBinding {
    private final SoapClient client;
    private final SoapVersion version;
    private final HandlerInterceptor handlers;

    PortBinding(SoapClient client, SoapVersion version, HandlerInterceptor handlers) {
      this.client = client;
      this.version = version;
      this.handlers = handlers;
      client.setHasHandlers(!handlers.handlers().isEmpty());
    }

    @Override
    protected SoapVersion version() {
      return version;
    }

    @SuppressWarnings("rawtypes") // the interface's own
    @Override
    public List<Handler> getHandlerChain() {
      return new ArrayList<>(handlers.handlers());
    }

    @SuppressWarnings("rawtypes") // the interface's own
    @Override
    public synchronized void setHandlerChain(List<Handler> chain) {
      List<Handler<?>> typed = new ArrayList<>();
      chain.forEach(typed::add);
      handlers.setHandlers(typed);
      client.setHasHandlers(!typed.isEmpty());
    }

    @Override
    public Set<String> getRoles() {
      Set<String> roles = new HashSet<>(version.receiverRoles());
      roles.addAll(client.roles());
      return roles;
    }

    /** Sets the roles; those of the last receiver are there always. */
    @Override
    public void setRoles(Set<String> roles) {
      try {
        client.setRoles(roles);
      } catch (IllegalArgumentException e) {
        throw new WebServiceException(e.getMessage(), e);
      }
    }

    @Override
    public boolean isMTOMEnabled() {
      return client.sendsMtom();
    }

    @Override
    public void setMTOMEnabled(boolean flag) {
      client.setMtom(flag);
    }
  }
}
