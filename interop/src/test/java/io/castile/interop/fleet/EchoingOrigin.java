package io.castile.interop.fleet;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A service whose answer to a caller is what the request said of that caller. */
final class EchoingOrigin implements AutoCloseable {
  private static final Pattern BLOCKS =
      Pattern.compile("<w:Security.*</w:Security>|<h:Region.*</h:Region>|<o:Other.*</o:Other>");
  private static final Pattern TEXT = Pattern.compile("<text[^>]*>([^<]*)</text>");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger calls = new AtomicInteger();
  volatile boolean fails;

  EchoingOrigin() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    calls.incrementAndGet();
    if (fails) {
      exchange.sendResponseHeaders(503, -1);
      exchange.close();
      return;
    }
    StringBuilder seen = new StringBuilder();
    for (String field : Caller.FIELDS) {
      List<String> values = exchange.getRequestHeaders().get(field);
      seen.append(values == null ? null : String.join(", ", values)).append('\n');
    }
    byte[] answer =
        ("<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
                + "<q:askResponse xmlns:q=\"urn:q\"><echo>"
                + echo(seen.toString(), request)
                + "</echo></q:askResponse></s:Body></s:Envelope>")
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
    exchange.getResponseHeaders().set("ETag", "\"" + Integer.toHexString(answer.length) + "\"");
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  /**
   * What the answer to a request says.
   *
   * @param fields a line for each of {@link Caller#FIELDS}
   */
  static String echo(String fields, String request) {
    StringBuilder all = new StringBuilder(fields);
    Matcher blocks = BLOCKS.matcher(request);
    while (blocks.find()) {
      all.append(blocks.group()).append('\n');
    }
    Matcher text = TEXT.matcher(request);
    all.append(text.find() ? text.group(1) : "no text");
    return Base64.getEncoder().encodeToString(all.toString().getBytes(StandardCharsets.UTF_8));
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  int calls() {
    return calls.get();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
