package io.castile.mcp;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The streamable HTTP transport of the protocol, without streams and sessions: a message is a POST,
 * which its response answers. Web pages of other servers are refused, by {@code Origin}, and by
 * {@code Host} where the address is one of this machine only.
 */
final class HttpListener implements AutoCloseable {
  static final String PATH = "/mcp";

  private static final int MAX_AT_ONCE = 16;
  private static final String JSON = "application/json";
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  /** The JDK's name for the seconds in which a request has to come; a slow one holds a thread. */
  private static final String MAX_REQUEST_TIME = "sun.net.httpserver.maxReqTime";

  private static final String REQUEST_SECONDS = "60";

  /**
   * The JDK's name for the seconds in which a request that has come is answered, and its response
   * taken: a client that reads nothing holds a thread.
   */
  private static final String MAX_RESPONSE_TIME = "sun.net.httpserver.maxRspTime";

  /** How long a client may take for a response, after the longest call. */
  private static final Duration TAKING = Duration.ofSeconds(60);

  /** The JDK's name for TCP_NODELAY, without which a response on a kept connection waits. */
  private static final String NO_DELAY = "sun.net.httpserver.nodelay";

  private static final Logger LOG = LoggerFactory.getLogger(HttpListener.class);

  private final Endpoint endpoint;
  private final HttpServer server;
  private final ExecutorService threads;
  private final boolean isLoopback;

  /**
   * Starts listening.
   *
   * @param call how long a call of the service may take
   * @throws IOException if the address cannot be used
   */
  HttpListener(Endpoint endpoint, InetSocketAddress address, Duration call) throws IOException {
    this.endpoint = endpoint;
    InetAddress host = address.getAddress();
    this.isLoopback = host != null && host.isLoopbackAddress();
    setIfAbsent(MAX_REQUEST_TIME, REQUEST_SECONDS);
    setIfAbsent(MAX_RESPONSE_TIME, String.valueOf(call.plus(TAKING).toSeconds()));
    setIfAbsent(NO_DELAY, "true");
    this.server = HttpServer.create(address, 0);
    this.threads = Executors.newFixedThreadPool(MAX_AT_ONCE, Threads.named("castile-mcp-http"));
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  private static void setIfAbsent(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  InetSocketAddress address() {
    return server.getAddress();
  }

  private void handle(HttpExchange exchange) {
    try (exchange) {
      int refused = refused(exchange);
      if (refused > 0) {
        if (refused == 405) {
          exchange.getResponseHeaders().set("Allow", "POST");
        }
        exchange.sendResponseHeaders(refused, -1);
        return;
      }
      byte[] message;
      try (InputStream in = exchange.getRequestBody()) {
        message = in.readNBytes(StdioLoop.MAX_MESSAGE + 1);
      }
      boolean isCut = message.length > StdioLoop.MAX_MESSAGE;
      byte[] answer =
          endpoint.answer(isCut ? Arrays.copyOf(message, StdioLoop.MAX_MESSAGE) : message, isCut);
      if (answer == null) {
        exchange.sendResponseHeaders(202, -1);
        return;
      }
      exchange.getResponseHeaders().set("Content-Type", JSON);
      exchange.sendResponseHeaders(200, answer.length);
      exchange.getResponseBody().write(answer);
    } catch (IOException e) {
      LOG.debug("A client has gone before it was answered.", e);
    }
  }

  /** Returns the status with which a request is refused; 0 if it is not. */
  private int refused(HttpExchange exchange) {
    Headers fields = exchange.getRequestHeaders();
    String origin = fields.getFirst("Origin");
    String host = fields.getFirst("Host");
    if (origin != null && !LOOPBACK.contains(host(origin))) {
      return 403;
    }
    if (isLoopback && (host == null || !LOOPBACK.contains(host("http://" + host)))) {
      return 403;
    }
    if (!exchange.getRequestURI().getPath().equals(PATH)) {
      return 404;
    }
    if (!exchange.getRequestMethod().equals("POST")) {
      return 405;
    }
    String type = fields.getFirst("Content-Type");
    if (type == null || !type.toLowerCase(Locale.ROOT).split(";", 2)[0].strip().equals(JSON)) {
      return 415;
    }
    String version = fields.getFirst("MCP-Protocol-Version");
    return version != null && !Endpoint.VERSIONS.contains(version) ? 400 : 0;
  }

  private static String host(String address) {
    try {
      @Nullable String host = new URI(address).getHost();
      return host == null ? "" : host.toLowerCase(Locale.ROOT);
    } catch (URISyntaxException e) {
      return "";
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
