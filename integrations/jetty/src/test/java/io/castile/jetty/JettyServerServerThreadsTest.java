package io.castile.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a server's threads do where the system gives no more of them. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class JettyServerServerThreadsTest {
  /** Cannot start more threads than these. */
  private static final class PoorThreads extends JettyServer.ServerThreads {
    private volatile int left;

    PoorThreads(int left) {
      super(8, 1);
      this.left = left;
    }

    @Override
    public Thread newThread(Runnable task) {
      left--;
      return left >= 0
          ? super.newThread(task)
          : new Thread(task) {
            @Override
            public void start() {
              throw new OutOfMemoryError("unable to create native thread: for a test");
            }
          };
    }
  }

  @Test
  void aTaskWithoutAThreadOfItsOwnWaitsForAnother() throws Exception {
    PoorThreads threads = new PoorThreads(1);
    threads.start();
    try {
      CountDownLatch over = new CountDownLatch(1);
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch done = new CountDownLatch(2);
      threads.execute(
          () -> {
            begun.countDown();
            awaitUninterrupted(over);
          });
      begun.await();

      threads.execute(done::countDown);
      threads.execute(done::countDown);

      over.countDown();
      assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      threads.stop();
    }
  }

  @Test
  void withoutAnyThreadThePoolFails() {
    PoorThreads threads = new PoorThreads(0);

    assertThatThrownBy(threads::start).hasStackTraceContaining("unable to create native thread");
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
