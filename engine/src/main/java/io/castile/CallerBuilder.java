package io.castile;

import io.castile.cache.ResponseCache;
import io.castile.cache.internal.CacheInterceptor;
import io.castile.cache.internal.CallCache;
import io.castile.cache.internal.RequestCacheInterceptor;
import io.castile.cache.observe.CallRecorder;
import io.castile.cache.policy.CachePolicy;
import io.castile.engine.RequestTemplateInterceptor;
import io.castile.internal.Ends;
import io.castile.internal.ModelClient;
import io.castile.soap.SoapVersion;
import io.castile.soap.client.SoapClient;
import io.castile.soap.envelope.ReceiverSettings;
import io.castile.soap.exchange.internal.ReadTemplateSource;
import io.castile.soap.handler.HandlerInterceptor;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.template.Templates;
import jakarta.xml.ws.soap.MTOMFeature;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Holds the options of clients that call operations, whether an interface has these or a
 * description. Not thread-safe.
 *
 * @param <B> the builder itself
 */
public abstract class CallerBuilder<B extends CallerBuilder<B>> extends AbstractClientBuilder<B> {
  static {
    Ends.ofClients(new EndParts());
  }

  private boolean strict;
  private boolean sameVersion;
  private boolean emptyNumbersAsZero;
  private boolean lenientHttp;
  private Templates templates = Templates.shared();
  private @Nullable CachePolicy policy; // null for none
  private @Nullable ResponseCache cache; // null for none, or for one of the client's own
  private @Nullable CallRecorder recorder; // null for none
  private long requestBytes; // 0 for none kept
  private Duration requestLifetime = Duration.ofHours(1);
  private AttachmentOptions attachments = AttachmentOptions.DEFAULT;
  private boolean mtomSaid;
  private final Set<String> retrySafe = new TreeSet<>();

  protected CallerBuilder() {}

  /**
   * Declares that the service may be called twice for one call of these operations, as where they
   * only read. Then a request is sent once more also where the connection ends before a response;
   * by default only where the request cannot have been processed. What runs out of time is never
   * sent again.
   *
   * @param operations names of operations, as in the WSDL
   */
  public B retrySafe(String operation, String... operations) {
    retrySafe.add(Objects.requireNonNull(operation, "operation"));
    for (String another : Objects.requireNonNull(operations, "operations")) {
      retrySafe.add(Objects.requireNonNull(another, "operation"));
    }
    return self();
  }

  /**
   * Sets whether responses with elements or attributes that fit no property are refused: of another
   * namespace, unknown, or of another case. By default they are passed over, and the log names them
   * once for an operation.
   */
  public B strict(boolean enabled) {
    this.strict = enabled;
    return self();
  }

  /**
   * Sets whether responses in another version of SOAP than their request, faults aside, are refused
   * as a version mismatch. Apache CXF refuses SOAP 1.2 in a client of SOAP 1.1, and reads SOAP 1.1
   * in one of SOAP 1.2. By default both are read, and the log names the other one once for an
   * operation.
   */
  public B sameVersion(boolean enabled) {
    this.sameVersion = enabled;
    return self();
  }

  /**
   * Sets whether an empty element or attribute is read as 0 where a response should have a number,
   * as Apache CXF does for an {@code int}; by default such a message is refused.
   */
  public B emptyNumbersAsZero(boolean enabled) {
    this.emptyNumbersAsZero = enabled;
    return self();
  }

  /**
   * Sets whether responses are read with any status of success (201, 203 and 206 in addition to 200
   * and 202), and without a Content-Type or with an empty one, as Apache CXF does. By default such
   * a response is refused, as it may not be one of the service.
   */
  public B lenientHttp(boolean enabled) {
    this.lenientHttp = enabled;
    return self();
  }

  /**
   * Sets where the templates of requests are kept, and what is remembered of responses; {@link
   * Templates#shared} by default, {@link Templates#off} for none. A store may serve several clients
   * and servers.
   */
  public B templates(Templates templates) {
    this.templates = Objects.requireNonNull(templates, "templates");
    return self();
  }

  /**
   * Caches responses as a policy says, in a cache of this client, in memory; by default nothing is
   * cached. The interceptors come first: what they add to a request counts.
   */
  public B cache(CachePolicy policy) {
    this.policy = Objects.requireNonNull(policy, "policy");
    this.cache = null;
    return self();
  }

  /**
   * Caches responses in a cache that may serve other clients too: those of the same interface that
   * call the same endpoint share answers. It is not closed with this client.
   */
  public B cache(ResponseCache cache) {
    this.cache = Objects.requireNonNull(cache, "cache");
    this.policy = null;
    return self();
  }

  /**
   * Records calls as digests, so that a cache policy can be advised for them ({@link
   * io.castile.cache.observe.Advice}); by default none are. Of what the cache answers nothing is
   * recorded. A cache that is given to this builder has the recorder from its own ({@link
   * ResponseCache.Builder#recorder}).
   */
  public B record(CallRecorder recorder) {
    this.recorder = Objects.requireNonNull(recorder, "recorder");
    return self();
  }

  /**
   * Keeps the bytes of requests, so that one with equal arguments is not written again, in place of
   * the templates of requests. That pays where a few requests come again and again, none like the
   * last; templates keep only the last of each shape. By default none are kept.
   *
   * @param maxBytes the weight of all that is kept; positive
   */
  public B cacheRequests(long maxBytes) {
    if (maxBytes <= 0) {
      throw new IllegalArgumentException("maxBytes <= 0: " + maxBytes);
    }
    this.requestBytes = maxBytes;
    return self();
  }

  /**
   * Keeps the bytes of requests, like {@link #cacheRequests(long)}, for another time than an hour.
   * {@link Castile#keptRequests} drops them at once.
   *
   * @param lifetime after which a request is written anew; positive
   */
  public B cacheRequests(long maxBytes, Duration lifetime) {
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
  public B mtom(int thresholdBytes) {
    this.attachments = attachments.toBuilder().mtom(true).thresholdBytes(thresholdBytes).build();
    mtomSaid = true;
    return self();
  }

  /**
   * Sets MTOM by a feature of Jakarta XML Web Services, like {@link #mtom(int)}; a feature that is
   * not enabled has precedence over an annotation.
   */
  public B mtom(MTOMFeature feature) {
    Objects.requireNonNull(feature, "feature");
    this.attachments =
        feature.isEnabled()
            ? attachments.toBuilder().mtom(true).thresholdBytes(feature.getThreshold()).build()
            : attachments.toBuilder().mtom(false).build();
    mtomSaid = true;
    return self();
  }

  /** Sets how binary data leaves, and the bounds of messages that come with parts. */
  public B attachments(AttachmentOptions options) {
    this.attachments = Objects.requireNonNull(options, "options");
    return self();
  }

  // ---- what has been set ----

  final Templates templates() {
    return templates;
  }

  /** How binary data leaves, by an annotation of an interface unless it has been said. */
  final AttachmentOptions attachmentsFor(Class<?> sei) {
    return mtomSaid ? attachments : attachments.annotated(sei);
  }

  /**
   * The response cache of a client.
   *
   * @param responses null for none
   * @param own that which is closed with the client; null for none
   */
  record Caches(@Nullable ResponseCache responses, @Nullable ResponseCache own) {}

  /**
   * Adds the links that keep something.
   *
   * @param client whose they are, for messages
   */
  final Caches addCaches(ServiceModel model, String client, ClientChain.Spec chain) {
    if (cache != null && recorder != null) {
      throw new IllegalStateException(
          "Cannot use recorder(...) with the cache of "
              + client
              + ", because the cache records its own calls. Set the recorder in the cache.");
    }
    ResponseCache ownCache = RecordingCache.of(policy, recorder);
    ResponseCache responses = ownCache == null ? cache : ownCache;
    if (requestBytes != 0) {
      chain.requestCache = new RequestCacheInterceptor(model, requestBytes, requestLifetime);
    }
    if (responses != null) {
      chain.cache = CacheInterceptor.ofClient(responses, model, mayShowCertificate());
      CallCache.of(responses).warnOfUnfitNames(List.of(model), ownCache != null);
    }
    if ((responses != null || chain.requestCache != null) && model.hasItems()) {
      throw new IllegalArgumentException(
          "Cannot cache or record the calls of "
              + client
              + ", because the items of its Streams are read once. Remove the cache and the"
              + " recorder.");
    }
    if (chain.requestCache == null && templates != Templates.off()) {
      chain.templates = new RequestTemplateInterceptor(templates, chain.differential);
    }
    return new Caches(responses, ownCache);
  }

  final SoapClient newSoapClient(
      ServiceModel model,
      SoapVersion spoken,
      ClientChain.Spec chain,
      ReadTemplateSource readTemplates,
      AttachmentOptions options) {
    if (options.mtom() && model.hasItems()) {
      throw new IllegalArgumentException(
          "Cannot use MTOM in "
              + model.portTypeName().getLocalPart()
              + ", because the items of its Streams cannot be read one by one from a message with"
              + " parts. Disable MTOM, or use lists.");
    }
    SoapVersion only = sameVersion ? spoken : null;
    return new SoapClient(
        model,
        limits(),
        ClientChain.links(chain),
        chain.transport,
        readTemplates,
        options,
        retrySafe,
        new ReceiverSettings(Set.of(), strict, only, emptyNumbersAsZero, lenientHttp));
  }

  /**
   * Returns a client of a service without an interface.
   *
   * @param client whose it is, for messages
   * @throws IllegalStateException if there is no endpoint, or options exclude each other
   * @throws IllegalArgumentException if the endpoint is no http or https URL, or {@link #retrySafe}
   *     names no operation
   */
  final ModelClient newModelClient(ServiceModel model, String client) {
    checkEndpoint(client);
    checkOperations(model);
    SoapVersion spoken = version(model.version());
    HandlerInterceptor handlerLink = HandlerInterceptor.ofClient(model, withHandlers(List.of()));
    ClientChain.Spec chain = newChain(model, handlerLink, null);
    Caches caches = addCaches(model, client, chain);
    SoapClient sender = newSoapClient(model, spoken, chain, ReadTemplateSource.NONE, attachments);
    sender.setHasHandlers(!handlerLink.handlers().isEmpty());
    return new ModelCaller(sender, spoken, templates, caches, newRequestContext());
  }

  final void checkOperations(ServiceModel model) {
    Set<String> known = new TreeSet<>();
    for (OperationModel operation : model.operations()) {
      known.add(operation.name().getLocalPart());
    }
    if (!known.containsAll(retrySafe)) {
      throw new IllegalArgumentException(
          "retrySafe: expected operations of " + known + ", found " + retrySafe);
    }
  }
}
