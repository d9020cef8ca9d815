package io.castile.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.Deflater;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@Tag("long")
class LiveHeapTest {
  private static final int HELD = 64 << 20;

  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopped;

  @SuppressWarnings("UnusedVariable") // the collector reads it
  private volatile byte[] held;

  /**
   * HotSpot leaves out a collection that is asked for while a thread compresses: native code then
   * holds an array in place.
   */
  @Test
  void whatIsHeldIsSeenWhileThreadsCompress() {
    for (int i = 0; i < 3; i++) {
      Thread thread = new Thread(this::compress, "compressing " + i);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
    for (int i = 0; i < 5; i++) {
      held = new byte[HELD];
      long bytes = LiveHeap.bytes();
      assertThat(bytes).isGreaterThan(HELD);
      held = null;
      assertThat(LiveHeap.bytes()).isLessThan(bytes - HELD / 2);
    }
  }

  private void compress() {
    byte[] in = new byte[1 << 20];
    byte[] out = new byte[1 << 16];
    while (!stopped) {
      long start = System.nanoTime();
      Deflater deflater = new Deflater(9);
      deflater.setInput(in);
      deflater.finish();
      while (!deflater.finished()) {
        deflater.deflate(out);
      }
      deflater.end();
      // Without pauses, however slow the machine, JDK 17 never collects when it is asked to.
      LockSupport.parkNanos(2 * (System.nanoTime() - start));
    }
  }

  @AfterEach
  void stop() throws InterruptedException {
    stopped = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
