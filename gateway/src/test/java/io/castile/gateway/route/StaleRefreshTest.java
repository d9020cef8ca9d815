package io.castile.gateway.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class StaleRefreshTest {
  private final List<String> asked = new ArrayList<>();
  private final Set<String> failing = new HashSet<>();

  /** Which is asked by tests alone, as their passes take less than its first delay. */
  private StaleRefresh<String> refresh(String... calls) {
    StaleRefresh<String> refresh =
        new StaleRefresh<>(
            call -> {
              asked.add(call);
              return !failing.contains(call);
            });
    for (String call : calls) {
      refresh.add(call, call);
    }
    return refresh;
  }

  @Test
  void thoseThatWereWantedLastAreAskedFirstAndOnce() {
    try (StaleRefresh<String> refresh = refresh("a", "b", "c", "a")) {
      assertThat(refresh.pass()).isTrue();
      assertThat(refresh.pass()).isFalse();

      assertThat(asked).containsExactly("a", "c", "b");
    }
  }

  @Test
  void aLineThatIsDownIsTriedTwiceAPass() {
    failing.addAll(Set.of("a", "b", "c", "d"));
    try (StaleRefresh<String> refresh = refresh("a", "b", "c", "d")) {
      assertThat(refresh.pass()).isFalse();
      assertThat(asked).containsExactly("d", "c");

      failing.clear();
      assertThat(refresh.pass()).isTrue();
      assertThat(asked).containsExactly("d", "c", "d", "c", "b", "a");
    }
  }

  @Test
  void oneThatFailsKeepsNoOtherWaiting() {
    failing.addAll(Set.of("d", "b"));
    try (StaleRefresh<String> refresh = refresh("a", "b", "c", "d")) {
      assertThat(refresh.pass()).isTrue();
      assertThat(asked).containsExactly("d", "c", "b", "a");

      failing.clear();
      refresh.pass();
      assertThat(asked).containsExactly("d", "c", "b", "a", "d", "b");
    }
  }

  @Test
  void aBoundedNumberWaits() {
    String[] calls =
        IntStream.range(0, StaleRefresh.MOST_CALLS + 10)
            .mapToObj(String::valueOf)
            .toArray(String[]::new);
    try (StaleRefresh<String> refresh = refresh(calls)) {
      refresh.pass();

      assertThat(asked).hasSize(StaleRefresh.MOST_CALLS).doesNotContain("9").contains("10");
    }
  }

  @Test
  @Tag("long")
  void itBeginsByItself() throws Exception {
    CountDownLatch asked = new CountDownLatch(2);
    try (StaleRefresh<String> refresh =
        new StaleRefresh<>(
            call -> {
              asked.countDown();
              return asked.getCount() == 0;
            })) {
      refresh.add("a", "a");

      assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }
}
