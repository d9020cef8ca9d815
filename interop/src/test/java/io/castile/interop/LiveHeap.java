package io.castile.interop;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;

/** What a process holds on its heap, whatever its threads allocate meanwhile. */
public final class LiveHeap {
  private LiveHeap() {}

  /**
   * The bytes that a full collection leaves, as it counted them. What is in use a moment later, as
   * {@code MemoryMXBean} tells it, is more by what other threads have allocated since: in a busy
   * process several times as much.
   */
  public static long bytes() {
    System.gc();
    System.gc(); // what the first one has let references be cleared to
    long bytes = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getType() == MemoryType.HEAP) {
        bytes += pool.getCollectionUsage().getUsed();
      }
    }
    return bytes;
  }
}
