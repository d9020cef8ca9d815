package io.castile.soap.server;

import io.castile.soap.Headers;
import io.castile.soap.SoapMessageException;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.ContextAttachments;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.soap.wsdl.EndpointReferences;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.wsaddressing.W3CEndpointReference;
import java.security.Principal;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * What a service may ask about the request that it is serving (Jakarta XML Web Services 4.0 §5.3).
 * One object for all threads; each sees the request that it serves.
 */
final class ServiceContext implements WebServiceContext {
  private final ServiceModel model;
  private final ThreadLocal<SoapRequest> current = new ThreadLocal<>();

  private ServiceContext(ServiceModel model) {
    this.model = model;
  }

  /** A context that has been given to a service; null where the service takes none. */
  static @Nullable ServiceContext injectedInto(Object service, ServiceModel model) {
    ServiceContext context = new ServiceContext(model);
    return ServiceLifecycle.inject(service, context) ? context : null;
  }

  /** Serves a request, whose response gets the header fields and the parts that the service set. */
  SoapResponse during(SoapRequest request, Supplier<SoapResponse> call)
      throws SoapMessageException {
    SoapRequest outer = current.get(); // of a call that a service makes to one in this JVM
    current.set(request);
    try {
      SoapResponse response = ContextAttachments.added(request, call.get());
      Headers fields =
          Headers.ofProperty(request.context().get(MessageContext.HTTP_RESPONSE_HEADERS));
      return fields.isEmpty() ? response : response.withHeaders(fields);
    } finally {
      if (outer == null) {
        current.remove();
      } else {
        current.set(outer);
      }
    }
  }

  private SoapRequest request() {
    SoapRequest request = current.get();
    if (request == null) {
      throw new IllegalStateException(
          "Cannot use the context in this thread, because it serves no request.");
    }
    return request;
  }

  @Override
  public MessageContext getMessageContext() {
    SoapRequest request = request();
    ApplicationContext context = new ApplicationContext(request.context());
    context.put(MessageContext.WSDL_SERVICE, model.serviceName());
    context.put(MessageContext.WSDL_PORT, model.portName());
    context.put(MessageContext.WSDL_INTERFACE, model.portTypeName());
    try {
      context.put(MessageContext.WSDL_OPERATION, request.operation().name());
    } catch (SoapMessageException e) {
      throw new IllegalStateException("Cannot name the operation, though it is being served.", e);
    }
    ContextAttachments.show(request, context);
    return context;
  }

  @Override
  public @Nullable Principal getUserPrincipal() {
    return request().principal();
  }

  @Override
  public boolean isUserInRole(String role) {
    return request().isInRole(role);
  }

  @Override
  public EndpointReference getEndpointReference(Element... referenceParameters) {
    return getEndpointReference(W3CEndpointReference.class, referenceParameters);
  }

  /** A reference to the service at the address at which the request found it. */
  @Override
  public <T extends EndpointReference> T getEndpointReference(
      Class<T> type, Element... referenceParameters) {
    Object found = request().context().get(BindingProvider.ENDPOINT_ADDRESS_PROPERTY);
    if (!(found instanceof String address)) {
      throw new WebServiceException(
          "Cannot make an endpoint reference, because the transport does not tell the address of"
              + " the service.");
    }
    return EndpointReferences.of(type, model, address, referenceParameters);
  }

  /** The properties of an exchange that are in the scope of the application. */
  private static final class ApplicationContext extends AbstractMap<String, Object>
      implements MessageContext {
    private final MessageContext all;

    ApplicationContext(MessageContext all) {
      this.all = all;
    }

    private boolean isVisible(Object key) {
      return all.containsKey(key) && all.getScope(key.toString()) == Scope.APPLICATION;
    }

    @Override
    public @Nullable Object get(Object key) {
      return isVisible(key) ? all.get(key) : null;
    }

    @Override
    public boolean containsKey(Object key) {
      return isVisible(key);
    }

    @Override
    public @Nullable Object put(String key, @Nullable Object value) {
      Object old = get(key);
      all.put(key, value);
      if (value != null) {
        all.setScope(key, Scope.APPLICATION);
      }
      return old;
    }

    @Override
    public @Nullable Object remove(Object key) {
      return isVisible(key) ? all.remove(key) : null;
    }

    /** A copy: the context itself is changed by its own methods only. */
    @Override
    public Set<Entry<String, Object>> entrySet() {
      Map<String, Object> visible = new HashMap<>();
      all.forEach(
          (name, value) -> {
            if (isVisible(name)) {
              visible.put(name, value);
            }
          });
      return Map.copyOf(visible).entrySet();
    }

    @Override
    public void setScope(String name, Scope scope) {
      all.setScope(name, scope);
    }

    @Override
    public Scope getScope(String name) {
      return all.getScope(name);
    }
  }
}
