package io.castile.cxf;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.internal.CachedOperation;
import io.castile.cache.request.HeaderBlock;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.Headers;
import io.castile.soap.model.internal.Parameter;
import java.security.Principal;
import java.security.cert.Certificate;
import java.util.List;
import javax.xml.namespace.QName;
import org.apache.cxf.message.Message;
import org.apache.cxf.security.SecurityContext;
import org.apache.cxf.security.transport.TLSSessionInfo;
import org.jspecify.annotations.Nullable;

/** The facts of a request that a server has received, beside its arguments. */
final class ServerFacts {
  private ServerFacts() {}

  /**
   * The facts of a request.
   *
   * @throws NotCacheableException if a header block cannot be read
   */
  static RequestAttributes of(Message request, CachedOperation cachedOperation) {
    RequestAttributes facts =
        RequestAttributes.of(Headers.ofForeign(request.get(Message.PROTOCOL_HEADERS)));
    List<HeaderBlock> blocks = HeaderBlocks.of(request, name -> isParameter(cachedOperation, name));
    facts = blocks.isEmpty() ? facts : facts.withBlocks(blocks);
    boolean certificate = hasCertificate(request);
    facts = certificate ? facts.withCertificate() : facts;
    SecurityContext security = request.get(SecurityContext.class);
    Principal principal = security == null ? null : security.getUserPrincipal();
    facts = principal == null ? facts : facts.withSender(principal.getName());
    String hidden = hidden(request);
    return hidden == null ? facts : facts.withHiddenParts(hidden);
  }

  private static boolean isParameter(CachedOperation cachedOperation, QName block) {
    for (Parameter parameter : cachedOperation.parameters()) {
      if (parameter.header() && parameter.element().equals(block)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasCertificate(Message request) {
    TLSSessionInfo session = request.get(TLSSessionInfo.class);
    Certificate[] peer = session == null ? null : session.getPeerCertificates();
    return peer != null && peer.length > 0;
  }

  /** Returns the data that the service may see and the key does not have; null for none. */
  private static @Nullable String hidden(Message request) {
    return request.getAttachments() == null || request.getAttachments().isEmpty()
        ? null
        : "attachments";
  }
}
