package io.castile.redis;

import io.castile.Castile;
import io.castile.cache.CacheStatistics;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** What one process of a fleet has: a store, a cache, a client. */
final class FleetNode implements AutoCloseable {
  static final String POLICY =
      """
      rules:
        - operation: [price, stock]
          cache: true
          ttl: 10m
        - operation: setPrice
          invalidates: price
        - operation: setStock
          invalidates:
            - operation: stock
              matching: item
      """;

  /** Longer than by default: on a busy machine, Redis may take seconds. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  final RedisStore store;
  final ResponseCache cache;
  final Prices prices;

  FleetNode(Origin origin, RedisStore store, String policy) {
    this.store = store;
    cache = ResponseCache.builder().policy(CachePolicy.parse("fleet", policy)).store(store).build();
    prices = Castile.client(Prices.class).endpoint(origin.url()).cache(cache).build();
  }

  FleetNode(Origin origin, String redis, UnaryOperator<RedisStore.Builder> options) {
    this(origin, store(redis, options), POLICY);
  }

  FleetNode(Origin origin, String redis) {
    this(origin, redis, builder -> builder);
  }

  /** A store that is patient, as far as {@code options} do not say otherwise, and connected. */
  static RedisStore store(String redis, UnaryOperator<RedisStore.Builder> options) {
    RedisStore store = options.apply(RedisStore.builder(redis).timeout(PATIENCE)).build();
    Until.isTrue("the store is connected", () -> isConnected(store));
    return store;
  }

  /** The first connection of a JVM may take longer than a store waits for it. */
  private static boolean isConnected(RedisStore store) {
    try {
      store.policies().current();
      return true;
    } catch (UnavailableException e) {
      return false;
    }
  }

  CacheStatistics.Row row(String operation) {
    return cache.statistics().row(operation);
  }

  /** The entries in Redis. */
  int shared() {
    AtomicInteger count = new AtomicInteger();
    store.forEachShared((key, bytes) -> count.addAndGet(bytes > 0 ? 1 : 0));
    return count.get();
  }

  @Override
  public void close() throws Exception {
    ((AutoCloseable) prices).close();
    cache.close();
  }
}
