package io.castile.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A cluster of three nodes. */
@Tag("long")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class ClusterTest {
  /** Long before entries at hand become stale by themselves. */
  private static final Duration SOON = Duration.ofSeconds(5);

  private static final List<RedisProcess> nodes = new ArrayList<>();

  private Origin origin;

  @BeforeAll
  static void startCluster() {
    for (int i = 0; i < 3; i++) {
      nodes.add(
          new RedisProcess(
              RedisProcess.freePort(),
              "--cluster-enabled",
              "yes",
              "--cluster-node-timeout",
              "2000",
              "--cluster-require-full-coverage",
              "no"));
    }
    List<String> command = new ArrayList<>(List.of("redis-cli", "--cluster", "create"));
    nodes.forEach(node -> command.add("127.0.0.1:" + node.port));
    command.add("--cluster-yes");
    RedisProcess.run(command.toArray(String[]::new));
    for (RedisProcess node : nodes) {
      Until.isTrue(
          "the cluster is up",
          () -> node.ask(redis -> redis.clusterInfo()).contains("cluster_state:ok"));
    }
  }

  @AfterAll
  static void stopCluster() {
    nodes.forEach(RedisProcess::close);
    nodes.clear();
  }

  @BeforeEach
  void startOrigin() {
    nodes.forEach(node -> node.ask(redis -> redis.flushall()));
    origin = new Origin();
  }

  @AfterEach
  void stopOrigin() throws Exception {
    origin.close();
  }

  private FleetNode node() {
    return new FleetNode(origin, url());
  }

  /** Waits a short time only for a node that hangs. */
  private FleetNode brief() {
    return new FleetNode(origin, url(), each -> each.timeout(Duration.ofSeconds(1)));
  }

  private static String url() {
    return "redis-cluster://127.0.0.1:" + nodes.get(0).port;
  }

  private static List<Integer> entries() {
    return nodes.stream().map(node -> node.names("}:e:").size()).toList();
  }

  @Test
  void entriesAreSpreadAndFoundByAll() throws Exception {
    try (FleetNode one = node();
        FleetNode other = node()) {
      for (int i = 0; i < 60; i++) {
        one.prices.price("" + i);
      }
      for (int i = 0; i < 60; i++) {
        other.prices.price("" + i);
      }

      assertThat(origin.served).hasSize(60);
      assertThat(other.row("price").hits()).isEqualTo(60);
      assertThat(other.shared()).isEqualTo(60);
      assertThat(entries()).doesNotContain(0);
    }
  }

  @Test
  void whatIsDroppedIsGivenNowhere() throws Exception {
    try (FleetNode one = node();
        FleetNode other = node();
        FleetNode third = node()) {
      for (int i = 0; i < 30; i++) {
        for (FleetNode node : Arrays.asList(one, other, third)) {
          node.prices.price("" + i);
          node.prices.stock("" + i);
        }
        origin.price("" + i, "new");
      }
      assertThat(origin.served).hasSize(60);

      one.prices.setPrice("0", "new");

      Until.isTrue(
          "all prices are new",
          SOON,
          () -> {
            for (int i = 0; i < 30; i++) {
              if (!other.prices.price("" + i).equals("new")
                  || !third.prices.price("" + i).equals("new")) {
                return false;
              }
            }
            return true;
          });
      assertThat(origin.served).hasSize(90);

      other.cache.invalidateIf(key -> key.scope().operation().getLocalPart().equals("stock"));
      Until.isTrue(
          "the origin is asked for stock again",
          SOON,
          () -> {
            one.prices.stock("0");
            return origin.served("stock 0") == 2;
          });
      other.cache.invalidateAll();
      Until.isTrue("no entries are left", () -> entries().equals(List.of(0, 0, 0)));
    }
  }

  /** Its share of the questions goes to the origin, as long as the node is away. */
  @Test
  void callsGoOnWhileANodeHangsOrIsKilled() throws Exception {
    try (FleetNode one = brief();
        FleetNode other = brief()) {
      RedisProcess last = nodes.get(2);
      last.freeze();
      try {
        for (int i = 0; i < 100; i++) {
          assertThat(one.prices.price("" + i)).isEqualTo("0");
          assertThat(other.prices.price("" + i)).isEqualTo("0");
        }
      } finally {
        last.thaw();
      }
      untilAllAreShared(one, other);

      last.kill();
      for (int i = 200; i < 300; i++) {
        assertThat(one.prices.price("" + i)).isEqualTo("0");
        assertThat(other.prices.price("" + i)).isEqualTo("0");
      }
      last.start();
      untilAllAreShared(one, other);
    }
  }

  /** Waits until what one node asks is found by the other, as it is by Redis alone. */
  private void untilAllAreShared(FleetNode one, FleetNode other) {
    AtomicInteger round = new AtomicInteger();
    Until.isTrue(
        "all answers are shared again",
        Duration.ofSeconds(60),
        () -> {
          String question = "back " + round.incrementAndGet() + " ";
          int before = origin.served.size();
          for (int i = 0; i < 30; i++) {
            one.prices.price(question + i);
            other.prices.price(question + i);
          }
          return origin.served.size() == before + 30;
        });
  }
}
