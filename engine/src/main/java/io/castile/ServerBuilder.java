package io.castile;

import io.castile.cache.ResponseCache;
import io.castile.cache.internal.CacheInterceptor;
import io.castile.cache.internal.CallCache;
import io.castile.cache.observe.CallRecorder;
import io.castile.cache.policy.CachePolicy;
import io.castile.codec.BindingException;
import io.castile.codec.CodecMode;
import io.castile.delta.Compression;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.delta.internal.Codings;
import io.castile.engine.ClientReadTemplates;
import io.castile.engine.ResponseTemplateInterceptor;
import io.castile.soap.SoapVersion;
import io.castile.soap.addressing.AddressingInterceptors;
import io.castile.soap.envelope.ReceiverSettings;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.internal.ReadTemplateSource;
import io.castile.soap.handler.HandlerFile;
import io.castile.soap.handler.HandlerInterceptor;
import io.castile.soap.http.HttpServerOptions;
import io.castile.soap.logging.MessageLog;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.model.PortDescription;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.soap.security.MessageSecurity;
import io.castile.soap.security.ServerSecurity;
import io.castile.soap.server.AnswerEncoder;
import io.castile.soap.server.HttpServerProvider;
import io.castile.soap.server.HttpServers;
import io.castile.soap.server.ServiceClass;
import io.castile.soap.server.ServiceEndpoint;
import io.castile.soap.server.ServiceSettings;
import io.castile.soap.server.SoapHttpMount;
import io.castile.soap.wsdl.GivenDescription;
import io.castile.soap.wsdl.PolicyAbilities;
import io.castile.soap.wsdl.SchemaValidationInterceptor;
import io.castile.template.Templates;
import io.castile.template.key.Direction;
import io.castile.xml.XmlLimits;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.MTOMFeature;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Builds a server of SOAP services. Not thread-safe. */
public final class ServerBuilder {
  /** What is published at a path. */
  private record Publication(Object service, PortDescription port) {}

  private final Map<String, Publication> services = new LinkedHashMap<>();
  private final List<Interceptor> interceptors = new ArrayList<>();
  private final Set<String> roles = new HashSet<>();
  private HttpServerOptions http = HttpServerOptions.DEFAULT;
  private JaxwsServerOptions jaxws = JaxwsServerOptions.DEFAULT;
  private XmlLimits limits = XmlLimits.DEFAULT;
  private @Nullable MessageLog log; // null for none
  private boolean isValidating;
  private boolean strict;
  private @Nullable Boolean sameVersion; // null for what is usual
  private boolean emptyNumbersAsZero;
  private CodecMode codecMode = CodecMode.ADAPTIVE;
  private Templates templates = Templates.shared();
  private @Nullable CachePolicy policy; // null for none
  private @Nullable ResponseCache cache; // null for none, or for one of the server's own
  private @Nullable CallRecorder recorder; // null for none
  private @Nullable Differential differential; // null for none
  private @Nullable Compression compression; // null for none
  private AttachmentOptions attachments = AttachmentOptions.DEFAULT;
  private @Nullable AddressingFeature addressing; // null for what the services say
  private ServerSecurity security = ServerSecurity.DEFAULT;
  private @Nullable Boolean masksFaults; // null for what the address says
  private final ClientReadTemplates.ReadOnly readOnly = new ClientReadTemplates.ReadOnly();

  ServerBuilder() {}

  /** Sets the port to listen on, as {@link HttpServerOptions.Builder#port}. */
  public ServerBuilder port(int port) {
    return transport(http.toBuilder().port(port).build());
  }

  /** Sets the address to listen on, as {@link HttpServerOptions.Builder#host}. */
  public ServerBuilder host(String host) {
    Objects.requireNonNull(host, "host");
    return transport(http.toBuilder().host(host).build());
  }

  /** Sets the options of HTTP; {@link HttpServerOptions#DEFAULT} by default. */
  public ServerBuilder transport(HttpServerOptions options) {
    this.http = Objects.requireNonNull(options, "options");
    return this;
  }

  /**
   * Changes the options of HTTP: address, time limits, TLS, the number and size of requests.
   *
   * <pre>{@code
   * builder.transport(t -> t.tls(context).maxThreads(50));
   * }</pre>
   *
   * @param edit called at once, with the options so far
   */
  public ServerBuilder transport(Consumer<? super HttpServerOptions.Builder> edit) {
    HttpServerOptions.Builder options = http.toBuilder();
    Objects.requireNonNull(edit, "edit").accept(options);
    return transport(options.build());
  }

  /**
   * Adds a service.
   *
   * @param path where it is published, beginning with a slash, decoded; requests have it exactly
   * @param service the implementation, annotated with {@code jakarta.jws.WebService} or
   *     implementing an interface that is, or a {@code jakarta.xml.ws.Provider} of {@code Source}
   *     or {@code SOAPMessage}; called by many threads at once
   * @throws IllegalArgumentException if the path is none, or has a service already
   */
  public ServerBuilder publish(String path, Object service) {
    return publish(path, service, PortDescription.NONE);
  }

  /**
   * Adds a service with a description, like {@link #publish(String, Object)}.
   *
   * @param port what is said of the service outside of its classes: names, version of SOAP, and the
   *     WSDL that it is held to, and that is served
   */
  public ServerBuilder publish(String path, Object service, PortDescription port) {
    Objects.requireNonNull(port, "port");
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(service, "service");
    ServicePath.check(path);
    if (service instanceof Class<?> type) {
      throw new IllegalArgumentException(
          "Cannot publish a class. Pass an object: publish(\""
              + path
              + "\", new "
              + type.getSimpleName()
              + "(…)).");
    }
    if (services.putIfAbsent(path, new Publication(service, port)) != null) {
      throw new IllegalArgumentException(
          "Cannot publish two services at path " + path + ". Use another path.");
    }
    return this;
  }

  /** Adds a link to the chain of every request, after those that are there. */
  public ServerBuilder interceptor(Interceptor interceptor) {
    interceptors.add(Objects.requireNonNull(interceptor, "interceptor"));
    return this;
  }

  /**
   * Sets the options of Jakarta XML Web Services; {@link JaxwsServerOptions#DEFAULT} by default.
   */
  public ServerBuilder jaxws(JaxwsServerOptions options) {
    this.jaxws = Objects.requireNonNull(options, "options");
    return this;
  }

  /**
   * Changes the options of Jakarta XML Web Services, such as handlers.
   *
   * @param edit called at once, with the options so far
   */
  public ServerBuilder jaxws(Consumer<? super JaxwsServerOptions.Builder> edit) {
    JaxwsServerOptions.Builder options = jaxws.toBuilder();
    Objects.requireNonNull(edit, "edit").accept(options);
    return jaxws(options.build());
  }

  /**
   * Adds roles (actors in SOAP 1.1) in which the services act, beside those of the next and the
   * last receiver. Header blocks for them that must be understood have to be; those for others have
   * not.
   *
   * @param role not the one in which no node acts (SOAP 1.2 part 1 §2.2), which {@link #start}
   *     refuses
   */
  public ServerBuilder roles(String role, String... more) {
    addRole(role);
    for (String another : Objects.requireNonNull(more, "more")) {
      addRole(another);
    }
    return this;
  }

  private void addRole(String role) {
    if (Objects.requireNonNull(role, "role").isBlank()) {
      throw new IllegalArgumentException("expected the URI of a role but was '" + role + "'");
    }
    roles.add(role);
  }

  /** Logs messages as they come, and their answers before they are sent. */
  public ServerBuilder log(MessageLog log) {
    this.log = Objects.requireNonNull(log, "log");
    return this;
  }

  /**
   * Sets whether requests are held to the schema of their service's WSDL, by default not: the one
   * that the service names, else the one that is made of its classes. A request that is not valid
   * is answered by a Client (1.2: Sender) fault that says what, where, expected and found. A
   * provider without a WSDL has no schema, and takes everything.
   */
  public ServerBuilder validate(boolean enabled) {
    this.isValidating = enabled;
    return this;
  }

  /**
   * Sets whether callers are told nothing of exceptions that no operation declares, neither class
   * nor text: the fault has a number by which the log says the rest. By default so, unless the
   * server listens on an address of this machine only (loopback); declared exceptions, and {@code
   * SOAPFaultException}s that a service throws, travel in any case.
   */
  public ServerBuilder maskFaults(boolean enabled) {
    this.masksFaults = enabled;
    return this;
  }

  /**
   * Sets whether requests with elements or attributes that fit no property are refused: of another
   * namespace, unknown, or of another case. By default they are passed over, and the log names them
   * once for an operation.
   */
  public ServerBuilder strict(boolean enabled) {
    this.strict = enabled;
    return this;
  }

  /**
   * Sets whether requests in another version of SOAP than the binding of the service are refused as
   * a version mismatch: all of them, or, where false, none. By default a service for SOAP 1.1
   * refuses SOAP 1.2, of which its WSDL says nothing, and one for SOAP 1.2 reads SOAP 1.1, as with
   * Apache CXF. What is read is answered in the version of the request.
   */
  public ServerBuilder sameVersion(boolean enabled) {
    this.sameVersion = enabled;
    return this;
  }

  /**
   * Sets whether an empty element or attribute is read as 0 where a request should have a number,
   * as Apache CXF does for an {@code int}; by default such a message is refused.
   */
  public ServerBuilder emptyNumbersAsZero(boolean enabled) {
    this.emptyNumbersAsZero = enabled;
    return this;
  }

  /** Sets when codecs are compiled; {@link CodecMode#ADAPTIVE} by default. */
  public ServerBuilder codecMode(CodecMode mode) {
    this.codecMode = Objects.requireNonNull(mode, "mode");
    return this;
  }

  /**
   * Sets the bounds of the messages that are read, {@link XmlLimits#DEFAULT} by default; larger
   * ones are answered with status 413.
   */
  public ServerBuilder limits(XmlLimits limits) {
    this.limits = Objects.requireNonNull(limits, "limits");
    return this;
  }

  /**
   * Sets where the templates of responses are kept, and what is remembered of requests; {@link
   * Templates#shared} by default, {@link Templates#off} for none. A store may serve several clients
   * and servers.
   */
  public ServerBuilder templates(Templates templates) {
    this.templates = Objects.requireNonNull(templates, "templates");
    return this;
  }

  /**
   * Promises that no service changes the arguments of these operations, nor what they hold. A part
   * of a request that was in an earlier one, byte for byte, then is the same object as in the
   * earlier arguments, so that it costs neither parsing nor a copy. Several threads may have it,
   * and equal parts of one request may be one object. What is changed nevertheless, may be found
   * changed in later arguments, or while it is being read.
   *
   * <p>Without this promise every argument is the service's own.
   *
   * @param operations names of operations of any of the services, as in the WSDL
   */
  public ServerBuilder readOnly(String operation, String... operations) {
    readOnly.add(operation, operations);
    return this;
  }

  /**
   * Sets whether that promise holds for all operations, as in {@link #readOnly(String, String...)};
   * by default for those only that are named there.
   */
  public ServerBuilder readOnly(boolean enabled) {
    readOnly.setAll(enabled);
    return this;
  }

  /**
   * Caches the responses of the services as a policy says, in memory; by default nothing is cached.
   * On a hit no service is called, and where the whole request has come before, it is not even
   * read. The interceptors come first: one that knows callers refuses them before the cache
   * answers.
   */
  public ServerBuilder cache(CachePolicy policy) {
    this.policy = Objects.requireNonNull(policy, "policy");
    this.cache = null;
    return this;
  }

  /**
   * Caches the responses of the services in a cache of the application's, which is not closed with
   * the server, and serves no other one.
   */
  public ServerBuilder cache(ResponseCache cache) {
    this.cache = Objects.requireNonNull(cache, "cache");
    this.policy = null;
    return this;
  }

  /**
   * Records calls as digests, so that a cache policy can be advised for them ({@link
   * io.castile.cache.observe.Advice}); by default none are. A cache that is given to this builder
   * has the recorder from its own ({@link ResponseCache.Builder#recorder}).
   */
  public ServerBuilder record(CallRecorder recorder) {
    this.recorder = Objects.requireNonNull(recorder, "recorder");
    return this;
  }

  /**
   * Sets whether responses are sent as differences to earlier ones, to clients that ask for it; by
   * default not. As {@link #differential(Differential)} with a link of this server's own.
   */
  public ServerBuilder differential(boolean enabled) {
    this.differential = enabled ? Differential.of(DifferentialOptions.DEFAULT) : null;
    return this;
  }

  /**
   * Sends responses as differences to earlier ones, to clients that ask for it. Other clients see
   * no difference at all.
   */
  public ServerBuilder differential(Differential link) {
    this.differential = Objects.requireNonNull(link, "link");
    return this;
  }

  /**
   * Sets whether answers, faults and descriptions are sent with the content coding {@code gzip} or
   * {@code zstd}, to clients that accept it; by default not. As {@link #compression(Compression)}
   * with {@link Compression#DEFAULT}. Requests may have these codings in any case, within the
   * bounds of {@link #limits}.
   */
  public ServerBuilder compression(boolean enabled) {
    this.compression = enabled ? Compression.DEFAULT : null;
    return this;
  }

  /**
   * Sends answers, faults and descriptions with a content coding, to clients that accept it. With
   * {@link #differential} its own codings hold in place of these.
   */
  public ServerBuilder compression(Compression options) {
    this.compression = Objects.requireNonNull(options, "options");
    return this;
  }

  /**
   * Sets whether the services know message addressing properties (WS-Addressing 1.0), and answer
   * with theirs; requests without any are served as well. By default as the annotation {@code
   * Addressing} of the service says, else not.
   */
  public ServerBuilder addressing(boolean enabled) {
    return addressing(new AddressingFeature(enabled));
  }

  /**
   * Sets WS-Addressing by a feature of Jakarta XML Web Services, like {@link #addressing(boolean)}.
   *
   * @param feature if it says {@code required}, requests without properties are refused; answers
   *     are sent on the connection of their request only
   */
  public ServerBuilder addressing(AddressingFeature feature) {
    this.addressing = Objects.requireNonNull(feature, "feature");
    return this;
  }

  /** Sets the WS-Security of the server; {@link ServerSecurity#DEFAULT} by default. */
  public ServerBuilder security(ServerSecurity options) {
    this.security = Objects.requireNonNull(options, "options");
    return this;
  }

  /**
   * Changes the WS-Security of the server: username tokens and Timestamps, or the protection of
   * whole messages.
   *
   * <pre>{@code
   * builder.security(s -> s.usernameTokens(passwords::get).timestampRequired(true));
   * }</pre>
   *
   * @param edit called at once, with the options so far
   * @throws IllegalStateException if options exclude each other
   */
  public ServerBuilder security(Consumer<? super ServerSecurity.Builder> edit) {
    ServerSecurity.Builder options = security.toBuilder();
    Objects.requireNonNull(edit, "edit").accept(options);
    return security(options.build());
  }

  /**
   * Sends binary data in parts of its own, not as text (MTOM), to clients that have sent their
   * request as MTOM, or that accept it. An annotation {@code jakarta.xml.ws.soap.MTOM} of a service
   * has precedence. Requests with parts are read in any case.
   *
   * <p>Such responses are written anew each time, not with templates, and go whole.
   *
   * @param thresholdBytes data of fewer bytes stays in the text
   */
  public ServerBuilder mtom(int thresholdBytes) {
    this.attachments = attachments.toBuilder().mtom(true).thresholdBytes(thresholdBytes).build();
    return this;
  }

  /**
   * Sets MTOM by a feature of Jakarta XML Web Services, like {@link #mtom(int)} if it is enabled.
   */
  public ServerBuilder mtom(MTOMFeature feature) {
    Objects.requireNonNull(feature, "feature");
    this.attachments =
        feature.isEnabled()
            ? attachments.toBuilder().mtom(true).thresholdBytes(feature.getThreshold()).build()
            : attachments.toBuilder().mtom(false).build();
    return this;
  }

  /** Sets how binary data leaves, and the bounds of messages that come with parts. */
  public ServerBuilder attachments(AttachmentOptions options) {
    this.attachments = Objects.requireNonNull(options, "options");
    return this;
  }

  /**
   * Starts the server, on the {@link HttpServerProvider} that is on the class path, as that of the
   * artifact castile-jetty.
   *
   * @throws IllegalStateException if there is no service, or no provider
   * @throws IllegalArgumentException if an option or a service is not as it must be
   * @throws BindingException if a type of a service's messages cannot be bound
   * @throws WebServiceException if the port cannot be bound
   */
  public SoapServer start() {
    HttpServerProvider provider = HttpServers.provider();
    Services made = services(false);
    made.start();
    try {
      return new SoapServer(
          HttpServers.start(provider, bounded(), made.endpoints()),
          made,
          (http.tls() == null ? "http://" : "https://")
              + (http.host() == null ? "localhost" : http.host()),
          http.drain());
    } catch (IOException e) {
      made.close();
      throw new WebServiceException(e.getMessage(), e);
    } catch (RuntimeException | Error e) {
      made.close();
      throw e;
    }
  }

  /**
   * Starts the services, for an HTTP server that brings the requests; paths are those below where
   * it mounts them. What concerns connections is that server's own: addresses, ports, TLS, heads,
   * silence.
   *
   * @throws IllegalStateException if there is no service, or something was set that is the server's
   *     own
   * @throws IllegalArgumentException if an option or a service is not as it must be
   * @throws BindingException if a type of a service's messages cannot be bound
   */
  public SoapMount mount() {
    HttpServerOptions none = HttpServerOptions.DEFAULT;
    if (http.tls() != null || http.host() != null || http.port() != none.port()) {
      throw new IllegalStateException(
          "Cannot set host, port or TLS of a mount, because the server that brings the requests has"
              + " them. Set them in that server.");
    }
    Services made = services(true);
    SoapHttpMount mount = new SoapHttpMount(made.endpoints(), bounded());
    made.start();
    return new SoapMount(mount, made, http.drain());
  }

  /** The options of HTTP, by which a request may be as large as a message. */
  private HttpServerOptions bounded() {
    return http.toBuilder().maxRequestBytes(http.maxRequestBytes(limits.maxBytes())).build();
  }

  /**
   * @param isMount whether another server brings the requests
   */
  private Services services(boolean isMount) {
    if (services.isEmpty()) {
      throw new IllegalStateException(
          "Cannot start the server without a service. Call publish(path, service).");
    }
    security.checkComplete();
    MessageSecurity messageSecurity = security.messageSecurity();
    if (messageSecurity != null && differential != null) {
      throw new IllegalStateException(
          "Cannot use messageSecurity and differential in the server, because a message that is"
              + " signed or encrypted has nothing in common with the one before. Remove one of"
              + " them.");
    }
    ReadTemplateSource readTemplates =
        ClientReadTemplates.of(templates, Direction.REQUEST, readOnly.copy());
    if (cache != null && recorder != null) {
      throw new IllegalStateException(
          "Cannot use recorder(...) with the cache of the server, because the cache records its own"
              + " calls. Set the recorder in the cache.");
    }
    ResponseCache responses = cache != null ? cache : RecordingCache.of(policy, recorder);
    Interceptor guard = security.checksTokens() ? security.link() : null; // one token, one use
    Map<String, ServiceEndpoint> endpoints = new LinkedHashMap<>();
    services.forEach(
        (path, published) ->
            endpoints.put(path, endpoint(published, isMount, readTemplates, guard, responses)));
    List<ServiceModel> models = endpoints.values().stream().map(ServiceEndpoint::model).toList();
    readOnly.check(models);
    if (responses != null) {
      CallCache.of(responses).warnOfUnfitNames(models, true);
    }
    return new Services(
        endpoints, readTemplates, templates, responses, policy != null, jaxws.lifecycle());
  }

  private ServiceEndpoint endpoint(
      Publication published,
      boolean isMount,
      ReadTemplateSource readTemplates,
      @Nullable Interceptor guard,
      @Nullable ResponseCache responses) {
    Object service = published.service();
    Class<?> type = ServiceClass.of(service);
    ServiceModel model = ServiceEndpoint.model(type, codecMode).described(published.port());
    model.plan(); // what cannot be bound is told before what a description demands
    PolicyAbilities abilities = abilities(model, service, isMount);
    GivenDescription.check(model, abilities);
    HandlerFile.Content file =
        jaxws.handlerFiles()
            ? HandlerFile.read(type, model, model.version())
            : HandlerFile.Content.NONE;
    Set<String> all = new HashSet<>(roles);
    all.addAll(file.roles());
    boolean masked = masksFaults == null ? isMount || !isLoopback(http.host()) : masksFaults;
    ServerChain.Spec chain = chain(model, service, file.handlers(), guard, responses);
    chain.masksFaults = masked;
    MessageSecurity messageSecurity = security.messageSecurity();
    if (messageSecurity != null) {
      chain.messageSecurity = messageSecurity.server(SecuredPorts.of(model, abilities));
    }
    return new ServiceEndpoint(
        service,
        model,
        ServiceSettings.builder()
            .interceptors(ServerChain.links(chain))
            .limits(limits)
            .attachments(jaxws.mtomAnnotations() ? attachments.annotated(type) : attachments)
            .readTemplates(readTemplates)
            .receiver(
                new ReceiverSettings(all, strict, onlyVersion(model), emptyNumbersAsZero, false))
            .maskFaults(masked)
            .requestDecoder(Codings.decoder())
            .answerEncoder(answerEncoder())
            .build());
  }

  /** The one version of requests that are read; null for both. */
  private @Nullable SoapVersion onlyVersion(ServiceModel model) {
    SoapVersion own = model.version();
    boolean isOnly = sameVersion == null ? own == SoapVersion.SOAP_1_1 : sameVersion;
    return isOnly ? own : null;
  }

  private ServerChain.Spec chain(
      ServiceModel model,
      Object service,
      List<Handler<?>> fromFile,
      @Nullable Interceptor guard,
      @Nullable ResponseCache responses) {
    ServerChain.Spec spec = new ServerChain.Spec();
    spec.differential = differential;
    boolean isTyped = !model.isUntyped(); // others have neither values nor parameters
    if (isTyped && templates != Templates.off() && security.messageSecurity() == null) {
      spec.templates = new ResponseTemplateInterceptor(templates, differential);
    }
    spec.log = log;
    AddressingFeature feature = addressing(model, service);
    if (feature != null && feature.isEnabled()) {
      spec.addressing = AddressingInterceptors.server(model, feature);
    }
    spec.guard = guard;
    spec.interceptors = interceptors;
    List<Handler<?>> all = new ArrayList<>(fromFile);
    all.addAll(jaxws.handlers());
    if (!all.isEmpty()) {
      spec.handlers = HandlerInterceptor.ofServer(model, all);
    }
    if (isValidating && (isTyped || model.hasGivenWsdl())) {
      spec.validation = SchemaValidationInterceptor.ofRequests(model, limits);
    }
    if (isTyped && responses != null) {
      if (model.hasItems()) {
        throw new IllegalArgumentException(
            "Cannot cache or record the calls of "
                + service.getClass().getName()
                + ", because the items of its Streams are given once. Remove the cache and the"
                + " recorder.");
      }
      spec.cache = CacheInterceptor.ofServer(responses, model);
    }
    return spec;
  }

  /** What puts content codings on answers; null for nothing. */
  private @Nullable AnswerEncoder answerEncoder() {
    if (differential != null) {
      return Codings.encoder(differential);
    }
    return compression == null ? null : Codings.encoder(compression);
  }

  private static boolean isLoopback(@Nullable String host) {
    try {
      return host != null && InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false; // starting will say so
    }
  }

  /** What is done for a service; a mount is behind a server that may speak TLS. */
  private PolicyAbilities abilities(ServiceModel model, Object service, boolean isMount) {
    AddressingFeature feature = addressing(model, service);
    return new PolicyAbilities(
        http.tls() != null || isMount,
        http.clientCertificates() || isMount,
        security.checksTokens(),
        security.checksTokens(),
        feature != null && feature.isEnabled(),
        security.messageSecurity() != null,
        true);
  }

  /** What holds for a service; null for nothing said. */
  private @Nullable AddressingFeature addressing(ServiceModel model, Object service) {
    if (addressing != null) {
      return addressing;
    }
    AddressingFeature annotated = AddressingInterceptors.annotated(ServiceClass.of(service));
    return annotated == null ? AddressingInterceptors.annotated(model.type()) : annotated;
  }
}
