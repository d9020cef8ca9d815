package io.castile.bench.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Orders of a load, on a server that may hold what it is asked. */
final class LoadOrderTest {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Queue<String> asked = new ConcurrentLinkedQueue<>();
  private final Queue<String> hosts = new ConcurrentLinkedQueue<>();
  private final Semaphore answers = new Semaphore(1_000);
  private final AtomicInteger readyAsked = new AtomicInteger();
  private volatile int heldUntil; // so many have come
  private volatile int status = 200;
  private HttpServer server;

  @BeforeEach
  void start() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 300);
    server.setExecutor(threads);
    server.createContext(
        LoadOrder.READY_PATH,
        exchange -> {
          boolean isReady = readyAsked.incrementAndGet() >= 3;
          exchange.sendResponseHeaders(isReady ? 200 : 503, -1);
          exchange.close();
        });
    server.createContext(
        Load.TARGET,
        exchange -> {
          hosts.add(exchange.getRequestHeaders().getFirst("Host"));
          byte[] content = exchange.getRequestBody().readAllBytes();
          asked.add(new String(content, StandardCharsets.UTF_8));
          if (asked.size() >= heldUntil) {
            answers.release(heldUntil);
          }
          answers.acquireUninterruptibly();
          exchange.sendResponseHeaders(status, content.length);
          exchange.getResponseBody().write(content);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private int port() {
    return server.getAddress().getPort();
  }

  @Test
  void anOpenLoopAsksNewQuestionsAndCountsThemBySlices() {
    LoadAnswer answer = LoadOrder.open(port(), Load.Question.SEARCH, 5_000, 25, 1_000, 10).run();

    assertThat(answer.slices()).extracting(Latencies::count).containsExactly(10L, 10L, 5L);
    assertThat(answer.late().count()).isEqualTo(25);
    assertThat(asked).hasSize(25).doesNotHaveDuplicates().allMatch(each -> each.contains("<q>50"));
  }

  /** All are held until the last one has come, which a closed loop would never send. */
  @Test
  void anOpenLoopAsksOnWhileTheServerHoldsItsAnswers() {
    answers.drainPermits();
    heldUntil = 20;

    LoadAnswer answer = LoadOrder.open(port(), Load.Question.SIMPLE, 0, 20, 500, 1).run();

    assertThat(asked).hasSize(20);
    // The first was due 19 intervals of 2 ms before the last, and answered after that one came.
    assertThat(answer.slices().get(0).max()).isGreaterThanOrEqualTo(0.99 * 19 * 2_000);
  }

  @Test
  void aClosedLoopMayStepOverQuestions() {
    LoadAnswer answer =
        LoadOrder.closed(port(), Load.Question.SEARCH, 1_000, 3, 1).withStep(10).run();

    assertThat(answer.slices()).extracting(Latencies::count).containsExactly(3L);
    assertThat(answer.perSecond()).isPositive();
    assertThat(String.join("", asked)).contains("<q>1000<", "<q>1010<", "<q>1020<");
  }

  /** Varnish has it in its key: other clients have to find what the load has asked for. */
  @Test
  void theHostHasThePort() {
    LoadOrder.closed(port(), Load.Question.SIMPLE, 0, 2, 1).run();

    assertThat(hosts).containsOnly("127.0.0.1:" + port());
  }

  @Test
  void itBeginsWhenTheFrontIsReady() {
    long before = System.nanoTime();
    LoadAnswer answer = LoadOrder.closed(port(), Load.Question.SIMPLE, 0, 1, 1).atReady().run();

    assertThat(readyAsked).hasValue(3);
    assertThat(answer.start()).isBetween(before, System.nanoTime());
    assertThat(asked).hasSize(1);
  }

  @Test
  void aFrontThatIsNeverReadyIsAnError() {
    server.removeContext(LoadOrder.READY_PATH);

    assertThatThrownBy(
            () -> Ready.await(port(), LoadOrder.READY_PATH, TimeUnit.MILLISECONDS.toNanos(50)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("404");
  }

  @Test
  void aStatusThatIsNot200IsAnError() {
    status = 503;

    assertThatThrownBy(() -> LoadOrder.open(port(), Load.Question.SIMPLE, 0, 3, 1_000, 3).run())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("503");
  }

  @Test
  void ordersAndAnswersGoAsLines() {
    LoadOrder order = LoadOrder.open(80, Load.Question.LARGE, 7, 9, 1.5, 3).withStep(2).atReady();
    LoadAnswer answer =
        new LoadAnswer(
            -5,
            1.25,
            Latencies.NONE,
            List.of(new Latencies(1, 2.5, 3.5, 4.5, 5.5), new Latencies(2, 3, 4, 5, 6)));

    assertThat(LoadOrder.parse(order.line())).isEqualTo(order);
    assertThat(LoadAnswer.parse(answer.line())).isEqualTo(answer);
  }

  @Test
  void aProcessStaysForSeveralOrdersAndSaysWhatFailed() throws Exception {
    try (Loader loader = Loader.start()) {
      LoadAnswer first = loader.run(LoadOrder.closed(port(), Load.Question.SIMPLE, 0, 4, 2));
      status = 500;
      assertThatThrownBy(
              () -> loader.run(LoadOrder.open(port(), Load.Question.SIMPLE, 0, 2, 1_000, 2)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("500");
      status = 200;
      LoadAnswer last = loader.run(LoadOrder.open(port(), Load.Question.SIMPLE, 0, 5, 1_000, 5));

      assertThat(first.slices().get(0).count()).isEqualTo(4);
      assertThat(last.slices().get(0).count()).isEqualTo(5);
      assertThat(loader.fresh(10)).isEqualTo(loader.fresh(1) - 10);
    }
  }
}
