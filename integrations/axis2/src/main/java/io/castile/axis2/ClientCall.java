package io.castile.axis2;

import io.castile.cache.CacheEntry;
import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.internal.OriginReply;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.Headers;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.OperationContext;
import org.apache.axis2.description.WSDL2Constants;
import org.apache.axis2.kernel.TransportUtils;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.apache.axis2.wsdl.WSDLConstants;
import org.jspecify.annotations.Nullable;

/** A call of a client as the cache sees it. Owned by the thread that makes the call. */
final class ClientCall extends MessageCall<ClientCall.ClientAnswer> {

  ClientCall(Site site, MessageContext request) {
    super(site, request);
  }

  /** Where a message will go; empty where that is not known. */
  static String endpoint(MessageContext request) {
    Object url = request.getProperty(Constants.Configuration.TRANSPORT_URL);
    if (url != null) {
      return url.toString();
    }
    EndpointReference to = request.getTo();
    return to == null || to.getAddress() == null ? "" : to.getAddress();
  }

  /** Whether an answer may be kept: over HTTP, to an envelope without attachments. */
  boolean mayBeKept() {
    String address = endpoint().toLowerCase(Locale.ROOT);
    return WSDL2Constants.MEP_URI_OUT_IN.equals(
            request.getAxisOperation().getMessageExchangePattern())
        && !request.isDoingREST()
        && !TransportUtils.doWriteMTOM(request)
        && !TransportUtils.doWriteSwA(request)
        && (address.startsWith("http://") || address.startsWith("https://"));
  }

  // ---- the request ----

  /** Returns the action, and the address that an addressed message goes to. */
  @Override
  public String target() {
    String target = request.getSoapAction() + "\n" + request.getWSAAction();
    return isAddressed() && request.getTo() != null
        ? target + "\naddressed to " + request.getTo().getAddress()
        : target;
  }

  @Override
  RequestAttributes findFacts() {
    return ClientFacts.of(request, message(), endpoint());
  }

  // ---- the answer ----

  /** Asks without a condition: the transport of Axis2 takes a 304 for a failure. */
  @Override
  public ClientAnswer ask(Headers conditional) throws AxisFault {
    request.getTransportOut().getSender().invoke(request);
    int status =
        request.getProperty(HTTPConstants.MC_HTTP_STATUS_CODE) instanceof Integer code ? code : 0;
    Headers fields = Headers.ofForeign(request.getProperty(MessageContext.TRANSPORT_HEADERS));
    return new ClientAnswer.Come(status, fields, read());
  }

  /** Reads the message that has come, so that it can be read again; null if it is too large. */
  private byte @Nullable [] read() throws AxisFault {
    OperationContext operation = request.getOperationContext();
    if (!(operation.getProperty(MessageContext.TRANSPORT_IN) instanceof InputStream in)) {
      return null;
    }
    try {
      int mostBytes = (int) Math.min(Integer.MAX_VALUE - 16, site.policy().maxEntryBytes());
      byte[] message = in.readNBytes(mostBytes + 1);
      boolean isWhole = message.length <= mostBytes;
      InputStream again = new ByteArrayInputStream(message);
      operation.setProperty(
          MessageContext.TRANSPORT_IN, isWhole ? again : new SequenceInputStream(again, in));
      if (isWhole) {
        in.close();
      }
      return isWhole ? message : null;
    } catch (IOException e) {
      throw AxisFault.makeFault(e);
    }
  }

  @Override
  public OriginReply reply(ClientAnswer answer) {
    if (!(answer instanceof ClientAnswer.Come come)) {
      throw new NotCacheableException("the response is a kept one");
    }
    byte[] message = come.message();
    if (message == null) {
      throw new NotCacheableException("there is no message, or a large one");
    }
    OriginReply.Kind kind = ResponseKind.of(message, charset(come.fields())).kind();
    boolean isUnfit = kind == OriginReply.Kind.RESPONSE && come.status() >= 300;
    return new OriginReply(isUnfit ? OriginReply.Kind.FAILURE : kind, come.status(), come.fields());
  }

  /** The transport has failed, or has come back with a status that it takes for a failure. */
  @Override
  public @Nullable OriginReply reply(Throwable thrown) {
    return thrown instanceof AxisFault ? OriginReply.FAILURE : null;
  }

  @Override
  public byte[] message(ClientAnswer answer) {
    if (!(answer instanceof ClientAnswer.Come come) || come.message() == null) {
      throw new NotCacheableException("there is no message, or a large one");
    }
    Headers fields = come.fields();
    if (come.status() != 200) {
      throw new NotCacheableException("the status is " + come.status());
    }
    if (fields.has("set-cookie") || fields.has("set-cookie2")) {
      throw new NotCacheableException("the response sets a cookie");
    }
    String type = fields.getOrDefault("content-type", "");
    if (type.toLowerCase(Locale.ROOT).startsWith("multipart/")) {
      throw new NotCacheableException("the response has attachments");
    }
    if (ResponseKind.of(come.message(), charset(fields)).isSecured()) {
      throw new NotCacheableException("the response has a Security header, for one caller");
    }
    return isAddressed()
        ? Envelopes.withoutAddressing(come.message(), charset(fields))
        : come.message();
  }

  /** The charset that a type names; null for none. */
  private static @Nullable String charset(Headers fields) {
    String type = fields.get("content-type");
    int at = type == null ? -1 : type.toLowerCase(Locale.ROOT).indexOf("charset=");
    if (type == null || at < 0) {
      return null;
    }
    String value = type.substring(at + "charset=".length());
    int end = value.indexOf(';');
    return (end < 0 ? value : value.substring(0, end)).strip().replace("\"", "");
  }

  @Override
  public ClientAnswer ofMessage(byte[] kept, CacheEntry entry) {
    String type = entry.fields().get("content-type");
    String charset = isAddressed() ? StandardCharsets.UTF_8.name() : charset(entry.fields());
    return new ClientAnswer.Kept(kept, type, charset);
  }

  /** What a client's request is answered with. */
  sealed interface ClientAnswer {
    /** Puts the answer where Axis2 reads it, unless it is there. */
    void deliver(MessageContext request) throws AxisFault;

    /**
     * What the transport has brought, and has put in its place.
     *
     * @param status of HTTP; 0 where it is not known
     * @param message as it came; null where there is none, or it is not to be kept
     */
    @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
    record Come(int status, Headers fields, byte @Nullable [] message) implements ClientAnswer {
      @Override
      public void deliver(MessageContext request) {
        // The transport has.
      }
    }

    /**
     * What was kept, as it came.
     *
     * @param message never changed
     */
    @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
    record Kept(byte[] message, @Nullable String contentType, @Nullable String charset)
        implements ClientAnswer {
      @Override
      public void deliver(MessageContext request) throws AxisFault {
        request
            .getOperationContext()
            .setProperty(MessageContext.TRANSPORT_IN, new ByteArrayInputStream(message));
        request.setProperty(HTTPConstants.MC_HTTP_STATUS_CODE, 200);
        Map<String, String> fields = new HashMap<>();
        if (contentType != null) {
          fields.put(HTTPConstants.HEADER_CONTENT_TYPE, contentType);
        }
        request.setProperty(MessageContext.TRANSPORT_HEADERS, fields);
        MessageContext response =
            request.getOperationContext().getMessageContext(WSDLConstants.MESSAGE_LABEL_IN_VALUE);
        response.setProperty(Constants.Configuration.CONTENT_TYPE, contentType);
        response.setProperty(Constants.Configuration.CHARACTER_SET_ENCODING, charset);
      }
    }
  }
}
