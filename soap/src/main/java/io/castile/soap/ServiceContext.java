package io.castile.soap;

import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.handler.MessageContext;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.security.Principal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.w3c.dom.Element;

/**
 * What a service may ask about the call that it answers on this thread (Jakarta XML Web Services
 * 4.0 §5.3). One object for all services; given to fields and setters with {@code Resource}, which
 * is known by its name only, as its library is optional.
 */
final class ServiceContext implements WebServiceContext {
  private static final String RESOURCE = "jakarta.annotation.Resource";
  private static final ServiceContext INSTANCE = new ServiceContext();
  private static final ThreadLocal<SoapRequest> CURRENT = new ThreadLocal<>();

  private ServiceContext() {}

  /** Gives the context to a service that asks for it, unless somebody else has done so. */
  static void inject(Object service) {
    try {
      for (Class<?> type = service.getClass(); type != null; type = type.getSuperclass()) {
        for (Field field : type.getDeclaredFields()) {
          if (field.getType() == WebServiceContext.class && isResource(field)) {
            field.setAccessible(true);
            if (field.get(service) == null) {
              field.set(service, INSTANCE);
            }
          }
        }
        for (Method method : type.getDeclaredMethods()) {
          Class<?>[] parameters = method.getParameterTypes();
          if (parameters.length == 1
              && parameters[0] == WebServiceContext.class
              && isResource(method)) {
            method.setAccessible(true);
            method.invoke(service, INSTANCE);
          }
        }
      }
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalArgumentException(
          service.getClass().getName() + " does not take its WebServiceContext: " + e, e);
    }
  }

  private static boolean isResource(AnnotatedElement element) {
    return Arrays.stream(element.getAnnotations())
        .map(Annotation::annotationType)
        .anyMatch(type -> type.getName().equals(RESOURCE));
  }

  /**
   * Says which request is answered on this thread from here on; null for none.
   *
   * @return the one before, to be set again: a service may call another one of this process
   */
  static SoapRequest enter(SoapRequest request) {
    SoapRequest before = CURRENT.get();
    if (request == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(request);
    }
    return before;
  }

  private static SoapRequest current() {
    SoapRequest request = CURRENT.get();
    if (request == null) {
      throw new IllegalStateException("no request is being answered on this thread");
    }
    return request;
  }

  @Override
  public MessageContext getMessageContext() {
    return new Properties(current());
  }

  @Override
  public Principal getUserPrincipal() {
    return current().principal();
  }

  /** There are no roles. */
  @Override
  public boolean isUserInRole(String role) {
    return false;
  }

  @Override
  public EndpointReference getEndpointReference(Element... referenceParameters) {
    throw new UnsupportedOperationException("endpoint references are not supported");
  }

  @Override
  public <T extends EndpointReference> T getEndpointReference(
      Class<T> type, Element... referenceParameters) {
    throw new UnsupportedOperationException("endpoint references are not supported");
  }

  /** The properties of a request; changes of them are seen by nobody. */
  private static final class Properties extends HashMap<String, Object> implements MessageContext {
    private static final long serialVersionUID = 1L;

    Properties(SoapRequest request) {
      Map<String, List<String>> headers = new HashMap<>();
      request.headers().forEach((name, value) -> headers.put(name, List.of(value)));
      put(HTTP_REQUEST_HEADERS, headers);
      put(HTTP_REQUEST_METHOD, "POST");
      put(PATH_INFO, request.endpoint());
      put(MESSAGE_OUTBOUND_PROPERTY, Boolean.FALSE);
      try {
        put(WSDL_OPERATION, request.operation().name());
      } catch (SoapMessageException e) {
        throw new AssertionError("the request has been read", e);
      }
    }

    /** All that is here is for the application. */
    @Override
    public void setScope(String name, Scope scope) {
      getScope(name);
    }

    @Override
    public Scope getScope(String name) {
      if (!containsKey(name)) {
        throw new IllegalArgumentException("there is no property " + name);
      }
      return Scope.APPLICATION;
    }
  }
}
