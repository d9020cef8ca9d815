package io.castile.jaxws.http;

import io.castile.soap.server.HttpExchange;
import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.handler.MessageContext;
import java.security.Principal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * The request that a provider is serving, as the provider may see it. One object for all threads;
 * each sees the request that it serves.
 */
final class CurrentRequest implements WebServiceContext {
  private final ThreadLocal<Served> current = new ThreadLocal<>();

  private record Served(HttpExchange exchange, Properties context) {}

  /** The properties of an exchange, all of them in the scope of the application. */
  private static final class Properties extends HashMap<String, Object> implements MessageContext {
    private static final long serialVersionUID = 1L;

    @Override
    public void setScope(String name, Scope scope) {
      if (scope != Scope.APPLICATION) {
        throw new IllegalArgumentException(
            "Cannot set property "
                + name
                + " in scope "
                + scope
                + ", because there are no handlers. Use scope APPLICATION.");
      }
    }

    @Override
    public Scope getScope(String name) {
      return Scope.APPLICATION;
    }
  }

  /** The properties of a request (Jakarta XML Web Services 4.0 §9.4.1.2). */
  static Map<String, Object> contextOf(HttpExchange exchange, String path) {
    Map<String, Object> context = new Properties();
    Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    exchange.headers(
        (name, value) -> fields.computeIfAbsent(name, n -> new ArrayList<>()).add(value));
    context.putAll(exchange.properties());
    context.put(MessageContext.HTTP_REQUEST_METHOD, exchange.method());
    context.put(MessageContext.HTTP_REQUEST_HEADERS, fields);
    context.put(MessageContext.QUERY_STRING, exchange.query());
    String asked = exchange.path();
    context.put(
        MessageContext.PATH_INFO,
        asked.length() > path.length() && asked.startsWith(path)
            ? asked.substring(path.equals("/") ? 0 : path.length())
            : null);
    return context;
  }

  /** Sends the fields that the provider has set ({@link MessageContext#HTTP_RESPONSE_HEADERS}). */
  static void addFields(HttpExchange exchange, Map<String, Object> context) {
    if (context.get(MessageContext.HTTP_RESPONSE_HEADERS) instanceof Map<?, ?> fields) {
      fields.forEach(
          (name, values) -> {
            List<String> texts = new ArrayList<>();
            if (values instanceof Iterable<?> all) {
              all.forEach(value -> texts.add(String.valueOf(value)));
            } else {
              texts.add(String.valueOf(values));
            }
            exchange.header(name.toString(), String.join(", ", texts));
          });
    }
  }

  /** Calls a provider that may ask. */
  <T> T during(HttpExchange exchange, Map<String, Object> context, Supplier<T> call) {
    Served outer = current.get(); // of a call that a provider makes to one on the same thread
    current.set(new Served(exchange, (Properties) context));
    try {
      return call.get();
    } finally {
      if (outer == null) {
        current.remove();
      } else {
        current.set(outer);
      }
    }
  }

  private Served served() {
    Served served = current.get();
    if (served == null) {
      throw new IllegalStateException(
          "Cannot use the WebServiceContext, because this thread is not serving a request.");
    }
    return served;
  }

  @Override
  public MessageContext getMessageContext() {
    return served().context();
  }

  @Override
  public @Nullable Principal getUserPrincipal() {
    return served().exchange().principal();
  }

  @Override
  public boolean isUserInRole(String role) {
    return served().exchange().isInRole(role);
  }

  /**
   * Is not there for this binding (Jakarta XML Web Services 4.0 §5.3).
   *
   * @throws UnsupportedOperationException always
   */
  @Override
  public EndpointReference getEndpointReference(Element... referenceParameters) {
    throw new UnsupportedOperationException(
        "Cannot return an endpoint reference, because the HTTP binding has none.");
  }

  @Override
  public <T extends EndpointReference> T getEndpointReference(
      Class<T> type, Element... referenceParameters) {
    throw new UnsupportedOperationException(
        "Cannot return an endpoint reference, because the HTTP binding has none.");
  }
}
