package io.castile.cache;

import static io.castile.cache.CachedShop.minute;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.CachePolicy;
import io.castile.soap.Headers;
import io.castile.soap.SmallShop;
import io.castile.soap.exchange.CacheStatus;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class CacheListenerTest {
  private final List<String> told = new CopyOnWriteArrayList<>();

  private ResponseCache.Builder cache(CachePolicy policy) {
    return ResponseCache.builder()
        .policy(policy)
        .listener(
            (service, operation, outcome) ->
                told.add(operation.getLocalPart() + " " + outcome.label()));
  }

  private int count(CacheStatus outcome) {
    return Collections.frequency(told, "add " + outcome.label());
  }

  @Test
  void isToldWhatTheStatisticsCount() throws Exception {
    CachePolicy policy = minute(rule -> rule.staleWhileRevalidate(Duration.ofMinutes(1)));
    CachedShop.Clock clock = new CachedShop.Clock();
    try (CachedShop test = new CachedShop(policy);
        ResponseCache cache = cache(policy).clock(clock).build()) {
      SmallShop shop = test.shop(cache, Headers.NONE);
      shop.add(1, 2);
      shop.add(1, 2);
      test.shop(cache, Headers.of("Cookie", "a=b")).add(1, 2);
      clock.pass(Duration.ofSeconds(61));
      shop.add(1, 2);

      assertThat(told).containsExactly("add miss", "add hit", "add passed", "add stale");
      CacheStatistics.Row row = cache.statistics().row("add");
      assertThat(row.hits()).isEqualTo(count(CacheStatus.HIT));
      assertThat(row.misses()).isEqualTo(count(CacheStatus.MISS));
      assertThat(row.stale()).isEqualTo(count(CacheStatus.STALE));
      assertThat(row.bypasses()).isEqualTo(count(CacheStatus.PASSED));
    }
  }

  @Test
  void isNotToldOfWhatThePolicyDoesNotCache() throws Exception {
    try (CachedShop test = new CachedShop(minute());
        ResponseCache cache = cache(CachePolicy.NOTHING).build()) {
      test.shop(cache, Headers.NONE).add(1, 2);
    }

    assertThat(told).isEmpty();
  }

  @Test
  void itsFailureCostsTheCallNothing() throws Exception {
    try (CachedShop test = new CachedShop(minute());
        ResponseCache cache =
            ResponseCache.builder()
                .policy(minute())
                .listener(
                    (service, operation, outcome) -> {
                      throw new IllegalStateException("a listener that fails");
                    })
                .build()) {
      SmallShop shop = test.shop(cache, Headers.NONE);

      assertThat(shop.add(1, 2)).isEqualTo(3);
      assertThat(shop.add(1, 2)).isEqualTo(3);
      assertThat(cache.statistics().row("add").hits()).isEqualTo(1);
    }
  }
}
