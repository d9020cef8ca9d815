package io.castile.soap.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests under way, and a server that waits for their ends. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class RequestCountTest {
  private static final Duration LONG = Duration.ofHours(1);

  private final RequestCount requests = new RequestCount();

  private static void awaitWaiting(Thread thread) {
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }

  @Test
  void nothingUnderWayIsNotWaitedFor() {
    requests.refuse();

    assertThat(requests.await(LONG)).isTrue();
    assertThat(requests.await(Duration.ZERO)).isTrue();
  }

  @Test
  void requestsAreRefusedFromThenOnAndThoseUnderWayAreNot() {
    assertThat(requests.begin()).isTrue();
    assertThat(requests.isRefusing()).isFalse();
    requests.refuse();

    assertThat(requests.isRefusing()).isTrue();
    assertThat(requests.begin()).isFalse();
    assertThat(requests.await(Duration.ZERO)).isFalse();
    requests.end();

    assertThat(requests.await(Duration.ZERO)).isTrue();
    assertThat(requests.begin()).isFalse();
  }

  @Test
  void waitingEndsWithTheLastRequest() throws Exception {
    requests.begin();
    requests.begin();
    List<Boolean> ended = new ArrayList<>();
    Thread closing = new Thread(() -> ended.add(requests.await(LONG)));
    closing.start();
    awaitWaiting(closing);
    requests.end();
    assertThat(closing.isAlive()).isTrue();

    requests.end();
    closing.join();

    assertThat(ended).containsExactly(true);
  }

  @Test
  void anInterruptEndsWaitingAndIsKept() throws Exception {
    requests.begin();
    List<Boolean> seen = new ArrayList<>();
    Thread closing =
        new Thread(
            () -> {
              seen.add(requests.await(LONG));
              seen.add(Thread.currentThread().isInterrupted());
            });
    closing.start();
    awaitWaiting(closing);

    closing.interrupt();
    closing.join();

    assertThat(seen).containsExactly(false, true);
  }

  @Test
  void eachRequestOfManyThreadsIsCountedOrRefused() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<Integer>> served = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        served.add(
            threads.submit(
                () -> {
                  int count = 0;
                  while (requests.begin()) {
                    count++;
                    requests.end();
                  }
                  return count;
                }));
      }
      requests.refuse();

      assertThat(requests.await(LONG)).isTrue();
      for (Future<Integer> each : served) {
        assertThat(each.get()).isNotNegative();
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
