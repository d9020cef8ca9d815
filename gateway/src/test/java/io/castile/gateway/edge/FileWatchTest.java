package io.castile.gateway.edge;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is looked at again and again. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class FileWatchTest {
  @Test
  void afterAnErrorAllAreLookedAtAgain() throws Exception {
    CountDownLatch failing = new CountDownLatch(2);
    CountDownLatch others = new CountDownLatch(2);
    try (FileWatch watch = new FileWatch()) {
      watch.hold(
          List.of(
              () -> {
                failing.countDown();
                throw new StackOverflowError("a test");
              },
              others::countDown));

      failing.await();
      others.await();
    }
  }
}
