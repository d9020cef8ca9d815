package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many callers at once: on virtual threads, of which none is pinned, where the JDK has them. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class VirtualThreadsTest {
  private static final int CALLERS = 1_000;

  @TempDir Path directory;

  /** {@code Executors.newVirtualThreadPerTaskExecutor()}, which Java 17 does not have. */
  private static ExecutorService threads() throws ReflectiveOperationException {
    if (Runtime.version().feature() < 21) {
      return Executors.newCachedThreadPool();
    }
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }

  @Test
  void aThousandCallAtOnceAndNoneIsPinned() throws Exception {
    ExecutorService threads = threads();
    Path file = directory.resolve("pinned.jfr");
    try (Recording recording = new Recording();
        SoapServer server =
            Castile.server().host("localhost").publish("/shop", new WrappedShopService()).start()) {
      recording.enable("jdk.VirtualThreadPinned").withThreshold(Duration.ofMillis(1));
      WrappedShop port =
          Castile.client(WrappedShop.class)
              .endpoint(server.url("/shop"))
              .transport(t -> t.callTimeout(Duration.ofMinutes(1)))
              .build();
      // Threads that wait for classes to be initialized are pinned; these are the JDK's.
      assertThat(threads.submit(() -> port.add(1, 1)).get()).isEqualTo(2);
      recording.start();
      List<Future<Integer>> sums = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        int number = i;
        sums.add(threads.submit(() -> port.add(number, 1)));
      }
      for (int i = 0; i < CALLERS; i++) {
        assertThat(sums.get(i).get()).isEqualTo(i + 1);
      }
      threads.shutdown();
      recording.stop();
      recording.dump(file);
    }
    assertThat(Files.size(file)).isPositive();
    assertThat(RecordingFile.readAllEvents(file))
        .filteredOn(VirtualThreadsTest::isInTransport)
        .isEmpty();
  }

  private static boolean isInTransport(RecordedEvent event) {
    return event.getStackTrace() != null
        && event.getStackTrace().getFrames().stream()
            .anyMatch(
                frame -> frame.getMethod().getType().getName().startsWith("io.castile.soap.Http"));
  }
}
