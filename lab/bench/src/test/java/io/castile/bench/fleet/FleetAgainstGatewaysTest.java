package io.castile.bench.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.castile.bench.fleet.Arrivals.Arrival;
import io.castile.cache.CacheStore;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.Gateway;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenAddress;
import io.castile.gateway.internal.Configs;
import io.castile.redis.RedisStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The simulation beside three real gateways and a real Redis, which are asked the same. */
@Tag("long")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class FleetAgainstGatewaysTest {
  private static final int NODES = 3;
  private static final int QUESTIONS = 60;
  private static final int WORK_MILLIS = 20;

  /** Questions of a run under load. */
  private static final int UNDER_LOAD = 1_600;

  /** How far the calls of the origin may be off those of the simulation. */
  private static final double MOST_OFF = 0.1;

  /** Long enough for an answer, and so short that all is asked while it is at hand (30 s). */
  private static final long SLOT_MICROS = 50_000;

  private static final FleetDelays DELAYS = new FleetDelays("loopback", 0.5, 0.5, 0.5, WORK_MILLIS);
  private static final Pattern CALLS = Pattern.compile("cmdstat_(mget|hset|eval):calls=(\\d+)");

  private final AtomicLong originCalls = new AtomicLong();
  private final List<Gateway> gateways = new ArrayList<>();
  private HttpServer origin;
  private ExecutorService originThreads;
  private Process redis;
  private int redisPort;

  @BeforeEach
  void startOrigin() throws IOException {
    originThreads = Executors.newCachedThreadPool();
    origin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    origin.setExecutor(originThreads);
    origin.createContext("/", this::answer);
    origin.start();
  }

  @AfterEach
  void stop() throws Exception {
    stopGateways();
    origin.stop(0);
    originThreads.shutdownNow();
  }

  private void stopGateways() throws Exception {
    gateways.forEach(Gateway::close);
    gateways.clear();
    if (redis != null) {
      redis.destroyForcibly().waitFor();
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    originCalls.incrementAndGet();
    exchange.getRequestBody().readAllBytes();
    try {
      TimeUnit.MILLISECONDS.sleep(WORK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    byte[] answer = envelope("askResponse", "yes").getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  private static String envelope(String element, String text) {
    return "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><q:"
        + element
        + " xmlns:q=\"urn:q\">"
        + text
        + "</q:"
        + element
        + "></s:Body></s:Envelope>";
  }

  private void startGateways(FleetVariant variant, String policy) throws Exception {
    if (variant.hasStore()) {
      startRedis();
    }
    for (int i = 0; i < NODES; i++) {
      CacheStore store = variant.hasStore() ? connectedStore() : CacheStore.inMemory(64 << 20);
      Gateway gateway =
          Gateway.start(
              Configs.of(
                  GatewaySettings.of(
                      new ListenAddress("127.0.0.1", 0),
                      URI.create("http://127.0.0.1:" + origin.getAddress().getPort()))),
              1,
              store);
      gateways.add(gateway);
      gateway.policy(CachePolicy.parse("fleet", policy));
    }
  }

  private RedisStore connectedStore() throws InterruptedException {
    RedisStore store =
        RedisStore.builder("redis://127.0.0.1:" + redisPort)
            .timeout(Duration.ofSeconds(5)) // the machine may be busy
            .build();
    while (true) { // the test has a time limit
      try {
        store.policies().current();
        return store;
      } catch (RuntimeException e) { // it is not connected yet
        TimeUnit.MILLISECONDS.sleep(20);
      }
    }
  }

  private void startRedis() throws Exception {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      redisPort = free.getLocalPort();
    }
    try {
      redis =
          new ProcessBuilder(
                  "redis-server", "--port", "" + redisPort, "--bind", "127.0.0.1", "--save", "")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      assumeTrue(false, "redis-server is absent (apt-get install redis-server)");
    }
    while (!isListening()) { // the test has a time limit
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private boolean isListening() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), redisPort)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** Commands for entries and leases so far; not those by which connections are looked after. */
  private long storeCommands() throws Exception {
    Process info =
        new ProcessBuilder("redis-cli", "-p", "" + redisPort, "info", "commandstats").start();
    Matcher each =
        CALLS.matcher(new String(info.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
    long sum = 0;
    while (each.find()) {
      sum += Long.parseLong(each.group(2));
    }
    return sum;
  }

  /** Names the same host in all, as clients of a balancer do. */
  private void ask(Arrival call) throws IOException {
    byte[] body = envelope("ask", "q" + call.question()).getBytes(StandardCharsets.UTF_8);
    String head =
        "POST /service HTTP/1.1\r\nHost: fleet.example\r\nContent-Type: text/xml\r\n"
            + "Connection: close\r\nContent-Length: "
            + body.length
            + "\r\n\r\n";
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), gateways.get(call.node()).port())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().write(body);
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer).startsWith("HTTP/1.1 200").contains("yes");
    }
  }

  private static FleetSetting setting(FleetVariant variant, String policy, double seconds) {
    return new FleetSetting(
        NODES,
        1,
        variant,
        DELAYS,
        policy,
        QUESTIONS,
        Double.POSITIVE_INFINITY,
        1 << 10,
        64 << 20,
        false,
        seconds,
        0,
        1);
  }

  /** What the gateways have answered without a call of their own. */
  private long hits(long questions) {
    return questions - originCalls.get();
  }

  /** One after the other, with answers that are good for long: all counts are the same. */
  @ParameterizedTest
  @EnumSource(names = {"MEMORY", "LEASE"})
  void questionsInARowHaveTheSameCounts(FleetVariant variant) throws Exception {
    String policy = "rules: [{operation: ask, cache: true, ttl: 1h}]";
    startGateways(variant, policy);
    Iterator<Arrival> zipf = Arrivals.zipf(1, QUESTIONS, 0.9, NODES, 1).begin();
    List<Arrival> row = new ArrayList<>();
    long before = variant.hasStore() ? storeCommands() : 0;
    for (int i = 0; i < 500; i++) {
      Arrival next = zipf.next();
      row.add(new Arrival(SLOT_MICROS * i, next.question(), next.node()));
    }
    for (Arrival each : row) {
      ask(each);
    }

    FleetOutcome outcome = FleetSimulation.run(setting(variant, policy, 60), Arrivals.of(row));

    assertThat(outcome.questions()).isEqualTo(500);
    assertThat(originCalls.get()).isEqualTo(outcome.originCalls());
    assertThat(hits(500)).isEqualTo(outcome.hits());
    if (variant.hasStore()) {
      double commands = storeCommands() - before;
      assertThat(commands).isCloseTo(outcome.storeCommands(), within(0.02 * commands));
    }
  }

  /**
   * Under load, with answers that become stale. A machine that stands still for a second in between
   * makes other counts: such a run says nothing, and another one is made.
   */
  @ParameterizedTest
  @EnumSource(names = {"MEMORY", "LEASE"})
  void questionsUnderLoadHaveAboutTheSameCounts(FleetVariant variant) throws Exception {
    FleetOutcome outcome = simulatedLoad(variant);
    for (int run = 1; run < 3 && !isClose(outcome); run++) {
      stopGateways();
      originCalls.set(0);
      outcome = simulatedLoad(variant);
    }

    assertThat((double) originCalls.get())
        .isCloseTo(outcome.originCalls(), within(MOST_OFF * outcome.originCalls()));
    assertThat(hits(UNDER_LOAD) / (double) UNDER_LOAD).isCloseTo(outcome.hitRatio(), within(0.05));
  }

  private boolean isClose(FleetOutcome outcome) {
    return Math.abs(originCalls.get() - outcome.originCalls()) <= MOST_OFF * outcome.originCalls();
  }

  /**
   * Loads gateways, and returns what the simulation says of that: it is given the times at which
   * the questions were sent indeed, as a busy machine sends them late.
   */
  private FleetOutcome simulatedLoad(FleetVariant variant) throws Exception {
    String policy = "rules: [{operation: ask, cache: true, ttl: 2s}]";
    startGateways(variant, policy);
    Iterator<Arrival> zipf = Arrivals.zipf(80, QUESTIONS, 0.9, NODES, 1).begin();
    List<Arrival> sent = new ArrayList<>();
    ExecutorService clients = Executors.newFixedThreadPool(12);
    try {
      List<Future<Arrival>> calls = new ArrayList<>();
      long start = System.nanoTime();
      for (int i = 0; i < UNDER_LOAD; i++) {
        Arrival next = zipf.next();
        TimeUnit.NANOSECONDS.sleep(start + 1_000 * next.micros() - System.nanoTime());
        calls.add(
            clients.submit(
                () -> {
                  long micros = (System.nanoTime() - start) / 1_000;
                  Arrival real = new Arrival(micros, next.question(), next.node());
                  ask(real);
                  return real;
                }));
      }
      for (Future<Arrival> each : calls) {
        sent.add(each.get());
      }
    } finally {
      clients.shutdownNow();
    }
    sent.sort(Comparator.comparingLong(Arrival::micros));

    double seconds = sent.get(sent.size() - 1).micros() / 1e6 + 1;
    return FleetSimulation.run(setting(variant, policy, seconds), Arrivals.of(sent));
  }
}
