package io.castile.axis2;

import io.castile.cache.CacheEntry;
import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.internal.OriginReply;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.Headers;
import jakarta.servlet.http.HttpServletRequest;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.xml.namespace.QName;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.WSDL2Constants;
import org.apache.axis2.kernel.OutTransportInfo;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.jspecify.annotations.Nullable;

/** A call of a service as the cache sees it. Owned by the thread of the request. */
final class ServerCall extends MessageCall<ServerAnswer> {
  private @Nullable SentAnswer sent; // null before the service is asked

  ServerCall(Site site, MessageContext request) {
    super(site, request);
  }

  /** Where a service is, as its operator knows it: the paths that senders make of it are many. */
  static String endpoint(MessageContext request) {
    return "/"
        + request.getConfigurationContext().getServiceContextPath().replaceFirst("^/", "")
        + "/"
        + request.getAxisService().getName();
  }

  /** Whether the answer may be one that is kept: over HTTP, to an envelope, and there is one. */
  boolean mayBeKept() {
    return isAnsweredByEnvelope(request);
  }

  /** Whether a request is one over HTTP, an envelope without attachments, that wants an answer. */
  static boolean isAnsweredByEnvelope(MessageContext request) {
    AxisOperation operation = request.getAxisOperation();
    return WSDL2Constants.MEP_URI_IN_OUT.equals(operation.getMessageExchangePattern())
        && !request.isDoingREST()
        && !hasAttachments(request)
        && request.getProperty(Constants.OUT_TRANSPORT_INFO) instanceof OutTransportInfo
        && request.getProperty(MessageContext.TRANSPORT_OUT) instanceof OutputStream;
  }

  /** They are not read here: a service may take them as they arrive. */
  private static boolean hasAttachments(MessageContext request) {
    Object type = request.getProperty(Constants.Configuration.CONTENT_TYPE);
    return type != null && type.toString().toLowerCase(Locale.ROOT).startsWith("multipart/");
  }

  // ---- the request ----

  /** The address as it was sent, the action, and whether the answer is addressed. */
  @Override
  public String target() {
    return sentTo(request) + "\n" + action(request) + (isAddressed() ? "\naddressed" : "");
  }

  /** Where a request was sent, as its sender wrote it. */
  static String sentTo(MessageContext request) {
    Object url = request.getProperty(Constants.Configuration.TRANSPORT_IN_URL);
    String sentTo =
        request.getProperty(HTTPConstants.MC_HTTP_SERVLETREQUEST) instanceof HttpServletRequest http
            ? http.getRequestURI() + "?" + http.getQueryString()
            : String.valueOf(url);
    String to = request.getTo() == null ? "" : request.getTo().getAddress();
    return sentTo + "\n" + to;
  }

  private static String action(MessageContext request) {
    return request.getSoapAction() + "\n" + request.getWSAAction();
  }

  @Override
  public boolean isServed() {
    return true;
  }

  @Override
  RequestAttributes findFacts() {
    return ServerFacts.of(request, message());
  }

  // ---- the answer ----

  @Override
  public ServerAnswer ask(Headers conditional) throws AxisFault {
    if (!mayBeKept()) {
      request.getAxisOperation().getMessageReceiver().receive(request);
      return ServerAnswer.Given.UNKNOWN;
    }
    SentAnswer answer = SentAnswer.begin(request, site.policy().maxEntryBytes());
    sent = answer;
    try {
      request.getAxisOperation().getMessageReceiver().receive(request);
    } finally {
      answer.end();
    }
    return answer.given();
  }

  @Override
  public OriginReply reply(ServerAnswer answer) {
    if (!(answer instanceof ServerAnswer.Given given) || given.message() == null) {
      throw new NotCacheableException("the service sends its response in another way");
    }
    String type = given.contentType() == null ? "" : given.contentType();
    return new OriginReply(
        ResponseKind.of(given.message(), null).kind(), 200, Headers.of("content-type", type));
  }

  /**
   * A fault of which Axis2 has yet to make a message. Where a message is under way already, nothing
   * else can be sent.
   */
  @Override
  public @Nullable OriginReply reply(Throwable thrown) {
    SentAnswer answer = sent;
    if (answer != null && answer.isBegun()) {
      return null;
    }
    if (!(thrown instanceof AxisFault fault)) {
      return OriginReply.FAILURE;
    }
    boolean isOwn =
        fault.getDetail() != null
            || fault.getFaultMessageContext() != null
            || fault.getFaultCodeElement() != null;
    QName code = fault.getFaultCode();
    String local = code == null ? "Server" : code.getLocalPart();
    boolean blamesService = local.startsWith("Server") || local.startsWith("Receiver");
    return isOwn || !blamesService ? OriginReply.FAULT : OriginReply.FAILURE;
  }

  @Override
  public byte[] message(ServerAnswer answer) {
    if (!(answer instanceof ServerAnswer.Given given) || given.message() == null) {
      throw new NotCacheableException("there is no message");
    }
    if (given.refusal() != null) {
      throw new NotCacheableException(given.refusal());
    }
    if (ResponseKind.of(given.message(), null).isSecured()) {
      throw new NotCacheableException("the response has a Security header, for one caller");
    }
    return isAddressed()
        ? Envelopes.withoutAddressing(given.message(), StandardCharsets.UTF_8.name())
        : given.message();
  }

  @Override
  public ServerAnswer ofMessage(byte[] kept, CacheEntry entry) {
    return isAddressed()
        ? new ServerAnswer.Addressed(kept)
        : new ServerAnswer.Kept(kept, entry.fields().getOrDefault("content-type", "text/xml"));
  }
}
