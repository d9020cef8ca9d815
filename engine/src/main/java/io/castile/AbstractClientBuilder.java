package io.castile;

import io.castile.delta.Compression;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.engine.AsyncThreads;
import io.castile.engine.KeyStores;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import io.castile.soap.addressing.AddressingInterceptors;
import io.castile.soap.client.ProxySelectingTransport;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.handler.HandlerFile;
import io.castile.soap.handler.HandlerInterceptor;
import io.castile.soap.http.Credentials;
import io.castile.soap.http.HttpOptions;
import io.castile.soap.http.HttpProxy;
import io.castile.soap.http.HttpTransport;
import io.castile.soap.http.Transport;
import io.castile.soap.logging.MessageLog;
import io.castile.soap.model.PortDescription;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.soap.security.internal.ClientSecurity;
import io.castile.soap.security.MessageSecurity;
import io.castile.soap.security.PasswordType;
import io.castile.soap.wsdl.PolicyAbilities;
import io.castile.xml.XmlLimits;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.soap.AddressingFeature;
import java.net.ProxySelector;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Holds the options that clients of every kind share. Not thread-safe.
 *
 * @param <B> the builder itself
 */
public abstract class AbstractClientBuilder<B extends AbstractClientBuilder<B>> {
  private Headers headers = Headers.NONE;
  private final List<Interceptor> interceptors = new ArrayList<>();
  private final List<Handler<?>> handlers = new ArrayList<>();
  private @Nullable String endpoint;
  private @Nullable SoapVersion version; // null for that of the service
  private XmlLimits limits = XmlLimits.DEFAULT;
  private @Nullable MessageLog log; // null for none
  private HttpOptions http = HttpOptions.DEFAULT;
  private @Nullable Differential differential; // null for none
  private @Nullable Compression compression; // null for none
  private @Nullable AddressingFeature addressing; // null for what an interface says
  private ClientSecurity security = ClientSecurity.DEFAULT;
  private @Nullable MessageSecurity messageSecurity; // null for none
  private @Nullable Credentials credentials; // null for none
  private boolean hasTls;
  private final KeyStores keyStores = new KeyStores();
  private @Nullable ProxySelector proxies; // null for none
  private @Nullable Transport transport; // null for HTTP
  private Executor executor = AsyncThreads.DEFAULT;
  private @Nullable String whyNoEndpoint; // null where there has to be one
  private PortDescription port = PortDescription.NONE;
  private @Nullable Class<?> handlerClass; // null for the interface, if any
  private boolean readsHandlerFile = true;

  AbstractClientBuilder() {}

  /** Returns this builder. */
  protected abstract B self();

  /**
   * Sets the address of the service: an http or https URL, without user name and fragment. Another
   * {@linkplain #transport transport} may know other addresses.
   *
   * @throws IllegalArgumentException if it begins as an http or https URL and is none to which
   *     something can be sent; other addresses are looked at when the client is built
   */
  public final B endpoint(String endpoint) {
    Objects.requireNonNull(endpoint, "endpoint");
    if (endpoint.regionMatches(true, 0, "http:", 0, 5)
        || endpoint.regionMatches(true, 0, "https:", 0, 6)) {
      HttpTransport.checkEndpoint(endpoint);
    }
    this.endpoint = endpoint;
    return self();
  }

  /**
   * Builds the client without an address: each call then needs one in its request context, as
   * {@code BindingProvider.ENDPOINT_ADDRESS_PROPERTY}.
   *
   * @param reason why there is none, for the error of a call that has none either
   */
  public final B withoutEndpoint(String reason) {
    this.whyNoEndpoint = Objects.requireNonNull(reason, "reason");
    return self();
  }

  /**
   * Sets what a description says of the port: its names, which handlers, their files and references
   * to the endpoint tell, and documents whose policies are to be met. The version of SOAP is that
   * of the description, unless {@link #soapVersion} has set another one.
   */
  public final B port(PortDescription port) {
    this.port = Objects.requireNonNull(port, "port");
    return self();
  }

  /**
   * Sets whose {@code HandlerChain} annotation names the file of handlers: by default, and where
   * this class has none, the interface's.
   */
  public final B handlerFileOf(Class<?> annotated) {
    this.handlerClass = Objects.requireNonNull(annotated, "annotated");
    return self();
  }

  /**
   * Sets whether the file that a {@code HandlerChain} annotation names is read; true by default.
   */
  public final B handlerFile(boolean read) {
    this.readsHandlerFile = read;
    return self();
  }

  /**
   * Sets the version of SOAP; by default that of the interface's binding where there is one, else
   * SOAP 1.1.
   */
  public final B soapVersion(SoapVersion version) {
    this.version = Objects.requireNonNull(version, "version");
    return self();
  }

  /** Sets how long connecting may take, with TLS and proxy; 10 seconds by default. */
  public final B connectTimeout(Duration timeout) {
    http = http.withConnectTimeout(timeout);
    return self();
  }

  /** Sets how long the service may be silent before it has answered; 60 seconds by default. */
  public final B readTimeout(Duration timeout) {
    http = http.withReadTimeout(timeout);
    return self();
  }

  /**
   * Sets how long a whole call may take on its connection, from connecting to the end of the
   * response, however it trickles; no limit by default. For one call, set {@link
   * Castile#CALL_TIMEOUT} in the request context. Looking up the host's address counts, but is not
   * cut short.
   */
  public final B callTimeout(Duration timeout) {
    http = http.withCallTimeout(Objects.requireNonNull(timeout, "timeout"));
    return self();
  }

  /** Sends all calls by an HTTP proxy; by default by none, whatever the system's properties say. */
  public final B proxy(String host, int port) {
    http = http.withProxy(new HttpProxy(host, port, null, null));
    return self();
  }

  /** As {@link #proxy(String, int)}, with Basic authentication to the proxy. */
  public final B proxy(String host, int port, String user, String password) {
    http =
        http.withProxy(
            new HttpProxy(
                host,
                port,
                Objects.requireNonNull(user, "user"),
                Objects.requireNonNull(password, "password")));
    return self();
  }

  /**
   * Sends calls by the proxies that a selector names for each address; {@link
   * ProxySelector#getDefault} is that of the system ({@code http.proxyHost}, {@code
   * https.proxyHost}, {@code java.net.useSystemProxies}). In place of a single proxy. Proxies of
   * SOCKS are refused.
   */
  public final B proxy(ProxySelector selector) {
    this.proxies = Objects.requireNonNull(selector, "selector");
    return self();
  }

  /**
   * Sends user and password with each request, by Basic authentication (RFC 7617): for connections
   * with TLS. Without being asked for them first. The properties {@code
   * BindingProvider.USERNAME_PROPERTY} and {@code PASSWORD_PROPERTY} of the request context name
   * another user.
   *
   * @param user without a colon
   */
  public final B basicAuth(String user, String password) {
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(password, "password");
    if (user.indexOf(':') >= 0) {
      throw new IllegalArgumentException("the user name has a colon (RFC 7617 §2)");
    }
    String pair = user + ":" + password;
    return header(
        "Authorization",
        "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Sets a header field of every request, in place of one of the same name.
   *
   * @throws IllegalArgumentException if name or value can stand in no field, or the field is one
   *     that the transport sets
   */
  public final B header(String name, String value) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(value, "value of " + name);
    HttpTransport.checkHeader(name, value);
    headers = headers.with(name, value);
    return self();
  }

  /** Adds a link to the chain of every call, after those that are there. */
  public final B interceptor(Interceptor interceptor) {
    interceptors.add(Objects.requireNonNull(interceptor, "interceptor"));
    return self();
  }

  /**
   * Adds handlers of Jakarta XML Web Services, after those that a {@code HandlerChain} annotation
   * of an interface names. They come after the interceptors, and what they do to a message counts
   * for the response cache. The port's binding can replace them.
   *
   * @param handlers each logical, or one of SOAP; called by many threads at once
   */
  public final B handlers(Handler<?>... handlers) {
    for (Handler<?> handler : Objects.requireNonNull(handlers, "handlers")) {
      this.handlers.add(Objects.requireNonNull(handler, "handler"));
    }
    return self();
  }

  /**
   * Logs messages as they are on the wire, with message addressing properties, Security headers and
   * header fields, what is secret masked; not the calls that the response cache answers. Where
   * differences to earlier messages are sent, the whole messages that these stand for.
   */
  public final B log(MessageLog log) {
    this.log = Objects.requireNonNull(log, "log");
    return self();
  }

  /** Sets the bounds of the messages that are read. */
  public final B limits(XmlLimits limits) {
    this.limits = Objects.requireNonNull(limits, "limits");
    http = http.withMaxResponseBytes(limits.maxBytes());
    return self();
  }

  /**
   * Sets what makes TLS connections; the platform's default by default. As it may show a
   * certificate of this client, responses are then cached only where the policy states {@code
   * shared: true}.
   */
  public final B tls(SSLSocketFactory factory) {
    http = http.withTls(Objects.requireNonNull(factory, "factory"));
    hasTls = true;
    return self();
  }

  /**
   * Trusts the certificates in a key store, and those signed by them, in place of what the platform
   * trusts. Not together with {@link #tls}.
   *
   * @throws IllegalArgumentException if there is no certificate in it
   */
  public final B trust(KeyStore store) {
    keyStores.trust(Objects.requireNonNull(store, "store"));
    return self();
  }

  /**
   * Shows a certificate of this client to services that ask for one. As with {@link #tls}, with
   * which it does not go together, responses are then cached only where the policy states {@code
   * shared: true}.
   *
   * @param store with a private key and its certificates
   * @param password of the key; not kept
   * @throws IllegalArgumentException if there is no key in it, or the password is not its own
   */
  public final B keys(KeyStore store, char[] password) {
    keyStores.keys(
        Objects.requireNonNull(store, "store"), Objects.requireNonNull(password, "password"));
    return self();
  }

  /**
   * Sets whether responses are received as differences to earlier ones, from servers that know how;
   * by default not. As {@link #differential(Differential)} with a link of this client's own.
   */
  public final B differential(boolean on) {
    this.differential = on ? Differential.of(DifferentialOptions.DEFAULT) : null;
    return self();
  }

  /** Receives responses as differences to earlier ones, from servers that know how. */
  public final B differential(Differential link) {
    this.differential = Objects.requireNonNull(link, "link");
    return self();
  }

  /**
   * Sets whether answers may come with the content coding {@code gzip} or {@code zstd}; by default
   * not. As {@link #compression(Compression)} with {@link Compression#DEFAULT}.
   */
  public final B compression(boolean on) {
    this.compression = on ? Compression.DEFAULT : null;
    return self();
  }

  /**
   * Takes answers with a content coding, and sends requests with one if the options say so: a
   * server that refuses that with status 415 gets them without.
   */
  public final B compression(Compression options) {
    this.compression = Objects.requireNonNull(options, "options");
    return self();
  }

  /**
   * Sets what runs asynchronous calls: of a dispatch, and by the methods of an interface for them
   * ({@code Response<T> fooAsync(…)}, {@code Future<?> fooAsync(…, AsyncHandler<T>)}, {@code
   * CompletableFuture<T> fooAsync(…)}). By default each call has a thread while it lasts, a virtual
   * one where the JDK has them.
   */
  public final B executor(Executor executor) {
    this.executor = Objects.requireNonNull(executor, "executor");
    return self();
  }

  /**
   * Sets whether requests have message addressing properties (WS-Addressing 1.0), and responses are
   * checked to be those to their requests; by default as the annotation {@code Addressing} of an
   * interface says, else not. A dispatch without an interface takes the action from the request
   * context, {@code BindingProvider.SOAPACTION_URI_PROPERTY}.
   */
  public final B addressing(boolean on) {
    return addressing(new AddressingFeature(on));
  }

  /**
   * As {@link #addressing(boolean)}.
   *
   * @param feature if it says {@code required}, servers without WS-Addressing are refused; its
   *     responses are anonymous
   */
  public final B addressing(AddressingFeature feature) {
    this.addressing = Objects.requireNonNull(feature, "feature");
    return self();
  }

  /**
   * Sends a username token (WS-Security 1.1) with each request, with the password as text: for
   * connections with TLS. {@link Castile#WS_SECURITY_USERNAME} in the request context names another
   * user.
   */
  public final B usernameToken(String user, String password) {
    return usernameToken(user, password, PasswordType.TEXT);
  }

  /** Sends a username token with each request, with the password or a digest of it. */
  public final B usernameToken(String user, String password, PasswordType type) {
    this.security = security.withPasswordType(type);
    this.credentials = new Credentials(user, password);
    return self();
  }

  /**
   * Says of each request how long it is good (WS-Security 1.1, Timestamp).
   *
   * @param ttl positive
   */
  public final B timestamp(Duration ttl) {
    this.security = security.withTimestamp(ttl);
    return self();
  }

  /**
   * Signs and encrypts messages, with tokens of WS-Security, as the artifact castile-wss4j does.
   * Templates are not used then, and a username token or a Timestamp of this builder's own, or the
   * differential link, do not go together with it. Responses are cached only where the policy
   * states {@code shared: true}, as it is not known by what certificate they are given.
   */
  public final B messageSecurity(MessageSecurity security) {
    this.messageSecurity = Objects.requireNonNull(security, "security");
    return self();
  }

  /** Sets the transport, in place of HTTP with this builder's timeouts; closed with the client. */
  public final B transport(Transport transport) {
    this.transport = Objects.requireNonNull(transport, "transport");
    return self();
  }

  // ---- what has been set ----

  /** Whether an address has been set. */
  protected final boolean hasEndpoint() {
    return endpoint != null;
  }

  /**
   * Checks the endpoint.
   *
   * @param client whose it is, for the message
   * @throws IllegalStateException if there is none, or options exclude each other
   * @throws IllegalArgumentException if it is no http or https URL, and HTTP is spoken
   */
  final void checkEndpoint(String client) {
    if (endpoint == null && whyNoEndpoint == null) {
      throw new IllegalStateException(client + " has no endpoint; call endpoint(\"https://…\")");
    }
    if (transport == null && endpoint != null) {
      HttpTransport.checkEndpoint(endpoint);
    }
    if (http.tls() != null && !keyStores.isEmpty()) {
      throw new IllegalStateException(
          client + " has tls(factory) and trust or keys; the factory has to bring both itself");
    }
    if (http.proxy() != null && proxies != null) {
      throw new IllegalStateException(client + " has a proxy and a selector of proxies");
    }
    if (messageSecurity != null && (security != ClientSecurity.DEFAULT || differential != null)) {
      throw new IllegalStateException(
          client
              + (differential != null
                  ? " has messageSecurity and the differential link; a message that is signed or"
                      + " encrypted has nothing in common with the one before"
                  : " has messageSecurity and a username token or a Timestamp of its own; expected"
                      + " both as actions of messageSecurity"));
    }
  }

  final List<Interceptor> interceptors() {
    return interceptors;
  }

  /** All handlers, those of a file first. */
  final List<Handler<?>> withHandlers(List<Handler<?>> fromFile) {
    List<Handler<?>> all = new ArrayList<>(fromFile);
    all.addAll(handlers);
    return all;
  }

  /** The version of SOAP; {@code own} where none has been set. */
  final SoapVersion version(SoapVersion own) {
    return version == null ? own : version;
  }

  final XmlLimits limits() {
    return limits;
  }

  final boolean hasTls() {
    return hasTls || keyStores.hasKeys();
  }

  /** Whether answers may depend on a certificate of this client. */
  final boolean mayShowCertificate() {
    return hasTls() || messageSecurity != null;
  }

  final Executor executor() {
    return executor;
  }

  private Transport newTransport() {
    if (transport != null) {
      return transport;
    }
    HttpOptions options = keyStores.isEmpty() ? http : http.withTls(keyStores.factory());
    return proxies == null
        ? new HttpTransport(options)
        : new ProxySelectingTransport(options, proxies);
  }

  final RequestContext newRequestContext() {
    return new RequestContext(endpoint, whyNoEndpoint, headers, credentials);
  }

  /** A model with what is said of the port outside of its classes. */
  final ServiceModel described(ServiceModel model) {
    return model.described(port);
  }

  /**
   * What the file of handlers has for the client.
   *
   * @param sei null for none
   */
  final HandlerFile.Content handlerFile(
      @Nullable Class<?> sei, ServiceModel model, SoapVersion spoken) {
    Class<?> type = handlerClass == null ? sei : handlerClass;
    return readsHandlerFile && type != null
        ? HandlerFile.read(type, model, spoken)
        : HandlerFile.Content.NONE;
  }

  /**
   * What the client does of what a policy may demand.
   *
   * @param annotated what the interface says of WS-Addressing; null for nothing
   */
  final PolicyAbilities abilities(@Nullable AddressingFeature annotated) {
    AddressingFeature feature = addressing == null ? annotated : addressing;
    return new PolicyAbilities(
        transport != null || endpoint == null || endpoint.regionMatches(true, 0, "https:", 0, 6),
        transport != null || hasTls(),
        true, // a call can bring the user in its request context
        security.hasTimestamp(),
        feature != null && feature.isEnabled(),
        messageSecurity != null,
        false);
  }

  /**
   * The links that clients of every kind may have, and the transport.
   *
   * @param annotated what the interface says of WS-Addressing; null for nothing
   */
  final ClientChain.Spec newChain(
      ServiceModel model, HandlerInterceptor handlerLink, @Nullable AddressingFeature annotated) {
    ClientChain.Spec spec = new ClientChain.Spec();
    spec.interceptors = interceptors;
    spec.handlers = handlerLink;
    AddressingFeature feature = addressing == null ? annotated : addressing;
    if (feature != null && feature.isEnabled()) {
      spec.addressing = AddressingInterceptors.client(model, feature);
    }
    spec.security =
        messageSecurity == null
            ? security.link()
            : messageSecurity.client(SecuredPorts.of(model, abilities(annotated)));
    spec.isSecurityForCredentials = messageSecurity == null && security == ClientSecurity.DEFAULT;
    spec.log = log;
    spec.differential = differential;
    spec.compression = compression;
    spec.transport = newTransport();
    return spec;
  }
}
