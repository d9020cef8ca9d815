package io.castile.interop.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Three gateways in processes of their own, which are killed, and a Redis or a cluster that is
 * killed and parted, under load. Clients go by a balancer and see nothing of it but its time.
 */
@Tag("long")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class KilledFleetTest {
  private static final Logger log = LoggerFactory.getLogger(KilledFleetTest.class);
  private static final int NODES = 3;
  private static final int TTL_MILLIS = 2_000;

  /** On a machine that has more to do, an answer may wait as long before the gateway sees it. */
  private static final int SLACK_MILLIS = 5_000;

  private static final int STORE_MILLIS = 50;
  private static final int PATIENT_STORE_MILLIS = 5_000;

  private static final String POLICY =
      "rules:\n"
          + "- {operation: ask, cache: true, ttl: 2s, vary: [{httpHeader: authorization}]}\n"
          + "- {operation: keep, cache: true, ttl: 1h}\n";
  private static final String KEPT = StampingOrigin.question("keep", "kept");

  @TempDir private Path folder;

  private final List<RedisServer> redis = new ArrayList<>();
  private StampingOrigin origin;
  private ProcessFleet fleet;

  @BeforeEach
  void start() throws Exception {
    origin = new StampingOrigin(20);
  }

  @AfterEach
  void stop() throws Exception {
    if (fleet != null) {
      fleet.close();
    }
    origin.close();
    for (RedisServer each : redis) {
      each.close();
    }
  }

  private void fleet(String store, int storeMillis) throws Exception {
    fleet = new ProcessFleet(NODES, folder, origin, store, POLICY, storeMillis);
  }

  /** While all are up: what is asked again before its time is over comes from the store. */
  @Test
  void theOriginIsAskedOnceForAQuestionAndLifetime() throws Exception {
    redis.add(new RedisServer());
    fleet(redis.get(0).url(), PATIENT_STORE_MILLIS);
    try (FleetLoad load = new FleetLoad(fleet, TTL_MILLIS + SLACK_MILLIS)) {
      load.goOn(1_000, 4 * TTL_MILLIS);
      load.check();
    }

    assertThat(origin.questions()).hasSizeGreaterThan(20);
    for (String question : origin.questions()) {
      origin.times(question).forEach((user, times) -> checkApart(question, List.copyOf(times)));
    }
  }

  private static void checkApart(String question, List<Long> times) {
    for (int i = 1; i < times.size(); i++) {
      assertThat(times.get(i) - times.get(i - 1))
          .as("ms between two calls of %s, of %s", question, times)
          .isGreaterThanOrEqualTo(TTL_MILLIS);
    }
  }

  @Test
  void eachMayBeKilledUnderLoad() throws Exception {
    redis.add(new RedisServer());
    fleet(redis.get(0).url(), STORE_MILLIS);
    try (FleetLoad load = new FleetLoad(fleet, TTL_MILLIS + SLACK_MILLIS)) {
      load.goOn(200, TTL_MILLIS);
      for (int node = 0; node < NODES; node++) {
        fleet.kill(node);
        load.goOn(200, 1_000);
        fleet.start(node);
        load.goOn(200, 1_000);
        load.check();
      }
      purge(0, "with all gateways back");

      redis.get(0).signal("STOP"); // as where the network is parted
      load.goOn(100, TTL_MILLIS + 1_000);
      redis.get(0).signal("CONT");
      load.check();
      purge(1, "after a partition");

      redis.get(0).kill();
      load.goOn(100, TTL_MILLIS + 1_000);
      redis.get(0).start();
      load.check();
      purge(2, "with a new Redis");
      load.goOn(200, TTL_MILLIS);
      load.check();
    }
  }

  @Test
  void aNodeOfTheClusterMayBeAway() throws Exception {
    startCluster();
    String nodes = redis.stream().map(RedisServer::address).collect(Collectors.joining(","));
    fleet("redis://" + nodes, STORE_MILLIS);
    try (FleetLoad load = new FleetLoad(fleet, TTL_MILLIS + SLACK_MILLIS)) {
      load.goOn(200, TTL_MILLIS);
      purge(0, "with the whole cluster");

      redis.get(0).signal("STOP");
      load.goOn(100, TTL_MILLIS + 2_000);
      redis.get(0).signal("CONT");
      untilClusterIsUp();
      load.check();
      purge(1, "after a node of the cluster was parted");

      redis.get(1).kill();
      load.goOn(100, TTL_MILLIS + 2_000);
      redis.get(1).start();
      untilClusterIsUp();
      load.check();
      purge(2, "with a new node of the cluster");

      fleet.kill(1);
      load.goOn(200, TTL_MILLIS);
      load.check();
    }
  }

  private void startCluster() throws Exception {
    List<String> create = new ArrayList<>(List.of("--cluster", "create"));
    for (int i = 0; i < NODES; i++) {
      RedisServer node =
          new RedisServer(
              "--dir",
              Files.createDirectory(folder.resolve("redis" + i)).toString(),
              "--cluster-enabled",
              "yes",
              "--cluster-node-timeout",
              "2000",
              "--cluster-require-full-coverage",
              "no");
      redis.add(node);
      create.add(node.address());
    }
    create.add("--cluster-yes");
    RedisServer.cli(create);
    untilClusterIsUp();
  }

  private void untilClusterIsUp() throws Exception {
    for (RedisServer node : redis) {
      ProcessFleet.until(
          "the cluster is up",
          () -> {
            String nodes = node.command("cluster", "nodes");
            return nodes.lines().filter(line -> line.contains("connected")).count() == NODES
                && !nodes.contains("fail")
                && node.command("cluster", "info").contains("cluster_state:ok");
          });
    }
  }

  /** Once all gateways share answers, purges them, and waits until no gateway gives an old one. */
  private void purge(int node, String when) throws Exception {
    ProcessFleet.until("all share answers " + when, () -> kept(0) == kept(1) && kept(1) == kept(2));
    long before = System.currentTimeMillis();
    ProcessFleet.until("all are told " + when, () -> fleet.purge(node));
    long purged = System.currentTimeMillis();
    for (int i = 0; i < NODES; i++) {
      int each = i;
      ProcessFleet.until("it is purged " + when, () -> kept(each) >= before);
    }
    log.info(
        "purged everywhere {}: {} ms after it returned", when, System.currentTimeMillis() - purged);
  }

  /** When the answer was made that a gateway gives. */
  private long kept(int node) throws Exception {
    return fleet.ask(node, KEPT, "").made();
  }
}
