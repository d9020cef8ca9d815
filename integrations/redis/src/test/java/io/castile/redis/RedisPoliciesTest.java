package io.castile.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.policy.FleetPolicy.Published;
import io.castile.cache.policy.PolicyException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A policy that is published once holds everywhere. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RedisPoliciesTest extends SharedRedis {
  /** For {@link #TIMES} policies. Who is not told, and looks every two seconds, takes longer. */
  private static final Duration SOON = Duration.ofSeconds(5);

  private static final int TIMES = 4;

  private static final String MINUTE = "rules:\n  - {operation: price, cache: true, ttl: 1m}\n";
  private static final String NOTHING = "rules: []\n";

  private Origin origin;

  @BeforeEach
  void startOrigin() {
    origin = new Origin();
  }

  @AfterEach
  void stopOrigin() throws Exception {
    origin.close();
  }

  private FleetNode follower() {
    FleetNode node = new FleetNode(origin, store(), NOTHING);
    node.store.policies().follow(node.cache::policy);
    return node;
  }

  /** Whether the policy that holds caches prices. */
  private boolean caches(FleetNode node) {
    return node.cache.policy().toString().contains("cache: true");
  }

  @Test
  void allTakeOverWhatOnePublishes() throws Exception {
    try (FleetNode one = follower();
        FleetNode other = follower()) {
      assertThat(one.store.policies().current()).isEmpty();

      assertThat(one.store.policies().publish(MINUTE)).isEqualTo(1);
      Until.isTrue("it holds everywhere", () -> caches(one) && caches(other));
      assertThat(other.store.policies().current()).contains(new Published(1, MINUTE));
      one.prices.price("a");
      other.prices.price("a");
      assertThat(origin.served).hasSize(1);

      assertThat(other.store.policies().publish(NOTHING)).isEqualTo(2);
      Until.isTrue("it holds nowhere", () -> !caches(one) && !caches(other));
      one.prices.price("a");
      assertThat(origin.served).hasSize(2);
    }
  }

  @Test
  void followersAreToldAtOnce() throws Exception {
    try (RedisStore store = store();
        FleetNode follower = follower()) {
      long start = System.nanoTime();
      for (int i = 1; i <= TIMES; i++) {
        boolean caches = i % 2 == 1;
        store.policies().publish(caches ? MINUTE : NOTHING);
        Until.isTrue("policy " + i + " holds", () -> caches(follower) == caches);
      }
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
    }
  }

  @Test
  void whoComesLaterTakesItOver() throws Exception {
    try (RedisStore store = store()) {
      store.policies().publish(MINUTE);
    }
    try (FleetNode later = follower()) {
      Until.isTrue("it holds", () -> caches(later));
    }
  }

  @Test
  @Tag("long")
  void aPolicyThatRedisHasLostIsPutBack() throws Exception {
    try (FleetNode one = follower();
        RedisStore store = store()) {
      store.policies().publish(NOTHING);
      store.policies().publish(MINUTE);
      Until.isTrue("it holds", () -> caches(one));

      redis.ask(commands -> commands.flushall());

      Until.isTrue("it is back", () -> store.policies().current().isPresent());
      assertThat(store.policies().current()).contains(new Published(1, MINUTE));
      assertThat(store.policies().publish(NOTHING)).isEqualTo(2);
      Until.isTrue("it holds no more", () -> !caches(one));
    }
  }

  @Test
  void whatIsNoPolicyIsNotPublished() {
    try (RedisStore store = store()) {
      store.policies().publish(MINUTE);

      assertThatThrownBy(() -> store.policies().publish("rules:\n  - {cash: true}\n"))
          .isInstanceOf(PolicyException.class)
          .hasMessageContaining("cash");

      assertThat(store.policies().current()).contains(new Published(1, MINUTE));
    }
  }

  @Test
  void whoHasEndedToFollowIsNotTold() throws Exception {
    try (FleetNode one = follower();
        FleetNode other = new FleetNode(origin, store(), NOTHING)) {
      other.store.policies().follow(other.cache::policy).close();

      other.store.policies().publish(MINUTE);

      Until.isTrue("it holds", () -> caches(one));
      assertThat(caches(other)).isFalse();
    }
  }

  /** With the right to write to Redis, but without the key. */
  @Test
  void aPolicyOfSomebodyElseIsNotTakenOver() throws Exception {
    FleetKeys keys = FleetKeys.of(1, new byte[32]);
    try (RedisStore store = FleetNode.store(redis.url(), each -> each.encryption(keys));
        RedisStore stranger = store()) {
      store.policies().publish(MINUTE);
      assertThat(store.policies().current()).isPresent();
      String text = redis.ask(commands -> commands.hget("castile:default:policy", "yaml"));
      assertThat(text).doesNotContain("price");

      stranger.policies().publish(NOTHING);

      assertThat(store.policies().current()).isEmpty();
    }
  }
}
