package io.castile.cache;

import io.castile.cache.internal.CacheInterceptor;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.soap.Headers;
import io.castile.soap.SmallShop;
import io.castile.soap.TestPort;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.soap.server.ServiceEndpoint;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** A shop in this process that counts, a cached client of it, and a clock that stands still. */
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

  /** The operations that reached the service, in their order. */
  final List<String> served = new CopyOnWriteArrayList<>();

  final Clock clock = new Clock();
  final ResponseCache cache;
  final SmallShop shop;
  private final ServiceEndpoint service;

  CachedShop(CachePolicy policy) {
    service =
        TestPort.endpoint(
            new SmallShop.Service(),
            settings ->
                settings.interceptors(
                    List.of(
                        chain -> {
                          served.add(chain.request().operation().toString());
                          return chain.proceed(chain.request());
                        })));
    cache = ResponseCache.builder().policy(policy).clock(clock).build();
    shop = shop(cache, Headers.NONE);
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

  /** Begins a port with a cache before all that sends. */
  static TestPort<SmallShop> cached(ResponseCache cache) {
    return TestPort.of(SmallShop.class)
        .interceptor(CacheInterceptor.ofClient(cache, ServiceModel.of(SmallShop.class), false));
  }

  /** Another client of the same service. */
  SmallShop shop(ResponseCache cache, Headers fields) {
    return cached(cache).served(service).headers(fields).build();
  }

  CacheStatistics.Row row(String operation) {
    return cache.statistics().row(operation);
  }

  @Override
  public void close() {
    cache.close();
  }
}
