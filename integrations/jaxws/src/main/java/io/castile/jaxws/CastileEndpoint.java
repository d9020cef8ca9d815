package io.castile.jaxws;

import io.castile.Castile;
import io.castile.ServerBuilder;
import io.castile.SoapMount;
import io.castile.codec.CodecMode;
import io.castile.soap.SoapVersion;
import io.castile.soap.handler.HandlerFile;
import io.castile.soap.model.PortDescription;
import io.castile.soap.model.ServiceModel;
import io.castile.soap.server.ServiceEndpoint;
import io.castile.soap.wsdl.EndpointReferences;
import jakarta.xml.ws.Binding;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.EndpointContext;
import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.MTOMFeature;
import jakarta.xml.ws.spi.http.HttpContext;
import jakarta.xml.ws.wsaddressing.W3CEndpointReference;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * An endpoint of the API: what it is told before it is published, and then what is served.
 * Thread-safe.
 */
final class CastileEndpoint extends Endpoint {
  private final Object implementor;
  private final Features features;
  private final @Nullable Bindings bindings; // null for what the class says
  private final EndpointBinding binding;

  // Guarded by this.
  private @Nullable List<Source> metadata;
  private @Nullable Map<URI, byte[]> documents; // of the metadata; null before they are read
  private Map<String, Object> properties = new HashMap<>();
  private @Nullable Executor executor;
  private @Nullable ServiceModel model; // null before it is asked for
  private @Nullable Served served; // null before it is published, and after that
  private boolean isStopped;

  /** What ends with the endpoint. */
  interface Served {
    /** Where the service is; null where only a request tells. */
    @Nullable String address();

    void close();
  }

  /**
   * @param bindingId null for what the class says
   * @throws WebServiceException if it is another than those of SOAP over HTTP
   */
  CastileEndpoint(@Nullable String bindingId, Object implementor, Features features) {
    this.implementor = implementor;
    this.features = features;
    this.bindings = bindingId == null || bindingId.isEmpty() ? null : Bindings.of(bindingId);
    this.binding = new EndpointBinding(this);
  }

  // ---- what there is to be told ----

  @Override
  public Binding getBinding() {
    return binding;
  }

  @Override
  public Object getImplementor() {
    return implementor;
  }

  @Override
  public synchronized @Nullable List<Source> getMetadata() {
    return metadata;
  }

  /** The WSDL and the documents that it refers to, by their system identifiers. */
  @Override
  public synchronized void setMetadata(@Nullable List<Source> metadata) {
    checkNotPublished("metadata");
    this.metadata = metadata;
    this.documents = null;
    this.model = null;
  }

  @Override
  public synchronized @Nullable Executor getExecutor() {
    return executor;
  }

  /** For requests that come from now on; null for the threads of the server. */
  @Override
  public synchronized void setExecutor(@Nullable Executor executor) {
    this.executor = executor;
  }

  @Override
  public synchronized Map<String, Object> getProperties() {
    return new HashMap<>(properties);
  }

  /** {@link Endpoint#WSDL_SERVICE} and {@link Endpoint#WSDL_PORT} are heeded, as {@link QName}s. */
  @Override
  public synchronized void setProperties(@Nullable Map<String, Object> properties) {
    checkNotPublished("properties");
    this.properties = properties == null ? new HashMap<>() : new HashMap<>(properties);
    this.model = null;
  }

  /** Nothing is made of it: each endpoint's WSDL has the address of its own port. */
  @Override
  public void setEndpointContext(EndpointContext context) {}

  private void checkNotPublished(String what) {
    if (served != null) {
      throw new IllegalStateException(
          "the endpoint is published: its " + what + " are as they are");
    }
  }

  // ---- what is known of it ----

  /** Also before it is published. */
  synchronized ServiceModel model() {
    ServiceModel known = model;
    if (known == null) {
      known = ServiceEndpoint.model(implementor.getClass(), CodecMode.ADAPTIVE).described(port());
      model = known;
    }
    return known;
  }

  SoapVersion version() {
    return bindings == null ? model().version() : bindings.version();
  }

  /** What the file has that an annotation of the implementation names. */
  HandlerFile.Content handlerFile() {
    return HandlerFile.read(implementor.getClass(), model(), version());
  }

  /** Whether answers may leave as MTOM, as far as annotations do not say. */
  @Nullable MTOMFeature mtom() {
    MTOMFeature feature = features.get(MTOMFeature.class);
    if (feature == null && bindings != null && bindings.mtom()) {
      return new MTOMFeature();
    }
    return feature;
  }

  private synchronized PortDescription port() {
    Map<URI, byte[]> read = documents;
    if (read == null) { // sources are read once
      read = Metadata.documents(metadata == null ? List.of() : metadata);
      documents = read;
    }
    return new PortDescription(
        name(WSDL_SERVICE), name(WSDL_PORT), bindings == null ? null : bindings.version(), read);
  }

  private @Nullable QName name(String property) {
    Object value = properties.get(property);
    if (value == null || value instanceof QName) {
      return (QName) value;
    }
    throw new WebServiceException(
        "property " + property + ": expected a QName, found a " + value.getClass().getName());
  }

  // ---- publishing ----

  @Override
  public synchronized void publish(String address) {
    URI uri = checked(address);
    checkState();
    String path = uri.getPath().isEmpty() ? "/" : uri.getPath();
    try {
      ServerBuilder server = server(path);
      served = SharedServers.publish(uri, path, server, this::run);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new WebServiceException(e.getMessage(), e);
    }
  }

  private static URI checked(String address) {
    if (address == null) {
      throw new IllegalArgumentException("expected an address, found null");
    }
    URI uri;
    try {
      uri = new URI(address);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("expected an address, found '" + address + "'", e);
    }
    if (!"http".equalsIgnoreCase(uri.getScheme()) || uri.getHost() == null) {
      throw new IllegalArgumentException(
          "expected an address http://host:port/path, found '"
              + address
              + "'; over TLS, serve by Castile.server().tls(…), or in a container");
    }
    return uri;
  }

  @Override
  public void publish(Object context) {
    if (context instanceof HttpContext http) {
      publish(http);
    } else if (SunContexts.isOne(context)) {
      publishAt(path -> new SunContexts(context, path), SunContexts.path(context));
    } else {
      throw new IllegalArgumentException(
          "expected a "
              + HttpContext.class.getName()
              + " or a com.sun.net.httpserver.HttpContext, found "
              + (context == null ? "null" : context.getClass().getName()));
    }
  }

  @Override
  public void publish(HttpContext context) {
    publishAt(path -> new SpiContexts(context), context.getPath());
  }

  /** Somebody else's server, as this endpoint sees it. */
  interface Host {
    /** Has requests answered by {@code mount} from now on. */
    void serve(SoapMount mount, Executor executor);

    /** Has them answered no more. */
    void end();
  }

  private interface HostAtPath {
    Host at(String path);
  }

  private synchronized void publishAt(HostAtPath host, String contextPath) {
    checkState();
    String path = contextPath == null || contextPath.isEmpty() ? "/" : contextPath;
    SoapMount mount;
    try {
      mount = server(path).mount();
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new WebServiceException(e.getMessage(), e);
    }
    Host here = host.at(path);
    here.serve(mount, this::run);
    served =
        new Served() {
          @Override
          public @Nullable String address() {
            return null;
          }

          @Override
          public void close() {
            here.end();
            mount.close();
          }
        };
  }

  private void checkState() {
    if (served != null) {
      throw new IllegalStateException("the endpoint is published already");
    }
    if (isStopped) {
      throw new IllegalStateException("the endpoint has been stopped, and is not published again");
    }
  }

  private ServerBuilder server(String path) {
    ServerBuilder server = Castile.server().publish(path, implementor, port());
    List<Handler<?>> handlers = binding.handlers();
    if (handlers != null) {
      server.handlerFiles(false).handlers(handlers.toArray(new Handler<?>[0]));
    }
    binding.ownRoles().forEach(role -> server.roles(role));
    AddressingFeature addressing = features.get(AddressingFeature.class);
    if (addressing != null) {
      server.addressing(addressing);
    }
    MTOMFeature mtom = binding.mtom();
    if (mtom != null) {
      server.mtom(mtom).mtomAnnotations(false);
    }
    ServerFeature own = features.get(ServerFeature.class);
    if (own != null && own.isEnabled()) {
      own.apply(server);
    }
    return server;
  }

  /** Serves a request on the thread that the application has for it. */
  private void run(Runnable request) {
    Executor chosen = getExecutor();
    if (chosen == null) {
      request.run();
    } else {
      chosen.execute(request);
    }
  }

  @Override
  public void stop() {
    Served ended;
    synchronized (this) {
      ended = served;
      served = null;
      isStopped |= ended != null;
    }
    if (ended != null) {
      ended.close();
    }
  }

  @Override
  public synchronized boolean isPublished() {
    return served != null;
  }

  // ---- references ----

  @Override
  public EndpointReference getEndpointReference(Element... parameters) {
    return getEndpointReference(W3CEndpointReference.class, parameters);
  }

  @Override
  public <T extends EndpointReference> T getEndpointReference(
      Class<T> type, Element... parameters) {
    Served now;
    synchronized (this) {
      now = served;
    }
    String address = now == null ? null : now.address();
    if (address == null) {
      throw new WebServiceException(
          now == null
              ? "expected an endpoint that is published, found one that is not"
              : "the address of an endpoint in a server of somebody else's is known to requests"
                  + " only: ask the WebServiceContext");
    }
    return EndpointReferences.of(type, model(), address, parameters);
  }
}
