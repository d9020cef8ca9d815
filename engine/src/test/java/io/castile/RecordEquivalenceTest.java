package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.RecordServiceTest.Label;
import io.castile.RecordServiceTest.Line;
import io.castile.RecordServiceTest.Order;
import io.castile.RecordServiceTest.Orders;
import io.castile.RecordServiceTest.OrdersService;
import io.castile.cache.JCacheStore;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.template.Templates;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Records that change from call to call are what they are by every way that saves work: templates,
 * differences, and answers that are kept as bytes.
 */
class RecordEquivalenceTest {
  private static SoapServer server;
  private static Path folder;
  private static DiskCache disk;
  private static ResponseCache cache;
  private static List<Orders> ports;

  @BeforeContainer
  static void open() throws IOException {
    server =
        Castile.server()
            .host("localhost")
            .validate(true)
            .publish("/s", new OrdersService())
            .differential(true)
            .start();
    folder = Files.createTempDirectory("records");
    disk = new DiskCache(folder);
    CachePolicy policy =
        CachePolicy.builder()
            .rule(CacheRule.forOperations("*").cache(true).ttl(Duration.ofHours(1)).build())
            .build();
    cache = ResponseCache.builder().policy(policy).store(JCacheStore.of(disk.cache)).build();
    ports =
        List.of(
            client().templates(Templates.off()).build(),
            client().build(),
            client().differential(true).build(),
            client().cache(cache).build());
  }

  private static ClientBuilder<Orders> client() {
    return Castile.client(Orders.class).endpoint(server.url("/s")).validate(true);
  }

  @AfterContainer
  static void close() throws Exception {
    for (Orders port : ports) {
      ((AutoCloseable) port).close();
    }
    server.close();
    cache.close();
    disk.close();
    try (var files = Files.walk(folder)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  @Property(tries = 6)
  void recordsComeBackAsTheyWere(@ForAll long seed) {
    Random random = new Random(seed);
    List<Order> orders = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      edit(orders, random);
      Order[] sent = orders.toArray(Order[]::new);
      List<Line> expected = orders.stream().flatMap(each -> each.lines().stream()).toList();
      for (Orders port : ports) {
        assertThat(orEmpty(port.lines(sent))).isEqualTo(expected);
        assertThat(orEmpty(port.lines(sent))).isEqualTo(expected); // kept, or nothing to send
        for (Line line : expected.subList(0, Math.min(2, expected.size()))) {
          assertThat(port.find(line)).isEqualTo(line.label());
        }
      }
    }
    assertThat(cache.statistics().row("lines").hits()).isPositive();
    assertThat(cache.statistics().row("find").hits()).isPositive();
    assertThat(disk.values()).isNotEmpty();
  }

  private static List<Line> orEmpty(List<Line> lines) {
    return lines == null ? List.of() : lines;
  }

  /** Changes one thing, more or less: a record by another one that differs in one component. */
  private static void edit(List<Order> orders, Random random) {
    if (orders.isEmpty() || random.nextInt(5) == 0) {
      orders.add(random.nextInt(orders.size() + 1), order(random));
      return;
    }
    int at = random.nextInt(orders.size());
    Order order = orders.get(at);
    List<Line> lines = new ArrayList<>(order.lines());
    switch (random.nextInt(6)) {
      case 0 -> orders.remove(at);
      case 1 -> orders.set(at, new Order(text(random), order.day(), lines));
      case 2 -> orders.set(at, new Order(order.id(), day(random), lines));
      case 3 -> {
        lines.add(line(random));
        orders.set(at, new Order(order.id(), order.day(), lines));
      }
      default -> {
        if (!lines.isEmpty()) {
          int which = random.nextInt(lines.size());
          Line line = lines.get(which);
          lines.set(
              which,
              random.nextBoolean()
                  ? new Line(line.sku(), random.nextInt(), line.price(), line.label())
                  : new Line(line.sku(), line.count(), line.price(), label(random)));
          orders.set(at, new Order(order.id(), order.day(), lines));
        }
      }
    }
  }

  private static Order order(Random random) {
    List<Line> lines = new ArrayList<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      lines.add(line(random));
    }
    return new Order(text(random), day(random), lines);
  }

  private static LocalDate day(Random random) {
    return random.nextInt(8) == 0 ? null : LocalDate.ofEpochDay(random.nextInt(40_000));
  }

  private static Line line(Random random) {
    return new Line(
        text(random),
        random.nextInt(1000),
        random.nextInt(8) == 0 ? null : BigDecimal.valueOf(random.nextInt(100_000), 2),
        label(random));
  }

  private static Label label(Random random) {
    return random.nextInt(4) == 0 ? null : new Label(text(random), text(random));
  }

  private static String text(Random random) {
    return "äx<&>".substring(random.nextInt(5)) + "t".repeat(random.nextInt(30));
  }
}
