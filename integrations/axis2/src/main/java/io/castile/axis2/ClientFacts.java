package io.castile.axis2;

import io.castile.cache.request.HeaderBlock;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.Headers;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.apache.axis2.Constants;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.NamedValue;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.jspecify.annotations.Nullable;

/** What a request of a client says beside its body. */
final class ClientFacts {
  private static final String AXIS2 = "org.apache.axis2.";

  /** Properties of options by which the service cannot tell callers apart. */
  private static final Set<String> HARMLESS =
      Set.of(
          HTTPConstants.CHUNKED,
          HTTPConstants.CONNECTION_TIMEOUT,
          HTTPConstants.HTTP_HEADERS,
          HTTPConstants.HTTP_PROTOCOL_VERSION,
          HTTPConstants.MC_ACCEPT_GZIP,
          HTTPConstants.MC_GZIP_REQUEST,
          HTTPConstants.REUSE_HTTP_CLIENT,
          HTTPConstants.SO_TIMEOUT,
          HTTPConstants.USER_AGENT,
          HTTPConstants.AUTO_RELEASE_CONNECTION,
          Constants.Configuration.CHARACTER_SET_ENCODING,
          Constants.Configuration.DISABLE_SOAP_ACTION,
          Constants.Configuration.TRANSPORT_URL,
          "disableAddressingForOutMessages");

  /** Properties of any context by which the transport authenticates, or asks in another way. */
  private static final List<String> UNSEEN =
      List.of(
          HTTPConstants.AUTHENTICATE,
          HTTPConstants.CACHED_HTTP_CLIENT,
          HTTPConstants.PROXY,
          Constants.Configuration.HTTP_METHOD,
          Constants.Configuration.MESSAGE_TYPE,
          Constants.Configuration.USE_ASYNC_OPERATIONS);

  private ClientFacts() {}

  /**
   * The facts of a request.
   *
   * @param message the request's, in UTF-8
   * @param endpoint where it goes
   * @throws io.castile.cache.graph.NotCacheableException if its header cannot be read
   */
  static RequestAttributes of(MessageContext request, byte[] message, String endpoint) {
    RequestAttributes facts = RequestAttributes.of(fields(request));
    List<HeaderBlock> blocks = ServerFacts.blocks(message);
    facts = blocks.isEmpty() ? facts : facts.withBlocks(blocks);
    if (ServerFacts.isAnsweredHere(request, blocks)) {
      facts = facts.withAddressingSeenTo();
    }
    if (mayShowCertificate(request.getConfigurationContext(), endpoint)) {
      facts = facts.withCertificate();
    }
    String hidden = hidden(request);
    return hidden == null ? facts : facts.withHiddenParts(hidden);
  }

  /** The header fields that the application adds, as the transport does. */
  private static Headers fields(MessageContext request) {
    Headers.Builder fields = Headers.builder();
    Object own = request.getProperty(HTTPConstants.HTTP_HEADERS);
    if (own instanceof Map<?, ?> map) {
      map.forEach((name, value) -> add(fields, name, value));
    } else if (own instanceof Collection<?> list) {
      for (Object each : list) {
        if (each instanceof NamedValue field) {
          add(fields, field.getName(), field.getValue());
        }
      }
    }
    if (request.getProperty(MessageContext.TRANSPORT_HEADERS) instanceof Map<?, ?> map) {
      map.forEach((name, value) -> add(fields, name, value));
    }
    return fields.build();
  }

  private static void add(Headers.Builder fields, @Nullable Object name, @Nullable Object value) {
    if (name != null && value != null) {
      fields.add(name.toString().toLowerCase(Locale.ROOT), value.toString());
    }
  }

  private static boolean mayShowCertificate(ConfigurationContext context, String endpoint) {
    return endpoint.toLowerCase(Locale.ROOT).startsWith("https:")
        && (context.getProperty(SSLContext.class.getName()) != null
            || System.getProperty("javax.net.ssl.keyStore") != null);
  }

  /** What the service may be told and the key does not have; null for nothing. */
  private static @Nullable String hidden(MessageContext request) {
    for (Map.Entry<String, Object> property : request.getOptions().getProperties().entrySet()) {
      if (property.getValue() != null && !HARMLESS.contains(property.getKey())) {
        return "the options have the property " + property.getKey();
      }
    }
    String sender = request.getTransportOut().getSender().getClass().getName();
    if (!sender.startsWith(AXIS2)) {
      return "the transport is a " + sender;
    }
    for (String property : UNSEEN) {
      if (request.getProperty(property) != null) {
        return "the context has the property " + property;
      }
    }
    if (request.getOptions().isManageSession()) {
      return "the client maintains a session";
    }
    return request.getOptions().isUseSeparateListener() ? "the answer comes by a listener" : null;
  }
}
