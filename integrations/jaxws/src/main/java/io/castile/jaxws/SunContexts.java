package io.castile.jaxws;

import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpsServer;
import io.castile.soap.server.HttpExchange;
import io.castile.xml.Payload;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.security.Principal;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A context of the JDK's own HTTP server. Thread-safe. */
final class SunContexts implements MountedEndpoint.Host {
  private final HttpContext context;
  private final String path;

  SunContexts(Object context, String path) {
    this.context = (HttpContext) context;
    this.path = path;
  }

  /** Whether an object is such a context; not where the runtime has no such server. */
  static boolean isOne(Object context) {
    try {
      return context instanceof HttpContext;
    } catch (NoClassDefFoundError e) {
      return false;
    }
  }

  static String path(Object context) {
    return ((HttpContext) context).getPath();
  }

  @Override
  public void serve(MountedEndpoint.Mount mount, Executor executor) {
    context.setHandler(
        exchange -> {
          try (exchange) {
            Requests.serve(mount, new SunExchange(exchange, path), executor);
          }
        });
  }

  @Override
  public void end() {
    context.getServer().removeContext(context);
  }

  /** A request of the JDK's own HTTP server. Owned by the thread that serves it. */
  private static final class SunExchange implements HttpExchange {
    private final com.sun.net.httpserver.HttpExchange exchange;
    private final String path;
    private int status = 200;

    /**
     * @param path at which the endpoint is published
     */
    SunExchange(com.sun.net.httpserver.HttpExchange exchange, String path) {
      this.exchange = exchange;
      this.path = path;
    }

    @Override
    public String method() {
      return exchange.getRequestMethod();
    }

    @Override
    public String protocol() {
      return exchange.getProtocol();
    }

    @Override
    public String mountPath() {
      return "";
    }

    /** That server brings requests below the path too, which are others. */
    @Override
    public String path() {
      String asked = exchange.getRequestURI().getPath();
      return asked.isEmpty() ? path : asked;
    }

    @Override
    public @Nullable String query() {
      return exchange.getRequestURI().getRawQuery();
    }

    @Override
    public String origin() {
      String scheme =
          exchange.getHttpContext().getServer() instanceof HttpsServer ? "https://" : "http://";
      String host = header("Host");
      InetSocketAddress local = exchange.getLocalAddress();
      return scheme + (host == null ? local.getHostString() + ":" + local.getPort() : host);
    }

    @Override
    public @Nullable String header(String name) {
      return exchange.getRequestHeaders().getFirst(name);
    }

    @Override
    public void headers(BiConsumer<String, String> fields) {
      exchange
          .getRequestHeaders()
          .forEach((name, values) -> values.forEach(value -> fields.accept(name, value)));
    }

    @Override
    public long contentLength() {
      String length = header("Content-Length");
      return length == null || !length.matches("\\d{1,18}") ? -1 : Long.parseLong(length);
    }

    @Override
    public InputStream content() {
      return exchange.getRequestBody();
    }

    @Override
    public @Nullable Principal principal() {
      return exchange.getPrincipal();
    }

    @Override
    public boolean isInRole(String role) {
      return false;
    }

    @Override
    public Map<String, Object> properties() {
      return Map.of();
    }

    @Override
    public void status(int code) {
      status = code;
    }

    @Override
    public void header(String name, String value) {
      exchange.getResponseHeaders().set(name, value);
    }

    @Override
    public void endConnection() {
      header("Connection", "close");
    }

    /** A length of 0 would mean an unknown one, and -1 means none. */
    @Override
    public void send(Payload content) throws IOException {
      int size = content.size();
      exchange.sendResponseHeaders(
          status, size == 0 ? -1 : size == Payload.UNKNOWN_SIZE ? 0 : size);
      if (size != 0) {
        try (OutputStream out = exchange.getResponseBody()) {
          content.writeTo(out);
        }
      }
    }
  }
}
