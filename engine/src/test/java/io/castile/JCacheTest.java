package io.castile;

import static io.castile.CachedShop.minute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.Bypass;
import io.castile.cache.CacheStatistics;
import io.castile.cache.JCacheStore;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.IgnoredPart;
import io.castile.cache.policy.Vary;
import io.castile.shop.Item;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.ScriptedServer;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebServiceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.cache.Cache;
import javax.cache.CacheException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class JCacheTest {
  @TempDir Path folder;

  private CachedShop origin;
  private final CachedShop.Clock clock = new CachedShop.Clock();

  @BeforeEach
  void startOrigin() {
    origin = new CachedShop(CachePolicy.NOTHING);
  }

  @AfterEach
  void stopOrigin() throws Exception {
    origin.close();
  }

  /** A process that opens the cache, calls, and closes it. */
  private final class Run implements AutoCloseable {
    final DiskCache disk = new DiskCache(folder);
    final ResponseCache cache;
    final WrappedShop shop;

    Run(CachePolicy policy, String... header) {
      cache =
          ResponseCache.builder()
              .policy(policy)
              .clock(clock)
              .executor(Runnable::run)
              .store(JCacheStore.of(disk.cache))
              .build();
      ClientBuilder<WrappedShop> client =
          Castile.client(WrappedShop.class).endpoint(origin.server.url("/shop")).cache(cache);
      shop = (header.length == 0 ? client : client.header(header[0], header[1])).build();
    }

    CacheStatistics.Row row(String operation) {
      return cache.statistics().row(operation);
    }

    @Override
    public void close() throws Exception {
      ((AutoCloseable) shop).close();
      cache.close();
      disk.close();
    }
  }

  private static Item item(String name) {
    return new Item(name, "9.90", 4, Item.Color.RED, "new", "small");
  }

  // ---- restart ----

  @Test
  void anAnswerOnDiskIsValidatedAfterARestart() throws Exception {
    CachePolicy policy =
        CachePolicy.builder()
            .rule(CacheRule.forOperations("echo").cache(true).http(true).build())
            .build();
    String fields = "Cache-Control: max-age=10\r\nETag: \"v1\"\r\n";
    String message =
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
            + "<m:echoResponse xmlns:m='http://shop.castile.io/'><return>1</return>"
            + "</m:echoResponse></e:Body></e:Envelope>";
    String answer =
        "HTTP/1.1 200 OK\r\n%sContent-Type: text/xml\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(fields, message.length(), message);
    try (ScriptedServer server =
        new ScriptedServer(
            ScriptedServer.sendAndClose(answer),
            ScriptedServer.sendAndClose("HTTP/1.1 304 Not Modified\r\n" + fields + "\r\n"))) {
      for (int run = 0; run < 3; run++) {
        try (DiskCache disk = new DiskCache(folder);
            ResponseCache cache =
                ResponseCache.builder()
                    .policy(policy)
                    .clock(clock)
                    .store(JCacheStore.of(disk.cache))
                    .build()) {
          WrappedShop shop =
              Castile.client(WrappedShop.class).endpoint(server.url()).cache(cache).build();

          assertThat(shop.echo("a")).isEqualTo("1");
          assertThat(cache.statistics().row("echo").validated()).isEqualTo(run == 1 ? 1 : 0);
        }
        if (run == 0) {
          clock.pass(Duration.ofSeconds(11));
        }
      }
      assertThat(server.heads).hasSize(2);
      assertThat(server.heads.get(1)).contains("if-none-match: \"v1\"");
    }
  }

  @Test
  void answersOutliveTheProcess() throws Exception {
    // The clock of the other process is the system's.
    clock.pass(Duration.between(clock.instant(), Instant.now()));
    callFromAnotherProcess("client");
    assertThat(origin.served).containsExactly("echo");

    try (Run run = new Run(minute())) {
      assertThat(run.shop.echo("from another process")).isEqualTo("from another process");
      assertThat(run.row("echo").hits()).isEqualTo(1);
    }
    assertThat(origin.served).hasSize(1);
  }

  @Test
  void answersOfNothingAreKeptToo() throws Exception {
    for (int i = 0; i < 2; i++) {
      try (Run run = new Run(minute())) {
        assertThat(run.shop.sameItems(new ArrayList<>())).isEqualTo(List.of());
        assertThat(run.shop.sameItems(null)).isEqualTo(List.of());
        assertThat(run.shop.sameItem(null)).isNull();
        assertThat(run.shop.numbers(new double[0])).isEmpty();
        assertThat(run.row("sameItems").notKept()).isEmpty();
      }
    }
    assertThat(origin.served).doesNotHaveDuplicates();
  }

  private void callFromAnotherProcess(String kind) throws Exception {
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                DiskCache.class.getName(),
                folder.toString(),
                origin.server.url("/shop"),
                kind)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor()).as(() -> text(output)).isZero();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a port has configured inside is not seen, and may say that somebody else calls. */
  @Test
  @Tag("long")
  void portsOfTwoProcessesShareNothing() throws Exception {
    callFromAnotherProcess("port");
    callFromAnotherProcess("port");

    assertThat(origin.served).containsExactly("echo", "echo");
  }

  @Test
  void valuesOfAllKindsOutliveARestart() throws Exception {
    for (int i = 0; i < 3; i++) {
      try (Run run = new Run(minute())) {
        assertThat(run.shop.echo(null)).isNull();
        assertThat(run.shop.add(1, 2)).isEqualTo(3);
        assertThat(run.shop.sameItem(item("Ærø €"))).isEqualTo(item("Ærø €"));
        assertThat(run.shop.sameItems(List.of(item("a"), item("b"))))
            .containsExactly(item("a"), item("b"));
        assertThat(run.shop.bytes(new byte[] {1, 2})).containsExactly(1, 2);
        assertThat(run.shop.numbers(new double[] {0.1, -0.0})).containsExactly(0.1, -0.0);
        run.shop.ping();
        Holder<String> both = new Holder<>("b");
        Holder<Item> out = new Holder<>();
        assertThat(run.shop.exchange("in", both, out)).isEqualTo(2);
        assertThat(both.value).isEqualTo("b!");
        assertThat(out.value.getName()).isEqualTo("in");
        Holder<String> session = new Holder<>("s");
        assertThat(run.shop.session("t", "me", session)).isEqualTo("t by me");
        assertThat(session.value).isEqualTo("s+1");

        CacheStatistics.Row row = run.row("sameItem");
        assertThat(row.hits()).isEqualTo(i == 0 ? 0 : 1);
        assertThat(row.entries()).isEqualTo(1);
        assertThat(row.bytes()).isPositive();
      }
    }
    assertThat(origin.served).doesNotHaveDuplicates().hasSize(9);
  }

  @Test
  void whatCallersDoToAnswersReachesNobody() throws Exception {
    try (Run run = new Run(minute())) {
      for (int i = 0; i < 3; i++) {
        Item answer = run.shop.sameItem(item("a"));
        assertThat(answer).isEqualTo(item("a"));
        ShopItems.spoil(answer);
      }
    }
    assertThat(origin.served).hasSize(1);
  }

  @Test
  void messagesOfAServerOutliveARestart() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    WrappedShopService service =
        new WrappedShopService() {
          @Override
          public int add(int a, int b) {
            calls.incrementAndGet();
            return super.add(a, b);
          }
        };
    int port = 0;
    for (int i = 0; i < 2; i++) {
      try (DiskCache disk = new DiskCache(folder);
          ResponseCache cache =
              ResponseCache.builder().policy(minute()).store(JCacheStore.of(disk.cache)).build();
          SoapServer server =
              Castile.server()
                  .host("localhost")
                  .port(port)
                  .publish("/shop", service)
                  .cache(cache)
                  .start();
          AutoCloseable client =
              (AutoCloseable)
                  Castile.client(WrappedShop.class).endpoint(server.url("/shop")).build()) {
        port = URI.create(server.url("/shop")).getPort();
        assertThat(((WrappedShop) client).add(1, 2)).isEqualTo(3);
        assertThat(cache.statistics().row("add").hits()).isEqualTo(i);
      }
    }
    assertThat(calls).hasValue(1);
  }

  // ---- time ----

  @Test
  void theLifetimeIsThatOfThePolicyThatHoldsWhenItIsRead() throws Exception {
    try (Run run = new Run(minute())) {
      run.shop.add(1, 2);
    }
    clock.pass(Duration.ofMinutes(2));
    try (Run run = new Run(minute(rule -> rule.ttl(Duration.ofMinutes(3))))) {
      run.shop.add(1, 2);
      assertThat(run.row("add").hits()).isEqualTo(1);
    }
    try (Run run = new Run(minute())) {
      run.shop.add(1, 2);
      assertThat(run.row("add").misses()).isEqualTo(1);
    }
    assertThat(origin.served).hasSize(2);
  }

  @Test
  void whatIsOfNoUseIsRemovedWhenItIsAskedFor() throws Exception {
    try (Run run = new Run(minute())) {
      run.shop.add(1, 2);
      origin.server.close();
      clock.pass(Duration.ofSeconds(59));
      assertThat(run.shop.add(1, 2)).isEqualTo(3);
      assertThat(run.disk.values()).hasSize(1);

      clock.pass(Duration.ofSeconds(1));

      assertThatThrownBy(() -> run.shop.add(1, 2)).isInstanceOf(WebServiceException.class);
      assertThat(run.disk.values()).isEmpty();
    }
  }

  @Test
  void aStaleAnswerIsGivenAndFetchedAnew() throws Exception {
    try (Run run = new Run(minute(rule -> rule.staleWhileRevalidate(Duration.ofMinutes(1))))) {
      run.shop.add(1, 2);
      clock.pass(Duration.ofSeconds(90));
      run.shop.add(1, 2); // the executor is done with the refresh when this ends
      assertThat(origin.served).hasSize(2);
      run.shop.add(1, 2);

      CacheStatistics.Row row = run.row("add");
      assertThat(row.stale()).isEqualTo(1);
      assertThat(row.refreshes()).isEqualTo(1);
      assertThat(row.hits()).isEqualTo(1);
      assertThat(origin.served).hasSize(2);
    }
  }

  // ---- whose answer it is ----

  @Test
  void secretsAreNotWritten() throws Exception {
    CachePolicy policy = minute(rule -> rule.vary(Vary.httpHeader("Authorization")));
    try (Run run = new Run(policy, "Authorization", "Bearer geheim")) {
      run.shop.add(1, 2);
      run.shop.add(1, 2);
      run.shop.session("t", "geheim", new Holder<>("s"));
      assertThat(run.row("add").hits()).isEqualTo(1);

      assertThat(run.disk.values()).hasSize(2);
      for (byte[] value : run.disk.values()) {
        String text = new String(value, StandardCharsets.ISO_8859_1).replace("\0", "");
        assertThat(text).contains("WrappedShop").doesNotContain("Bearer");
      }
    }
    try (Run run = new Run(policy, "Authorization", "Bearer other")) {
      run.shop.add(1, 2);
      assertThat(run.row("add").misses()).isEqualTo(1);
    }
    try (Run run = new Run(policy, "Authorization", "Bearer geheim")) {
      run.shop.add(1, 2);
      assertThat(run.row("add").hits()).isEqualTo(1);
    }
  }

  @Test
  void keysMadeUnderAnotherPolicyAreOthers() throws Exception {
    List<CachePolicy> policies =
        List.of(
            minute(rule -> rule.shared(true)),
            minute(),
            minute(rule -> rule.vary(Vary.httpHeader("X-A"))),
            minute(rule -> rule.vary(Vary.httpHeader("X-B"))),
            minute(rule -> rule.ignore(IgnoredPart.argument("a"))),
            minute(rule -> rule.ignore(IgnoredPart.argument("b"))),
            minute(rule -> rule.http(true)));
    for (CachePolicy policy : policies) {
      try (Run run = new Run(policy)) {
        run.shop.add(1, 2);
        assertThat(run.row("add").misses()).as(policy.print()).isEqualTo(1);
      }
    }
    try (Run run = new Run(policies.get(0))) {
      run.shop.add(1, 2);
      assertThat(run.row("add").hits()).isEqualTo(1);
    }
  }

  @Test
  void keysOfOneNameShareNoAnswer() throws Exception {
    try (Run run = new Run(minute())) {
      run.shop.add(1, 2);
      run.shop.add(3, 4);
      List<String> names = new ArrayList<>();
      run.disk.cache.forEach(entry -> names.add(entry.getKey()));
      byte[] first = run.disk.cache.get(names.get(0));
      run.disk.cache.put(names.get(0), run.disk.cache.get(names.get(1)));
      run.disk.cache.put(names.get(1), first);

      assertThat(run.shop.add(1, 2)).isEqualTo(3);
      assertThat(run.shop.add(3, 4)).isEqualTo(7);
      assertThat(run.row("add").misses()).isEqualTo(4);
      assertThat(run.shop.add(1, 2)).isEqualTo(3);
      assertThat(run.row("add").hits()).isEqualTo(1);
    }
  }

  // ---- dropping ----

  @Test
  void entriesAreDroppedByServiceOperationAndAllTogether() throws Exception {
    try (Run run = new Run(minute())) {
      run.shop.add(1, 2);
      run.shop.echo("a");
      run.cache.invalidate("WrappedShopService", "add");
      assertThat(run.disk.values()).hasSize(1);
      run.shop.echo("a");
      run.shop.add(1, 2);
      assertThat(run.row("echo").hits()).isEqualTo(1);
      assertThat(run.row("add").misses()).isEqualTo(2);

      run.cache.invalidateAll();
      assertThat(run.disk.values()).isEmpty();
    }
  }

  // ---- what goes wrong ----

  @Test
  void damagedAndForeignValuesAreMisses() throws Exception {
    List<byte[]> wrong = new ArrayList<>(List.of(new byte[0], new byte[] {1}, new byte[500]));
    try (Run run = new Run(minute())) {
      run.shop.add(1, 2);
      byte[] value = run.disk.values().get(0);
      for (int i = 0; i < value.length; i += 7) {
        byte[] damaged = value.clone();
        damaged[i]++;
        wrong.add(damaged);
      }
      String name = run.disk.cache.iterator().next().getKey();
      for (byte[] each : wrong) {
        run.disk.cache.put(name, each);
        assertThat(run.shop.add(1, 2)).isEqualTo(3);
      }
      run.disk.cache.put("foreign", new byte[] {1, 2, 3});

      assertThat(run.row("add").misses()).isEqualTo(1 + wrong.size());
      assertThat(run.row("add").entries()).isEqualTo(1);
      run.cache.invalidateAll();
      assertThat(run.disk.values()).hasSize(1);
    }
  }

  @Test
  void callsSucceedWithoutAProviderThatWorksAndTheLogSaysItOnce() throws Exception {
    @SuppressWarnings("unchecked") // throws whatever it is asked
    Cache<String, byte[]> broken =
        (Cache<String, byte[]>)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Cache.class},
                (proxy, method, arguments) -> {
                  throw new CacheException("the disk is gone");
                });
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    PrintStream stderr = System.err;
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try (ResponseCache cache =
        ResponseCache.builder().policy(minute()).store(JCacheStore.of(broken)).build()) {
      WrappedShop shop = origin.client().cache(cache).build();
      for (int i = 0; i < 3; i++) {
        assertThat(shop.add(1, 2)).isEqualTo(3);
      }

      CacheStatistics.Row row = cache.statistics().row("add");
      assertThat(row.bypassed()).containsEntry(Bypass.STORE_FAILED, 3L);
      assertThat(row.entries()).isZero();
      ((AutoCloseable) shop).close();
    } finally {
      System.setErr(stderr);
    }
    assertThat(origin.served).hasSize(3);
    assertThat(log.toString(StandardCharsets.UTF_8))
        .containsOnlyOnce("go past the cache (storeFailed): ")
        .contains("the disk is gone");
  }
}
