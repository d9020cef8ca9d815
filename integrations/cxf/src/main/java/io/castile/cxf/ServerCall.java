package io.castile.cxf;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.internal.CacheCall;
import io.castile.cache.internal.CachedOperation;
import io.castile.cache.internal.OriginReply;
import io.castile.cache.request.HeaderBlock;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import io.castile.soap.model.internal.Parameter;
import java.security.Principal;
import java.security.cert.Certificate;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import org.apache.cxf.binding.soap.Soap12;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.continuations.SuspendedInvocationException;
import org.apache.cxf.headers.Header;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.InterceptorChain.State;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.FaultMode;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageContentsList;
import org.apache.cxf.security.SecurityContext;
import org.apache.cxf.security.transport.TLSSessionInfo;
import org.jspecify.annotations.Nullable;

/**
 * A call of a service as the cache sees it; an answer is what an invoker returns. Owned by the
 * thread of the request.
 */
final class ServerCall implements CacheCall<Object, RuntimeException> {
  private final CachedOperation cachedOperation;
  private final Exchange exchange;
  private final Message request;
  private final Object[] arguments; // holders as they are
  private final Supplier<Object> service;

  ServerCall(
      CachedOperation cachedOperation,
      Exchange exchange,
      Object[] arguments,
      Supplier<Object> service) {
    this.cachedOperation = cachedOperation;
    this.exchange = exchange;
    this.request = exchange.getInMessage();
    this.arguments = arguments;
    this.service = service;
  }

  static String endpoint(Message request) {
    String address = request.getExchange().getEndpoint().getEndpointInfo().getAddress();
    return address == null ? "" : address;
  }

  // ---- the request ----

  @Override
  public CachedOperation cachedOperation() {
    return cachedOperation;
  }

  @Override
  public String endpoint() {
    return endpoint(request);
  }

  @Override
  public SoapVersion version() {
    return request instanceof SoapMessage soap && soap.getVersion() instanceof Soap12
        ? SoapVersion.SOAP_1_2
        : SoapVersion.SOAP_1_1;
  }

  @Override
  public Object[] arguments() {
    return cachedOperation.operation().requestValues(arguments);
  }

  @Override
  public @Nullable String target() {
    Object url = request.get(Message.REQUEST_URL);
    Object query = request.get(Message.QUERY_STRING);
    Object uri = request.get(Message.REQUEST_URI); // as sent, with parameters of the path
    return url == null && uri == null && query == null ? null : url + "\n" + uri + "?" + query;
  }

  @Override
  public boolean isServed() {
    return true;
  }

  @Override
  public RequestAttributes facts() {
    return ServerFacts.of(request, cachedOperation);
  }

  // ---- the answer ----

  @Override
  public Object ask(Headers conditional) {
    return service.get();
  }

  @Override
  public OriginReply reply(Object answer) {
    if (request.getInterceptorChain().getState() != State.EXECUTING) {
      throw new NotCacheableException("the service sends its response later");
    }
    return OriginReply.RESPONSE;
  }

  @Override
  public @Nullable OriginReply reply(Throwable thrown) {
    if (thrown instanceof SuspendedInvocationException) {
      return null;
    }
    Throwable cause = thrown.getCause();
    OriginReply reply =
        CallFailures.reply(
            thrown instanceof Fault && cause != null ? cause : thrown,
            cachedOperation.operation().method());
    return reply == null ? OriginReply.FAILURE : reply; // the service's own code has thrown it
  }

  @Override
  public Object[] values(Object answer) {
    Message response = exchange.getOutMessage();
    if (response != null && hasMore(response)) {
      throw new NotCacheableException("the service has added more than a result to its response");
    }
    Object result = answer instanceof List<?> list && !list.isEmpty() ? list.get(0) : null;
    return cachedOperation.operation().responseValues(result, arguments);
  }

  private static boolean hasMore(Message response) {
    boolean fields =
        response.get(Message.PROTOCOL_HEADERS) instanceof Map<?, ?> map && !map.isEmpty();
    boolean blocks =
        response.get(Header.HEADER_LIST) instanceof List<?> list
            && list.stream().anyMatch(ServerCall::isSent);
    boolean attachments = response.getAttachments() != null && !response.getAttachments().isEmpty();
    return fields || blocks || attachments;
  }

  /** CXF copies the request's blocks to the response, and does not send them. */
  private static boolean isSent(Object block) {
    return !(block instanceof Header header)
        || header.getDirection() != Header.Direction.DIRECTION_IN;
  }

  @Override
  public Object ofValues(Object[] values) {
    request.remove(FaultMode.class); // of a service that failed, and whose last answer stands in
    Object result = cachedOperation.operation().deliver(values, arguments);
    return new MessageContentsList(new Object[] {result});
  }

  /** The facts of a request that a server has received, beside its arguments. */
  private static final class ServerFacts {
    private ServerFacts() {}

    /**
     * The facts of a request.
     *
     * @throws NotCacheableException if a header block cannot be read
     */
    static RequestAttributes of(Message request, CachedOperation site) {
      RequestAttributes facts =
          RequestAttributes.of(Headers.ofForeign(request.get(Message.PROTOCOL_HEADERS)));
      List<HeaderBlock> blocks = HeaderBlocks.of(request, name -> isParameter(site, name));
      facts = blocks.isEmpty() ? facts : facts.withBlocks(blocks);
      boolean certificate = hasCertificate(request);
      facts = certificate ? facts.withCertificate() : facts;
      SecurityContext security = request.get(SecurityContext.class);
      Principal principal = security == null ? null : security.getUserPrincipal();
      facts = principal == null ? facts : facts.withSender(principal.getName());
      String hidden = hidden(request);
      return hidden == null ? facts : facts.withHiddenParts(hidden);
    }

    private static boolean isParameter(CachedOperation site, QName block) {
      for (Parameter parameter : site.parameters()) {
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
}
