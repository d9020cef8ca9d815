package io.castile.gateway.edge;

import io.castile.cache.policy.text.WatchedFile;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at files, and other things that change, once a second; it has a thread only while there are
 * any.
 */
public final class FileWatch implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(FileWatch.class);

  private volatile List<Watched> watched = List.of();
  private @Nullable ScheduledExecutorService thread; // null for none; guarded by this

  /** Looks at these from now on, and at no others. */
  public synchronized void hold(List<Watched> all) {
    watched = List.copyOf(all);
    if (watched.isEmpty()) {
      close();
    } else if (thread == null) {
      thread = Executors.newSingleThreadScheduledExecutor(FileWatch::thread);
      thread.scheduleWithFixedDelay(
          this::look, WatchedFile.PAUSE_MILLIS, WatchedFile.PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "castile-gateway-files");
    thread.setDaemon(true);
    return thread;
  }

  private void look() {
    for (Watched each : watched) {
      try {
        each.look();
      } catch (RuntimeException | Error e) { // the others are looked at nevertheless
        log.error("what is watched could not be looked at", e);
      }
    }
  }

  @Override
  public synchronized void close() {
    if (thread != null) {
      thread.shutdownNow();
      thread = null;
    }
  }
}
