package io.castile.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.RouteConfig;
import io.castile.gateway.config.Timeouts;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Mixed load for a while, with an origin that fails in many ways, clients that behave badly, and a
 * policy and a configuration that change: every answer is the right one, no call is stuck, and
 * nothing is left behind. Clients of HTTP/1.1 have a gateway, clients of HTTP/2 another one, and
 * others a pair of gateways with a line that fails between them.
 *
 * <p>{@code -Dcastile.gateway.soak.seconds} sets how long that goes on, 20 by default.
 */
@Tag("long")
final class SoakTest {
  private static final int SECONDS = Integer.getInteger("castile.gateway.soak.seconds", 20);
  private static final int CLIENTS = 9;
  private static final int HTTP2_CLIENTS = 2;
  private static final int PAIR_CLIENTS = 6;
  private static final long MEMORY_SLACK_BYTES = 48L << 20;
  private static final String POLICY =
      """
      rules:
        - operation: ask
          cache: true
          ttl: %s
          staleWhileRevalidate: 200ms
          staleIfError: 2s
          staleIfSlow: 100ms
          maxEntryBytes: 4MiB
      """;
  private static final Timeouts TIMEOUTS = timeouts(2);

  /** Of gateways that keep connections for longer than their clients do. */
  private static final Timeouts PATIENT = timeouts(10);

  @TempDir private Path folder;
  private final Soak soak = new Soak();

  private static Timeouts timeouts(int seconds) {
    return new Timeouts(
        Duration.ofSeconds(5),
        Duration.ofSeconds(20),
        Duration.ofSeconds(seconds),
        Duration.ofSeconds(seconds),
        Duration.ofSeconds(1),
        Duration.ofSeconds(20));
  }

  /** A gateway, and the configuration that it is given again and again. */
  private record Running(Gateway gateway, GatewaySettings config) implements AutoCloseable {
    static Running start(GatewaySettings config) throws IOException {
      return new Running(Gateway.start(config, 2), config);
    }

    @Override
    public void close() {
      gateway.close();
    }
  }

  @Test
  void nothingIsWrongStuckOrLeftBehind() throws Exception {
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    PrintStream before = System.err;
    ResourceLeakDetector.Level level = ResourceLeakDetector.getLevel();
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    Set<Thread> threads = gatewayThreads();
    Pem keys = Pem.make(folder, "server");
    try (FaultyOrigin origin = new FaultyOrigin();
        Running one = Running.start(config(origin));
        Running http2 = Running.start(tls(origin));
        Running far = Running.start(config(origin).withLink(true).withTimeouts(PATIENT));
        FaultyLine line = new FaultyLine(Soap.uri(far.gateway, ""));
        Running near = Running.start(near(line))) {
      List<Thread> clients = new ArrayList<>();
      ExecutorService streams = Executors.newCachedThreadPool();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(client("", one, null, i));
      }
      for (int i = 0; i < HTTP2_CLIENTS; i++) {
        Runnable client =
            new SoakHttp2Client(soak, http2.gateway, keys.trustedBy(null), streams, new Random(i));
        clients.add(new Thread(client, "soak client of HTTP/2 " + i));
      }
      for (int i = 0; i < PAIR_CLIENTS; i++) {
        clients.add(client("pair ", near, line, i));
      }
      clients.add(new Thread(() -> fail(line), "soak line"));
      List<Running> all = List.of(one, http2, far, near);
      load(all, clients);
      streams.shutdown();
      waitForTheLast(all, origin, line, threads);
      assertThat(far.gateway.linkToClients().deltas()).as("deltas").isPositive();
      assertThat(far.gateway.linkToClients().requestDeltas()).as("of requests").isPositive();
    } finally {
      System.setErr(before);
      ResourceLeakDetector.setLevel(level);
    }
    Soak.await("threads", () -> threads.containsAll(gatewayThreads()));
    System.out.println("soak of " + SECONDS + " s: " + soak.counts());
    assertThat(errors.toString(StandardCharsets.UTF_8)).doesNotContain("LEAK:");
    for (String kind : Soak.KINDS) {
      assertThat(soak.counts()).containsKeys(kind, "http/2 " + kind, "pair " + kind);
    }
    for (FaultyLine.Fault fault : FaultyLine.Fault.values()) {
      assertThat(soak.counts()).containsKey("line " + fault);
    }
  }

  // ---- the gateways ----

  private static GatewaySettings config(FaultyOrigin origin) {
    return GatewaySettings.of(Soap.ANY_PORT, origin.uri()).withTimeouts(TIMEOUTS);
  }

  private GatewaySettings tls(FaultyOrigin origin) throws IOException {
    String yaml =
        """
        listen: 127.0.0.1:0
        tls: {certificate: server.pem, key: server.key}
        routes: [{origin: %s}]
        """;
    byte[] text = yaml.formatted(origin.uri()).getBytes(StandardCharsets.UTF_8);
    return GatewaySettings.parse("soak", text, folder).withTimeouts(PATIENT);
  }

  private static GatewaySettings near(FaultyLine line) {
    return GatewaySettings.of(Soap.ANY_PORT, line.uri())
        .withTimeouts(TIMEOUTS)
        .withRoutes(List.of(RouteConfig.of(line.uri()).withLink(true)));
  }

  private static Set<Thread> gatewayThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("castile-gateway"))
        .collect(Collectors.toSet());
  }

  // ---- the load ----

  private Thread client(String name, Running to, FaultyLine line, int number) {
    boolean behaves = number % 3 != 0;
    Random random = new Random(number);
    return new Thread(
        new SoakClient(soak, name, to.gateway, line, random, behaves),
        "soak client " + name + number);
  }

  /** Has one fault after the other on a line. */
  private void fail(FaultyLine line) {
    Random random = new Random(0);
    try {
      for (int i = 0; !soak.isOver(); i++) {
        TimeUnit.SECONDS.sleep(2); // between two faults
        FaultyLine.Fault fault = FaultyLine.Fault.values()[i % FaultyLine.Fault.values().length];
        line.have(fault, 100 + random.nextInt(1_500));
        soak.count("line " + fault);
      }
    } catch (InterruptedException | AssertionError e) {
      soak.isWrong(e);
    }
  }

  private void load(List<Running> gateways, List<Thread> clients) throws Exception {
    for (Running each : gateways) {
      each.gateway.policy(policy(0));
    }
    clients.forEach(Thread::start);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    long half = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS) / 2;
    long heap = 0;
    long direct = 0;
    for (int i = 1; System.nanoTime() < end && soak.wrong().isEmpty(); i++) {
      TimeUnit.MILLISECONDS.sleep(500); // between two changes of the policy
      for (Running each : gateways) {
        each.gateway.policy(policy(i % 2));
        each.gateway.reconfigure(each.config);
      }
      if (heap == 0 && System.nanoTime() > half) {
        heap = usedHeap();
        direct = PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
      }
    }
    soak.end();
    for (Thread client : clients) {
      client.join(2 * Soak.STUCK_MILLIS);
      assertThat(client.isAlive()).as("%s is stuck", client.getName()).isFalse();
    }
    assertThat(soak.wrong()).isEmpty();
    assertThat(usedHeap()).as("heap").isLessThan(heap + MEMORY_SLACK_BYTES);
    assertThat(PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory())
        .as("memory of buffers")
        .isLessThan(direct + MEMORY_SLACK_BYTES);
  }

  private static CachePolicy policy(int number) {
    return CachePolicy.parse("policy", POLICY.formatted(number == 0 ? "100ms" : "300ms"));
  }

  private static long usedHeap() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      System.gc();
      TimeUnit.MILLISECONDS.sleep(50);
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static void waitForTheLast(
      List<Running> gateways, FaultyOrigin origin, FaultyLine line, Set<Thread> threads)
      throws InterruptedException {
    for (Running each : gateways) {
      Soak.await("requests under way", () -> each.gateway.requests() == 0);
      Soak.await("connections", () -> each.gateway.connections() == 0);
    }
    Soak.await("connections of the line", () -> line.connections() == 0);
    Soak.await("connections to the origin", () -> origin.connections() == 0);
    Soak.await(
        "threads of calls",
        () ->
            gatewayThreads().stream()
                .noneMatch(
                    thread ->
                        thread.getName().equals("castile-gateway-call")
                            && !threads.contains(thread)));
    for (int i = 0; i < 3; i++) { // what has been lost is told of when it is collected
      System.gc();
      gateways.forEach(each -> each.gateway.origins());
    }
  }
}
