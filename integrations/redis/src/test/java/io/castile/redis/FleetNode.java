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

  /** Longer than by default: on a busy machine, Redis may take 50 ms. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  final RedisStore store;
  final ResponseCache cache;
  final Prices prices;

  FleetNode(Origin origin, RedisStore store, String policy) {
    this.store = store;
    cache = ResponseCache.builder().policy(CachePolicy.parse("fleet", policy)).store(store).build();
    prices = Castile.client(Prices.class).endpoint(origin.url()).cache(cache).build();
  }

  FleetNode(Origin origin, String redis, UnaryOperator<RedisStore.Builder> options) {
    this(origin, options.apply(RedisStore.builder(redis).timeout(PATIENCE)).build(), POLICY);
  }

  FleetNode(Origin origin, String redis) {
    this(origin, redis, builder -> builder);
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
