package io.castile.gateway;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A service behind a gateway, on the JDK's HTTP server, which tells what it was asked. */
public final class TestOrigin implements AutoCloseable {
  /** Answers one request. */
  public interface Service {
    Answer answer(Request request) throws Exception;
  }

  /** What came. */
  public record Request(String method, String target, Headers fields, byte[] content) {
    public String text() {
      return new String(content, StandardCharsets.UTF_8);
    }
  }

  /** What is answered; a length of -1 has the content sent in chunks. */
  public record Answer(int status, List<String> fields, byte[] content, boolean chunked) {
    public static Answer of(int status, String content, String... fields) {
      return new Answer(status, List.of(fields), content.getBytes(StandardCharsets.UTF_8), false);
    }

    public static Answer soap(String content, String... fields) {
      List<String> all = new java.util.ArrayList<>(List.of(fields));
      all.add("Content-Type: text/xml; charset=utf-8");
      return new Answer(200, all, content.getBytes(StandardCharsets.UTF_8), false);
    }
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Request> requests = new CopyOnWriteArrayList<>();

  public TestOrigin(Service service) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", exchange -> answer(exchange, service));
    server.start();
  }

  private void answer(HttpExchange exchange, Service service) throws IOException {
    Request request =
        new Request(
            exchange.getRequestMethod(),
            exchange.getRequestURI().toString(),
            exchange.getRequestHeaders(),
            exchange.getRequestBody().readAllBytes());
    requests.add(request);
    Answer answer;
    try {
      answer = service.answer(request);
    } catch (Exception e) {
      exchange.close(); // the connection ends without an answer
      return;
    }
    for (String field : answer.fields()) {
      int colon = field.indexOf(':');
      exchange.getResponseHeaders().add(field.substring(0, colon), field.substring(colon + 2));
    }
    int length = answer.content().length;
    boolean isEmpty = length == 0 || exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(answer.status(), answer.chunked() ? 0 : isEmpty ? -1 : length);
    if (!isEmpty) {
      exchange.getResponseBody().write(answer.content());
    }
    exchange.close();
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  public URI uri(String path) {
    return URI.create(uri() + path);
  }

  /** What has come so far. */
  public List<Request> requests() {
    return requests;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
