package io.castile.cxf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import io.castile.cache.CacheStatistics;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.RepresentationKind;
import io.castile.cache.policy.Vary;
import io.castile.cxf.Shops.Published;
import io.castile.shop.FreePorts;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import jakarta.xml.ws.WebServiceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A client whose kept answers are old, or whose service is away, says no more, or is slow. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class OriginTest {
  /** Stands until it is told to go on. */
  private static final class Clock implements InstantSource {
    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @Override
    public Instant instant() {
      return now;
    }

    void pass(Duration time) {
      now = now.plus(time);
    }
  }

  private final Clock clock = new Clock();
  private final Published published = Shops.publish(WrappedShop.class, new WrappedShopService());
  private final List<AutoCloseable> open = new ArrayList<>(List.of(published));

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  private ResponseCache cache(UnaryOperator<CacheRule.Builder> options) {
    CachePolicy policy =
        CachePolicy.builder()
            .rule(
                options
                    .apply(CacheRule.forOperations("*").cache(true).ttl(Duration.ofMinutes(1)))
                    .build())
            .build();
    ResponseCache cache = ResponseCache.builder().policy(policy).clock(clock).build();
    open.add(cache);
    return cache;
  }

  private static WrappedShop port(String url, ResponseCache cache) {
    return Shops.client(WrappedShop.class, url, new CastileFeature(cache));
  }

  @Test
  void whatIsOldIsAskedForAgain() {
    ResponseCache cache = cache(rule -> rule);
    WrappedShop port = port(published.url(), cache);
    port.add(1, 2);
    clock.pass(Duration.ofMinutes(1));
    port.add(1, 2);
    port.add(1, 2);

    assertThat(published.calls("add")).isEqualTo(2);
  }

  @Test
  void aServiceThatIsAwayFailsAsWithoutTheCache() {
    String nowhere = "http://localhost:" + FreePorts.next() + "/shop";
    ResponseCache cache = cache(rule -> rule);
    Throwable expected = catchThrowable(() -> Shops.client(WrappedShop.class, nowhere).add(1, 2));
    Throwable found = catchThrowable(() -> port(nowhere, cache).add(1, 2));

    assertThat(found).hasSameClassAs(expected).hasMessage(expected.getMessage());
    assertThat(found.getCause()).hasSameClassAs(expected.getCause());
    assertThat(cache.statistics().row("add").misses()).isEqualTo(1);
  }

  @Test
  void anOldAnswerStandsInForAServiceThatIsAway() throws Exception {
    Origin origin = new Origin();
    ResponseCache cache = cache(rule -> rule.staleIfError(Duration.ofHours(1)));
    WrappedShop port = port(origin.url(), cache);
    assertThat(port.add(1, 2)).isEqualTo(1);
    clock.pass(Duration.ofMinutes(2));
    origin.http.stop(0);

    assertThat(port.add(1, 2)).isEqualTo(1);
    assertThat(port.add(1, 2)).isEqualTo(1);
    assertThat(catchThrowable(() -> port.add(2, 2))).isInstanceOf(WebServiceException.class);
    assertThat(cache.statistics().row("add").stale()).isEqualTo(2);
  }

  @Test
  void anOldAnswerStandsInForAFaultOfTheServers() {
    WrappedShopService failing =
        new WrappedShopService() {
          private int calls;

          @Override
          public int add(int a, int b) {
            if (++calls > 1) {
              throw new IllegalStateException("broken");
            }
            return a + b;
          }
        };
    Published broken = Shops.publish(WrappedShop.class, failing);
    open.add(broken);
    ResponseCache cache = cache(rule -> rule.staleIfError(Duration.ofHours(1)));
    WrappedShop port = port(broken.url(), cache);
    port.add(1, 2);
    clock.pass(Duration.ofMinutes(2));

    assertThat(port.add(1, 2)).isEqualTo(3);
    assertThat(broken.calls("add")).isEqualTo(2);
    clock.pass(Duration.ofHours(2));
    assertThat(catchThrowable(() -> port.add(1, 2))).hasMessage("broken");
  }

  @Test
  void anOldAnswerIsGivenWhileANewOneIsFetched() throws Exception {
    ResponseCache cache = cache(rule -> rule.staleWhileRevalidate(Duration.ofHours(1)));
    WrappedShop port = port(published.url(), cache);
    port.add(1, 2);
    clock.pass(Duration.ofMinutes(2));

    assertThat(port.add(1, 2)).isEqualTo(3);
    while (published.calls("add") < 2 || cache.statistics().row("add").refreshes() < 1) {
      Thread.sleep(10); // the test's time is limited
    }
    while (cache.statistics().row("add").hits() < 1) {
      assertThat(port.add(1, 2)).isEqualTo(3);
    }

    CacheStatistics.Row row = cache.statistics().row("add");
    assertThat(published.calls("add")).isEqualTo(2);
    assertThat(row.misses()).isEqualTo(1);
    assertThat(row.refreshes()).isEqualTo(1);
  }

  /** The port is another's by then. */
  @Test
  void whatIsFetchedLaterIsFetchedForTheSameCallerOnly() throws Exception {
    List<Runnable> later = new ArrayList<>();
    CachePolicy policy =
        Shops.hour(
            rule ->
                rule.vary(Vary.httpHeader("Authorization"))
                    .staleWhileRevalidate(Duration.ofHours(1)));
    ResponseCache cache =
        ResponseCache.builder().policy(policy).clock(clock).executor(later::add).build();
    open.add(cache);
    WrappedShop port = port(published.url(), cache);
    Senders.CONDUIT.set(port, "alice");
    port.add(1, 2);
    clock.pass(Duration.ofMinutes(90));
    port.add(1, 2);
    assertThat(later).hasSize(1);

    Senders.CONDUIT.set(port, "bob");
    later.get(0).run();
    assertThat(published.calls("add")).isEqualTo(1);

    Senders.CONDUIT.set(port, "alice");
    port.add(1, 2);
    later.get(1).run();
    assertThat(published.calls("add")).isEqualTo(2);
    port.add(1, 2);
    assertThat(cache.statistics().row("add").hits()).isEqualTo(1);
  }

  @Test
  void whatAPortBringsThatIsChangedMeanwhileIsNotKept() throws Exception {
    WrappedShop[] port = new WrappedShop[1];
    WrappedShopService changing =
        new WrappedShopService() {
          @Override
          public int add(int a, int b) {
            try {
              Senders.CONDUIT.set(port[0], "bob");
            } catch (Exception e) {
              throw new AssertionError(e);
            }
            return a + b;
          }
        };
    Published waiting = Shops.publish(WrappedShop.class, changing);
    open.add(waiting);
    ResponseCache cache = cache(rule -> rule.vary(Vary.httpHeader("Authorization")));
    port[0] = port(waiting.url(), cache);
    Senders.CONDUIT.set(port[0], "alice");

    assertThat(port[0].add(1, 2)).isEqualTo(3);

    assertThat(cache.statistics().row("add").entries()).isZero();
  }

  @Test
  void callsThatAskTheSameAtOnceAskOnce() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    WrappedShopService slow =
        new WrappedShopService() {
          @Override
          public int add(int a, int b) {
            asked.countDown();
            try {
              answer.await();
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
            return a + b;
          }
        };
    Published waiting = Shops.publish(WrappedShop.class, slow);
    open.add(waiting);
    ResponseCache cache = cache(rule -> rule);
    WrappedShop port = port(waiting.url(), cache);
    ExecutorService threads = Executors.newCachedThreadPool();
    open.add(threads::shutdownNow);
    List<CompletableFuture<Integer>> sums = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      sums.add(CompletableFuture.supplyAsync(() -> port.add(1, 2), threads));
    }
    asked.await();
    answer.countDown();
    for (CompletableFuture<Integer> sum : sums) {
      assertThat(sum.get()).isEqualTo(3);
    }

    assertThat(waiting.calls("add")).isEqualTo(1);
    CacheStatistics.Row row = cache.statistics().row("add");
    assertThat(row.misses()).isEqualTo(1);
    assertThat(row.hits() + row.coalesced()).isEqualTo(3);
  }

  // ---- freshness by HTTP ----

  /** Answers with what it is told, and notes what it was asked. */
  private final class Origin {
    final List<String> conditions = new CopyOnWriteArrayList<>();
    final HttpServer http;
    volatile int status = 200;
    volatile String etag = "\"one\"";

    Origin() throws IOException {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      http.createContext(
          "/",
          exchange -> {
            exchange.getRequestBody().readAllBytes();
            conditions.add(String.valueOf(exchange.getRequestHeaders().getFirst("If-None-Match")));
            exchange.getResponseHeaders().add("ETag", etag);
            exchange.getResponseHeaders().add("Cache-Control", "max-age=60");
            int sent = conditions.get(conditions.size() - 1).equals("null") ? 200 : status;
            if (sent == 304) {
              exchange.sendResponseHeaders(304, -1);
            } else {
              byte[] body =
                  ("<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
                          + "<addResponse xmlns='http://shop.castile.io/'><return xmlns=''>"
                          + conditions.size()
                          + "</return></addResponse></e:Body></e:Envelope>")
                      .getBytes(UTF_8);
              exchange.getResponseHeaders().add("Content-Type", "text/xml;charset=utf-8");
              exchange.sendResponseHeaders(sent, body.length);
              exchange.getResponseBody().write(body);
            }
            exchange.close();
          });
      http.start();
      open.add(() -> http.stop(0));
    }

    String url() {
      return "http://localhost:" + http.getAddress().getPort() + "/";
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = RepresentationKind.class,
      names = {"AUTOMATIC", "XML_MESSAGE"})
  void whatStillHoldsIsNotSentAgain(RepresentationKind kind) throws Exception {
    Origin origin = new Origin();
    ResponseCache cache = cache(rule -> rule.http(true).representation(kind));
    WrappedShop port = port(origin.url(), cache);
    assertThat(port.add(1, 2)).isEqualTo(1);
    assertThat(port.add(1, 2)).isEqualTo(1);
    clock.pass(Duration.ofMinutes(2));
    origin.status = 304;

    String log =
        logOf(
            () -> {
              assertThat(port.add(1, 2)).isEqualTo(1);
              assertThat(port.add(1, 2)).isEqualTo(1);
            });

    assertThat(log).doesNotContain("WARN", "ERROR", "Exception");

    assertThat(origin.conditions).containsExactly("null", "\"one\"");
    assertThat(cache.statistics().row("add").validated()).isEqualTo(1);
    assertThat(Requests.context(port))
        .doesNotContainKey(jakarta.xml.ws.handler.MessageContext.HTTP_REQUEST_HEADERS);
  }

  /** By a call that is made anew, on another thread. */
  @ParameterizedTest
  @EnumSource(
      value = RepresentationKind.class,
      names = {"AUTOMATIC", "XML_MESSAGE"})
  void whatStillHoldsIsNotSentAgainInTheBackground(RepresentationKind kind) throws Exception {
    Origin origin = new Origin();
    CompletableFuture<Void> asked = new CompletableFuture<>();
    CachePolicy policy =
        CachePolicy.builder()
            .rule(
                CacheRule.forOperations("*")
                    .cache(true)
                    .http(true)
                    .representation(kind)
                    .ttl(Duration.ofMinutes(1))
                    .staleWhileRevalidate(Duration.ofHours(1))
                    .build())
            .build();
    ResponseCache cache =
        ResponseCache.builder()
            .policy(policy)
            .clock(clock)
            .executor(task -> new Thread(() -> run(task, asked)).start())
            .build();
    open.add(cache);
    WrappedShop port = port(origin.url(), cache);
    port.add(1, 2);
    clock.pass(Duration.ofMinutes(2));
    origin.status = 304;

    String log =
        logOf(
            () -> {
              assertThat(port.add(1, 2)).isEqualTo(1);
              asked.get(30, TimeUnit.SECONDS);
              assertThat(port.add(1, 2)).isEqualTo(1);
            });

    assertThat(origin.conditions).containsExactly("null", "\"one\"");
    assertThat(cache.statistics().row("add").validated()).isEqualTo(1);
    assertThat(log).doesNotContain("WARN", "ERROR", "Exception");
  }

  private static void run(Runnable task, CompletableFuture<Void> done) {
    task.run();
    done.complete(null);
  }

  private interface Action {
    void run() throws Exception;
  }

  /** What the log says of us while something is done; other threads of the JVM may log, too. */
  private static String logOf(Action action) throws Exception {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(log, true, UTF_8));
    try {
      action.run();
    } finally {
      System.setErr(before);
    }
    return log.toString(UTF_8)
        .lines()
        .filter(line -> line.contains("io.castile"))
        .collect(Collectors.joining("\n"));
  }

  @Test
  void whatHasChangedIsKeptAnew() throws Exception {
    Origin origin = new Origin();
    ResponseCache cache = cache(rule -> rule.http(true));
    WrappedShop port = port(origin.url(), cache);
    port.add(1, 2);
    clock.pass(Duration.ofMinutes(2));
    origin.etag = "\"two\"";

    assertThat(port.add(1, 2)).isEqualTo(2);
    assertThat(port.add(1, 2)).isEqualTo(2);
    assertThat(origin.conditions).containsExactly("null", "\"one\"");
  }

  /** Says that something else than what was asked for has not changed. */
  @Test
  void anAnswerOfNoUseIsAskedForAgain() throws Exception {
    Origin origin = new Origin();
    ResponseCache cache = cache(rule -> rule.http(true));
    WrappedShop port = port(origin.url(), cache);
    port.add(1, 2);
    clock.pass(Duration.ofMinutes(2));
    origin.etag = "\"other\"";
    origin.status = 304;

    assertThat(port.add(1, 2)).isEqualTo(3);
    assertThat(origin.conditions).containsExactly("null", "\"one\"", "null");
  }
}
