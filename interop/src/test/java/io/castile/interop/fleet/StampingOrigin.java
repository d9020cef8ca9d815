package io.castile.interop.fleet;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A service whose answers say what was asked, by whom, and when they were made. */
final class StampingOrigin implements AutoCloseable {
  private static final Pattern ASKED = Pattern.compile("<text>([^<]*)</text>");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Map<String, Queue<Long>>> calls = new ConcurrentHashMap<>();
  private final int workMillis;

  StampingOrigin(int workMillis) throws IOException {
    this.workMillis = workMillis;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  static String question(String text) {
    return question("ask", text);
  }

  static String question(String operation, String text) {
    return "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><q:"
        + operation
        + " xmlns:q=\"urn:q\"><text>"
        + text
        + "</text></q:"
        + operation
        + "></s:Body></s:Envelope>";
  }

  private void answer(HttpExchange exchange) throws IOException {
    String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Matcher asked = ASKED.matcher(request);
    String text = asked.find() ? asked.group(1) : "";
    String user = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
    calls
        .computeIfAbsent(text, key -> new ConcurrentHashMap<>())
        .computeIfAbsent(user, key -> new ConcurrentLinkedQueue<>())
        .add(System.currentTimeMillis());
    try {
      TimeUnit.MILLISECONDS.sleep(workMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    byte[] answer =
        ("<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
                + "<q:askResponse xmlns:q=\"urn:q\"><text>"
                + text
                + "</text><user>"
                + user
                + "</user><made>"
                + System.currentTimeMillis()
                + "</made></q:askResponse></s:Body></s:Envelope>")
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** How often a question has come. */
  int calls(String text) {
    return times(text).values().stream().mapToInt(Queue::size).sum();
  }

  /** When a question has come, in milliseconds since the epoch, by who has asked. */
  Map<String, Queue<Long>> times(String text) {
    return calls.getOrDefault(text, Map.of());
  }

  /** All questions that have come. */
  Set<String> questions() {
    return Set.copyOf(calls.keySet());
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
