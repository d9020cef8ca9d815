package io.castile;

import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.handler.MessageContext;
import java.lang.reflect.InvocationHandler;
import java.util.ConcurrentModificationException;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Inspects ports of Apache Axis2, whose transport and modules add header fields, header blocks and
 * credentials to requests by properties of the request context.
 */
final class Axis2Inspector implements PortInspector {
  private static final String HANDLERS = "org.apache.axis2.";

  /** Properties that hide nothing. Any other may become a part of the request. */
  private static final Set<String> HARMLESS =
      Set.of(
          BindingProvider.ENDPOINT_ADDRESS_PROPERTY,
          BindingProvider.SESSION_MAINTAIN_PROPERTY,
          BindingProvider.SOAPACTION_USE_PROPERTY,
          BindingProvider.SOAPACTION_URI_PROPERTY,
          BindingProvider.USERNAME_PROPERTY,
          BindingProvider.PASSWORD_PROPERTY,
          MessageContext.HTTP_REQUEST_HEADERS,
          MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS,
          "disableAddressingForOutMessages",
          "CONNECTION_TIMEOUT",
          "SO_TIMEOUT");

  private static final Axis2Inspector INSTANCE = new Axis2Inspector();

  private Axis2Inspector() {}

  /** Returns null for the handler of another stack's port. */
  static @Nullable Axis2Inspector of(InvocationHandler handler) {
    return handler.getClass().getName().startsWith(HANDLERS) ? INSTANCE : null;
  }

  @Override
  public @Nullable String hidden(Map<String, Object> context) {
    try {
      for (Map.Entry<String, Object> entry : context.entrySet()) {
        if (entry.getValue() != null && !HARMLESS.contains(entry.getKey())) {
          return "the request context has " + entry.getKey();
        }
      }
      return null;
    } catch (ConcurrentModificationException e) {
      return "the request context has properties that are being set";
    }
  }
}
