package io.castile.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.text.Durations;
import io.castile.soap.Headers;
import io.castile.soap.SmallShop;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cached client, and an origin that says by HTTP how long its answers hold, or fails. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class CacheFreshnessTest {
  /** Answers to {@code echo} with how often it has been asked. */
  private static final class Origin implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Map<String, String>> requests = new CopyOnWriteArrayList<>();
    private volatile Map<String, String> headers = Map.of();
    private volatile int status = 200;
    private volatile CountDownLatch gate = new CountDownLatch(0);

    /** Open once a request has come. */
    private final CountDownLatch asked = new CountDownLatch(1);

    /** Whether a message ends too early. */
    private volatile boolean isCut;

    private Origin() throws IOException {
      server = HttpServer.create(new InetSocketAddress("localhost", 0), 50);
      server.createContext("/", this::answer);
      server.setExecutor(threads);
      server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
      exchange.getRequestBody().readAllBytes();
      Map<String, String> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      exchange
          .getRequestHeaders()
          .forEach((name, values) -> fields.put(name, String.join(", ", values)));
      requests.add(fields);
      int number = requests.size();
      CountDownLatch own = gate; // before the test may give later requests another
      asked.countDown();
      try {
        own.await();
      } catch (InterruptedException e) {
        return;
      }
      headers.forEach(exchange.getResponseHeaders()::set);
      if (status == 304 || status == 503) {
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
        return;
      }
      String content =
          status == 200
              ? "<m:echoResponse xmlns:m='http://shop.castile.io/'><return>"
                  + number
                  + "</return></m:echoResponse>"
              : "<e:Fault><faultcode>e:Server</faultcode><faultstring>down</faultstring></e:Fault>";
      byte[] body =
          ("<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
                  + content
                  + (isCut ? "" : "</e:Body></e:Envelope>"))
              .getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    }

    @Override
    public void close() {
      gate.countDown();
      server.stop(0);
      threads.shutdownNow();
    }
  }

  private final CachedShop.Clock clock = new CachedShop.Clock();

  private ResponseCache.Builder cache(UnaryOperator<CacheRule.Builder> options) {
    return ResponseCache.builder()
        .policy(
            CachePolicy.builder()
                .rule(options.apply(CacheRule.forOperations("echo").cache(true)).build())
                .build())
        .clock(clock);
  }

  private static SmallShop shop(Origin origin, ResponseCache cache) {
    return shop(origin, cache, Headers.NONE);
  }

  private static SmallShop shop(Origin origin, ResponseCache cache, Headers fields) {
    return CachedShop.cached(cache)
        .endpoint("http://localhost:" + origin.server.getAddress().getPort() + "/")
        .headers(fields)
        .build();
  }

  // ---- HTTP ----

  @Test
  void freshnessIsAsTheOriginSays() throws Exception {
    try (Origin origin = new Origin();
        ResponseCache cache = cache(rule -> rule.http(true)).build()) {
      SmallShop shop = shop(origin, cache);
      origin.headers = Map.of("Cache-Control", "max-age=10");
      assertThat(shop.echo("a")).isEqualTo("1");
      clock.pass(Duration.ofSeconds(9));
      assertThat(shop.echo("a")).isEqualTo("1");
      clock.pass(Duration.ofSeconds(1));
      assertThat(shop.echo("a")).isEqualTo("2");
      origin.headers = Map.of("Cache-Control", "no-store");
      assertThat(shop.echo("b")).isEqualTo("3");
      assertThat(shop.echo("b")).isEqualTo("4");
      origin.headers = Map.of("Cache-Control", "max-age=10", "Vary", "Accept-Language");
      assertThat(shop.echo("b")).isEqualTo("5");
      assertThat(shop.echo("b")).isEqualTo("6");

      assertThat(cache.statistics().row("echo").notKept()).containsEntry(Bypass.NOT_ALLOWED, 4L);
    }
  }

  @Test
  void theClientMayWantAFreshAnswer() throws Exception {
    try (Origin origin = new Origin();
        ResponseCache cache = cache(rule -> rule.http(true).ttl(Duration.ofHours(1))).build()) {
      SmallShop shop = shop(origin, cache);
      assertThat(shop.echo("a")).isEqualTo("1");
      SmallShop impatient = shop(origin, cache, Headers.of("Cache-Control", "no-cache"));
      assertThat(impatient.echo("a")).isEqualTo("2");
      assertThat(shop.echo("a")).isEqualTo("2");
    }
  }

  @Test
  void theClientMayWantNoAnswerButAKeptOne() throws Exception {
    try (Origin origin = new Origin();
        ResponseCache cache = cache(rule -> rule.http(true).ttl(Duration.ofHours(1))).build()) {
      SmallShop offline = shop(origin, cache, Headers.of("Cache-Control", "only-if-cached"));
      assertThatThrownBy(() -> offline.echo("a"))
          .isInstanceOf(WebServiceException.class)
          .hasMessageContaining("only-if-cached");
      assertThat(origin.requests).isEmpty();
      assertThat(shop(origin, cache).echo("a")).isEqualTo("1");

      assertThat(offline.echo("a")).isEqualTo("1");
      assertThat(cache.statistics().row("echo").bypassed())
          .containsEntry(Bypass.ONLY_IF_CACHED, 1L);
    }
  }

  @Test
  void anAnswerThatStillHoldsIsNotSentAgain() throws Exception {
    try (Origin origin = new Origin();
        ResponseCache cache = cache(rule -> rule.http(true)).build()) {
      SmallShop shop = shop(origin, cache);
      origin.headers = Map.of("Cache-Control", "max-age=10", "ETag", "\"v1\"");
      shop.echo("a");
      clock.pass(Duration.ofSeconds(11));
      origin.status = 304;
      assertThat(shop.echo("a")).isEqualTo("1");
      assertThat(origin.requests.get(1)).containsEntry("If-None-Match", "\"v1\"");
      clock.pass(Duration.ofSeconds(9));
      assertThat(shop.echo("a")).isEqualTo("1");

      assertThat(origin.requests).hasSize(2);
      CacheStatistics.Row row = cache.statistics().row("echo");
      assertThat(row.validated()).isEqualTo(1);
      assertThat(row.misses()).isEqualTo(2);
    }
  }

  @Test
  void aChangedAnswerReplacesTheKeptOne() throws Exception {
    try (Origin origin = new Origin();
        ResponseCache cache = cache(rule -> rule.http(true)).build()) {
      SmallShop shop = shop(origin, cache);
      origin.headers = Map.of("Cache-Control", "max-age=10", "ETag", "\"v1\"");
      shop.echo("a");
      clock.pass(Duration.ofSeconds(11));
      origin.headers = Map.of("Cache-Control", "max-age=10", "ETag", "\"v2\"");

      assertThat(shop.echo("a")).isEqualTo("2");
      assertThat(shop.echo("a")).isEqualTo("2");
    }
  }

  // ---- an origin that fails ----

  @Test
  void theClientMayTakeAStaleAnswerForAFailure() throws Exception {
    try (Origin origin = new Origin();
        ResponseCache cache = cache(rule -> rule.http(true)).build()) {
      origin.headers = Map.of("Cache-Control", "max-age=10");
      shop(origin, cache).echo("a");
      clock.pass(Duration.ofSeconds(20));
      origin.status = 503;
      SmallShop patient = shop(origin, cache, Headers.of("Cache-Control", "stale-if-error=60"));

      assertThat(patient.echo("a")).isEqualTo("1");
      assertThat(origin.requests).hasSize(2);
    }
  }

  @Test
  void aStaleAnswerStandsInForAFailure() throws Exception {
    UnaryOperator<CacheRule.Builder> options =
        rule -> rule.ttl(Duration.ofSeconds(10)).staleIfError(Duration.ofSeconds(20));
    try (Origin origin = new Origin();
        ResponseCache cache = cache(options).build()) {
      SmallShop shop = shop(origin, cache);
      shop.echo("a");
      clock.pass(Duration.ofSeconds(10));
      for (int status : new int[] {503, 500}) {
        origin.status = status;
        assertThat(shop.echo("a")).as("status %s", status).isEqualTo("1");
      }
      origin.server.stop(0);
      assertThat(shop.echo("a")).isEqualTo("1");
      assertThat(cache.statistics().row("echo").stale()).isEqualTo(3);
      clock.pass(Duration.ofSeconds(20));

      assertThatThrownBy(() -> shop.echo("a")).isInstanceOf(WebServiceException.class);
      assertThatThrownBy(() -> shop.echo("b")).isInstanceOf(WebServiceException.class);
    }
  }

  /** It is not known then whether it would be a failure of the origin's. */
  @Test
  void nothingStandsInForAFaultThatCannotBeRead() throws Exception {
    UnaryOperator<CacheRule.Builder> options =
        rule -> rule.ttl(Duration.ofSeconds(10)).staleIfError(Duration.ofSeconds(20));
    try (Origin origin = new Origin();
        ResponseCache cache = cache(options).build()) {
      SmallShop shop = shop(origin, cache);
      shop.echo("a");
      clock.pass(Duration.ofSeconds(10));
      origin.status = 500;
      origin.isCut = true;
      assertThatThrownBy(() -> shop.echo("a"))
          .isInstanceOf(WebServiceException.class)
          .isNotInstanceOf(SOAPFaultException.class);
      assertThat(cache.statistics().row("echo").stale()).isZero();
      origin.isCut = false;

      assertThat(shop.echo("a")).isEqualTo("1");
      assertThat(cache.statistics().row("echo").stale()).isEqualTo(1);
      assertThat(origin.requests).hasSize(3);
    }
  }

  @Test
  void aFaultOfTheOriginReachesTheCallerWhereNothingStandsIn() throws Exception {
    try (Origin origin = new Origin();
        ResponseCache cache = cache(rule -> rule.ttl(Duration.ofSeconds(10))).build()) {
      SmallShop shop = shop(origin, cache);
      shop.echo("a");
      clock.pass(Duration.ofSeconds(10));
      origin.status = 500;
      assertThatThrownBy(() -> shop.echo("a"))
          .isInstanceOf(SOAPFaultException.class)
          .hasMessageContaining("down");
      origin.status = 200;

      assertThat(shop.echo("a")).isEqualTo("3");
    }
  }

  // ---- in the background ----

  @Test
  void aStaleAnswerIsGivenWhileANewOneIsFetched() throws Exception {
    List<Runnable> tasks = new ArrayList<>();
    UnaryOperator<CacheRule.Builder> options =
        rule -> rule.ttl(Duration.ofSeconds(10)).staleWhileRevalidate(Duration.ofSeconds(20));
    try (Origin origin = new Origin();
        ResponseCache cache = cache(options).executor(tasks::add).build()) {
      SmallShop shop = shop(origin, cache);
      shop.echo("a");
      clock.pass(Duration.ofSeconds(10));
      assertThat(shop.echo("a")).isEqualTo("1");
      assertThat(shop.echo("a")).isEqualTo("1");
      assertThat(tasks).hasSize(1);
      assertThat(origin.requests).hasSize(1);
      tasks.get(0).run();
      assertThat(shop.echo("a")).isEqualTo("2");
      assertThat(origin.requests).hasSize(2);
      CacheStatistics.Row row = cache.statistics().row("echo");
      assertThat(row.stale()).isEqualTo(2);
      assertThat(row.refreshes()).isEqualTo(1);
      clock.pass(Duration.ofSeconds(30));

      assertThat(shop.echo("a")).isEqualTo("3");
    }
  }

  @ParameterizedTest
  @CsvSource({"10s, 3s, 6999", "10s, 5s, 4999", "10s, 1h, 4999", "1ms, 1h, 0"})
  void anAnswerThatIsAskedForShortlyBeforeItsEndIsFetchedAnew(
      String ttl, String ahead, int lastMillis) throws Exception {
    List<Runnable> tasks = new ArrayList<>();
    UnaryOperator<CacheRule.Builder> options =
        rule -> rule.ttl(Durations.parse(ttl)).refreshAhead(Durations.parse(ahead));
    try (Origin origin = new Origin();
        ResponseCache cache = cache(options).executor(tasks::add).build()) {
      SmallShop shop = shop(origin, cache);
      shop.echo("a");
      clock.pass(Duration.ofMillis(lastMillis));
      if (lastMillis > 0) {
        assertThat(shop.echo("a")).isEqualTo("1");
        assertThat(tasks).isEmpty();
        clock.pass(Duration.ofMillis(1));
      }

      assertThat(shop.echo("a")).isEqualTo("1");
      assertThat(shop.echo("a")).isEqualTo("1");

      assertThat(tasks).hasSize(1);
      assertThat(origin.requests).hasSize(1);
      tasks.get(0).run();
      assertThat(shop.echo("a")).isEqualTo("2");
      assertThat(origin.requests).hasSize(2);
      CacheStatistics.Row row = cache.statistics().row("echo");
      assertThat(row.stale()).isZero();
      assertThat(row.refreshes()).isEqualTo(1);
      assertThat(row.misses()).isEqualTo(1);
    }
  }

  @Test
  void anAnswerThatIsNotAskedForEnds() throws Exception {
    List<Runnable> tasks = new ArrayList<>();
    UnaryOperator<CacheRule.Builder> options =
        rule -> rule.ttl(Duration.ofSeconds(10)).refreshAhead(Duration.ofSeconds(3));
    try (Origin origin = new Origin();
        ResponseCache cache = cache(options).executor(tasks::add).build()) {
      SmallShop shop = shop(origin, cache);
      shop.echo("a");
      clock.pass(Duration.ofSeconds(10));

      assertThat(shop.echo("a")).isEqualTo("2");
      assertThat(tasks).isEmpty();
    }
  }

  @Test
  void anAnswerStaysUntilItsEndIfTheOriginFailsBefore() throws Exception {
    List<Runnable> tasks = new ArrayList<>();
    UnaryOperator<CacheRule.Builder> options =
        rule -> rule.ttl(Duration.ofSeconds(10)).refreshAhead(Duration.ofSeconds(3));
    try (Origin origin = new Origin();
        ResponseCache cache = cache(options).executor(tasks::add).build()) {
      SmallShop shop = shop(origin, cache);
      shop.echo("a");
      clock.pass(Duration.ofSeconds(7));
      origin.status = 503;
      assertThat(shop.echo("a")).isEqualTo("1");
      tasks.remove(0).run();
      assertThat(shop.echo("a")).isEqualTo("1");
      assertThat(tasks).isEmpty(); // the origin is left alone for a second
      clock.pass(Duration.ofSeconds(1));
      assertThat(shop.echo("a")).isEqualTo("1");
      tasks.remove(0).run();
      origin.status = 200;
      clock.pass(Duration.ofSeconds(1));

      assertThat(shop.echo("a")).isEqualTo("1");
      tasks.remove(0).run();
      String newer = shop.echo("a");
      assertThat(newer).isNotEqualTo("1");
      clock.pass(Duration.ofSeconds(6)); // the old one has ended, not the new one
      assertThat(shop.echo("a")).isEqualTo(newer);
      assertThat(tasks).isEmpty();
    }
  }

  /** A store in memory that counts what it has been given to keep. */
  private static CacheStore telling(CountDownLatch kept) {
    CacheStore memory = CacheStore.inMemory(1 << 20);
    return (CacheStore)
        Proxy.newProxyInstance(
            CacheStore.class.getClassLoader(),
            new Class<?>[] {CacheStore.class},
            (proxy, method, arguments) -> {
              if (method.isDefault()) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
              }
              Object result = method.invoke(memory, arguments);
              if (method.getName().equals("put")) {
                kept.countDown();
              }
              return result;
            });
  }

  @Test
  void theRefreshThreadsFetch() throws Exception {
    UnaryOperator<CacheRule.Builder> options =
        rule -> rule.ttl(Duration.ofSeconds(10)).staleWhileRevalidate(Duration.ofSeconds(20));
    CountDownLatch kept = new CountDownLatch(2);
    try (Origin origin = new Origin();
        ResponseCache cache = cache(options).store(telling(kept)).build()) {
      SmallShop shop = shop(origin, cache);
      shop.echo("a");
      clock.pass(Duration.ofSeconds(10));
      assertThat(shop.echo("a")).isEqualTo("1");

      assertThat(kept.await(20, TimeUnit.SECONDS)).isTrue();

      assertThat(shop.echo("a")).isEqualTo("2");
      assertThat(origin.requests).hasSize(2);
    }
  }

  // ---- several at once ----

  private static List<Future<String>> callers(SmallShop shop, int count, ExecutorService threads) {
    List<Future<String>> answers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      answers.add(threads.submit(() -> shop.echo("a")));
    }
    return answers;
  }

  @Test
  void oneAsksForAll() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try (Origin origin = new Origin();
        ResponseCache cache = cache(rule -> rule.ttl(Duration.ofHours(1))).build()) {
      origin.gate = new CountDownLatch(1);
      SmallShop shop = shop(origin, cache);
      List<Future<String>> answers = callers(shop, 20, threads);
      origin.asked.await();
      origin.gate.countDown();
      for (Future<String> answer : answers) {
        assertThat(answer.get()).isEqualTo("1");
      }

      assertThat(origin.requests).hasSize(1);
      CacheStatistics.Row row = cache.statistics().row("echo");
      assertThat(row.misses()).isEqualTo(1);
      assertThat(row.coalesced() + row.hits()).isEqualTo(19);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void waitingIsBounded() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try (Origin origin = new Origin();
        ResponseCache cache =
            cache(rule -> rule.ttl(Duration.ofHours(1))).maxWait(Duration.ofMillis(20)).build()) {
      CountDownLatch gate = new CountDownLatch(1);
      origin.gate = gate;
      SmallShop shop = shop(origin, cache);
      Future<String> first = threads.submit(() -> shop.echo("a"));
      origin.asked.await();
      origin.gate = new CountDownLatch(0);
      assertThat(shop.echo("a")).isEqualTo("2");
      gate.countDown();
      assertThat(first.get()).isEqualTo("1");

      assertThat(cache.statistics().row("echo").bypassed()).containsEntry(Bypass.WAITED_LONG, 1L);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void whatIsDroppedOnItsWayIsNotKept() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try (Origin origin = new Origin();
        ResponseCache cache = cache(rule -> rule.ttl(Duration.ofHours(1))).build()) {
      CountDownLatch gate = new CountDownLatch(1);
      origin.gate = gate;
      SmallShop shop = shop(origin, cache);
      Future<String> first = threads.submit(() -> shop.echo("a"));
      origin.asked.await();
      cache.invalidateAll();
      origin.gate = new CountDownLatch(0);
      assertThat(shop.echo("a")).isEqualTo("2");
      gate.countDown();
      assertThat(first.get()).isEqualTo("1");

      assertThat(shop.echo("a")).isEqualTo("2");
      assertThat(cache.statistics().row("echo").notKept()).containsEntry(Bypass.INVALIDATED, 1L);
    } finally {
      threads.shutdownNow();
    }
  }
}
