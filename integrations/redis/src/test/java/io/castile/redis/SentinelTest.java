package io.castile.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A primary, its replica, and a Sentinel that lets the replica take over. */
@Tag("long")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class SentinelTest {
  @TempDir Path folder;

  private Process sentinel(int port, RedisProcess primary) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("sentinel.conf"),
            String.join(
                "\n",
                "port " + port,
                "bind 127.0.0.1",
                "dir " + folder,
                "sentinel monitor main 127.0.0.1 " + primary.port + " 1",
                "sentinel down-after-milliseconds main 1000",
                "sentinel failover-timeout main 5000",
                ""));
    return new ProcessBuilder("redis-server", file.toString(), "--sentinel")
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("log").toFile())
        .start();
  }

  @Test
  void theFleetGoesWhereThePrimaryIs() throws Exception {
    int port = RedisProcess.freePort();
    try (RedisProcess primary = new RedisProcess();
        RedisProcess replica =
            new RedisProcess(RedisProcess.freePort(), "--replicaof", "127.0.0.1 " + primary.port);
        Origin origin = new Origin()) {
      Until.isTrue(
          "the replica follows",
          () -> replica.ask(redis -> redis.info("replication")).contains("link_status:up"));
      Process sentinel = sentinel(port, primary);
      Until.isTrue(
          "the Sentinel knows the replica",
          () -> primary.ask(redis -> redis.info("replication")).contains("connected_slaves:1"));
      try (FleetNode one = new FleetNode(origin, "redis-sentinel://127.0.0.1:" + port + "#main");
          FleetNode other = new FleetNode(origin, "redis-sentinel://127.0.0.1:" + port + "#main")) {
        Until.isTrue("entries are shared", () -> shares(one, other));
        Until.isTrue(
            "the Sentinel would let the replica take over",
            () -> log().contains("+slave slave 127.0.0.1:" + replica.port));

        primary.kill();
        for (int i = 0; i < 50; i++) {
          assertThat(one.prices.price("x" + i)).isEqualTo("0");
        }

        Until.isTrue("entries are shared again", Duration.ofSeconds(60), () -> shares(one, other));
        String replication = replica.ask(redis -> redis.info("replication"));
        assertThat(replication).contains("role:master");
      } finally {
        sentinel.destroyForcibly().waitFor();
      }
    }
  }

  private String log() {
    try {
      return Files.readString(folder.resolve("log"));
    } catch (IOException e) {
      return "";
    }
  }

  private static int round;

  private static boolean shares(FleetNode one, FleetNode other) {
    String item = "shared" + round++;
    one.prices.price(item);
    other.prices.price("other " + item);
    long before = other.row("price").hits();
    other.prices.price(item);
    return other.row("price").hits() == before + 1;
  }
}
