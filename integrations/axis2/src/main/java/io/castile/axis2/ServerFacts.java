package io.castile.axis2;

import io.castile.cache.request.HeaderBlock;
import io.castile.cache.request.HeaderReader;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.Headers;
import io.castile.xml.XmlLimits;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.apache.axis2.Constants;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.jspecify.annotations.Nullable;

/** What a request that a server has received says beside its body. */
final class ServerFacts {
  /** The attribute of a servlet request that has the certificates which the client has shown. */
  static final String CERTIFICATE = "jakarta.servlet.request.X509Certificate";

  private static final HeaderReader READER = new HeaderReader(XmlLimits.DEFAULT);

  private ServerFacts() {}

  /**
   * The facts of a request.
   *
   * @param message the request's, in UTF-8
   * @throws io.castile.cache.graph.NotCacheableException if its header cannot be read
   */
  static RequestAttributes of(MessageContext request, byte[] message) {
    Object transport = request.getProperty(HTTPConstants.MC_HTTP_SERVLETREQUEST);
    HttpServletRequest http = transport instanceof HttpServletRequest known ? known : null;
    RequestAttributes facts =
        RequestAttributes.of(
            http == null
                ? Headers.ofForeign(request.getProperty(MessageContext.TRANSPORT_HEADERS))
                : fields(http));
    List<HeaderBlock> blocks = blocks(message);
    facts = blocks.isEmpty() ? facts : facts.withBlocks(blocks);
    if (http != null && http.getAttribute(CERTIFICATE) != null) {
      facts = facts.withCertificate();
    }
    Principal principal = http == null ? null : http.getUserPrincipal();
    facts = principal == null ? facts : facts.withSender(principal.getName());
    if (isAnsweredHere(request, blocks)) {
      facts = facts.withAddressingSeenTo();
    }
    String hidden = hidden(request);
    return hidden == null ? facts : facts.withHiddenParts(hidden);
  }

  /** The header blocks of a message in UTF-8. */
  static List<HeaderBlock> blocks(byte[] message) {
    return READER.read(message, StandardCharsets.UTF_8.name(), name -> false);
  }

  private static Headers fields(HttpServletRequest http) {
    Headers.Builder fields = Headers.builder();
    for (String name : Collections.list(http.getHeaderNames())) {
      for (String value : Collections.list(http.getHeaders(name))) {
        fields.add(name.toLowerCase(Locale.ROOT), value);
      }
    }
    return fields.build();
  }

  /** Whether the answer goes back on the connection, and the sender has not said its name. */
  static boolean isAnsweredHere(MessageContext request, List<HeaderBlock> blocks) {
    return isAnonymous(request.getReplyTo())
        && isAnonymous(request.getFaultTo())
        && blocks.stream()
            .noneMatch(block -> block.isAddressing() && block.name().getLocalPart().equals("From"));
  }

  private static boolean isAnonymous(@Nullable EndpointReference reference) {
    return reference == null
        || (reference.hasAnonymousAddress()
            && (reference.getAllReferenceParameters() == null
                || reference.getAllReferenceParameters().isEmpty()));
  }

  /** What the service may see and the key does not have; null for nothing. */
  private static @Nullable String hidden(MessageContext request) {
    String scope = request.getAxisService().getScope();
    return Constants.SCOPE_TRANSPORT_SESSION.equals(scope)
            || Constants.SCOPE_SOAP_SESSION.equals(scope)
        ? "the service keeps sessions"
        : null;
  }
}
