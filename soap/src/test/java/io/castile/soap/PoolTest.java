package io.castile.soap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PoolTest {
  @Test
  void whatWasGivenBackIsTakenAgain() {
    AtomicInteger made = new AtomicInteger();
    Pool<Integer> pool = new Pool<>(made::incrementAndGet);

    Integer first = pool.take();
    pool.give(first);

    assertThat(pool.take()).isSameAs(first);
    assertThat(made).hasValue(1);
  }

  @Test
  void nothingIsTakenTwiceAndSurplusIsDropped() {
    AtomicInteger made = new AtomicInteger();
    Pool<Integer> pool = new Pool<>(made::incrementAndGet);
    List<Integer> taken = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      taken.add(pool.take());
    }
    assertThat(new HashSet<>(taken)).hasSize(100);

    taken.forEach(pool::give);

    Set<Integer> again = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      again.add(pool.take());
    }
    assertThat(again).hasSize(100);
    assertThat(made.get()).isGreaterThan(100);
  }
}
