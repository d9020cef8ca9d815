package io.castile.gateway.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ObserveQueueTest {
  private static final long HALF = ObserveQueue.MOST_BYTES / 2;

  private final ObserveQueue queue = new ObserveQueue();
  private final List<Integer> told = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    queue.close();
  }

  private void awaitTold() throws InterruptedException {
    CountDownLatch all = new CountDownLatch(1);
    assertThat(queue.add(0, all::countDown)).isTrue();
    assertThat(all.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void callsAreToldInTheirOrderByAnotherThread() throws Exception {
    for (int i = 0; i < 100; i++) {
      int call = i;
      queue.add(
          0,
          () -> {
            assertThat(Thread.currentThread().getName()).isEqualTo("castile-gateway-observe");
            told.add(call);
          });
    }
    awaitTold();

    assertThat(told).hasSize(100).isSorted();
  }

  @Test
  void aCallThatCannotBeToldHoldsUpNoOther() throws Exception {
    queue.add(
        0,
        () -> {
          throw new IllegalStateException("as if a message could not be read");
        });
    queue.add(0, () -> told.add(1));
    awaitTold();

    assertThat(told).containsExactly(1);
  }

  @Test
  void whatHasNoRoomIsNotToldAndRoomComesBack() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    assertThat(
            queue.add(
                HALF,
                () -> {
                  begun.countDown();
                  await(go);
                }))
        .isTrue();
    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();

    assertThat(queue.add(HALF, () -> told.add(1))).isFalse();
    assertThat(queue.add(HALF / 2, () -> told.add(2))).isTrue();
    go.countDown();
    awaitTold();

    assertThat(queue.add(HALF, () -> told.add(3))).isTrue();
    awaitTold();
    assertThat(told).containsExactly(2, 3);
  }

  @Test
  void aCallThatIsLargerThanAllIsToldIfItIsAlone() throws Exception {
    assertThat(queue.add(4 * HALF, () -> told.add(1))).isTrue();
    CountDownLatch last = new CountDownLatch(1);
    while (!queue.add(0, last::countDown)) {
      TimeUnit.MILLISECONDS.sleep(1); // until it is told
    }
    assertThat(last.await(30, TimeUnit.SECONDS)).isTrue();

    assertThat(told).containsExactly(1);
  }

  @Test
  void aCallAfterTheEndIsNoError() {
    queue.close();

    assertThatCode(() -> queue.add(0, () -> told.add(1))).doesNotThrowAnyException();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
