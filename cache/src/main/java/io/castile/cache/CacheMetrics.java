package io.castile.cache;

import io.castile.cache.internal.CachedOperation;
import io.castile.cache.internal.CallCache;
import io.castile.cache.internal.Counters;
import io.castile.cache.internal.StoreUsage;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The statistics of a response cache as meters of Micrometer, an optional dependency. There are
 * meters for each operation that the policy caches, from when it is first called; all have the tags
 * {@code cache}, {@code service} and {@code operation}:
 *
 * <ul>
 *   <li>{@code cache.gets}, with {@code result}: {@code hit}, {@code miss}, {@code stale}, {@code
 *       coalesced}
 *   <li>{@code cache.size}, in entries, and {@code cache.bytes}
 *   <li>{@code castile.cache.bypassed}, with {@code reason}, a {@link Bypass#word}
 *   <li>{@code castile.cache.saved}: what the origin took for the responses that were given again
 * </ul>
 *
 * <pre>{@code
 * new CacheMetrics(cache, "catalog").bindTo(registry);
 * }</pre>
 *
 * <p>Thread-safe. To read size and bytes walks over all entries, once a second at most.
 */
public final class CacheMetrics implements MeterBinder {
  private final CallCache cache;
  private final String name;

  /**
   * @param name the value of the tag {@code cache}, to tell caches apart
   */
  public CacheMetrics(ResponseCache cache, String name) {
    this.cache = CallCache.of(cache);
    this.name = Objects.requireNonNull(name, "name");
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Holdings holdings = new Holdings(cache, registry.config().clock());
    cache.watch((cachedOperation, counters) -> bind(registry, cachedOperation, counters, holdings));
  }

  private void bind(
      MeterRegistry registry,
      CachedOperation cachedOperation,
      Counters counters,
      Holdings holdings) {
    Tags tags =
        Tags.of(
            "cache", name,
            "service", cachedOperation.serviceName().getLocalPart(),
            "operation", cachedOperation.name().getLocalPart());
    gets(registry, tags, "hit", counters, each -> each.hits.sum());
    gets(registry, tags, "miss", counters, each -> each.misses.sum());
    gets(registry, tags, "stale", counters, each -> each.stale.sum());
    gets(registry, tags, "coalesced", counters, each -> each.coalesced.sum());
    for (Bypass reason : Bypass.values()) {
      FunctionCounter.builder("castile.cache.bypassed", counters, each -> each.bypassedSum(reason))
          .description("Calls that went past the cache.")
          .tags(tags.and("reason", reason.word()))
          .register(registry);
    }
    FunctionTimer.builder(
            "castile.cache.saved",
            counters,
            CacheMetrics::givenAgain,
            each -> each.savedNanos.sum(),
            TimeUnit.NANOSECONDS)
        .description("What the origin took for the responses that were given again.")
        .tags(tags)
        .register(registry);
    held(
        registry,
        "cache.size",
        "The entries.",
        null,
        tags,
        holdings,
        cachedOperation,
        StoreUsage::entries);
    held(
        registry,
        "cache.bytes",
        "What they weigh.",
        "bytes",
        tags,
        holdings,
        cachedOperation,
        StoreUsage::bytes);
  }

  private static void gets(
      MeterRegistry registry,
      Tags tags,
      String result,
      Counters counters,
      ToDoubleFunction<Counters> count) {
    FunctionCounter.builder("cache.gets", counters, count)
        .description("Calls that were looked up.")
        .tags(tags.and("result", result))
        .register(registry);
  }

  private static long givenAgain(Counters counters) {
    return counters.hits.sum() + counters.stale.sum() + counters.coalesced.sum();
  }

  private static void held(
      MeterRegistry registry,
      String meter,
      String description,
      @Nullable String unit,
      Tags tags,
      Holdings holdings,
      CachedOperation cachedOperation,
      ToLongFunction<StoreUsage> number) {
    StoreUsage.Name operation = StoreUsage.Name.of(cachedOperation);
    Gauge.builder(meter, () -> number.applyAsLong(holdings.of(operation)))
        .description(description)
        .baseUnit(unit)
        .tags(tags)
        .register(registry);
  }

  /** The content of the cache, counted for all meters together. */
  private static final class Holdings {
    private static final long PAUSE_NANOS = 1_000_000_000L;

    private final CallCache cache;
    private final Clock clock;
    private @Nullable Map<StoreUsage.Name, StoreUsage> held; // null before the first look
    private long time;

    Holdings(CallCache cache, Clock clock) {
      this.cache = cache;
      this.clock = clock;
    }

    synchronized StoreUsage of(StoreUsage.Name operation) {
      long now = clock.monotonicTime();
      if (held == null || now - time >= PAUSE_NANOS) {
        held = cache.held();
        time = now;
      }
      return held.getOrDefault(operation, StoreUsage.NOTHING);
    }
  }
}
