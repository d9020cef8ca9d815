package io.castile.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.soap.SmallShop;
import io.castile.soap.TestPort;
import jakarta.jws.WebService;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which answers are kept where the store has no room left. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class AdmissionTest {
  private static final int ROOM = 8 << 10;

  /** More questions than have room. */
  private static final int MANY = 400;

  private final AtomicInteger asked = new AtomicInteger();
  private final CountDownLatch mayAnswer = new CountDownLatch(1);
  private final ResponseCache cache =
      ResponseCache.builder().policy(CachedShop.minute()).store(CacheStore.inMemory(ROOM)).build();

  private final SmallShop shop =
      CachedShop.cached(cache).served(TestPort.endpoint(new Asked())).build();

  /** Counts how often it is asked for a sum; one of a negative number waits. */
  @WebService(
      endpointInterface = "io.castile.soap.SmallShop",
      targetNamespace = "http://shop.castile.io/")
  private final class Asked extends SmallShop.Service {
    @Override
    public int add(int a, int b) {
      asked.incrementAndGet();
      if (a < 0) {
        try {
          mayAnswer.await();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
      return a + b;
    }
  }

  @AfterEach
  void close() {
    cache.close();
  }

  private CacheStatistics.Row row() {
    return cache.statistics().row("add");
  }

  private void fill() {
    for (int i = 0; i < MANY; i++) {
      assertThat(shop.add(i, 1)).isEqualTo(i + 1);
    }
  }

  @Test
  void whileThereIsRoomEveryAnswerIsKept() {
    shop.add(1, 2);
    shop.add(1, 2);

    assertThat(asked).hasValue(1);
    assertThat(row().notKept()).isEmpty();
  }

  @Test
  void aFullStoreKeepsNoAnswerToWhatWasNeverAskedBefore() {
    fill();
    long entries = row().entries();

    assertThat(row().notKept().get(Bypass.ASKED_ONCE)).isGreaterThan(MANY / 2);
    assertThat(entries).isPositive().isLessThan(MANY / 2);
    assertThat(asked).hasValue(MANY);
  }

  @Test
  void aFullStoreKeepsWhatIsAskedForTheSecondTime() {
    fill();
    for (int i = 0; i < 3; i++) {
      shop.add(1_000, i); // two of them fill no store
    }
    int before = asked.get();
    for (int i = 0; i < 3; i++) {
      shop.add(1_000, i);
    }
    assertThat(asked).hasValue(before + 3);
    for (int round = 0; round < 20; round++) {
      shop.add(1_000, 0);
    }
    assertThat(asked.get() - before).isLessThan(3 + 20);
    assertThat(row().hits()).isPositive();
  }

  @Test
  void aFullStoreKeepsWhatOthersAskForMeanwhile() throws Exception {
    fill();
    int before = asked.get();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Integer>> answers = new ArrayList<>();
      answers.add(threads.submit(() -> shop.add(-1, 1)));
      while (asked.get() == before) {
        Thread.onSpinWait();
      }
      List<Thread> waiting = new ArrayList<>();
      CountDownLatch begun = new CountDownLatch(3);
      for (int i = 0; i < 3; i++) {
        answers.add(
            threads.submit(
                () -> {
                  synchronized (waiting) {
                    waiting.add(Thread.currentThread());
                  }
                  begun.countDown();
                  return shop.add(-1, 1);
                }));
      }
      begun.await();
      for (Thread each : waiting) {
        while (each.getState() != Thread.State.TIMED_WAITING) {
          Thread.onSpinWait();
        }
      }
      mayAnswer.countDown();
      for (Future<Integer> answer : answers) {
        assertThat(answer.get()).isZero();
      }
    } finally {
      mayAnswer.countDown();
      threads.shutdownNow();
    }

    assertThat(asked).hasValue(before + 1);
    assertThat(row().coalesced()).isEqualTo(3);
  }

  @Test
  void whatIsDroppedMakesRoom() {
    fill();
    cache.invalidateAll();
    int before = asked.get();

    shop.add(5_000, 1);
    shop.add(5_000, 1);

    assertThat(asked).hasValue(before + 1);
  }
}
