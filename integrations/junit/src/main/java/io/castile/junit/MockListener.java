package io.castile.junit;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.castile.bridge.mock.MockCall;
import io.castile.bridge.mock.MockDocuments;
import io.castile.bridge.mock.MockResponse;
import io.castile.bridge.mock.MockService;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP end of a mock, on 127.0.0.1: messages by POST of any path, documents of the description
 * by GET. Thread-safe.
 */
final class MockListener implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(MockListener.class);

  private static final String HOST = "127.0.0.1";
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final int MAX_BYTES = 16 << 20;

  /** The JDK's name for TCP_NODELAY, without which a response on a kept connection waits. */
  private static final String NO_DELAY = "sun.net.httpserver.nodelay";

  private final HttpServer server;
  private final ExecutorService threads;
  private final MockDocuments documents;
  private final MockedService service;

  /**
   * Begins to listen.
   *
   * @param port 0 for any free one
   * @throws IOException if the port cannot be used
   */
  MockListener(MockService mock, MockDocuments documents, boolean isMadeUp, int port)
      throws IOException {
    if (System.getProperty(NO_DELAY) == null) {
      System.setProperty(NO_DELAY, "true");
    }
    this.documents = documents;
    this.server =
        HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), 0);
    this.service =
        new MockedService(
            mock, "http://" + HOST + ":" + server.getAddress().getPort() + "/", isMadeUp);
    this.threads = Executors.newCachedThreadPool(MockListener::thread);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "castile-mock");
    thread.setDaemon(true);
    return thread;
  }

  MockedService service() {
    return service;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    switch (exchange.getRequestMethod()) {
      case "POST" -> post(exchange);
      case "GET" -> get(exchange);
      default -> send(exchange, text(405, "expected a message by POST, or GET of ?wsdl"));
    }
  }

  private void get(HttpExchange exchange) throws IOException {
    String query = Objects.requireNonNullElse(exchange.getRequestURI().getRawQuery(), "");
    String base = service.address().substring(0, service.address().length() - 1);
    String document = documents.document(exchange.getRequestURI().getPath(), query, base);
    send(
        exchange,
        document == null
            ? text(404, "expected a message by POST, or GET of ?wsdl")
            : new MockResponse(200, "text/xml; charset=utf-8", document));
  }

  private void post(HttpExchange exchange) throws IOException {
    byte[] content;
    try (InputStream in = exchange.getRequestBody()) {
      content = in.readNBytes(MAX_BYTES + 1);
    }
    Headers fields = exchange.getRequestHeaders();
    String contentType = field(fields, "Content-Type");
    if (content.length > MAX_BYTES) {
      refuse(exchange, 413, "expected at most " + MAX_BYTES + " bytes, found more");
      return;
    }
    if (fields.containsKey("Content-Encoding") || !MockService.takes(contentType)) {
      refuse(
          exchange,
          415,
          "expected text/xml, application/soap+xml or multipart/related of them, without content coding, found "
              + contentType);
      return;
    }
    MockCall call = service.mock().call(contentType, field(fields, "SOAPAction"), content);
    String operation = Objects.requireNonNullElse(call.operation(), "");
    MockedService.Request request =
        request(exchange, operation, call.json(), new String(content, UTF_8));
    MockedService.Timed answer =
        service.answer(call, field(fields, MockService.FAULT_FIELD), request);
    Duration delay = answer.delay();
    if (delay.isZero()) {
      send(exchange, answer.response());
    } else {
      CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS, threads)
          .execute(() -> sendLate(exchange, answer.response()));
    }
  }

  private static MockedService.Request request(
      HttpExchange exchange, String operation, String json, String envelope) {
    Map<String, List<String>> fields = exchange.getRequestHeaders();
    String path = exchange.getRequestURI().toString();
    return new MockedService.Request(operation, json, envelope, path, fields, "");
  }

  private void refuse(HttpExchange exchange, int status, String why) throws IOException {
    service.keep(request(exchange, "", "", "").refused(why));
    send(exchange, text(status, why));
  }

  private static MockResponse text(int status, String text) {
    return new MockResponse(status, "text/plain; charset=utf-8", text);
  }

  private static String field(Headers fields, String name) {
    return Objects.requireNonNullElse(fields.getFirst(name), "");
  }

  /** Sends a response after its delay; the client, or the mock, may have ended meanwhile. */
  private static void sendLate(HttpExchange exchange, MockResponse response) {
    try {
      send(exchange, response);
    } catch (IOException e) {
      log.debug("a delayed response was not sent: {}", e.getMessage());
    }
  }

  private static void send(HttpExchange exchange, MockResponse response) throws IOException {
    try (exchange) {
      byte[] content = response.content().getBytes(UTF_8);
      if (!response.contentType().isEmpty()) {
        exchange.getResponseHeaders().set("Content-Type", response.contentType());
      }
      exchange.sendResponseHeaders(response.status(), content.length == 0 ? -1 : content.length);
      if (content.length > 0) {
        exchange.getResponseBody().write(content);
      }
    }
  }
}
