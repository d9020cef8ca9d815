package io.castile.soap.handler;

import io.castile.soap.Headers;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.soap.multipart.AttachmentData;
import io.castile.xml.Attachment;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.handler.MessageContext;
import java.util.HashMap;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The properties that handlers find (Jakarta XML Web Services 4.0 §9.4.1.1), and what follows from
 * those that they change. Owned by one exchange.
 */
final class ExchangeProperties {
  private final MessageContext context;
  private final boolean isClient;

  /** The properties before any handler was called. */
  private final Map<String, Object> before;

  ExchangeProperties(
      ServiceModel model,
      boolean isClient,
      SoapRequest request,
      @Nullable OperationModel operation) {
    this.context = request.context();
    this.isClient = isClient;
    if (isClient) {
      // In the scope of handlers, as it may hold credentials that the response context must not.
      put(
          MessageContext.HTTP_REQUEST_HEADERS,
          request.headers().toLists(),
          MessageContext.Scope.HANDLER);
    }
    this.before = new HashMap<>(context);
    MessageContext.Scope scope =
        isClient ? MessageContext.Scope.HANDLER : MessageContext.Scope.APPLICATION;
    put(MessageContext.WSDL_SERVICE, model.serviceName(), scope);
    put(MessageContext.WSDL_PORT, model.portName(), scope);
    put(MessageContext.WSDL_INTERFACE, model.portTypeName(), scope);
    if (operation != null) {
      QName name = operation.name();
      put(MessageContext.WSDL_OPERATION, name, scope);
    }
    Object given = context.get(MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS); // by the application
    put(MessageContext.INBOUND_MESSAGE_ATTACHMENTS, new HashMap<>(), scope);
    put(
        MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS,
        given instanceof Map<?, ?> map ? new HashMap<>(map) : new HashMap<>(),
        scope);
  }

  private void put(String name, Object value, MessageContext.Scope scope) {
    context.put(name, value);
    context.setScope(name, scope);
  }

  MessageContext context() {
    return context;
  }

  void setOutbound(boolean isOutbound) {
    context.put(MessageContext.MESSAGE_OUTBOUND_PROPERTY, isOutbound);
  }

  /** Shows the parts of the message that has come in. */
  void setInbound(Map<String, Attachment> parts) {
    if (!parts.isEmpty()) {
      context.put(MessageContext.INBOUND_MESSAGE_ATTACHMENTS, AttachmentData.handlers(parts));
    }
  }

  /** The attachments to be sent beside the parts of the message itself. */
  Map<String, Attachment> outbound() {
    return context.get(MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS) instanceof Map<?, ?> map
        ? AttachmentData.parts(map)
        : Map.of();
  }

  /** In a client, what the transport says of the response. */
  void responded(SoapResponse response) {
    if (isClient) {
      context.put(MessageContext.HTTP_RESPONSE_CODE, response.status());
      context.put(MessageContext.HTTP_RESPONSE_HEADERS, response.headers().toLists());
    }
  }

  /** The request with what handlers of a client have set: address, action, header fields. */
  SoapRequest applyTo(SoapRequest request) {
    if (!isClient) {
      return request;
    }
    SoapRequest.Builder builder = request.newBuilder();
    if (changed(BindingProvider.ENDPOINT_ADDRESS_PROPERTY) instanceof String endpoint) {
      builder.endpoint(endpoint);
    }
    if (changed(BindingProvider.SOAPACTION_URI_PROPERTY) instanceof String action) {
      builder.action(action);
    }
    return builder
        .headers(Headers.ofProperty(context.get(MessageContext.HTTP_REQUEST_HEADERS)))
        .build();
  }

  /** The response with what is for the application (client) or the transport (server). */
  SoapResponse applyTo(SoapResponse response) {
    if (isClient) {
      Map<String, Object> forApplication = new HashMap<>();
      context.forEach(
          (name, value) -> {
            if (context.getScope(name) == MessageContext.Scope.APPLICATION
                && before.get(name) != value) {
              forApplication.put(name, value);
            }
          });
      return forApplication.isEmpty() ? response : response.withProperties(forApplication);
    }
    Headers fields = Headers.ofProperty(context.get(MessageContext.HTTP_RESPONSE_HEADERS));
    return fields.isEmpty() ? response : response.withHeaders(fields);
  }

  /** The value that handlers have given a property; null where it is as it was. */
  private @Nullable Object changed(String name) {
    Object now = context.get(name);
    return now == null || now.equals(before.get(name)) ? null : now;
  }
}
