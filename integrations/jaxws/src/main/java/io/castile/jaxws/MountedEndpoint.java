package io.castile.jaxws;

import io.castile.soap.server.HttpExchange;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.EndpointContext;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.spi.http.HttpContext;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** An endpoint of the API, as far as it is published and ends. Thread-safe. */
abstract class MountedEndpoint extends Endpoint {
  private final Object implementor;

  // Guarded by this.
  private @Nullable Executor executor;
  private @Nullable Served served; // null before it is published, and after that
  private boolean isStopped;

  MountedEndpoint(Object implementor) {
    this.implementor = implementor;
  }

  /** The server of the requests to an endpoint. */
  interface Mount {
    /**
     * Answers a request, on the calling thread.
     *
     * @throws IOException if the request did not arrive, or the answer did not leave, as a whole
     */
    void serve(HttpExchange exchange) throws IOException;

    /** Whether it answers requests beneath its path too. */
    boolean takesBeneath();

    /** Refuses new requests, and waits for those under way. */
    void close();
  }

  /** The resources that end with the endpoint. */
  interface Served {
    /** Where the service is; null where only a request tells. */
    @Nullable String address();

    void close();
  }

  /**
   * Makes what answers requests.
   *
   * @param isOwnServer whether the server is one that Castile has started
   * @param isLoopback whether that is reached from this machine only
   */
  abstract Mount mount(String path, boolean isOwnServer, boolean isLoopback);

  @Override
  public Object getImplementor() {
    return implementor;
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

  /** Ignores the context: each endpoint's WSDL has the address of its own port. */
  @Override
  public void setEndpointContext(EndpointContext context) {}

  final void checkNotPublished(String what) {
    if (isPublished()) {
      throw new IllegalStateException(
          "Cannot change the "
              + what
              + ", because the endpoint is published. Set them before publish().");
    }
  }

  /** Where the service is; null where only a request tells. */
  final @Nullable String address() {
    Served now;
    synchronized (this) {
      now = served;
    }
    if (now == null) {
      throw new WebServiceException(
          "Cannot return the address, because the endpoint is not published. Call publish(…).");
    }
    return now.address();
  }

  // ---- publishing ----

  @Override
  public synchronized void publish(String address) {
    URI uri = checked(address);
    checkState();
    String path = uri.getPath().isEmpty() ? "/" : uri.getPath();
    try {
      served = SharedServers.publish(uri, path, this, this::run);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new WebServiceException(e.getMessage(), e);
    }
  }

  private static URI checked(String address) {
    if (address == null) {
      throw new IllegalArgumentException("Cannot publish at the address null. Pass one.");
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
              + "'; to use TLS, serve by Castile.server().transport(t -> t.tls(…)), or in a"
              + " container");
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
          "Cannot publish in a context of "
              + (context == null ? "null" : context.getClass().getName())
              + ". Use "
              + HttpContext.class.getName()
              + " or com.sun.net.httpserver.HttpContext.");
    }
  }

  @Override
  public void publish(HttpContext context) {
    publishAt(path -> new SpiContexts(context), context.getPath());
  }

  /** A server that is not this endpoint's own, as the endpoint sees it. */
  interface Host {
    /** Has requests answered by {@code mount} from now on. */
    void serve(Mount mount, Executor executor);

    /** Has them answered no more. */
    void end();
  }

  private interface HostAtPath {
    Host at(String path);
  }

  private synchronized void publishAt(HostAtPath host, String contextPath) {
    checkState();
    String path = contextPath == null || contextPath.isEmpty() ? "/" : contextPath;
    Mount mount;
    try {
      mount = mount(path, false, false);
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
      throw new IllegalStateException("Cannot publish the endpoint twice.");
    }
    if (isStopped) {
      throw new IllegalStateException(
          "Cannot publish the endpoint, because it has been stopped. Make another one.");
    }
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
}
