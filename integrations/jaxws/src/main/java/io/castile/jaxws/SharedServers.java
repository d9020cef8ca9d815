package io.castile.jaxws;

import io.castile.soap.http.HttpServerOptions;
import io.castile.soap.server.HttpExchange;
import io.castile.soap.server.HttpServer;
import io.castile.soap.server.HttpServers;
import io.castile.xml.Payload;
import jakarta.xml.ws.WebServiceException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The servers behind {@code Endpoint.publish(address)}: one for each host and port, as long as
 * endpoints are published there. Thread-safe.
 */
final class SharedServers {
  /** The running servers by host and port. Guarded by the map. */
  private static final Map<String, SharedServers> RUNNING = new HashMap<>();

  private final String key;

  /** The mounted endpoints by path. */
  private final ConcurrentHashMap<String, Mounted> mounted = new ConcurrentHashMap<>();

  @SuppressWarnings("NullAway.Init") // set before this is published
  private HttpServer server;

  private record Mounted(MountedEndpoint.Mount mount, Executor executor) {}

  private SharedServers(String key) {
    this.key = key;
  }

  /**
   * Serves an endpoint.
   *
   * @param address with host and port; port 0 for any free one, of a server of its own
   * @param executor runs each request, and returns before or after that
   * @throws WebServiceException if the port cannot be bound, or has an endpoint at the path
   * @throws IllegalStateException if there is no HTTP server on the class path
   */
  static MountedEndpoint.Served publish(
      URI address, String path, MountedEndpoint endpoint, Executor executor) {
    int port = address.getPort() < 0 ? 80 : address.getPort();
    String host = address.getHost();
    String key = port == 0 ? "any " + System.identityHashCode(endpoint) : host + ":" + port;
    synchronized (RUNNING) {
      SharedServers known = RUNNING.get(key);
      if (known != null && known.mounted.containsKey(path)) {
        throw new WebServiceException(
            "Cannot publish "
                + path
                + " at "
                + key
                + ", because an endpoint is published there. Use another path.");
      }
      SharedServers shared = known == null ? new SharedServers(key) : known;
      if (known == null) {
        shared.server = start(host, port, shared);
      }
      try {
        MountedEndpoint.Mount mount = endpoint.mount(path, true, isLoopback(host));
        shared.mounted.put(path, new Mounted(mount, executor));
      } finally {
        if (shared.mounted.isEmpty()) {
          shared.server.close();
        } else {
          RUNNING.put(key, shared);
        }
      }
      return shared.new Publication(path, address);
    }
  }

  private static HttpServer start(String host, int port, SharedServers shared) {
    String bound = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    HttpServerOptions options =
        HttpServerOptions.builder().host(isAny(bound) ? null : bound).port(port).build();
    try {
      return HttpServers.provider().start(options, shared::serve);
    } catch (IOException e) {
      throw new WebServiceException(
          "Cannot start the server at " + host + ":" + port + ": " + e.getMessage(), e);
    }
  }

  private static boolean isAny(String host) {
    try {
      return InetAddress.getByName(host).isAnyLocalAddress();
    } catch (UnknownHostException e) {
      return false; // starting says so
    }
  }

  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private void serve(HttpExchange exchange) throws IOException {
    Mounted found = found(exchange.path());
    if (found != null) {
      Requests.serve(found.mount(), exchange, found.executor());
      return;
    }
    byte[] text = "no service is published at this path".getBytes(StandardCharsets.UTF_8);
    exchange.status(mounted.isEmpty() ? 503 : 404);
    exchange.header("Content-Type", "text/plain; charset=utf-8");
    exchange.send(Payload.of(text, text.length));
  }

  /**
   * The endpoint at a path, or else that of the longest path above it which takes such requests.
   */
  private @Nullable Mounted found(String path) {
    Mounted exact = mounted.get(path);
    for (String above = path; exact == null && !above.isEmpty(); ) {
      above = above.substring(0, above.lastIndexOf('/'));
      Mounted at = mounted.get(above.isEmpty() ? "/" : above);
      exact = at != null && at.mount().takesBeneath() ? at : null;
    }
    return exact;
  }

  /** An endpoint at its path. */
  private final class Publication implements MountedEndpoint.Served {
    private final String path;
    private final URI address;

    Publication(String path, URI address) {
      this.path = path;
      this.address = address;
    }

    @Override
    public String address() {
      if (address.getPort() != 0) {
        return address.toString();
      }
      return address.toString().replaceFirst(":0(?=/|$)", ":" + server.port());
    }

    @Override
    public void close() {
      Mounted ended = mounted.get(path);
      if (ended == null) {
        return;
      }
      ended.mount().close();
      synchronized (RUNNING) {
        mounted.remove(path);
        if (mounted.isEmpty()) {
          RUNNING.remove(key);
          server.close();
        }
      }
    }
  }
}
