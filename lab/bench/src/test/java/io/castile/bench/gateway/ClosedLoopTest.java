package io.castile.bench.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.castile.bench.gateway.LoadConnection.Asked;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The load, on a server that counts what it is asked, and takes a known time to answer. */
final class ClosedLoopTest {
  private static final int DELAY_MILLIS = 20;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
  private final Map<InetSocketAddress, Boolean> clients = new ConcurrentHashMap<>();
  private final AtomicInteger atOnce = new AtomicInteger();
  private final AtomicInteger mostAtOnce = new AtomicInteger();
  private volatile int status = 200;
  private HttpServer server;

  @BeforeEach
  void start() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
          clients.put(exchange.getRemoteAddress(), true);
          byte[] content = exchange.getRequestBody().readAllBytes();
          asked.add(exchange.getRequestURI() + " " + new String(content, StandardCharsets.UTF_8));
          delay();
          atOnce.decrementAndGet();
          exchange.sendResponseHeaders(status, content.length);
          exchange.getResponseBody().write(content);
          exchange.close();
        });
    server.start();
  }

  private static void delay() {
    try {
      TimeUnit.MILLISECONDS.sleep(DELAY_MILLIS); // what is measured
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private Load.Result run(List<Asked> questions, boolean isTogether, int connections) {
    Iterator<Asked> rest = questions.iterator();
    Supplier<Optional<Asked>> next =
        () -> rest.hasNext() ? Optional.of(rest.next()) : Optional.empty();
    return new ClosedLoop(next, isTogether).run(server.getAddress().getPort(), connections);
  }

  private static List<Asked> questions(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new Asked("/x?n=" + i, ("q" + i).getBytes(StandardCharsets.UTF_8)))
        .toList();
  }

  @Test
  void everyQuestionIsAskedOnceOnConnectionsThatStay() {
    Load.Result result = run(questions(60), false, 4);

    assertThat(asked)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, 60).mapToObj(i -> "/x?n=" + i + " q" + i).toList());
    assertThat(clients).hasSize(4);
    assertThat(mostAtOnce).hasValueLessThanOrEqualTo(4);
    assertThat(result.requests()).isEqualTo(60);
  }

  /** No answer is faster than the server, and the percentiles and the rate agree with that. */
  @Test
  void latenciesAreNotBelowTheServersDelay() {
    Load.Result result = run(questions(40), false, 2);

    double delayMicros = 1_000 * DELAY_MILLIS;
    assertThat(result.p50()).isGreaterThanOrEqualTo(0.99 * delayMicros);
    assertThat(result.p99()).isGreaterThanOrEqualTo(result.p50());
    assertThat(result.perSecond()).isPositive().isLessThanOrEqualTo(2 * 1e6 / delayMicros * 1.01);
  }

  @Test
  void allConnectionsAskTheSameAtOnceAndTheNextWhenAllHaveTheirAnswer() {
    Load.Result result = run(questions(10), true, 5);

    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      for (int connection = 0; connection < 5; connection++) {
        expected.add("/x?n=" + i + " q" + i);
      }
    }
    assertThat(asked).containsExactlyElementsOf(expected);
    assertThat(result.requests()).isEqualTo(50);
  }

  @Test
  void aStatusThatIsNot200IsAnError() {
    status = 503;

    assertThatThrownBy(() -> run(questions(3), false, 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("503");
  }

  @Test
  void aProcessOfItsOwnSaysWhatCameOfIt() throws Exception {
    Load.Result result =
        new Load(Load.Question.SIMPLE, Load.Way.NUMBERED, null)
            .own(server.getAddress().getPort(), 3, 12);

    assertThat(result.requests()).isEqualTo(12);
    assertThat(result.p50()).isGreaterThanOrEqualTo(990 * DELAY_MILLIS);
    assertThat(asked)
        .hasSize(12)
        .contains("/portal?n=12 " + Load.Question.SIMPLE.envelope())
        .doesNotHaveDuplicates();
  }
}
