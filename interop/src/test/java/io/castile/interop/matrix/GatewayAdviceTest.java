package io.castile.interop.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.castile.cache.observe.Advice;
import io.castile.cache.observe.IdentityAdvice;
import io.castile.cache.observe.OperationAdvice;
import io.castile.cache.observe.Verdict;
import io.castile.gateway.Gateway;
import io.castile.gateway.config.GatewayConfig;
import io.castile.gateway.config.ListenAddress;
import io.castile.interop.Corpus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A gateway observes calls of the corpus and of a portal, of which the truth is known, for half a
 * minute: what it advises is held against that.
 */
@Tag("long")
final class GatewayAdviceTest {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final int CORPUS_MESSAGES = 20;
  private static final int CALLERS = 3;
  private static final Duration LOAD = Duration.ofSeconds(27);
  private static final long CHANGE_MILLIS = 3_000;

  private final long start = System.currentTimeMillis();
  private final AtomicLong count = new AtomicLong();

  /** What the answers to a question are. */
  private enum Truth {
    /** The same always. */
    CONSTANT,
    /** Another one every three seconds. */
    CHANGING,
    /** Another one each time. */
    UNIQUE,
    /** One for each caller. */
    OWN,
    /** The same but for a stamp; the requests have a stamp, too. */
    STAMPED
  }

  private record Question(Truth truth, String type, String message) {}

  @Test
  void theAdviceIsTheTruth() throws Exception {
    Map<String, Question> questions = portal();
    corpus(questions);
    HttpServer origin =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    ExecutorService threads = Executors.newCachedThreadPool();
    origin.setExecutor(threads);
    origin.createContext("/", this::answer);
    origin.start();
    URI uri = URI.create("http://127.0.0.1:" + origin.getAddress().getPort());
    try (Gateway gateway =
        Gateway.start(GatewayConfig.of(new ListenAddress("127.0.0.1", 0), uri), 1)) {
      load(gateway, List.copyOf(questions.values()));

      Advice advice = Advice.of(gateway.recording().orElseThrow());
      questions.forEach((operation, question) -> check(advice, operation, question.truth()));
    } finally {
      origin.stop(0);
      threads.shutdownNow();
    }
  }

  // ---- calls ----

  private static Map<String, Question> portal() {
    Map<String, Question> portal = new LinkedHashMap<>();
    for (Truth truth : Truth.values()) {
      String operation = "get" + truth;
      portal.put(
          "{urn:portal}" + operation,
          new Question(
              truth,
              "text/xml; charset=utf-8",
              "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><p:"
                  + operation
                  + " xmlns:p=\"urn:portal\"><symbol>%s</symbol>"
                  + (truth == Truth.STAMPED ? "<sent>%s</sent>" : "")
                  + "</p:"
                  + operation
                  + "></s:Body></s:Envelope>"));
    }
    return portal;
  }

  /** Messages of the corpus, one of each operation; their answers are constant or change. */
  private static void corpus(Map<String, Question> questions) throws IOException {
    assumeTrue(Corpus.find().isPresent(), "the corpus is absent (../shared/corpus)");
    Path folder = Corpus.find().orElseThrow().folder().resolve("messages");
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.filter(file -> file.toString().endsWith(".xml")).sorted().toList();
    }
    int taken = 0;
    for (Path file : files) {
      String operation = CorpusRequests.operation(file);
      if (operation != null && !questions.containsKey(operation) && taken < CORPUS_MESSAGES) {
        String message = Files.readString(file, StandardCharsets.UTF_8).replace("%", "%%");
        Truth truth = taken % 2 == 0 ? Truth.CONSTANT : Truth.CHANGING;
        questions.put(operation, new Question(truth, "text/xml; charset=utf-8", message));
        taken++;
      }
    }
    assertThat(taken).isEqualTo(CORPUS_MESSAGES);
  }

  private void load(Gateway gateway, List<Question> questions) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + gateway.port() + "/portal");
    List<Thread> callers = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      int caller = i;
      callers.add(
          new Thread(
              () -> {
                try {
                  call(uri, questions, caller);
                } catch (IOException | InterruptedException | AssertionError e) {
                  synchronized (failures) {
                    failures.add(e);
                  }
                }
              }));
    }
    callers.forEach(Thread::start);
    for (Thread each : callers) {
      each.join();
    }
    assertThat(failures).isEmpty();
  }

  private void call(URI uri, List<Question> questions, int caller)
      throws IOException, InterruptedException {
    Random random = new Random(caller);
    long end = System.nanoTime() + LOAD.toNanos();
    while (System.nanoTime() < end) {
      Question question = questions.get(random.nextInt(questions.size()));
      String message =
          question.message().formatted("symbol " + random.nextInt(2), count.incrementAndGet());
      HttpRequest request =
          HttpRequest.newBuilder(uri)
              .header("Content-Type", question.type())
              .header("Authorization", "Bearer " + caller)
              .header("Truth", question.truth().name())
              .POST(BodyPublishers.ofString(message))
              .build();
      HttpResponse<String> response = CLIENT.send(request, BodyHandlers.ofString());
      assertThat(response.statusCode()).isEqualTo(200);
      Thread.sleep(4); // so that a recorder of bounded size has all of it
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String value =
        switch (Truth.valueOf(exchange.getRequestHeaders().getFirst("Truth"))) {
          case CONSTANT -> "constant";
          case CHANGING -> "number " + (System.currentTimeMillis() - start) / CHANGE_MILLIS;
          case UNIQUE -> "unique " + count.incrementAndGet();
          case OWN -> "of " + exchange.getRequestHeaders().getFirst("Authorization");
          case STAMPED -> "stamped</value><made>" + count.incrementAndGet() + "</made><value>";
        };
    byte[] answer =
        ("<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
                + "<p:response xmlns:p=\"urn:portal\"><value>"
                + value
                + "</value><of>"
                + (request.contains("symbol 1") ? 1 : 0)
                + "</of></p:response></s:Body></s:Envelope>")
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  // ---- what is advised ----

  private static void check(Advice advice, String operation, Truth truth) {
    OperationAdvice found =
        advice.operations().stream()
            .filter(each -> each.operation().operation().toString().equals(operation))
            .findFirst()
            .orElseThrow(() -> new AssertionError(operation + " was not seen"));
    String what = operation + ", which is " + truth + ": " + found.reasons();
    IdentityAdvice sender =
        found.identities().stream()
            .filter(each -> each.name().endsWith("authorization"))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no sender of " + what));
    assertThat(sender.values()).as(what).isEqualTo(CALLERS);
    assertThat(sender.matters()).as(what).isEqualTo(truth == Truth.OWN);
    switch (truth) {
      case CONSTANT -> {
        assertThat(found.verdict()).as(what).isEqualTo(Verdict.CACHE);
        assertThat(found.changeInterval()).as(what).isEmpty();
      }
      case CHANGING -> {
        assertThat(found.changeInterval()).as(what).isPresent();
        assertThat(found.changeInterval().orElseThrow().toMillis())
            .as(what)
            .isBetween(CHANGE_MILLIS * 2 / 3, CHANGE_MILLIS * 4 / 3);
      }
      case UNIQUE -> assertThat(found.verdict()).as(what).isEqualTo(Verdict.NOT);
      case OWN -> {
        assertThat(found.verdict()).as(what).isEqualTo(Verdict.CACHE);
        assertThat(found.rule().orElseThrow().toString()).as(what).contains("authorization");
      }
      case STAMPED -> {
        assertThat(found.volatileRequestParts()).as(what).anyMatch(path -> path.endsWith("sent"));
        assertThat(found.volatileAnswerParts()).as(what).anyMatch(path -> path.endsWith("made"));
        assertThat(found.rule().orElseThrow().toString()).as(what).contains("sent");
      }
    }
  }
}
