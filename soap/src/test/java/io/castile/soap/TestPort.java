package io.castile.soap;

import io.castile.codec.CodecMode;
import io.castile.soap.client.ClientLinks;
import io.castile.soap.client.SoapClient;
import io.castile.soap.envelope.ReceiverSettings;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.ReadTemplateSource;
import io.castile.soap.http.HttpOptions;
import io.castile.soap.http.HttpTransport;
import io.castile.soap.http.Transport;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.soap.server.LocalTransport;
import io.castile.soap.server.ServiceEndpoint;
import io.castile.soap.server.ServiceSettings;
import io.castile.xml.Payload;
import io.castile.xml.XmlLimits;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Builds a port on a {@link SoapClient}, with what this module has and nothing more. */
public final class TestPort<T> {
  private final Class<T> type;
  private final List<Interceptor> links = new ArrayList<>();
  private CodecMode mode = CodecMode.ADAPTIVE;
  private String endpoint = "http://localhost:1/";
  private Transport transport;
  private HttpOptions http = HttpOptions.DEFAULT;
  private XmlLimits limits = XmlLimits.DEFAULT;
  private SoapVersion version = SoapVersion.SOAP_1_1;
  private Headers headers = Headers.NONE;
  private AttachmentOptions attachments = AttachmentOptions.DEFAULT;
  private Set<String> retrySafe = Set.of();
  private Set<String> roles = Set.of();
  private boolean strict;
  private boolean sameVersion;
  private boolean emptyNumbersAsZero;
  private boolean lenientHttp;
  private Consumer<SoapResponse> observer = response -> {};

  private TestPort(Class<T> type) {
    this.type = type;
  }

  /** Begins a port of an interface. */
  public static <T> TestPort<T> of(Class<T> type) {
    return new TestPort<>(type);
  }

  /** The endpoint of a service with default settings. */
  public static ServiceEndpoint endpoint(Object service) {
    return endpoint(service, settings -> settings);
  }

  /** The endpoint of a service. */
  public static ServiceEndpoint endpoint(
      Object service, UnaryOperator<ServiceSettings.Builder> settings) {
    return new ServiceEndpoint(
        service,
        ServiceEndpoint.model(service.getClass(), CodecMode.ADAPTIVE),
        settings.apply(ServiceSettings.builder()).build());
  }

  /** Sends a message as it is to an endpoint, and returns the response. */
  public static Transport.Incoming post(ServiceEndpoint endpoint, Headers fields, String message)
      throws SoapTransportException {
    byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
    return new LocalTransport(Map.of("/shop", endpoint))
        .send(
            new Transport.Outgoing(
                "http://localhost/shop", fields, Payload.of(bytes, bytes.length)));
  }

  /** Sends a message as it is to an endpoint, and returns the message of the response. */
  public static String post(ServiceEndpoint endpoint, SoapVersion version, String message)
      throws SoapTransportException {
    return new String(
        post(endpoint, Headers.of("Content-Type", version.mediaType()), message).body(),
        StandardCharsets.UTF_8);
  }

  public TestPort<T> endpoint(String address) {
    this.endpoint = address;
    return this;
  }

  public TestPort<T> transport(Transport transport) {
    this.transport = transport;
    return this;
  }

  /** Has each request answered with the same response. */
  public TestPort<T> answered(int status, String contentType, String content) {
    return transport(
        new Transport() {
          @Override
          public Incoming send(Outgoing message) {
            return new Incoming(
                status,
                Headers.of("content-type", contentType),
                content.getBytes(StandardCharsets.UTF_8));
          }

          @Override
          public void close() {}
        });
  }

  /** Has requests served in this process. */
  public TestPort<T> served(ServiceEndpoint service) {
    return endpoint("http://localhost/shop")
        .transport(new LocalTransport(Map.of("/shop", service)));
  }

  public TestPort<T> http(UnaryOperator<HttpOptions.Builder> options) {
    this.http = options.apply(HttpOptions.builder()).build();
    return this;
  }

  public TestPort<T> limits(XmlLimits limits) {
    this.limits = limits;
    return this;
  }

  public TestPort<T> codecMode(CodecMode mode) {
    this.mode = mode;
    return this;
  }

  public TestPort<T> soapVersion(SoapVersion version) {
    this.version = version;
    return this;
  }

  public TestPort<T> headers(Headers headers) {
    this.headers = headers;
    return this;
  }

  public TestPort<T> interceptor(Interceptor link) {
    links.add(link);
    return this;
  }

  public TestPort<T> attachments(AttachmentOptions attachments) {
    this.attachments = attachments;
    return this;
  }

  public TestPort<T> retrySafe(String... operations) {
    this.retrySafe = Set.of(operations);
    return this;
  }

  public TestPort<T> roles(String... roles) {
    this.roles = Set.of(roles);
    return this;
  }

  public TestPort<T> strict(boolean enabled) {
    this.strict = enabled;
    return this;
  }

  public TestPort<T> sameVersion(boolean enabled) {
    this.sameVersion = enabled;
    return this;
  }

  public TestPort<T> emptyNumbersAsZero(boolean enabled) {
    this.emptyNumbersAsZero = enabled;
    return this;
  }

  public TestPort<T> lenientHttp(boolean enabled) {
    this.lenientHttp = enabled;
    return this;
  }

  /** Has an observer be told of each response. */
  public TestPort<T> observer(Consumer<SoapResponse> observer) {
    this.observer = observer;
    return this;
  }

  /** A response may have as many bytes as a message, where nothing else is said. */
  private HttpOptions bounded() {
    int most = http.maxResponseBytes(limits.maxBytes());
    return http.toBuilder().maxResponseBytes(most).build();
  }

  public T build() {
    ServiceModel model = ServiceModel.of(type, mode);
    Transport last = transport == null ? new OneByOne(bounded()) : transport;
    List<Interceptor> chain = new ArrayList<>(links);
    chain.add(SoapClient.transportLink(last));
    SoapClient client =
        new SoapClient(
            model,
            limits,
            ClientLinks.of(chain),
            last,
            ReadTemplateSource.NONE,
            attachments,
            retrySafe,
            new ReceiverSettings(
                roles, strict, sameVersion ? version : null, emptyNumbersAsZero, lenientHttp));
    SoapClient.Options options = new SoapClient.Options(endpoint, version, null, headers);
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                client.call(model.operation(method), arguments, options, observer)));
  }

  /** Makes each call by a transport of its own, so that no port keeps a shared pool open. */
  private record OneByOne(HttpOptions options) implements Transport {
    @Override
    public Incoming send(Outgoing message) throws SoapTransportException {
      try (HttpTransport one = new HttpTransport(options)) {
        return one.send(message);
      }
    }

    @Override
    public Duration callTimeout() {
      try (HttpTransport one = new HttpTransport(options)) {
        return one.callTimeout();
      }
    }

    @Override
    public void close() {}
  }
}
