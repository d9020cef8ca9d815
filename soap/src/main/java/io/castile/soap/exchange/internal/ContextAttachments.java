package io.castile.soap.exchange.internal;

import io.castile.soap.Headers;
import io.castile.soap.SoapMessageException;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.multipart.AttachmentData;
import io.castile.soap.multipart.MultipartContent;
import io.castile.xml.Attachment;
import jakarta.xml.ws.handler.MessageContext;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The parts of messages that applications give and find as properties of an exchange, data handlers
 * by their Content-IDs (Jakarta XML Web Services 4.0 §9.4.1.1).
 */
public final class ContextAttachments {
  /**
   * The property of a call whose request or response has parts that the description binds: the
   * values of the message are not all of it, so that no cache can go by them. Its value is {@code
   * true}.
   */
  public static final String BOUND = "io.castile.attachments.bound";

  /** For caches of HTTP on the way; the server's own keeps no response that has parts. */
  private static final Headers UNKEPT = Headers.of("Cache-Control", "no-store");

  private ContextAttachments() {}

  /**
   * Returns the request of a client, with the parts that its request context has for it.
   *
   * @throws SoapMessageException if an argument cannot be written
   */
  public static SoapRequest added(SoapRequest request) throws SoapMessageException {
    Map<?, ?> given = outbound(request.context());
    if (given.isEmpty()) {
      return request;
    }
    MultipartContent own = Messages.packed(request);
    Map<String, Attachment> parts = with(own.parts(), given);
    return request.newBuilder().message(own.root(), request.operation(), parts).build();
  }

  /** Shows a service the parts with which its request came, and lets it add others. */
  public static void show(SoapRequest request, MessageContext context) {
    Object inbound = context.get(MessageContext.INBOUND_MESSAGE_ATTACHMENTS);
    if (inbound == null) {
      try {
        context.put(
            MessageContext.INBOUND_MESSAGE_ATTACHMENTS, AttachmentData.handlers(request.parts()));
      } catch (SoapMessageException e) {
        throw new IllegalStateException(
            "Cannot read the attachments of the request, though it is being served.", e);
      }
    }
    if (!(context.get(MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS) instanceof Map<?, ?>)) {
      context.put(MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS, new LinkedHashMap<>());
    }
  }

  /**
   * Returns the response of a service, with the parts that it has given its context. Handlers find
   * them in the message and in the context, by the same Content-IDs.
   *
   * @throws SoapMessageException if a value cannot be written
   */
  public static SoapResponse added(SoapRequest request, SoapResponse response)
      throws SoapMessageException {
    Map<?, ?> given = outbound(request.context());
    OperationModel operation = Messages.operation(response);
    if (given.isEmpty() || response.hasFault() || operation == null || operation.oneWay()) {
      return response;
    }
    MultipartContent own = Messages.packed(response);
    Map<String, Attachment> parts = with(own.parts(), given);
    return response.withMessage(own.root(), false, parts).withHeaders(UNKEPT);
  }

  private static Map<?, ?> outbound(MessageContext context) {
    return context.get(MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS) instanceof Map<?, ?> given
        ? given
        : Map.of();
  }

  private static Map<String, Attachment> with(Map<String, Attachment> parts, Map<?, ?> given) {
    Map<String, Attachment> all = new LinkedHashMap<>(parts);
    all.putAll(AttachmentData.parts(given));
    return all;
  }
}
