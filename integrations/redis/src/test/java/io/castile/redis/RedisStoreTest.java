package io.castile.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.CacheEntry;
import io.castile.cache.key.CacheKey;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RedisStoreTest extends SharedRedis {
  private Origin origin;

  @BeforeEach
  void startOrigin() {
    origin = new Origin();
  }

  @AfterEach
  void stopOrigin() throws Exception {
    origin.close();
  }

  private FleetNode node() {
    return new FleetNode(origin, redis.url());
  }

  /** Without a local tier. */
  private FleetNode bare() {
    return new FleetNode(origin, redis.url(), builder -> builder.localBytes(0));
  }

  @Test
  void whatOneProcessHasAskedAnotherOneFinds() throws Exception {
    origin.price("a", "12.50 \u20ac");
    try (FleetNode one = node();
        FleetNode other = node()) {
      assertThat(one.prices.price("a")).isEqualTo("12.50 \u20ac");
      assertThat(other.prices.price("a")).isEqualTo("12.50 \u20ac");
      assertThat(other.prices.price("b")).isEqualTo("0");

      assertThat(origin.served).containsExactly("price a", "price b");
      assertThat(other.row("price").hits()).isEqualTo(1);
      assertThat(other.row("price").entries()).isEqualTo(2);
      assertThat(one.row("price").entries()).isEqualTo(1);
      assertThat(one.shared()).isEqualTo(2);
    }
    try (FleetNode later = node()) {
      assertThat(later.prices.price("a")).isEqualTo("12.50 \u20ac");
    }
    assertThat(origin.served).hasSize(2);
  }

  @Test
  void theLocalTierAnswersWithoutRedis() throws Exception {
    try (FleetNode one = node();
        FleetNode bare = bare()) {
      Until.isTrue("the local tier has answered", () -> !servedWithoutRedis(one)); // it is told yet
      assertThat(servedWithoutRedis(bare)).isTrue();
    }
  }

  /** Whether a price that Redis does not have any more is asked of the origin. */
  private boolean servedWithoutRedis(FleetNode node) {
    node.prices.price("a");
    redis.names("}:e:").forEach(name -> redis.ask(commands -> commands.del(name)));
    int before = origin.served.size();
    node.prices.price("a");
    return origin.served.size() > before;
  }

  @Test
  void entriesExpireInRedis() throws Exception {
    String policy = "rules:\n  - {operation: price, cache: true, ttl: 1s}\n";
    try (FleetNode one = new FleetNode(origin, store(), policy)) {
      List<Long> left = List.of();
      while (left.isEmpty()) { // it has expired already, where the machine stalls
        left = timesOfEntries(one);
      }
      assertThat(left).hasSize(1).allSatisfy(each -> assertThat(each).isBetween(0L, 1000L));

      Until.isTrue("the entry has gone", () -> redis.names("}:e:").isEmpty());
      int before = origin.served.size();
      one.prices.price("a");
      assertThat(origin.served).hasSize(before + 1);
    }
  }

  /** Asks for a price; returns how many milliseconds the entries in Redis have left. */
  private static List<Long> timesOfEntries(FleetNode node) {
    return redis.ask(
        commands -> {
          node.prices.price("a");
          return commands.keys("*}:e:*").stream()
              .map(commands::pttl)
              .filter(each -> each != -2) // it has expired since
              .toList();
        });
  }

  @Test
  void damagedAndForeignBytesAreMisses() throws Exception {
    try (FleetNode bare = bare()) {
      bare.prices.price("a");
      bare.prices.price("b");
      String first = redis.names("}:e:").get(0);
      String second = redis.names("}:e:").get(1);
      String swapped = redis.ask(commands -> commands.get(second));
      for (String bytes : List.of("", "x", "CsRF", "y".repeat(10_000), swapped)) {
        origin.served.clear();
        redis.ask(commands -> commands.set(first, bytes));

        bare.prices.price("a");
        bare.prices.price("b");

        assertThat(origin.served).as("with %s bytes", bytes.length()).hasSize(1);
      }
      redis.ask(commands -> commands.del(first));
      redis.ask(commands -> commands.lpush(first, "a list"));
      bare.prices.price("a");
      bare.prices.price("b");
      assertThat(bare.row("price").bypassed()).isEmpty();
    }
  }

  @Test
  void namespacesShareNothing() throws Exception {
    try (FleetNode one = node();
        FleetNode other = new FleetNode(origin, redis.url(), each -> each.namespace("other"))) {
      one.prices.price("a");
      other.prices.price("a");
      one.cache.invalidateAll();
      other.prices.price("a");

      assertThat(origin.served).hasSize(2);
      assertThat(redis.names("castile:other:")).isNotEmpty();
    }
  }

  @Test
  void largeAnswersAreCompressedAndVeryLargeOnesNotKept() throws Exception {
    try (FleetNode one =
        new FleetNode(origin, redis.url(), each -> each.localBytes(0).maxEntryBytes(100_000))) {
      origin.price("a", "1".repeat(90_000));
      origin.price("b", "1".repeat(110_000));
      for (int i = 0; i < 2; i++) {
        assertThat(one.prices.price("a")).hasSize(90_000);
        assertThat(one.prices.price("b")).hasSize(110_000);
      }

      assertThat(origin.served).containsExactly("price a", "price b", "price b");
      List<String> names = redis.names("}:e:");
      assertThat(names).hasSize(1);
      long size = redis.ask(commands -> commands.strlen(names.get(0)));
      assertThat(size).isLessThan(2_000);
    }
  }

  @Test
  void freshOnesOnlyAreAtHand() throws Exception {
    try (FleetNode one =
        new FleetNode(origin, redis.url(), each -> each.localFor(Duration.ofMillis(50)))) {
      one.prices.price("a");
      redis.names("}:e:").forEach(name -> redis.ask(commands -> commands.del(name)));
      Until.isTrue(
          "Redis is asked again",
          () -> {
            one.prices.price("a");
            return origin.served.size() == 2;
          });
    }
  }

  @Test
  void anEncryptedFleetSharesWithNobodyElse() throws Exception {
    byte[] key = new byte[32];
    FleetKeys keys = FleetKeys.of(1, key);
    origin.price("secret", "confidential");
    try (FleetNode one = new FleetNode(origin, redis.url(), each -> each.encryption(keys));
        FleetNode other = new FleetNode(origin, redis.url(), each -> each.encryption(keys))) {
      one.prices.price("secret");
      assertThat(other.prices.price("secret")).isEqualTo("confidential");
      assertThat(origin.served).hasSize(1);

      for (String name : redis.names("castile:")) {
        String type = redis.ask(commands -> commands.type(name));
        String value =
            switch (type) {
              case "string" -> redis.ask(commands -> commands.get(name));
              case "hash" -> redis.ask(commands -> commands.hgetall(name)).toString();
              default -> redis.ask(commands -> commands.zrange(name, 0, -1)).toString();
            };
        assertThat(name + value).doesNotContain("secret", "confidential", "price", "localhost");
      }

      try (FleetNode plain = node()) {
        assertThat(plain.prices.price("secret")).isEqualTo("confidential");
      }
      assertThat(origin.served).hasSize(2);
      one.cache.invalidateAll();
      origin.price("secret", "new");
      assertThat(one.prices.price("secret")).isEqualTo("new");
    }
  }

  @Test
  void anEntryIsRemovedIfItIsStillThatOfItsKey() throws Exception {
    try (FleetNode one = node();
        FleetNode other = node()) {
      one.prices.price("a");
      AtomicReference<CacheKey> key = new AtomicReference<>();
      one.store.forEachShared((each, bytes) -> key.set(each));
      CacheEntry old = one.store.get(key.get());
      one.cache.invalidateAll();
      one.prices.stock("b");
      AtomicReference<CacheKey> last = new AtomicReference<>();
      one.store.forEachShared((each, bytes) -> last.set(each));
      origin.price("a", "1");
      one.prices.price("a");

      one.store.remove(key.get(), old);
      one.store.remove(last.get(), one.store.get(last.get()));

      Until.isTrue("one has gone", () -> one.shared() == 1);
      assertThat(other.store.get(last.get())).isNull();
      assertThat(other.prices.price("a")).isEqualTo("1");
      assertThat(origin.served("price a")).isEqualTo(2);
      one.store.remove(key.get(), one.store.get(key.get()));
      Until.isTrue("the other has gone", () -> one.shared() == 0);
      assertThat(one.store.near(key.get())).isNull();
    }
  }
}
