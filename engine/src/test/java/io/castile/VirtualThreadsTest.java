package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.http.HttpTransport;
import jakarta.jws.WebService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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
  private static final boolean HAS_VIRTUAL_THREADS = Runtime.version().feature() >= 21;

  @TempDir Path directory;

  /** {@code Executors.newVirtualThreadPerTaskExecutor()}, which Java 17 does not have. */
  private static ExecutorService threads() throws ReflectiveOperationException {
    if (!HAS_VIRTUAL_THREADS) {
      return Executors.newCachedThreadPool();
    }
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }

  @Test
  void aThousandCallAtOnceAndNoneIsPinned() throws Exception {
    ExecutorService threads = threads();
    try (Recording recording = recording();
        SoapServer server =
            Castile.server().host("localhost").publish("/shop", new WrappedShopService()).start()) {
      WrappedShop port = client(server);
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
      assertThat(pinnedCalls(recording)).isEmpty();
    }
  }

  /** Says nothing for a while. */
  @WebService(endpointInterface = "io.castile.shop.WrappedShop", portName = "ShopPort")
  public static final class Slow extends WrappedShopService {
    @Override
    public int add(int a, int b) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
      return a + b;
    }
  }

  private static volatile WrappedShop slow;

  /** Calls while it is initialized, which pins the thread. */
  private static final class Pinning {
    static final int SUM = slow.add(1, 2);
  }

  /** What is asserted above could fail, where there are virtual threads. */
  @Test
  void aCallOfAPinnedThreadIsFound() throws Exception {
    ExecutorService threads = threads();
    try (Recording recording = recording();
        SoapServer server =
            Castile.server().host("localhost").publish("/shop", new Slow()).start()) {
      slow = client(server);
      recording.start();
      assertThat(threads.submit(() -> Pinning.SUM).get()).isEqualTo(3);
      threads.shutdown();

      assertThat(pinnedCalls(recording).isEmpty()).isEqualTo(!HAS_VIRTUAL_THREADS);
    }
  }

  private static WrappedShop client(SoapServer server) {
    return Castile.client(WrappedShop.class)
        .endpoint(server.url("/shop"))
        .transport(t -> t.callTimeout(Duration.ofMinutes(1)))
        .build();
  }

  private static Recording recording() {
    Recording recording = new Recording();
    recording.enable("jdk.VirtualThreadPinned").withThreshold(Duration.ofMillis(1));
    return recording;
  }

  private List<RecordedEvent> pinnedCalls(Recording recording) throws IOException {
    Path file = directory.resolve("pinned.jfr");
    recording.stop();
    recording.dump(file);
    assertThat(Files.size(file)).isPositive();
    return RecordingFile.readAllEvents(file).stream()
        .filter(VirtualThreadsTest::isInTransport)
        .toList();
  }

  private static boolean isInTransport(RecordedEvent event) {
    return event.getStackTrace() != null
        && event.getStackTrace().getFrames().stream()
            .anyMatch(
                frame ->
                    frame
                        .getMethod()
                        .getType()
                        .getName()
                        .startsWith(HttpTransport.class.getPackageName()));
  }
}
