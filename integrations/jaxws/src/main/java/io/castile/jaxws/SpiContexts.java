package io.castile.jaxws;

import io.castile.soap.server.HttpExchange;
import io.castile.xml.Payload;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.spi.http.HttpContext;
import jakarta.xml.ws.spi.http.HttpHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.Principal;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A server that brings requests as Jakarta XML Web Services 4.0 says (§5.2.5). Thread-safe. */
final class SpiContexts implements MountedEndpoint.Host {
  private final HttpContext context;

  SpiContexts(HttpContext context) {
    this.context = context;
  }

  @Override
  public void serve(MountedEndpoint.Mount mount, Executor executor) {
    context.setHandler(new Answering(mount, executor));
  }

  /** A context cannot be without a handler: the mount, which is closed, refuses what comes. */
  @Override
  public void end() {}

  /** Answers what the server brings. */
  private static final class Answering extends HttpHandler {
    private final MountedEndpoint.Mount mount;
    private final Executor executor;

    Answering(MountedEndpoint.Mount mount, Executor executor) {
      this.mount = mount;
      this.executor = executor;
    }

    @Override
    public void handle(jakarta.xml.ws.spi.http.HttpExchange exchange) throws IOException {
      try {
        Requests.serve(mount, new SpiExchange(exchange), executor);
      } finally {
        exchange.close();
      }
    }
  }

  /** A request as a server brings it by the API. Owned by the thread that serves it. */
  private static final class SpiExchange implements HttpExchange {
    private final jakarta.xml.ws.spi.http.HttpExchange exchange;
    private int status = 200;

    SpiExchange(jakarta.xml.ws.spi.http.HttpExchange exchange) {
      this.exchange = exchange;
    }

    @Override
    public String method() {
      return exchange.getRequestMethod();
    }

    @Override
    public @Nullable String protocol() {
      return exchange.getProtocol();
    }

    @Override
    public String mountPath() {
      String path = exchange.getContextPath();
      return path == null ? "" : path;
    }

    /** Returns the path of the context, at which the endpoint is published. */
    @Override
    public String path() {
      String path = exchange.getHttpContext().getPath();
      return path == null || path.isEmpty() ? "/" : path;
    }

    @Override
    public @Nullable String query() {
      return exchange.getQueryString();
    }

    @Override
    public String origin() {
      String host = exchange.getRequestHeader("Host");
      if (host == null) {
        host =
            exchange.getLocalAddress().getHostString() + ":" + exchange.getLocalAddress().getPort();
      }
      return exchange.getScheme() + "://" + host;
    }

    @Override
    public @Nullable String header(String name) {
      return exchange.getRequestHeader(name);
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
    public InputStream content() throws IOException {
      return exchange.getRequestBody();
    }

    @Override
    public @Nullable Principal principal() {
      return exchange.getUserPrincipal();
    }

    @Override
    public boolean isInRole(String role) {
      return exchange.isUserInRole(role);
    }

    /** Returns the properties of a servlet container. */
    @Override
    public Map<String, Object> properties() {
      Map<String, Object> properties = new HashMap<>();
      for (String name :
          new String[] {
            MessageContext.SERVLET_CONTEXT,
            MessageContext.SERVLET_REQUEST,
            MessageContext.SERVLET_RESPONSE
          }) {
        Object value = exchange.getAttribute(name);
        if (value != null) {
          properties.put(name, value);
        }
      }
      return properties;
    }

    @Override
    public void status(int code) {
      status = code;
    }

    @Override
    public void header(String name, String value) {
      exchange.getResponseHeaders().remove(name);
      exchange.addResponseHeader(name, value);
    }

    @Override
    public void endConnection() {
      header("Connection", "close");
    }

    @Override
    public void send(Payload content) throws IOException {
      if (content.size() != Payload.UNKNOWN_SIZE) {
        header("Content-Length", Integer.toString(content.size()));
      }
      exchange.setStatus(status);
      OutputStream out = exchange.getResponseBody();
      content.writeTo(out);
      out.close(); // which says that this was all
    }
  }
}
