package io.castile;

import io.castile.cache.CacheLink;
import io.castile.cache.CachePolicy;
import io.castile.cache.RequestCacheLink;
import io.castile.cache.ResponseCache;
import io.castile.codec.CodecMode;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.soap.AttachmentOptions;
import io.castile.soap.Credentials;
import io.castile.soap.HttpOptions;
import io.castile.soap.HttpProxy;
import io.castile.soap.HttpTransport;
import io.castile.soap.Interceptor;
import io.castile.soap.MessageLog;
import io.castile.soap.ServiceModel;
import io.castile.soap.SoapClient;
import io.castile.soap.SoapVersion;
import io.castile.soap.Transport;
import io.castile.soap.addressing.AddressingLinks;
import io.castile.soap.handler.HandlerFile;
import io.castile.soap.handler.HandlerLink;
import io.castile.soap.security.ClientSecurity;
import io.castile.soap.security.PasswordType;
import io.castile.template.Direction;
import io.castile.template.Templates;
import io.castile.xml.XmlLimits;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.MTOMFeature;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLSocketFactory;

/**
 * Builds a client: an object that implements the service endpoint interface, and calls the service.
 *
 * <p>The client is thread-safe. It also implements {@link BindingProvider}, whose request context
 * can set the endpoint anew, and {@link AutoCloseable}, which closes its idle connections. This
 * builder is not thread-safe.
 *
 * @param <T> the service endpoint interface
 */
public final class ClientBuilder<T> {
  private final Class<T> sei;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private final List<Interceptor> interceptors = new ArrayList<>();
  private final List<Handler<?>> handlers = new ArrayList<>();
  private String endpoint;
  private SoapVersion version;
  private XmlLimits limits = XmlLimits.DEFAULT;
  private MessageLog log; // null for none
  private boolean isValidating;
  private CodecMode codecMode = CodecMode.ADAPTIVE;
  private HttpOptions http = HttpOptions.DEFAULT;
  private Templates templates = Templates.shared();
  private final ReadMemories.ReadOnly readOnly = new ReadMemories.ReadOnly();
  private CachePolicy policy; // null for none
  private ResponseCache cache; // null for none, or for one of the client's own
  private long requestBytes; // 0 for none kept
  private Differential differential; // null for none
  private AttachmentOptions attachments = AttachmentOptions.DEFAULT;
  private boolean mtomSaid;
  private final Set<String> retrySafe = new TreeSet<>();
  private AddressingFeature addressing; // null for what the interface says
  private ClientSecurity security = ClientSecurity.DEFAULT;
  private Credentials credentials; // null for none
  private boolean hasTls;
  private Transport transport;
  private Executor executor = AsyncThreads.DEFAULT;

  ClientBuilder(Class<T> sei) {
    this.sei = Objects.requireNonNull(sei, "sei");
  }

  /** Sets the address of the service: an http or https URL. */
  public ClientBuilder<T> endpoint(String endpoint) {
    this.endpoint = Objects.requireNonNull(endpoint, "endpoint");
    return this;
  }

  /** Sets how long connecting may take, with TLS and proxy; 10 seconds by default. */
  public ClientBuilder<T> connectTimeout(Duration timeout) {
    http = http.withConnectTimeout(timeout);
    return this;
  }

  /** Sets how long the service may be silent before it has answered; 60 seconds by default. */
  public ClientBuilder<T> readTimeout(Duration timeout) {
    http = http.withReadTimeout(timeout);
    return this;
  }

  /**
   * Sets how long a whole call may take on its connection, from connecting to the end of the
   * response, however it trickles; no limit by default. For one call, set {@link
   * Castile#CALL_TIMEOUT} in the request context. Looking up the host's address counts, but is not
   * cut short.
   */
  public ClientBuilder<T> callTimeout(Duration timeout) {
    http = http.withCallTimeout(Objects.requireNonNull(timeout, "timeout"));
    return this;
  }

  /** Sends all calls by an HTTP proxy; by default by none, whatever the system's properties say. */
  public ClientBuilder<T> proxy(String host, int port) {
    http = http.withProxy(new HttpProxy(host, port, null, null));
    return this;
  }

  /** As {@link #proxy(String, int)}, with Basic authentication to the proxy. */
  public ClientBuilder<T> proxy(String host, int port, String user, String password) {
    http =
        http.withProxy(
            new HttpProxy(
                host,
                port,
                Objects.requireNonNull(user, "user"),
                Objects.requireNonNull(password, "password")));
    return this;
  }

  /**
   * Declares that the service may be called twice for one call of these operations, as where they
   * only read. Then a request is sent once more also where the connection ends before a response;
   * by default only where the request cannot have been processed. What runs out of time is never
   * sent again.
   *
   * @param operations names of operations, as in the WSDL
   */
  public ClientBuilder<T> retrySafe(String operation, String... operations) {
    retrySafe.add(Objects.requireNonNull(operation, "operation"));
    retrySafe.addAll(List.of(operations));
    return this;
  }

  /** Sets a header field of every request, in place of one of the same name. */
  public ClientBuilder<T> header(String name, String value) {
    headers.put(
        Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value of " + name));
    return this;
  }

  /** Sets the version of SOAP; by default that of the interface's binding, SOAP 1.1. */
  public ClientBuilder<T> soapVersion(SoapVersion version) {
    this.version = Objects.requireNonNull(version, "version");
    return this;
  }

  /** Adds a link to the chain of every call, after those that are there. */
  public ClientBuilder<T> interceptor(Interceptor interceptor) {
    interceptors.add(Objects.requireNonNull(interceptor, "interceptor"));
    return this;
  }

  /**
   * Adds handlers of Jakarta XML Web Services, after those that a {@code HandlerChain} annotation
   * of the interface names. They come after the interceptors, and what they do to a message counts
   * for the response cache. The port's binding can replace them.
   *
   * @param handlers each logical, or one of SOAP; called by many threads at once
   */
  public ClientBuilder<T> handlers(Handler<?>... handlers) {
    this.handlers.addAll(List.of(handlers));
    return this;
  }

  /**
   * Logs messages as they are sent and received, with what interceptors and handlers have made of
   * them; not the calls that the response cache answers.
   */
  public ClientBuilder<T> log(MessageLog log) {
    this.log = Objects.requireNonNull(log, "log");
    return this;
  }

  /**
   * Sets whether responses are held to the schema of the service's WSDL, by default not: the one
   * that the interface names, else the one that is made of it. A response that is not valid ends
   * its call with a {@code WebServiceException} that says what, where, expected and found. A call
   * can ask for it by the property {@link Castile#SCHEMA_VALIDATION} of the request context.
   */
  public ClientBuilder<T> validate(boolean on) {
    this.isValidating = on;
    return this;
  }

  /** Sets when codecs are compiled; {@link CodecMode#ADAPTIVE} by default. */
  public ClientBuilder<T> codecMode(CodecMode mode) {
    this.codecMode = Objects.requireNonNull(mode, "mode");
    return this;
  }

  /** Sets the bounds of the messages that are read. */
  public ClientBuilder<T> limits(XmlLimits limits) {
    this.limits = Objects.requireNonNull(limits, "limits");
    http = http.withMaxResponseBytes(limits.maxBytes());
    return this;
  }

  /**
   * Sets what makes TLS connections; the platform's default by default. As it may show a
   * certificate of this client, responses are then cached only where the policy states {@code
   * shared: true}.
   */
  public ClientBuilder<T> tls(SSLSocketFactory factory) {
    http = http.withTls(Objects.requireNonNull(factory, "factory"));
    hasTls = true;
    return this;
  }

  /**
   * Sets where the templates of requests are kept, and what is remembered of responses; {@link
   * Templates#shared} by default, {@link Templates#off} for none. A store may serve several clients
   * and servers.
   */
  public ClientBuilder<T> templates(Templates templates) {
    this.templates = Objects.requireNonNull(templates, "templates");
    return this;
  }

  /**
   * Promises that nobody changes what these operations return, nor what it holds, nor what holders
   * get. A part of a response that was in an earlier one, byte for byte, then is the same object as
   * in the earlier result, so that it costs neither parsing nor a copy. Results may be read by
   * several threads, and equal parts of one result may be one object. What is changed nevertheless,
   * may be found changed in later results, or while it is being read.
   *
   * <p>Without this promise every result is the caller's own.
   *
   * @param operations names of operations, as in the WSDL
   */
  public ClientBuilder<T> readOnly(String operation, String... operations) {
    readOnly.add(operation, operations);
    return this;
  }

  /** As {@link #readOnly(String, String...)}, for all operations. */
  public ClientBuilder<T> readOnly() {
    readOnly.addAll();
    return this;
  }

  /**
   * Caches responses as a policy says, in a cache of this client, in memory; by default nothing is
   * cached. The interceptors come first: what they add to a request counts.
   */
  public ClientBuilder<T> cache(CachePolicy policy) {
    this.policy = Objects.requireNonNull(policy, "policy");
    this.cache = null;
    return this;
  }

  /**
   * Caches responses in a cache that may serve other clients too: those of the same interface that
   * call the same endpoint share answers. It is not closed with this client.
   */
  public ClientBuilder<T> cache(ResponseCache cache) {
    this.cache = Objects.requireNonNull(cache, "cache");
    this.policy = null;
    return this;
  }

  /**
   * Keeps the bytes of requests, so that one with equal arguments is not written again, in place of
   * the templates of requests. That pays where a few requests come again and again, none like the
   * last; templates keep only the last of each shape. By default none are kept.
   *
   * @param maxBytes the weight of all that is kept; positive
   */
  public ClientBuilder<T> cacheRequests(long maxBytes) {
    if (maxBytes <= 0) {
      throw new IllegalArgumentException("maxBytes <= 0: " + maxBytes);
    }
    this.requestBytes = maxBytes;
    return this;
  }

  /**
   * Sets whether responses are received as differences to earlier ones, from servers that know how;
   * by default not. As {@link #differential(Differential)} with a link of this client's own.
   */
  public ClientBuilder<T> differential(boolean on) {
    this.differential = on ? Differential.of(DifferentialOptions.DEFAULT) : null;
    return this;
  }

  /** Receives responses as differences to earlier ones, from servers that know how. */
  public ClientBuilder<T> differential(Differential link) {
    this.differential = Objects.requireNonNull(link, "link");
    return this;
  }

  /**
   * Sets what runs the asynchronous methods of the interface ({@code Response<T> fooAsync(…)},
   * {@code Future<?> fooAsync(…, AsyncHandler<T>)}, {@code CompletableFuture<T> fooAsync(…)}); by
   * default each call has a thread while it lasts, a virtual one where the JDK has them.
   */
  public ClientBuilder<T> executor(Executor executor) {
    this.executor = Objects.requireNonNull(executor, "executor");
    return this;
  }

  /**
   * Sets whether requests have message addressing properties (WS-Addressing 1.0), and responses are
   * checked to be those to their requests; by default as the annotation {@code Addressing} of the
   * interface says, else not.
   */
  public ClientBuilder<T> addressing(boolean on) {
    return addressing(new AddressingFeature(on));
  }

  /**
   * As {@link #addressing(boolean)}.
   *
   * @param feature if it says {@code required}, servers without WS-Addressing are refused; its
   *     responses are anonymous
   */
  public ClientBuilder<T> addressing(AddressingFeature feature) {
    this.addressing = Objects.requireNonNull(feature, "feature");
    return this;
  }

  /**
   * Sends binary data in parts of its own, not as text (MTOM): {@code byte[]} and {@code
   * DataHandler} in elements. By default that is so where the interface has an annotation {@code
   * jakarta.xml.ws.soap.MTOM}. Responses with parts are read in any case.
   *
   * <p>Such requests are written anew each time, not with templates, and go whole.
   *
   * @param thresholdBytes data of less bytes stands in the text all the same
   */
  public ClientBuilder<T> mtom(int thresholdBytes) {
    this.attachments = attachments.withMtom(thresholdBytes);
    mtomSaid = true;
    return this;
  }

  /** As {@link #mtom(int)}; a feature that is not enabled turns off what an annotation says. */
  public ClientBuilder<T> mtom(MTOMFeature feature) {
    this.attachments =
        feature.isEnabled()
            ? attachments.withMtom(feature.getThreshold())
            : attachments.withoutMtom();
    mtomSaid = true;
    return this;
  }

  /** Sets how binary data leaves, and the bounds of messages that come with parts. */
  public ClientBuilder<T> attachments(AttachmentOptions options) {
    this.attachments = Objects.requireNonNull(options, "options");
    return this;
  }

  /**
   * Sends a username token (WS-Security 1.1) with each request, with the password as text: for
   * connections with TLS. {@link Castile#WS_SECURITY_USERNAME} in the request context names another
   * user.
   */
  public ClientBuilder<T> usernameToken(String user, String password) {
    return usernameToken(user, password, PasswordType.TEXT);
  }

  /** Sends a username token with each request, with the password or a digest of it. */
  public ClientBuilder<T> usernameToken(String user, String password, PasswordType type) {
    this.credentials = new Credentials(user, password);
    this.security = security.withPasswordType(type);
    return this;
  }

  /**
   * Says of each request how long it is good (WS-Security 1.1, Timestamp).
   *
   * @param ttl positive
   */
  public ClientBuilder<T> timestamp(Duration ttl) {
    this.security = security.withTimestamp(ttl);
    return this;
  }

  /** Sets the transport, in place of HTTP with this builder's timeouts; closed with the client. */
  public ClientBuilder<T> transport(Transport transport) {
    this.transport = Objects.requireNonNull(transport, "transport");
    return this;
  }

  /**
   * Returns the client.
   *
   * @throws IllegalStateException if there is no endpoint
   * @throws IllegalArgumentException if the interface is no service endpoint interface, or the
   *     endpoint no http or https URL, or {@link #readOnly} or {@link #retrySafe} names no
   *     operation
   */
  public T build() {
    if (endpoint == null) {
      throw new IllegalStateException(
          "the client of " + sei.getName() + " has no endpoint; call endpoint(\"https://…\")");
    }
    if (transport == null) {
      checkAddress(endpoint);
    }
    ServiceModel model = ServiceModel.of(sei, codecMode);
    readOnly.check(List.of(model));
    checkOperations(model);
    SoapVersion spoken = version == null ? model.version() : version;
    HandlerLink handlerLink = HandlerLink.ofClient(model, allHandlers(model, spoken));
    ResponseCache ownCache = policy == null ? null : ResponseCache.of(policy);
    SoapClient client =
        new SoapClient(
            model,
            limits,
            links(model, handlerLink, ownCache == null ? cache : ownCache),
            transport != null ? transport : new HttpTransport(http),
            ReadMemories.of(templates, Direction.RESPONSE, readOnly.copy()),
            mtomSaid ? attachments : attachments.annotated(sei),
            retrySafe);
    PortHandler handler =
        new PortHandler(
            client,
            templates,
            ownCache == null ? cache : ownCache,
            ownCache,
            spoken,
            handlerLink,
            new RequestContext(endpoint, headers, credentials),
            executor);
    Class<?>[] types = {sei, BindingProvider.class, AutoCloseable.class};
    return sei.cast(Proxy.newProxyInstance(loader(), types, handler));
  }

  private List<Handler<?>> allHandlers(ServiceModel model, SoapVersion spoken) {
    List<Handler<?>> all = new ArrayList<>(HandlerFile.handlers(sei, model, spoken));
    all.addAll(handlers);
    return all;
  }

  /**
   * The client's chain: the path of a call; the transport comes after it. What names a message, or
   * is good for a time only, is added to what is sent: an answer of the cache is to no message. The
   * cache knows who calls by the credentials.
   */
  private List<Interceptor> links(
      ServiceModel model, HandlerLink handlerLink, ResponseCache responses) {
    List<Interceptor> links = new ArrayList<>(interceptors);
    links.add(handlerLink);
    if (responses != null) {
      links.add(CacheLink.ofClient(responses, model, hasTls));
    }
    links.add(new ValidationSwitch(model, limits, isValidating));
    if (log != null) {
      links.add(log);
    }
    if (requestBytes > 0) {
      links.add(new RequestCacheLink(model, requestBytes));
    }
    AddressingFeature feature = addressing == null ? AddressingLinks.annotated(sei) : addressing;
    if (feature != null && feature.isEnabled()) {
      links.add(AddressingLinks.client(model, feature));
    }
    links.add(security.link());
    if (requestBytes == 0 && templates != Templates.off()) {
      links.add(new RequestTemplates(templates, differential == null));
    }
    if (differential != null) {
      links.add(differential.clientLink());
    }
    links.add(new SessionCookies());
    return links;
  }

  /** A loader that sees the interface and {@link BindingProvider}. */
  private ClassLoader loader() {
    ClassLoader loader = sei.getClassLoader();
    return loader == null ? ClientBuilder.class.getClassLoader() : loader;
  }

  private void checkOperations(ServiceModel model) {
    Set<String> known = new TreeSet<>();
    model.operations().forEach(each -> known.add(each.name().getLocalPart()));
    if (!known.containsAll(retrySafe)) {
      throw new IllegalArgumentException(
          "retrySafe: expected operations of " + known + ", found " + retrySafe);
    }
  }

  static void checkAddress(String endpoint) {
    URI uri;
    try {
      uri = URI.create(endpoint);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "endpoint '" + endpoint + "' is not a URL: " + e.getMessage(), e);
    }
    boolean http =
        "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
    if (!http || uri.getHost() == null) {
      throw new IllegalArgumentException(
          "expected an endpoint with scheme 'http' or 'https' and a host but was '"
              + endpoint
              + "'");
    }
  }
}
