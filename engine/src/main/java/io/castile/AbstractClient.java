package io.castile;

import io.castile.cache.internal.CacheInterceptor;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import io.castile.soap.client.SoapClient;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.handler.HandlerInterceptor;
import io.castile.soap.handler.VersionBinding;
import io.castile.soap.wsdl.EndpointReferences;
import jakarta.xml.ws.Binding;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.wsaddressing.W3CEndpointReference;
import java.io.Closeable;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a client beside its calls: its contexts, its binding, its end. Thread-safe.
 *
 * <p>The response context is that of the last call on each thread.
 */
abstract class AbstractClient implements BindingProvider, Closeable, Consumer<SoapResponse> {
  private final SoapClient client;
  private final SoapVersion version;
  private final PortBinding binding;
  private final RequestContext requestContext;

  private final ThreadContexts contexts = new ThreadContexts();

  AbstractClient(
      SoapClient client,
      SoapVersion version,
      HandlerInterceptor handlers,
      RequestContext requestContext) {
    this.client = client;
    this.version = version;
    this.binding = new PortBinding(client, version, handlers);
    this.requestContext = requestContext;
  }

  final SoapClient client() {
    return client;
  }

  /** Returns the options for a call of this thread that begins now. */
  final SoapClient.Options options() {
    return context().options(version);
  }

  /** Forgets the last response: what the context says is of the call that begins now. */
  final void begin() {
    ThreadContexts.Own own = contexts.known();
    if (own != null) {
      own.told = null;
      own.response = null;
    }
  }

  @Override
  public final void accept(SoapResponse response) {
    accept(ResponseMetadata.of(response));
  }

  /** Notes that the call was answered with what the cache has, and nothing came. */
  final void acceptKept() {
    accept(ResponseMetadata.KEPT);
  }

  private void accept(ResponseMetadata told) {
    ThreadContexts.Own own = contexts.own();
    own.told = told;
    own.response = null;
  }

  /** Returns the response context of a client. */
  static Map<String, Object> responseContext(SoapResponse response) {
    return ResponseMetadata.of(response).context();
  }

  final String shownEndpoint() {
    return requestContext.shownEndpoint();
  }

  private RequestContext context() {
    if (!requestContext.isForEachThread()) {
      return requestContext;
    }
    ThreadContexts.Own own = contexts.own();
    if (own.request == null) {
      own.request = new RequestContext(requestContext);
    }
    return own.request;
  }

  @Override
  public final Map<String, Object> getRequestContext() {
    return context();
  }

  @Override
  public final Map<String, Object> getResponseContext() {
    ThreadContexts.Own own = contexts.own();
    if (own.response == null) {
      own.response = own.told == null ? new HashMap<>() : own.told.context();
    }
    return own.response;
  }

  @Override
  public final Binding getBinding() {
    return binding;
  }

  @Override
  public final EndpointReference getEndpointReference() {
    return getEndpointReference(W3CEndpointReference.class);
  }

  /** A reference to the service at the address of the calls to come. */
  @Override
  public final <T extends EndpointReference> T getEndpointReference(Class<T> type) {
    if (!(context().get(ENDPOINT_ADDRESS_PROPERTY) instanceof String address)) {
      throw new WebServiceException(
          "Cannot call the service, because the request context has no "
              + ENDPOINT_ADDRESS_PROPERTY
              + ".");
    }
    return EndpointReferences.of(type, client.model(), address);
  }

  @Override
  public void close() {
    client.close();
  }

  /**
   * The binding of a client. It says which one it is, and holds its handlers and roles, and whether
   * it sends MTOM.
   */
  private static final class PortBinding extends VersionBinding {
    private final SoapClient client;
    private final SoapVersion version;
    private final HandlerInterceptor handlers;

    PortBinding(SoapClient client, SoapVersion version, HandlerInterceptor handlers) {
      this.client = client;
      this.version = version;
      this.handlers = handlers;
      client.setHasHandlers(!handlers.handlers().isEmpty());
    }

    @Override
    protected SoapVersion version() {
      return version;
    }

    @SuppressWarnings("rawtypes") // the interface's own
    @Override
    public List<Handler> getHandlerChain() {
      return new ArrayList<>(handlers.handlers());
    }

    @SuppressWarnings("rawtypes") // the interface's own
    @Override
    public synchronized void setHandlerChain(List<Handler> chain) {
      List<Handler<?>> typed = new ArrayList<>();
      chain.forEach(typed::add);
      handlers.setHandlers(typed);
      client.setHasHandlers(!typed.isEmpty());
    }

    @Override
    public Set<String> getRoles() {
      Set<String> roles = new HashSet<>(version.receiverRoles());
      roles.addAll(client.roles());
      return roles;
    }

    /** Sets the roles; those of the last receiver are there always. */
    @Override
    public void setRoles(Set<String> roles) {
      try {
        client.setRoles(roles);
      } catch (IllegalArgumentException e) {
        throw new WebServiceException(e.getMessage(), e);
      }
    }

    @Override
    public boolean isMTOMEnabled() {
      return client.sendsMtom();
    }

    @Override
    public void setMTOMEnabled(boolean flag) {
      client.setMtom(flag);
    }
  }

  /**
   * The contexts of a client that belong to one thread each. They are kept by this object, and not
   * by the threads: those of a pool live for longer than a client and its application.
   *
   * <p>Thread-safe.
   */
  private static final class ThreadContexts {
    /** The contexts of one thread, which uses them alone. */
    static final class Own {
      /**
       * The request context of a thread that has its own; see {@link RequestContext#THREAD_LOCAL}.
       * Null for none.
       */
      @Nullable RequestContext request;

      /** The outcome of the last call; null for none. */
      @Nullable ResponseMetadata told;

      /** The response context of the last call; null until it is needed. */
      @Nullable Map<String, Object> response;
    }

    private final ThreadLocal<WeakReference<Own>> known = new ThreadLocal<>();

    /** What keeps them while both thread and client are there. Guarded by itself. */
    private final Map<Thread, Own> all = new WeakHashMap<>();

    /** The contexts of this thread; null where there are none yet. */
    @Nullable Own known() {
      WeakReference<Own> own = known.get();
      return own == null ? null : own.get();
    }

    /** The contexts of this thread. */
    Own own() {
      Own own = known();
      if (own == null) {
        own = new Own();
        synchronized (all) {
          all.put(Thread.currentThread(), own);
        }
        known.set(new WeakReference<>(own));
      }
      return own;
    }
  }

  /**
   * Describes a response, without its values; the response context, for which most applications
   * never ask, is made of it on demand. Immutable and thread-safe.
   */
  private record ResponseMetadata(int status, Headers headers, Map<String, Object> properties) {
    /** The metadata of a fresh response from the cache. */
    static final ResponseMetadata KEPT = new ResponseMetadata(0, Headers.NONE, Map.of());

    static ResponseMetadata of(SoapResponse response) {
      return new ResponseMetadata(response.status(), response.headers(), response.properties());
    }

    Map<String, Object> context() {
      Map<String, Object> context = new HashMap<>(properties);
      context.put(MessageContext.HTTP_RESPONSE_CODE, status);
      context.put(MessageContext.HTTP_RESPONSE_HEADERS, headers.toMap());
      if (CacheInterceptor.isStale(status, headers)) {
        context.put(Castile.STALE_RESPONSE, Boolean.TRUE);
      }
      return context;
    }
  }
}
