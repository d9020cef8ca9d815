package io.castile.bench.harness;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/**
 * What the threads of this JVM allocate. What a thread has allocated is lost when it ends before it
 * is asked: good for pools of threads that stay. Not thread-safe.
 */
public final class AllocationMeter {
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private Map<Long, Long> last = new HashMap<>();

  /** The bytes that were allocated since this was asked the last time. */
  public long sinceLast() {
    Map<Long, Long> now = new HashMap<>();
    long bytes = 0;
    long[] ids = threads.getAllThreadIds();
    long[] allocated = threads.getThreadAllocatedBytes(ids);
    for (int i = 0; i < ids.length; i++) {
      now.put(ids[i], allocated[i]);
      bytes += Math.max(0, allocated[i] - last.getOrDefault(ids[i], 0L)); // -1: it has ended.
    }
    last = now;
    return bytes;
  }
}
