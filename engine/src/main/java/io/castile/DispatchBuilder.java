package io.castile;

import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.soap.HttpOptions;
import io.castile.soap.HttpTransport;
import io.castile.soap.Interceptor;
import io.castile.soap.MessageLog;
import io.castile.soap.ServiceModel;
import io.castile.soap.SoapClient;
import io.castile.soap.SoapVersion;
import io.castile.soap.Transport;
import io.castile.soap.handler.HandlerLink;
import io.castile.xml.XmlLimits;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.handler.Handler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.SSLSocketFactory;
import javax.xml.transform.Source;

/**
 * Builds a client that sends messages as they are (Jakarta XML Web Services 4.0 §4.3).
 *
 * <p>The client is thread-safe. It is also {@link AutoCloseable}, which closes its idle
 * connections. This builder is not thread-safe.
 *
 * @param <T> {@link Source} or {@link SOAPMessage}
 */
public final class DispatchBuilder<T> {
  private final Class<T> type;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private final List<Interceptor> interceptors = new ArrayList<>();
  private final List<Handler<?>> handlers = new ArrayList<>();
  private Service.Mode mode;
  private String endpoint;
  private SoapVersion version = SoapVersion.SOAP_1_1;
  private XmlLimits limits = XmlLimits.DEFAULT;
  private HttpOptions http = HttpOptions.DEFAULT;
  private Differential differential; // null for none
  private MessageLog log; // null for none
  private Transport transport;

  DispatchBuilder(Class<T> type) {
    if (type != Source.class && type != SOAPMessage.class) {
      throw new IllegalArgumentException("expected Source or SOAPMessage, found " + type.getName());
    }
    this.type = type;
    this.mode = type == Source.class ? Service.Mode.PAYLOAD : Service.Mode.MESSAGE;
  }

  /**
   * Sets whether messages are given whole or by what is in their bodies; by default that for {@link
   * Source}, whole for {@link SOAPMessage}, which allows nothing else.
   */
  public DispatchBuilder<T> mode(Service.Mode mode) {
    this.mode = Objects.requireNonNull(mode, "mode");
    return this;
  }

  /** Sets the address of the service: an http or https URL. */
  public DispatchBuilder<T> endpoint(String endpoint) {
    this.endpoint = Objects.requireNonNull(endpoint, "endpoint");
    return this;
  }

  /** Sets the version of SOAP; 1.1 by default. */
  public DispatchBuilder<T> soapVersion(SoapVersion version) {
    this.version = Objects.requireNonNull(version, "version");
    return this;
  }

  /** Sets how long connecting may take; 10 seconds by default. */
  public DispatchBuilder<T> connectTimeout(Duration timeout) {
    http = http.withConnectTimeout(timeout);
    return this;
  }

  /** Sets how long the service may be silent before it has answered; 60 seconds by default. */
  public DispatchBuilder<T> readTimeout(Duration timeout) {
    http = http.withReadTimeout(timeout);
    return this;
  }

  /** Sets a header field of every request, in place of one of the same name. */
  public DispatchBuilder<T> header(String name, String value) {
    headers.put(
        Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value of " + name));
    return this;
  }

  /** Adds a link to the chain of every call, after those that are there. */
  public DispatchBuilder<T> interceptor(Interceptor interceptor) {
    interceptors.add(Objects.requireNonNull(interceptor, "interceptor"));
    return this;
  }

  /** Adds handlers, as {@link ClientBuilder#handlers} does. */
  public DispatchBuilder<T> handlers(Handler<?>... handlers) {
    this.handlers.addAll(List.of(handlers));
    return this;
  }

  /** Logs messages as they are sent and received. */
  public DispatchBuilder<T> log(MessageLog log) {
    this.log = Objects.requireNonNull(log, "log");
    return this;
  }

  /** Sets the bounds of the messages that are read. */
  public DispatchBuilder<T> limits(XmlLimits limits) {
    this.limits = Objects.requireNonNull(limits, "limits");
    http = http.withMaxResponseBytes(limits.maxBytes());
    return this;
  }

  /** Sets what makes TLS connections; the platform's default by default. */
  public DispatchBuilder<T> tls(SSLSocketFactory factory) {
    http = http.withTls(Objects.requireNonNull(factory, "factory"));
    return this;
  }

  /**
   * Sets whether responses are received as differences to earlier ones, from servers that know how;
   * by default not.
   */
  public DispatchBuilder<T> differential(boolean on) {
    this.differential = on ? Differential.of(DifferentialOptions.DEFAULT) : null;
    return this;
  }

  /** Receives responses as differences to earlier ones, from servers that know how. */
  public DispatchBuilder<T> differential(Differential link) {
    this.differential = Objects.requireNonNull(link, "link");
    return this;
  }

  /** Sets the transport, in place of HTTP with this builder's timeouts; closed with the client. */
  public DispatchBuilder<T> transport(Transport transport) {
    this.transport = Objects.requireNonNull(transport, "transport");
    return this;
  }

  /**
   * Returns the client.
   *
   * @throws IllegalStateException if there is no endpoint
   * @throws IllegalArgumentException if the endpoint is no http or https URL, or the mode does not
   *     go with the type
   */
  public Dispatch<T> build() {
    if (endpoint == null) {
      throw new IllegalStateException("the dispatch has no endpoint; call endpoint(\"https://…\")");
    }
    if (transport == null) {
      ClientBuilder.checkAddress(endpoint);
    }
    boolean isWhole = mode == Service.Mode.MESSAGE;
    if (type == SOAPMessage.class && !isWhole) {
      throw new IllegalArgumentException("a SOAPMessage is a whole message: expected mode MESSAGE");
    }
    ServiceModel model = ServiceModel.ofMessages(version);
    HandlerLink handlerLink = HandlerLink.ofClient(model, handlers);
    List<Interceptor> links = new ArrayList<>(interceptors);
    links.add(handlerLink);
    if (isWhole) {
      links.add(new WholeMessages());
    }
    if (log != null) {
      links.add(log);
    }
    if (differential != null) {
      links.add(differential.clientLink());
    }
    links.add(new SessionCookies());
    SoapClient client =
        new SoapClient(
            model, limits, links, transport != null ? transport : new HttpTransport(http));
    return new PortDispatch<>(
        client,
        MessageForm.of(type, isWhole),
        version,
        handlerLink,
        new RequestContext(endpoint, headers, null),
        AsyncThreads.DEFAULT);
  }
}
