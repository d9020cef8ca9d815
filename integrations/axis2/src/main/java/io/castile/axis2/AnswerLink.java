package io.castile.axis2;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.internal.OriginReply;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.delta.message.HeldStream;
import io.castile.delta.message.LinkMessages;
import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapTransportException;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.Utf8Messages;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.RealChain;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.kernel.OutTransportInfo;
import org.apache.axis2.kernel.TransportUtils;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.apache.axis2.transport.http.server.AxisHttpResponse;
import org.apache.axis2.util.JavaUtils;
import org.jspecify.annotations.Nullable;

/**
 * The server's end of the differential link, for the services of one configuration of Axis2:
 * answers go as their differences to answers that the client holds. Requests come whole, as Axis2
 * parses them before any handler runs. Thread-safe.
 */
final class AnswerLink {
  private static final String PARAMETER = AnswerLink.class.getName();
  private static final String FIELD = "castile";

  /** Larger answers pass as they are written. */
  private static final int MOST_BYTES = 4 << 20;

  private static final Pattern FETCH = Pattern.compile("; *f=");

  /** The version of a request, for which it would be kept as a base. */
  private static final Pattern REQUEST_VERSION = Pattern.compile("; *v=\"[^\"]*\"");

  /** That requests may come as differences. */
  private static final Pattern TAKES_DELTAS = Pattern.compile("; *r(?=;|$)");

  private final Differential link =
      Differential.of(
          DifferentialOptions.builder().maxMessageBytes(MOST_BYTES).codings(false).build());
  private final LinkMessages messages = new LinkMessages(MOST_BYTES);

  private AnswerLink() {}

  /** Gives an answer, by writing it. */
  interface Service {
    void answer() throws AxisFault;
  }

  /** Returns the link for a request; null where its service has none, or its sender offers none. */
  static @Nullable AnswerLink of(MessageContext request) throws AxisFault {
    AxisService service = request.getAxisService();
    if (service == null || !fields(request).has(FIELD)) {
      return null;
    }
    ModuleParameters.Found found = ModuleParameters.find(service, CastileModule.DIFFERENTIAL);
    if (found == null || !JavaUtils.isTrueExplicitly(found.parameter().getValue())) {
      return null;
    }
    AxisConfiguration configuration = service.getAxisConfiguration();
    synchronized (configuration) {
      if (configuration.getParameterValue(PARAMETER) instanceof AnswerLink known) {
        return known;
      }
      AnswerLink made = new AnswerLink();
      configuration.addParameter(new Parameter(PARAMETER, made));
      return made;
    }
  }

  private static Headers fields(MessageContext request) {
    return Headers.ofForeign(request.getProperty(MessageContext.TRANSPORT_HEADERS));
  }

  /** Whether a request asks for an answer to be sent again. */
  static boolean isFetch(MessageContext request) {
    return FETCH.matcher(fields(request).getOrDefault(FIELD, "")).find();
  }

  /**
   * Answers a request.
   *
   * @param service writes the answer that is without the link
   * @throws AxisFault what the service throws; then nothing has been written
   */
  void answer(MessageContext request, Service service) throws AxisFault {
    OutputStream out = (OutputStream) request.getProperty(MessageContext.TRANSPORT_OUT);
    HeldStream held = new HeldStream(out, MOST_BYTES);
    Answered answered = new Answered(messages, service, held);
    request.setProperty(MessageContext.TRANSPORT_OUT, held);
    try {
      SoapResponse response =
          RealChain.run(List.of(link.serverLink(), answered), received(request));
      byte[] content = response.bytes();
      if (!answered.isAsked) {
        begin(request, response);
      }
      response.headers().forEach((name, value) -> setField(request, name, value));
      out.write(content);
      out.flush();
    } catch (SoapException e) {
      answered.passOn(e);
    } catch (IOException e) {
      throw AxisFault.makeFault(e);
    } finally {
      request.setProperty(MessageContext.TRANSPORT_OUT, out);
    }
  }

  private SoapRequest received(MessageContext request) {
    Headers came = fields(request);
    String said = REQUEST_VERSION.matcher(came.getOrDefault(FIELD, "")).replaceAll("");
    SoapRequest.Builder received =
        messages
            .came(
                Envelopes.bytes(request.getEnvelope()),
                null,
                request.isSOAP11() ? SoapVersion.SOAP_1_1 : SoapVersion.SOAP_1_2)
            .endpoint(came.getOrDefault("host", "") + ServerCall.sentTo(request))
            .headers(came.newBuilder().set(FIELD, said).build());
    Principal caller = caller(request);
    if (caller != null) {
      received.principal(caller);
    }
    return received.build();
  }

  /** Returns the user that the container has authenticated, by whatever means; null for none. */
  private static @Nullable Principal caller(MessageContext request) {
    if (!(request.getProperty(HTTPConstants.MC_HTTP_SERVLETREQUEST)
        instanceof HttpServletRequest http)) {
      return null;
    }
    if (http.getUserPrincipal() != null) {
      return http.getUserPrincipal();
    }
    return http.getAttribute(ServerFacts.CERTIFICATE) instanceof X509Certificate[] shown
            && shown.length > 0
        ? shown[0].getSubjectX500Principal()
        : null;
  }

  /** Begins an answer of the link's own. */
  private static void begin(MessageContext request, SoapResponse response) throws SoapException {
    ((OutTransportInfo) request.getProperty(Constants.OUT_TRANSPORT_INFO))
        .setContentType(response.version().mediaType() + "; charset=utf-8");
    if (response.fault() != null) {
      setStatus(request, HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
    }
    TransportUtils.setResponseWritten(request, true);
  }

  private static void setStatus(MessageContext request, int status) {
    if (request.getProperty(HTTPConstants.MC_HTTP_SERVLETRESPONSE)
        instanceof HttpServletResponse http) {
      http.setStatus(status);
    } else if (request.getProperty(Constants.OUT_TRANSPORT_INFO)
        instanceof AxisHttpResponse response) {
      response.setStatus(status);
    }
  }

  private static void setField(MessageContext request, String name, String value) {
    String said =
        name.toLowerCase(Locale.ROOT).equals(FIELD)
            ? TAKES_DELTAS.matcher(value).replaceAll("")
            : value;
    if (request.getProperty(HTTPConstants.MC_HTTP_SERVLETRESPONSE)
        instanceof HttpServletResponse http) {
      http.addHeader(name, said);
    } else if (request.getProperty(Constants.OUT_TRANSPORT_INFO)
        instanceof AxisHttpResponse response) {
      response.addHeader(name, said);
    }
  }

  /** The last link of the chain: has the service answer. Of one request. */
  private static final class Answered implements Interceptor {
    private final LinkMessages messages;
    private final Service service;
    private final HeldStream held;
    private boolean isAsked;
    private @Nullable AxisFault fault; // null for none

    Answered(LinkMessages messages, Service service, HeldStream held) {
      this.messages = messages;
      this.service = service;
      this.held = held;
    }

    @Override
    public boolean needsBytes() {
      return true;
    }

    @Override
    public SoapResponse intercept(Chain chain) throws SoapException {
      isAsked = true;
      try {
        service.answer();
      } catch (AxisFault e) {
        fault = e;
        throw new SoapTransportException(String.valueOf(e.getMessage()), e);
      }
      byte[] message = held.bytes();
      if (message == null || !isResponse(message)) {
        throw new SoapTransportException("the answer goes past the link", null);
      }
      return messages.answer(chain.request(), message);
    }

    private static boolean isResponse(byte[] message) {
      try {
        return Utf8Messages.isUtf8(message, null)
            && ResponseKind.of(message, null).kind() == OriginReply.Kind.RESPONSE;
      } catch (NotCacheableException e) {
        return false; // a fault, parts, gzip, or nothing
      }
    }

    /** Passes on the answer that the link has nothing to do with; or throws what was thrown. */
    void passOn(SoapException e) throws AxisFault {
      if (fault != null) {
        throw fault;
      }
      if (!isAsked) {
        throw AxisFault.makeFault(e);
      }
      try {
        held.pass();
        held.flush();
      } catch (IOException io) {
        throw AxisFault.makeFault(io);
      }
    }
  }
}
