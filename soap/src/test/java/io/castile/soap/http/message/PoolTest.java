package io.castile.soap.http.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoolTest {
  @Test
  void whatWasGivenBackIsTakenAgain() {
    Pool<Object> pool = new Pool<>();
    Object given = new Object();

    assertThat(pool.take()).isNull();
    pool.give(given);

    assertThat(pool.take()).isSameAs(given);
    assertThat(pool.take()).isNull();
  }

  @Test
  void nothingIsTakenTwiceAndSurplusIsDropped() {
    Pool<Integer> pool = new Pool<>();
    for (int i = 0; i < 100; i++) {
      pool.give(i);
    }

    List<Integer> taken = new ArrayList<>();
    for (Integer item = pool.take(); item != null; item = pool.take()) {
      taken.add(item);
    }

    assertThat(taken).doesNotHaveDuplicates().hasSizeBetween(1, 99);
  }
}
