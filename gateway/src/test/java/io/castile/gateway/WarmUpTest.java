package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.CacheStatistics;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.AdminConfig;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenerTls;
import io.castile.gateway.warm.WarmUp;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Made-up requests before a gateway is ready. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class WarmUpTest {
  private static final int ROUND = 30; // questions of a round, or fewer

  @TempDir private Path folder;

  private final CountDownLatch released = new CountDownLatch(1);
  private TestOrigin origin;
  private Gateway gateway;

  @BeforeEach
  void start() throws Exception {
    origin = new TestOrigin(request -> Answer.soap(answer("same")));
  }

  @AfterEach
  void stop() {
    released.countDown();
    if (gateway != null) {
      gateway.close();
    }
    origin.close();
  }

  private GatewaySettings config(String more) {
    String yaml =
        """
        listen: 127.0.0.1:0
        healthPath: /healthz
        readyPath: /readyz
        warmUp: true
        accessLog: access.log
        routes: [{origin: '%s'}]
        %s
        """
            .formatted(origin.uri(), more);
    return GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), folder)
        .withAdmin(new AdminConfig(Soap.ANY_PORT, null, null, List.of()));
  }

  /** Opens the gateway of a warm-up when the test says so, and has it looked at. */
  private final class Watching implements WarmUp.Opener {
    private final WarmUp.Opener opener;
    private final int mostConnections;
    private final CountDownLatch connected = new CountDownLatch(1);
    private volatile @Nullable URI origin;
    private volatile @Nullable Gateway opened;
    private volatile @Nullable CacheStatistics counts; // when it was closed

    /**
     * @param mostConnections after which the warm-up finds that it cannot connect
     */
    Watching(GatewaySettings config, int mostConnections) {
      this.opener = WarmUpGateway.like(config);
      this.mostConnections = mostConnections;
    }

    @Override
    public WarmUp.Opened open(URI madeUp, String policy, String readyPath) throws IOException {
      origin = madeUp;
      await(released);
      WarmUpGateway made = (WarmUpGateway) opener.open(madeUp, policy, readyPath);
      opened = made.gateway();
      return new WarmUp.Opened() {
        private final AtomicInteger connections = new AtomicInteger();

        @Override
        public Socket connect() throws IOException {
          if (connections.incrementAndGet() > mostConnections) {
            throw new IOException("no more connections");
          }
          connected.countDown();
          return made.connect();
        }

        @Override
        public void close() {
          counts = made.gateway().statistics();
          made.close();
        }
      };
    }

    private static void await(CountDownLatch latch) throws IOException {
      try {
        latch.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }

    CacheStatistics.Row row() {
      return Objects.requireNonNull(counts).row("getItem");
    }
  }

  private int status(String target) throws IOException, InterruptedException {
    return Soap.sendText(HttpRequest.newBuilder(Soap.uri(gateway, target)).build()).statusCode();
  }

  private void awaitReady() throws IOException, InterruptedException {
    while (status("/readyz") != 200) { // until the timeout of the test
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  @Test
  void aGatewayServesBeforeItIsWarmAndIsReadyThen() throws Exception {
    Watching watching = new Watching(config(""), 1);
    gateway = Gateway.start(config(""), watching);
    AdminClient admin = new AdminClient(gateway);

    assertThat(status("/readyz")).isEqualTo(503);
    assertThat(admin.get("/ready").status()).isEqualTo(503);
    assertThat(admin.get("/ready").json().get("ready").booleanValue()).isFalse();
    assertThat(status("/healthz")).isEqualTo(200);
    assertThat(admin.get("/health").status()).isEqualTo(200);
    assertThat(Soap.post(gateway, question("a")).body()).isEqualTo(answer("same"));

    released.countDown();
    awaitReady();
    assertThat(admin.get("/ready").status()).isEqualTo(200);
    assertThat(Soap.post(gateway, question("a")).statusCode()).isEqualTo(200);
  }

  @Test
  void withoutAWordOfItThereIsNone() throws Exception {
    awaitNoThreads(); // those of a test before may be ending
    gateway = Gateway.start(GatewaySettings.of(Soap.ANY_PORT, origin.uri()), 1);

    assertThat(gateway.settings().warmUp()).isNull();
    assertThat(threads()).isEmpty();
  }

  @Test
  void nothingOfItIsSeenInTheGatewayThatIsReady() throws Exception {
    released.countDown();
    Watching watching = new Watching(config(""), 10);
    gateway = Gateway.start(config(""), watching);
    awaitReady();

    CacheStatistics.Row made = watching.row();
    assertThat(made.misses()).isPositive();
    assertThat(made.hits()).isGreaterThan(made.misses());
    AdminClient admin = new AdminClient(gateway);
    assertThat(gateway.statistics().rows()).isEmpty();
    assertThat(admin.get("/api/operations").json().get("operations")).isEmpty();
    assertThat(admin.get("/api/entries").json().get("entries")).isEmpty();
    assertThat(admin.get("/metrics").text()).doesNotContain("getItem", "putItem");
    assertThat(Soap.recorded(gateway, 0).operations()).isEmpty();
    assertThat(gateway.origins()).hasSize(1);
    assertThat(origin.requests()).isEmpty();
    gateway.close(); // which writes what the log waits with
    assertThat(Files.readString(folder.resolve("access.log"))).isEmpty();
  }

  /** Else a question would not be what it is there for: a miss, or a hit. */
  @Test
  void aQuestionOfEachStackIsAskedOnceAndKept() throws Exception {
    released.countDown();
    Watching watching = new Watching(config(""), 1);
    gateway = Gateway.start(config(""), watching);
    awaitReady();

    CacheStatistics.Row made = watching.row();
    assertThat(made.bypassed()).isEqualTo(Map.of());
    assertThat(made.misses() + made.hits()).isGreaterThan(ROUND);
  }

  @Test
  void oneThatFailsIsToldAndTheGatewayIsReady() throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      gateway =
          Gateway.start(
              config(""),
              (madeUp, policy, readyPath) -> {
                throw new IOException("no port is left");
              });
      awaitReady();
    } finally {
      System.setErr(before);
    }

    assertThat(said.toString(StandardCharsets.UTF_8))
        .containsOnlyOnce("the gateway is not warmed up")
        .contains("no port is left");
    assertThat(Soap.post(gateway, question("a")).statusCode()).isEqualTo(200);
  }

  /** As on a machine that is too busy to respond in time. */
  @Test
  void oneWithoutResponsesIsOverInTime() throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        WarmUp warmUp =
            WarmUp.start(
                (madeUp, policy, readyPath) -> connectedTo(silent), Duration.ofMillis(300))) {
      while (!warmUp.isOver()) { // until the timeout of the test
        TimeUnit.MILLISECONDS.sleep(20);
      }
    } finally {
      System.setErr(before);
    }

    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("not warmed up", "no request was answered");
  }

  private static WarmUp.Opened connectedTo(ServerSocket server) {
    return new WarmUp.Opened() {
      @Override
      public Socket connect() throws IOException {
        return new Socket(server.getInetAddress(), server.getLocalPort());
      }

      @Override
      public void close() {
        // the test closes the server
      }
    };
  }

  @Test
  void aGatewayThatEndsMeanwhileLeavesNothingOfIt() throws Exception {
    released.countDown();
    Watching watching = new Watching(config(""), Integer.MAX_VALUE);
    gateway = Gateway.start(config(""), watching);
    watching.connected.await();

    gateway.close();

    Gateway opened = Objects.requireNonNull(watching.opened);
    assertThat(opened.connections()).isZero();
    for (int port : List.of(opened.port(), Objects.requireNonNull(watching.origin).getPort())) {
      assertThatThrownBy(() -> new Socket("127.0.0.1", port).close())
          .isInstanceOf(ConnectException.class);
    }
    awaitNoThreads();
  }

  @Test
  void aGatewayThatEndsBeforeItHasBegunLeavesNothingOfIt() throws Exception {
    Watching watching = new Watching(config(""), Integer.MAX_VALUE);
    gateway = Gateway.start(config(""), watching);

    gateway.close();

    assertThat(watching.opened).isNull();
    awaitNoThreads();
  }

  @Test
  @Tag("long")
  void itSpeaksTlsWhereClientsDoAlsoIfTheyHaveToShowACertificate() throws Exception {
    Pem server = Pem.make(folder, "server");
    Pem ann = Pem.make(folder, "ann");
    ListenerTls tls =
        new ListenerTls(
            server.certificate(), server.key(), ListenerTls.Clients.REQUIRED, ann.certificate());
    GatewaySettings config = config("").withTls(tls);
    released.countDown();
    Watching watching = new Watching(config, 2);
    gateway = Gateway.start(config, watching);
    AdminClient admin = new AdminClient(gateway);
    while (admin.get("/ready").status() != 200) { // until the timeout of the test
      TimeUnit.MILLISECONDS.sleep(20);
    }

    assertThat(watching.row().hits()).isGreaterThan(ROUND);
  }

  private static void awaitNoThreads() throws InterruptedException {
    while (!threads().isEmpty()) { // until the timeout of the test
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(Thread::isAlive)
        .map(Thread::getName)
        .filter(name -> name.startsWith("castile-gateway-warm-up"))
        .toList();
  }
}
