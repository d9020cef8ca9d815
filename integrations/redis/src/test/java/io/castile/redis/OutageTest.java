package io.castile.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Redis slow or gone: calls go on, and the store is used again by itself when it is back. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@Tag("long")
class OutageTest {
  private static final Duration WHILE_IT_HANGS = Duration.ofSeconds(1);

  private RedisProcess redis;
  private Origin origin;

  @BeforeEach
  void start() {
    redis = new RedisProcess();
    origin = new Origin();
  }

  @AfterEach
  void stop() throws Exception {
    origin.close();
    redis.close();
  }

  /** A process whose policy has no calls that drop anything. */
  private FleetNode undropped(Duration localFor) {
    RedisStore store = FleetNode.store(redis.url(), each -> each.localFor(localFor));
    return new FleetNode(origin, store, "rules: [{operation: price, cache: true, ttl: 10m}]");
  }

  private static void untilHits(FleetNode node) {
    Until.isTrue(
        "answers are kept again",
        () -> {
          long before = node.row("price").hits();
          node.prices.price("back");
          return node.row("price").hits() > before;
        });
  }

  @Test
  void callsGoOnWhileRedisIsKilled() throws Exception {
    try (FleetNode node = new FleetNode(origin, redis.url())) {
      node.prices.price("a");
      redis.kill();
      for (int i = 0; i < 50; i++) {
        assertThat(node.prices.price("x" + i)).isEqualTo("0");
      }

      redis.start();

      untilHits(node);
    }
  }

  @Test
  void callsGoOnWhileRedisHangs() throws Exception {
    try (FleetNode node =
        new FleetNode(origin, redis.url(), each -> each.timeout(WHILE_IT_HANGS))) {
      node.prices.price("a");
      redis.freeze();
      try {
        for (int i = 0; i < 50; i++) {
          assertThat(node.prices.price("x" + i)).isEqualTo("0");
        }
      } finally {
        redis.thaw();
      }

      untilHits(node);
    }
  }

  /** Each process asks once for a question, however many calls ask it. */
  @Test
  void noCallsFloodTheOriginWhileRedisIsAway() throws Exception {
    try (FleetNode one = undropped(Duration.ofSeconds(30));
        FleetNode two = undropped(Duration.ofSeconds(30))) {
      assertThat(one.prices.price("known")).isEqualTo("0");
      assertThat(two.prices.price("known")).isEqualTo("0");
      assertThat(origin.served("price known")).isEqualTo(1);
      redis.kill();
      origin.price("known", "1");

      for (int i = 0; i < 100; i++) {
        for (FleetNode node : List.of(one, two)) {
          assertThat(node.prices.price("known")).isEqualTo("0");
          assertThat(node.prices.price("new")).isEqualTo("0");
        }
      }
      assertThat(origin.served("price known")).isEqualTo(1);
      assertThat(origin.served("price new")).isEqualTo(2);

      redis.start();
      untilHits(one);
      untilHits(two);
      Until.isTrue(
          "what was at hand in the meantime is not given any more",
          () -> one.prices.price("known").equals("1") && two.prices.price("known").equals("1"));
    }
  }

  @Test
  void whatIsAtHandIsGivenNoLongerThanItsTime() throws Exception {
    try (FleetNode node = undropped(Duration.ofMillis(500))) {
      node.prices.price("a");
      redis.kill();
      origin.price("a", "1");

      Until.isTrue("the origin is asked again", () -> node.prices.price("a").equals("1"));
      assertThat(node.prices.price("a")).isEqualTo("1");
    }
  }

  /** Another process may have dropped it, which nothing tells. */
  @Test
  void whatCallsDropIsAskedOfTheOriginWhileRedisIsAway() throws Exception {
    try (FleetNode node = new FleetNode(origin, redis.url())) {
      node.prices.price("a");
      redis.kill();
      origin.price("a", "1");

      Until.isTrue("the origin is asked again", () -> node.prices.price("a").equals("1"));
    }
  }

  @Test
  void aFleetBeginsWithoutRedis() throws Exception {
    redis.kill();
    RedisStore store = RedisStore.builder(redis.url()).timeout(FleetNode.PATIENCE).build();
    try (FleetNode node = new FleetNode(origin, store, FleetNode.POLICY)) {
      assertThat(node.prices.price("a")).isEqualTo("0");

      redis.start();

      untilHits(node);
    }
  }

  /** Nobody knows what Redis has done: what it has is not given before all is dropped. */
  @Test
  void whatCouldNotBeDroppedIsNotGivenLater() throws Exception {
    try (FleetNode node =
        new FleetNode(
            origin,
            redis.url(),
            each -> each.timeout(WHILE_IT_HANGS).localFor(Duration.ofMinutes(1)))) {
      assertThat(node.prices.price("a")).isEqualTo("0");
      redis.freeze();
      try {
        node.prices.setPrice("a", "1");
        assertThat(node.prices.price("a")).isEqualTo("1");
      } finally {
        redis.thaw();
      }

      untilHits(node);
      assertThat(node.prices.price("a")).isEqualTo("1");
      try (FleetNode other = new FleetNode(origin, redis.url())) {
        assertThat(other.prices.price("a")).isEqualTo("1");
      }
    }
  }
}
