package io.castile.cxf;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.internal.CacheCall;
import io.castile.cache.internal.CachedOperation;
import io.castile.cache.internal.OriginReply;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
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
        Failures.reply(
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
}
