package io.castile;

import io.castile.cache.CacheStatistics;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** A shop that counts, a cached client of it, and a clock that stands still. */
final class CachedShop implements AutoCloseable {
  /** Stands until it is told to go on. */
  static final class Clock implements InstantSource {
    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @Override
    public Instant instant() {
      return now;
    }

    void pass(Duration time) {
      now = now.plus(time);
    }
  }

  /** The operations that reached the server, in their order. */
  final List<String> served = new CopyOnWriteArrayList<>();

  final Clock clock = new Clock();
  final SoapServer server;
  final ResponseCache cache;
  final WrappedShop shop;

  CachedShop(CachePolicy policy, UnaryOperator<ClientBuilder<WrappedShop>> options) {
    server =
        Castile.server()
            .sameVersion(false)
            .host("localhost")
            .publish("/shop", new WrappedShopService())
            .interceptor(
                chain -> {
                  served.add(chain.request().operation().toString());
                  return chain.proceed(chain.request());
                })
            .start();
    cache = ResponseCache.builder().policy(policy).clock(clock).build();
    shop = options.apply(client()).build();
  }

  CachedShop(CachePolicy policy) {
    this(policy, options -> options);
  }

  /** A policy that caches all operations for a minute, with more said by {@code options}. */
  static CachePolicy minute(UnaryOperator<CacheRule.Builder> options) {
    return CachePolicy.builder()
        .rule(
            options
                .apply(CacheRule.forOperations("*").cache(true).ttl(Duration.ofMinutes(1)))
                .build())
        .build();
  }

  static CachePolicy minute() {
    return minute(options -> options);
  }

  /** Begins another client with the same cache. */
  ClientBuilder<WrappedShop> client() {
    return Castile.client(WrappedShop.class).endpoint(server.url("/shop")).cache(cache);
  }

  CacheStatistics.Row row(String operation) {
    return cache.statistics().row(operation);
  }

  @Override
  public void close() throws Exception {
    ((AutoCloseable) shop).close();
    cache.close();
    server.close();
  }
}
