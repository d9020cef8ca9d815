package io.castile;

import io.castile.cache.CacheInterceptor;
import io.castile.cache.RequestCacheInterceptor;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.codec.CodecMode;
import io.castile.engine.ClientReadTemplates;
import io.castile.engine.RequestTemplateInterceptor;
import io.castile.soap.Leniency;
import io.castile.soap.SoapVersion;
import io.castile.soap.addressing.AddressingInterceptors;
import io.castile.soap.client.SoapClient;
import io.castile.soap.handler.HandlerFile;
import io.castile.soap.handler.HandlerInterceptor;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.model.Operation;
import io.castile.soap.model.ServiceModel;
import io.castile.soap.wsdl.GivenDescription;
import io.castile.template.Templates;
import io.castile.template.key.Direction;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.MTOMFeature;
import java.io.Closeable;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Builds a client: an object that implements the service endpoint interface, and calls the service.
 *
 * <p>The client is thread-safe. It also implements {@link BindingProvider}, whose request context
 * can set the endpoint anew, and {@link Closeable}, which closes its idle connections. This builder
 * is not thread-safe.
 *
 * @param <T> the service endpoint interface
 */
public final class ClientBuilder<T> extends AbstractClientBuilder<ClientBuilder<T>> {
  private final Class<T> sei;
  private boolean isValidating;
  private boolean strict;
  private boolean sameVersion;
  private boolean emptyNumbersAsZero;
  private CodecMode codecMode = CodecMode.ADAPTIVE;
  private Templates templates = Templates.shared();
  private final ClientReadTemplates.ReadOnly readOnly = new ClientReadTemplates.ReadOnly();
  private @Nullable CachePolicy policy; // null for none
  private @Nullable ResponseCache cache; // null for none, or for one of the client's own
  private long requestBytes; // 0 for none kept
  private Duration requestLifetime = Duration.ofHours(1);
  private AttachmentOptions attachments = AttachmentOptions.DEFAULT;
  private boolean mtomSaid;
  private final Set<String> retrySafe = new TreeSet<>();

  ClientBuilder(Class<T> sei) {
    this.sei = Objects.requireNonNull(sei, "sei");
  }

  @Override
  ClientBuilder<T> self() {
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
    for (String another : Objects.requireNonNull(operations, "operations")) {
      retrySafe.add(Objects.requireNonNull(another, "operation"));
    }
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

  /**
   * Whether responses are refused that have elements or attributes of which nothing is made: of
   * another namespace, unknown, or of another case. False by default: they are passed over, and
   * told once for an operation in the log.
   */
  public ClientBuilder<T> strict(boolean refused) {
    this.strict = refused;
    return this;
  }

  /**
   * Whether answers in another version of SOAP than their request, faults aside, are refused as a
   * version mismatch. Apache CXF refuses SOAP 1.2 in a client of SOAP 1.1, and reads SOAP 1.1 in
   * one of SOAP 1.2. False by default: both are read, and the other one is told once for an
   * operation in the log.
   */
  public ClientBuilder<T> sameVersion(boolean refused) {
    this.sameVersion = refused;
    return this;
  }

  /**
   * Whether an empty element or attribute is read as 0 where an answer should have a number, as
   * Apache CXF does for an {@code int}; false by default: such a message is refused.
   */
  public ClientBuilder<T> emptyNumbersAsZero(boolean zero) {
    this.emptyNumbersAsZero = zero;
    return this;
  }

  /** Sets when codecs are compiled; {@link CodecMode#ADAPTIVE} by default. */
  public ClientBuilder<T> codecMode(CodecMode mode) {
    this.codecMode = Objects.requireNonNull(mode, "mode");
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
   * Promises that the application does not change the results of these operations: neither what
   * they return, nor the objects that this holds, nor the values of holders. A part of a response
   * that was in an earlier one, byte for byte, then is the same object as in the earlier result, so
   * that it costs neither parsing nor a copy. Results may be read by several threads, and equal
   * parts of one result may be one object. A change that is made nevertheless may show in later
   * results, or while a result is being read.
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
   * As {@link #cacheRequests(long)}, for another time than an hour. {@link Castile#keptRequests}
   * drops them at once.
   *
   * @param lifetime after which a request is written anew; positive
   */
  public ClientBuilder<T> cacheRequests(long maxBytes, Duration lifetime) {
    Objects.requireNonNull(lifetime, "lifetime");
    if (lifetime.isNegative() || lifetime.isZero()) {
      throw new IllegalArgumentException("lifetime <= 0: " + lifetime);
    }
    this.requestLifetime = lifetime;
    return cacheRequests(maxBytes);
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
    Objects.requireNonNull(feature, "feature");
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
   * Returns the client.
   *
   * @throws IllegalStateException if there is no endpoint
   * @throws IllegalArgumentException if the interface is no service endpoint interface, or the
   *     endpoint no http or https URL, or {@link #readOnly} or {@link #retrySafe} names no
   *     operation, or the WSDL that the interface names does not fit it, or has a policy that is
   *     not met
   */
  public T build() {
    checkEndpoint("the client of " + sei.getName());
    ServiceModel model = described(ServiceModel.shared(sei, codecMode));
    readOnly.check(List.of(model));
    checkOperations(model);
    GivenDescription.check(model, abilities(AddressingInterceptors.annotated(sei)));
    SoapVersion spoken = version(model.version());
    HandlerFile.Content file = handlerFile(sei, model, spoken);
    HandlerInterceptor handlerLink =
        HandlerInterceptor.ofClient(model, withHandlers(file.handlers()));
    ResponseCache ownCache = policy == null ? null : ResponseCache.of(policy);
    RequestCacheInterceptor requests =
        requestBytes == 0
            ? null
            : new RequestCacheInterceptor(model, requestBytes, requestLifetime);
    ResponseCache responses = ownCache == null ? cache : ownCache;
    CacheInterceptor cacheLink =
        responses == null ? null : CacheInterceptor.ofClient(responses, model, hasTls());
    if (responses != null) {
      responses.warnOfUnfitNames(List.of(model), ownCache != null);
    }
    if ((responses != null || requests != null) && model.hasItems()) {
      throw new IllegalArgumentException(
          sei.getName()
              + " has operations with a Stream, whose items are taken once; expected no cache");
    }
    ClientChain.Spec chain = chain(model, handlerLink, cacheLink, requests);
    SoapClient client =
        new SoapClient(
            model,
            limits(),
            ClientChain.links(chain),
            chain.transport,
            ClientReadTemplates.of(templates, Direction.RESPONSE, readOnly.copy()),
            mtomSaid ? attachments : attachments.annotated(sei),
            retrySafe);
    client.setRoles(file.roles());
    client.setStrict(strict);
    client.setLeniency(new Leniency(sameVersion ? spoken : null, emptyNumbersAsZero));
    ClientInvocationHandler handler =
        new ClientInvocationHandler(
            client,
            templates,
            responses,
            ownCache,
            interceptors().isEmpty() ? cacheLink : null,
            spoken,
            requests,
            handlerLink,
            newRequestContext(),
            executor());
    Class<?>[] types = {sei, BindingProvider.class, Closeable.class};
    return sei.cast(Proxy.newProxyInstance(loader(), types, handler));
  }

  private ClientChain.Spec chain(
      ServiceModel model,
      HandlerInterceptor handlerLink,
      @Nullable CacheInterceptor cacheLink,
      @Nullable RequestCacheInterceptor requests) {
    ClientChain.Spec spec = newChain(model, handlerLink, AddressingInterceptors.annotated(sei));
    spec.cache = cacheLink;
    spec.validation = new ValidationInterceptor(model, limits(), isValidating);
    spec.requestCache = requests;
    if (requests == null && templates != Templates.off()) {
      spec.templates = new RequestTemplateInterceptor(templates, spec.differential == null);
    }
    return spec;
  }

  /** A loader that sees the interface and {@link BindingProvider}. */
  private ClassLoader loader() {
    ClassLoader loader = sei.getClassLoader();
    return loader == null ? ClientBuilder.class.getClassLoader() : loader;
  }

  private void checkOperations(ServiceModel model) {
    Set<String> known = new TreeSet<>();
    for (Operation operation : model.operations()) {
      known.add(operation.name().getLocalPart());
    }
    if (!known.containsAll(retrySafe)) {
      throw new IllegalArgumentException(
          "retrySafe: expected operations of " + known + ", found " + retrySafe);
    }
  }
}
