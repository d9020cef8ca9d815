package io.castile.interop;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.management.ListenerNotFoundException;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/** What a process holds on its heap, whatever its threads allocate meanwhile. */
public final class LiveHeap {
  /** How often a collection is asked for until one is made. */
  private static final int ATTEMPTS = 1000;

  private static final String ASKED_FOR = "System.gc()";

  private LiveHeap() {}

  /**
   * The bytes that a full collection leaves, as it counted them. What is in use a moment later, as
   * {@code MemoryMXBean} tells it, is more by what other threads have allocated since: in a busy
   * process several times as much.
   *
   * @throws IllegalStateException if the JVM makes no collection, however often one is asked for
   */
  public static long bytes() {
    collection();
    return heapBytes(collection()); // the first one has let references be cleared
  }

  /**
   * Has the JVM collect. HotSpot leaves that out without a word while a thread is in native code
   * that holds an array in place, as compression does; so the collectors' own notes tell whether it
   * was done.
   */
  private static GcInfo collection() {
    BlockingQueue<GcInfo> done = new LinkedBlockingQueue<>();
    NotificationListener listener =
        (notification, handback) -> {
          if (notification.getUserData() instanceof CompositeData data) {
            GarbageCollectionNotificationInfo info = GarbageCollectionNotificationInfo.from(data);
            if (info.getGcCause().equals(ASKED_FOR)) {
              done.add(info.getGcInfo());
            }
          }
        };
    List<NotificationEmitter> collectors = new ArrayList<>();
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      collectors.add((NotificationEmitter) collector);
    }
    collectors.forEach(
        collector -> collector.addNotificationListener(listener, /* filter= */ null, done));
    try {
      for (int i = 0; i < ATTEMPTS; i++) {
        System.gc();
        GcInfo info = done.poll(i % 10, TimeUnit.MILLISECONDS);
        if (info != null) {
          return info;
        }
      }
      throw new IllegalStateException("no collection after " + ATTEMPTS + " calls of System.gc()");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the heap was measured", e);
    } finally {
      collectors.forEach(collector -> remove(listener, collector));
    }
  }

  private static void remove(NotificationListener listener, NotificationEmitter collector) {
    try {
      collector.removeNotificationListener(listener);
    } catch (ListenerNotFoundException e) {
      throw new IllegalStateException("the listener was added above", e);
    }
  }

  private static long heapBytes(GcInfo collection) {
    long bytes = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getType() == MemoryType.HEAP) {
        bytes += collection.getMemoryUsageAfterGc().get(pool.getName()).getUsed();
      }
    }
    return bytes;
  }
}
