package io.castile.cache;

import static io.castile.cache.CachedShop.minute;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.soap.Headers;
import io.castile.soap.SmallShop;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class CacheMetricsTest {
  private final MockClock clock = new MockClock();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);

  private double gets(String operation, String result) {
    return registry
        .get("cache.gets")
        .tags(
            "cache",
            "test",
            "service",
            "SmallShopService",
            "operation",
            operation,
            "result",
            result)
        .functionCounter()
        .count();
  }

  private double gauge(String meter, String operation) {
    return registry.get(meter).tags("operation", operation).gauge().value();
  }

  private double bypassed(String operation, String reason) {
    return registry
        .get("castile.cache.bypassed")
        .tags("operation", operation, "reason", reason)
        .functionCounter()
        .count();
  }

  @Test
  void metersSayWhatTheStatisticsSay() throws Exception {
    CachePolicy policy = minute(rule -> rule.staleWhileRevalidate(Duration.ofMinutes(1)));
    try (CachedShop test = new CachedShop(policy)) {
      test.shop.add(1, 2); // before it is bound
      new CacheMetrics(test.cache, "test").bindTo(registry);
      test.shop.add(1, 2);
      test.shop.add(3, 4);
      test.shop.echo("a");
      SmallShop known = test.shop(test.cache, Headers.of("Cookie", "a=b"));
      known.add(1, 2);
      test.clock.pass(Duration.ofSeconds(61));
      test.shop.add(1, 2);

      assertThat(gets("add", "hit")).isEqualTo(1);
      assertThat(gets("add", "miss")).isEqualTo(2);
      assertThat(gets("add", "stale")).isEqualTo(1);
      assertThat(gets("add", "coalesced")).isZero();
      assertThat(gets("echo", "miss")).isEqualTo(1);
      assertThat(bypassed("add", "cookie")).isEqualTo(1);
      assertThat(bypassed("add", "authorization")).isZero();
      CacheStatistics.Row row = test.row("add");
      assertThat(gauge("cache.size", "add")).isEqualTo(row.entries()).isEqualTo(2);
      assertThat(gauge("cache.bytes", "add")).isEqualTo(row.bytes()).isPositive();
      var saved = registry.get("castile.cache.saved").tags("operation", "add").functionTimer();
      assertThat(saved.count()).isEqualTo(2);
      assertThat(saved.totalTime(TimeUnit.NANOSECONDS)) // which is made of seconds
          .isCloseTo(row.savedNanos(), Percentage.withPercentage(1e-9))
          .isPositive();
    }
  }

  @Test
  void sizesAreLookedAtOnceASecond() throws Exception {
    try (CachedShop test = new CachedShop(minute())) {
      new CacheMetrics(test.cache, "test").bindTo(registry);
      test.shop.add(1, 2);
      assertThat(gauge("cache.size", "add")).isEqualTo(1);

      test.shop.add(3, 4);
      assertThat(gauge("cache.size", "add")).isEqualTo(1);
      clock.add(1, TimeUnit.SECONDS);

      assertThat(gauge("cache.size", "add")).isEqualTo(2);
    }
  }

  @Test
  void anOperationHasMetersFromWhenItIsCached() throws Exception {
    CachePolicy policy =
        CachePolicy.builder()
            .rule(CacheRule.forOperations("add").cache(true).ttl(Duration.ofMinutes(1)).build())
            .build();
    try (CachedShop test = new CachedShop(policy)) {
      new CacheMetrics(test.cache, "test").bindTo(registry);
      assertThat(registry.getMeters()).isEmpty();
      test.shop.add(1, 2);
      test.shop.echo("a");
      assertThat(operations()).containsExactly("add");

      test.cache.policy(minute());
      test.shop.echo("a");
      test.shop.echo("a");

      assertThat(operations()).containsExactly("add", "echo");
      assertThat(gets("echo", "hit")).isEqualTo(1);
    }
  }

  private List<String> operations() {
    return registry.getMeters().stream()
        .map(Meter::getId)
        .map(id -> id.getTag("operation"))
        .distinct()
        .sorted()
        .toList();
  }
}
