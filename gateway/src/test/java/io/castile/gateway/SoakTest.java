package io.castile.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.config.GatewayConfig;
import io.castile.gateway.config.Timeouts;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Mixed load for a while, with an origin that fails in many ways, clients that behave badly, and a
 * policy and a configuration that change: every answer is the right one, no call is stuck, and
 * nothing is left behind.
 *
 * <p>{@code -Dcastile.gateway.soak.seconds} sets how long that goes on, 20 by default.
 */
@Tag("long")
final class SoakTest {
  private static final int SECONDS = Integer.getInteger("castile.gateway.soak.seconds", 20);
  private static final int CLIENTS = 12;
  private static final int STUCK_MILLIS = 60_000;
  private static final long MEMORY_SLACK_BYTES = 48L << 20;
  private static final List<String> KINDS =
      List.of("ok", "ok", "ok", "slow", "close", "busy", "fault", "cut", "trickle", "big");
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
  private static final Timeouts TIMEOUTS =
      new Timeouts(
          Duration.ofSeconds(5),
          Duration.ofSeconds(20),
          Duration.ofSeconds(2),
          Duration.ofSeconds(2),
          Duration.ofSeconds(1),
          Duration.ofSeconds(20));

  private final AtomicBoolean isOver = new AtomicBoolean();
  private final Queue<Throwable> wrong = new ConcurrentLinkedQueue<>();
  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

  @Test
  void nothingIsWrongStuckOrLeftBehind() throws Exception {
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    PrintStream before = System.err;
    ResourceLeakDetector.Level level = ResourceLeakDetector.getLevel();
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    try (FaultyOrigin origin = new FaultyOrigin();
        Gateway gateway = Gateway.start(config(origin), 2)) {
      load(gateway, origin);
      waitForTheLast(gateway, origin);
    } finally {
      System.setErr(before);
      ResourceLeakDetector.setLevel(level);
    }
    System.out.println("soak of " + SECONDS + " s: " + new TreeMap<>(counts));
    assertThat(errors.toString(StandardCharsets.UTF_8)).doesNotContain("LEAK:");
    for (String kind : KINDS) {
      assertThat(counts).containsKey(kind);
    }
  }

  private static GatewayConfig config(FaultyOrigin origin) {
    return GatewayConfig.of(Soap.ANY_PORT, origin.uri()).withTimeouts(TIMEOUTS);
  }

  private void load(Gateway gateway, FaultyOrigin origin) throws Exception {
    gateway.policy(policy(0));
    List<Thread> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      Random random = new Random(i);
      boolean behaves = i % 3 != 0;
      clients.add(new Thread(() -> run(gateway, random, behaves), "soak client " + i));
    }
    clients.forEach(Thread::start);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    long half = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS) / 2;
    long heap = 0;
    long direct = 0;
    for (int i = 1; System.nanoTime() < end && wrong.isEmpty(); i++) {
      TimeUnit.MILLISECONDS.sleep(500); // between two changes of the policy
      gateway.policy(policy(i % 2));
      gateway.reconfigure(config(origin));
      if (heap == 0 && System.nanoTime() > half) {
        heap = usedHeap();
        direct = PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
      }
    }
    isOver.set(true);
    for (Thread client : clients) {
      client.join(2 * STUCK_MILLIS);
      assertThat(client.isAlive()).as("%s is stuck", client.getName()).isFalse();
    }
    assertThat(wrong).isEmpty();
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

  private static void waitForTheLast(Gateway gateway, FaultyOrigin origin)
      throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(STUCK_MILLIS);
    while (gateway.requests() + gateway.connections() + origin.connections() > 0
        && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    assertThat(gateway.requests()).as("requests under way").isZero();
    assertThat(gateway.connections()).as("connections").isZero();
    assertThat(origin.connections()).as("connections to the origin").isZero();
    for (int i = 0; i < 3; i++) { // what has been lost is told of when it is collected
      System.gc();
      gateway.origins();
    }
  }

  // ---- clients ----

  private void run(Gateway gateway, Random random, boolean behaves) {
    try {
      while (!isOver.get()) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
          socket.setSoTimeout(STUCK_MILLIS);
          socket.setTcpNoDelay(true);
          if (behaves) {
            behave(socket, random);
          } else {
            misbehave(socket, random);
          }
        }
      }
    } catch (SocketTimeoutException e) {
      wrong.add(new AssertionError("a call is stuck", e));
    } catch (IOException | AssertionError | RuntimeException e) {
      wrong.add(e);
    }
  }

  private void count(String what) {
    counts.computeIfAbsent(what, key -> new LongAdder()).increment();
  }

  private static byte[] request(String operation, String text) {
    String message =
        Soap.envelope(
            "",
            "<q:"
                + operation
                + " xmlns:q=\"urn:q\"><text>"
                + text
                + "</text></q:"
                + operation
                + ">");
    return ("POST /service HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml; charset=utf-8\r\n"
            + "Content-Length: "
            + message.length()
            + "\r\n\r\n"
            + message)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Some requests on one connection, each after the answer to the one before. */
  private void behave(Socket socket, Random random) throws IOException {
    for (int i = 0; i < 10 && !isOver.get(); i++) {
      pause();
      String kind = KINDS.get(random.nextInt(KINDS.size()));
      String mark = "mark " + random.nextInt(5);
      String operation = random.nextBoolean() ? "ask" : "tell";
      socket.getOutputStream().write(request(operation, kind + " " + mark));
      RawMessage answer = RawMessage.read(socket.getInputStream());
      count(kind);
      if (answer == null) { // it was cut off
        assertThat(kind).isEqualTo("cut");
        return;
      }
      check(kind, mark, answer);
      if (answer.closes()) {
        return;
      }
    }
  }

  private static void check(String kind, String mark, RawMessage answer) {
    if (answer.status() == 502 && !kind.matches("close|cut")) {
      throw new AssertionError(kind + " was answered by " + answer);
    }
    switch (kind) {
      case "close" -> assertThat(answer.status()).as(kind).isEqualTo(502);
      case "busy" -> assertThat(answer.status()).as(kind).isEqualTo(503);
      case "cut" -> assertThat(answer.status()).as(kind).isEqualTo(502);
      case "fault" -> {
        assertThat(answer.status()).as(kind).isEqualTo(500);
        assertThat(answer.content()).contains("<faultcode>" + mark + "<");
      }
      case "big" -> {
        assertThat(answer.status()).as(kind).isEqualTo(200);
        assertThat(answer.content())
            .hasSizeGreaterThan(FaultyOrigin.BIG)
            .contains("y" + mark + "<");
      }
      default -> {
        assertThat(answer.status()).as(kind).isEqualTo(200);
        assertThat(answer.content()).contains("<text>" + mark + "<");
      }
    }
  }

  private void misbehave(Socket socket, Random random) throws IOException {
    pause();
    pause();
    try {
      misbehaveOnce(socket, random);
    } catch (SocketException e) { // the gateway has closed the connection, as it may
      count("closed on");
    }
  }

  private void misbehaveOnce(Socket socket, Random random) throws IOException {
    switch (random.nextInt(5)) {
      case 0 -> { // leaves without the answer
        socket.getOutputStream().write(request("tell", "big mark"));
        socket.getInputStream().readNBytes(10);
        count("left");
      }
      case 1 -> { // leaves within the request
        byte[] request = request("ask", "ok mark");
        socket.getOutputStream().write(request, 0, random.nextInt(request.length));
        count("half requests");
      }
      case 2 -> { // sends what is no request
        byte[] nonsense = new byte[1 + random.nextInt(2_000)];
        random.nextBytes(nonsense);
        socket.getOutputStream().write(nonsense);
        socket.shutdownOutput();
        socket.getInputStream().readAllBytes();
        count("nonsense");
      }
      case 3 -> { // sends several requests at once
        for (int i = 0; i < 5; i++) {
          socket.getOutputStream().write(request("ask", "ok mark " + i));
        }
        for (int i = 0; i < 5; i++) {
          RawMessage answer = RawMessage.read(socket.getInputStream());
          assertThat(answer).isNotNull();
          assertThat(answer.content()).contains("<text>mark " + i + "<");
        }
        count("pipelines");
      }
      default -> { // reads slowly
        socket.getOutputStream().write(request("tell", "big mark"));
        InputStream in = socket.getInputStream();
        for (int i = 0; i < 20; i++) {
          in.readNBytes(20_000);
          pause();
        }
        count("slow readers");
      }
    }
  }

  /** Also keeps connections so few that those which have just ended leave ports for others. */
  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(10);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
