package io.castile;

import io.castile.delta.Compression;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.engine.AsyncThreads;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import io.castile.soap.addressing.AddressingInterceptors;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.handler.HandlerFile;
import io.castile.soap.handler.HandlerInterceptor;
import io.castile.soap.http.HttpOptions;
import io.castile.soap.http.HttpTransport;
import io.castile.soap.http.Transport;
import io.castile.soap.logging.MessageLog;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.soap.security.ClientSecurity;
import io.castile.soap.security.MessageSecurity;
import io.castile.soap.wsdl.PolicyAbilities;
import io.castile.xml.XmlLimits;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.soap.AddressingFeature;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Holds the options that clients of every kind share. Not thread-safe.
 *
 * @param <B> the builder itself
 */
public abstract class AbstractClientBuilder<B extends AbstractClientBuilder<B>> {
  private Headers headers = Headers.NONE;
  private final List<Interceptor> interceptors = new ArrayList<>();
  private @Nullable String endpoint;
  private @Nullable SoapVersion version; // null for that of the service
  private XmlLimits limits = XmlLimits.DEFAULT;
  private @Nullable MessageLog log; // null for none
  private HttpOptions http = HttpOptions.DEFAULT;
  private @Nullable Differential differential; // null for none
  private @Nullable Compression compression; // null for none
  private @Nullable AddressingFeature addressing; // null for what an interface says
  private ClientSecurity security = ClientSecurity.DEFAULT;
  private JaxwsOptions jaxws = JaxwsOptions.DEFAULT;
  private @Nullable Transport transport; // null for HTTP
  private Executor executor = AsyncThreads.DEFAULT;

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
   * Sets the version of SOAP; by default that of the interface's binding where there is one, else
   * SOAP 1.1.
   */
  public final B soapVersion(SoapVersion version) {
    this.version = Objects.requireNonNull(version, "version");
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
      throw new IllegalArgumentException(
          "Cannot send the user name by Basic authentication, because it has a colon (RFC 7617"
              + " §2).");
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
   * Logs messages as they are on the wire, with message addressing properties, Security headers and
   * header fields, what is secret masked; not the calls that the response cache answers. Where
   * differences to earlier messages are sent, the whole messages that these stand for.
   */
  public final B log(MessageLog log) {
    this.log = Objects.requireNonNull(log, "log");
    return self();
  }

  /** Sets the bounds of the messages that are read; {@link XmlLimits#DEFAULT} by default. */
  public final B limits(XmlLimits limits) {
    this.limits = Objects.requireNonNull(limits, "limits");
    return self();
  }

  /**
   * Sets whether responses are received as differences to earlier ones, from servers that know how;
   * by default not. As {@link #differential(Differential)} with a link of this client's own.
   */
  public final B differential(boolean enabled) {
    this.differential = enabled ? Differential.of(DifferentialOptions.DEFAULT) : null;
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
  public final B compression(boolean enabled) {
    this.compression = enabled ? Compression.DEFAULT : null;
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
   * Sets the executor for asynchronous calls: of a dispatch, and by the methods of an interface for
   * them ({@code Response<T> fooAsync(…)}, {@code Future<?> fooAsync(…, AsyncHandler<T>)}, {@code
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
  public final B addressing(boolean enabled) {
    return addressing(new AddressingFeature(enabled));
  }

  /**
   * Sets WS-Addressing by a feature of Jakarta XML Web Services, like {@link #addressing(boolean)}.
   *
   * @param feature if it says {@code required}, servers without WS-Addressing are refused; its
   *     responses are anonymous
   */
  public final B addressing(AddressingFeature feature) {
    this.addressing = Objects.requireNonNull(feature, "feature");
    return self();
  }

  /** Sets the WS-Security of the client; {@link ClientSecurity#DEFAULT} by default. */
  public final B security(ClientSecurity options) {
    this.security = Objects.requireNonNull(options, "options");
    return self();
  }

  /**
   * Changes the WS-Security of the client: username token, Timestamp, or the protection of whole
   * messages.
   *
   * <pre>{@code
   * builder.security(s -> s.usernameToken("ada", password).timestamp(Duration.ofMinutes(5)));
   * }</pre>
   *
   * @param edit called at once, with the options so far
   * @throws IllegalStateException if options exclude each other
   */
  public final B security(Consumer<? super ClientSecurity.Builder> edit) {
    ClientSecurity.Builder options = security.toBuilder();
    Objects.requireNonNull(edit, "edit").accept(options);
    return security(options.build());
  }

  /** Sets the options of Jakarta XML Web Services; {@link JaxwsOptions#DEFAULT} by default. */
  public final B jaxws(JaxwsOptions options) {
    this.jaxws = Objects.requireNonNull(options, "options");
    return self();
  }

  /**
   * Changes the options of Jakarta XML Web Services, such as handlers.
   *
   * @param edit called at once, with the options so far
   */
  public final B jaxws(Consumer<? super JaxwsOptions.Builder> edit) {
    JaxwsOptions.Builder options = jaxws.toBuilder();
    Objects.requireNonNull(edit, "edit").accept(options);
    return jaxws(options.build());
  }

  /** Sets the options of HTTP; {@link HttpOptions#DEFAULT} by default. */
  public final B transport(HttpOptions options) {
    this.http = Objects.requireNonNull(options, "options");
    return self();
  }

  /**
   * Changes the options of HTTP: time limits, proxy, TLS, connections that are kept.
   *
   * <pre>{@code
   * builder.transport(t -> t.connectTimeout(Duration.ofSeconds(2)).proxy("proxy", 3128));
   * }</pre>
   *
   * @param edit called at once, with the options so far
   * @throws IllegalStateException if options exclude each other
   */
  public final B transport(Consumer<? super HttpOptions.Builder> edit) {
    HttpOptions.Builder options = http.toBuilder();
    Objects.requireNonNull(edit, "edit").accept(options);
    return transport(options.build());
  }

  /** Sets the transport, in place of HTTP with this builder's options; closed with the client. */
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
    if (endpoint == null && jaxws.whyNoEndpoint() == null) {
      throw new IllegalStateException(
          "Cannot build " + client + " without an endpoint. Call endpoint(\"https://…\").");
    }
    if (transport == null && endpoint != null) {
      HttpTransport.checkEndpoint(endpoint);
    }
    if (security.messageSecurity() != null && differential != null) {
      throw new IllegalStateException(
          "Cannot use messageSecurity and differential in "
              + client
              + ", because a message that is signed or"
              + " encrypted has nothing in common with the one before. Remove one of them.");
    }
  }

  final List<Interceptor> interceptors() {
    return interceptors;
  }

  /** All handlers, those of a file first. */
  final List<Handler<?>> withHandlers(List<Handler<?>> fromFile) {
    List<Handler<?>> all = new ArrayList<>(fromFile);
    all.addAll(jaxws.handlers());
    return all;
  }

  /** The version of SOAP; {@code own} where none has been set. */
  final SoapVersion version(SoapVersion own) {
    return version == null ? own : version;
  }

  final XmlLimits limits() {
    return limits;
  }

  /** Whether answers may depend on a certificate of this client. */
  final boolean mayShowCertificate() {
    return http.mayShowCertificate() || security.messageSecurity() != null;
  }

  final Executor executor() {
    return executor;
  }

  private Transport newTransport() {
    if (transport != null) {
      return transport;
    }
    int most = http.maxResponseBytes(limits.maxBytes());
    return HttpTransport.of(
        most == http.maxResponseBytes() ? http : http.toBuilder().maxResponseBytes(most).build());
  }

  final RequestContext newRequestContext() {
    return new RequestContext(endpoint, jaxws.whyNoEndpoint(), headers, security.credentials());
  }

  /** A model with what is said of the port outside of its classes. */
  final ServiceModel described(ServiceModel model) {
    return model.described(jaxws.port());
  }

  /**
   * What the file of handlers has for the client.
   *
   * @param sei null for none
   */
  final HandlerFile.Content handlerFile(
      @Nullable Class<?> sei, ServiceModel model, SoapVersion spoken) {
    Class<?> type = jaxws.handlerFileOf() == null ? sei : jaxws.handlerFileOf();
    return jaxws.handlerFile() && type != null
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
        transport != null || http.mayShowCertificate(),
        true, // a call can bring the user in its request context
        security.hasTimestamp(),
        feature != null && feature.isEnabled(),
        security.messageSecurity() != null,
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
    MessageSecurity whole = security.messageSecurity();
    spec.security =
        whole == null
            ? security.link()
            : whole.client(SecuredPorts.of(model, abilities(annotated)));
    spec.isSecurityForCredentials =
        whole == null && !security.expected() && security.credentials() == null;
    spec.log = log;
    spec.differential = differential;
    spec.compression = compression;
    spec.transport = newTransport();
    return spec;
  }
}
