package io.castile.cxf;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.request.HeaderBlock;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.Headers;
import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.jaxws.support.JaxWsEndpointImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.addressing.JAXWSAConstants;
import org.jspecify.annotations.Nullable;

/**
 * The facts of a client's request beside its arguments, as they are when all interceptors and the
 * conduit have had it.
 */
final class ClientFacts {
  private ClientFacts() {}

  /**
   * The facts of a request.
   *
   * @param toCome what interceptors may add
   * @param byConduit what the conduit will add; null if that is not one of HTTP
   * @throws NotCacheableException if a header block cannot be read
   */
  static RequestAttributes of(Message message, OutChain toCome, @Nullable ConduitFacts byConduit) {
    Headers fields = Headers.ofForeign(message.get(Message.PROTOCOL_HEADERS));
    String hidden = hidden(message, toCome);
    boolean certificate = false;
    if (byConduit != null) {
      fields = fields.with(byConduit.fields());
      certificate = byConduit.certificate();
      hidden = hidden == null ? byConduit.hidden() : hidden;
    } else if (hidden == null) {
      hidden = "the conduit is none of HTTP";
    }
    RequestAttributes facts = RequestAttributes.of(fields);
    List<HeaderBlock> blocks = new ArrayList<>(HeaderBlocks.of(message, name -> false));
    if (toCome.security()) {
      blocks.add(HeaderBlock.unknownSecurity());
    }
    facts = blocks.isEmpty() ? facts : facts.withBlocks(blocks);
    facts = certificate ? facts.withCertificate() : facts;
    return hidden == null ? facts : facts.withHiddenParts(hidden);
  }

  /** Returns the fields that a request's conduit will add; null if that is not one of HTTP. */
  static @Nullable ConduitFacts byConduit(Message message) {
    Conduit chosen = message.get(Conduit.class);
    Conduit conduit = chosen != null ? chosen : message.getExchange().getConduit(message);
    return conduit instanceof HTTPConduit http ? ConduitFacts.of(http, message) : null;
  }

  static boolean hasHandlers(Message message) {
    return message.getExchange().getEndpoint() instanceof JaxWsEndpointImpl jaxws
        && !jaxws.getJaxwsBinding().getHandlerChain().isEmpty();
  }

  /** Returns the part that may add unseen data to the request; null for none. */
  private static @Nullable String hidden(Message message, OutChain toCome) {
    Endpoint endpoint = message.getExchange().getEndpoint();
    if (hasHandlers(message)) {
      return "the binding has handlers";
    }
    if (toCome.foreign() != null) {
      return "interceptor " + toCome.foreign();
    }
    if (MessageUtils.getContextualBoolean(message, Message.MAINTAIN_SESSION, false)) {
      return "the session is maintained";
    }
    if (message.getAttachments() != null && !message.getAttachments().isEmpty()) {
      return "attachments";
    }
    EndpointReferenceType target = endpoint.getEndpointInfo().getTarget();
    boolean hasReference = target != null && target.getReferenceParameters() != null;
    return hasReference
            || message.getContextualProperty(JAXWSAConstants.CLIENT_ADDRESSING_PROPERTIES) != null
        ? "addressing properties"
        : null;
  }
}
