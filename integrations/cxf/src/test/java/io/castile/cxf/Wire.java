package io.castile.cxf;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/** Between a client and a server: notes what passes, and can damage answers. Thread-safe. */
final class Wire implements AutoCloseable {
  private static final Set<String> OF_CONNECTION =
      Set.of(
          "host",
          "connection",
          "content-length",
          "transfer-encoding",
          "upgrade",
          "expect",
          "http2-settings",
          "keep-alive",
          "date",
          "server");

  static {
    // Answers are written in two pieces, of which the second would wait for the first.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;
  private volatile URI target;
  private final List<Passed> passed = new CopyOnWriteArrayList<>();
  private volatile UnaryOperator<byte[]> damage = UnaryOperator.identity();
  private volatile UnaryOperator<byte[]> damageOfQuestion = UnaryOperator.identity();
  private volatile Cut cut = Cut.NOWHERE;
  private volatile int refusal; // 0 for none
  private volatile boolean isCodingLost;

  /** Where the next exchange breaks off. */
  enum Cut {
    NOWHERE,
    BEFORE_SERVER,
    BEFORE_ANSWER,
    WITHIN_ANSWER
  }

  /**
   * A request and its answer.
   *
   * @param asked header fields of the request, by name in lower case
   * @param told those of the answer
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Passed(
      Map<String, List<String>> asked,
      byte[] question,
      int status,
      Map<String, List<String>> told,
      byte[] answer) {
    boolean isRequestDelta() {
      return "csd".equals(first(asked, "content-encoding"));
    }

    /** Whether the request has gone as values, behind the two versions. */
    boolean isRequestOfValues() {
      return isRequestDelta() && (question[12] & 0xf0) == 0x20;
    }

    boolean isDelta() {
      return "csd".equals(first(told, "content-encoding"));
    }

    String questionText() {
      return new String(question, StandardCharsets.UTF_8);
    }

    String asked(String name) {
      return first(asked, name);
    }

    String told(String name) {
      return first(told, name);
    }

    private static String first(Map<String, List<String>> fields, String name) {
      List<String> values = fields.get(name);
      return values == null ? "" : String.join(", ", values);
    }
  }

  Wire(String target) throws IOException {
    this.target = URI.create(target);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::pass);
    server.start();
  }

  /** Of all requests that have passed, whether they went as values. */
  boolean[] requestsOfValues() {
    List<Passed> all = List.copyOf(passed);
    boolean[] values = new boolean[all.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = all.get(i).isRequestOfValues();
    }
    return values;
  }

  /** Where clients go instead. */
  String url() {
    return "http://localhost:" + server.getAddress().getPort() + target.getPath();
  }

  /** All that has passed, in the order in which the answers came. */
  List<Passed> passed() {
    return passed;
  }

  /** Has the next delta of an answer damaged. */
  void damageNext(UnaryOperator<byte[]> how) {
    damage = how;
  }

  /** Has the next delta of a request damaged. */
  void damageNextQuestion(UnaryOperator<byte[]> how) {
    damageOfQuestion = how;
  }

  /** Takes away what says of the next request that it is a delta. */
  void loseNextCoding() {
    isCodingLost = true;
  }

  /** Has the next exchange end here, with a status. */
  void refuseNext(int status) {
    refusal = status;
  }

  /** Has the next exchange break off. */
  void cutNext(Cut where) {
    cut = where;
  }

  /** Sends all to another server from now on. */
  void goTo(String url) {
    target = URI.create(url);
  }

  private void pass(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] question = exchange.getRequestBody().readAllBytes();
      Cut where = cut;
      cut = Cut.NOWHERE;
      if (where == Cut.BEFORE_SERVER) {
        return;
      }
      int refused = refusal;
      refusal = 0;
      if (refused != 0) {
        exchange.sendResponseHeaders(refused, -1);
        return;
      }
      Map<String, List<String>> asked = lower(exchange.getRequestHeaders());
      byte[] sent = question;
      if ("csd".equals(Passed.first(asked, "content-encoding"))) {
        sent = damageOfQuestion.apply(question.clone());
        damageOfQuestion = UnaryOperator.identity();
      }
      HttpRequest.Builder request =
          HttpRequest.newBuilder(target)
              .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(sent));
      boolean isLost = isCodingLost;
      isCodingLost = false;
      asked.forEach(
          (name, values) -> {
            if (!isLost || !name.equals("content-encoding")) {
              values.forEach(value -> request.header(name, value));
            }
          });
      HttpResponse<byte[]> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      Map<String, List<String>> told = lower(response.headers().map());
      byte[] answer = response.body();
      passed.add(new Passed(asked, question, response.statusCode(), told, answer));
      if ("csd".equals(Passed.first(told, "content-encoding"))) {
        answer = damage.apply(answer.clone());
        damage = UnaryOperator.identity();
      }
      if (where == Cut.BEFORE_ANSWER) {
        return;
      }
      told.forEach((name, values) -> exchange.getResponseHeaders().put(name, values));
      exchange.sendResponseHeaders(response.statusCode(), answer.length == 0 ? -1 : answer.length);
      if (answer.length > 0) {
        int length = where == Cut.WITHIN_ANSWER ? answer.length / 2 : answer.length;
        exchange.getResponseBody().write(answer, 0, length);
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static Map<String, List<String>> lower(Map<String, List<String>> fields) {
    Map<String, List<String>> lower = new java.util.TreeMap<>();
    fields.forEach(
        (name, values) -> {
          String key = name.toLowerCase(Locale.ROOT);
          if (!OF_CONNECTION.contains(key)) {
            lower.put(key, List.copyOf(values));
          }
        });
    return lower;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
