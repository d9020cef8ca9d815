package io.castile.cxf.link;

import io.castile.cxf.link.LinkFaultInterceptor.BesideFault;
import io.castile.delta.Differential;
import io.castile.delta.message.LinkMessages;
import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.RealChain;
import java.io.IOException;
import java.security.Principal;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import org.apache.cxf.binding.soap.interceptor.SoapActionInInterceptor;
import org.apache.cxf.continuations.SuspendedInvocationException;
import org.apache.cxf.helpers.HttpHeaderHelper;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.security.SecurityContext;
import org.apache.cxf.security.transport.TLSSessionInfo;
import org.jspecify.annotations.Nullable;

/** The server's end of the link, with the link of a server's chain. Thread-safe. */
final class ServerLink {
  private static final String POST = "POST";
  private static final String CODING = "content-encoding";

  /** Has a suspended chain go on behind the interceptor that is not to run again. */
  private static final String SUSPENDED_HERE = "suspend.chain.on.current.interceptor";

  private final Differential differential;
  private final Interceptor link;
  private final LinkMessages messages;
  private final int mostBytes;

  ServerLink(Differential link) {
    this.differential = link;
    this.link = link.serverLink();
    this.mostBytes = link.options().maxMessageBytes();
    this.messages = new LinkMessages(mostBytes);
  }

  /**
   * Answers a request whose sender offers the link: the rest of the chain runs in it. All others go
   * on as they came.
   */
  void answer(Message request) {
    Headers fields = Headers.ofForeign(request.get(Message.PROTOCOL_HEADERS));
    SoapVersion version = isOffered(request, fields) ? MessageContents.version(request) : null;
    if (version == null) {
      return;
    }
    byte[] content;
    try {
      content = MessageContents.read(request, mostBytes);
    } catch (IOException e) {
      throw new Fault(e);
    }
    if (content == null) {
      return;
    }
    Exchange exchange = request.getExchange();
    TypedService typed = differential.options().typed() ? TypedService.of(exchange) : null;
    SoapRequest received = received(request, fields, content, version, typed);
    ServedCall call = new ServedCall(differential, messages, request, mostBytes, typed);
    exchange.put(ServedCall.class, call);
    exchange.put(BesideFault.class, new BesideFault(Differential.besideFault(received)));
    try {
      SoapResponse response = RealChain.run(List.of(link, call), received);
      call.give(response);
    } catch (SoapException e) {
      call.passOn(e);
    } catch (SuspendedInvocationException e) {
      request.put(SUSPENDED_HERE, Boolean.TRUE);
      throw e;
    } finally {
      exchange.remove(ServedCall.class.getName()); // what is answered later goes without the link
    }
  }

  private boolean isOffered(Message request, Headers fields) {
    String coding = fields.get(CODING);
    return POST.equals(request.get(Message.HTTP_REQUEST_METHOD))
        && (coding == null ? fields.has("castile") : link.decodes(coding));
  }

  private SoapRequest received(
      Message request,
      Headers fields,
      byte[] content,
      SoapVersion version,
      @Nullable TypedService typed) {
    Object query = request.get(Message.QUERY_STRING);
    String charset = HttpHeaderHelper.findCharset((String) request.get(Message.CONTENT_TYPE));
    boolean mayBeValues = fields.has(CODING) || (content.length > 0 && content[0] != '<');
    String action = SoapActionInInterceptor.getSoapAction(request);
    SoapRequest.Builder received =
        (typed == null || !mayBeValues
                ? messages.came(content, charset, version)
                : messages.came(content, charset, version, typed.model()))
            .endpoint(
                fields.getOrDefault("host", "")
                    + request.get(Message.REQUEST_URI)
                    + (query == null ? "" : "?" + query))
            .action(action == null ? "" : action)
            .headers(fields);
    Principal caller = caller(request);
    if (caller != null) {
      received.principal(caller);
    }
    return received.build();
  }

  /** Returns the user that the transport has authenticated, by whatever means; null for none. */
  private static @Nullable Principal caller(Message request) {
    SecurityContext security = request.get(SecurityContext.class);
    Principal user = security == null ? null : security.getUserPrincipal();
    if (user != null) {
      return user;
    }
    TLSSessionInfo session = request.get(TLSSessionInfo.class);
    Certificate[] shown = session == null ? null : session.getPeerCertificates();
    return shown != null && shown.length > 0 && shown[0] instanceof X509Certificate certificate
        ? certificate.getSubjectX500Principal()
        : null;
  }
}
