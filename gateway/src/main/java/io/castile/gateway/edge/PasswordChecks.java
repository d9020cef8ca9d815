package io.castile.gateway.edge;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that check passwords: half of the processors at most, so that made-up passwords leave
 * time for others. Thread-safe.
 */
public final class PasswordChecks implements AutoCloseable {
  private static final int MOST_WAITING = 64;
  private static final int IDLE_THREAD_SECONDS = 30;

  private final ThreadPoolExecutor threads;

  public PasswordChecks() {
    int count = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    threads =
        new ThreadPoolExecutor(
            count,
            count,
            IDLE_THREAD_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING),
            PasswordChecks::thread);
    threads.allowCoreThreadTimeOut(true);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "castile-gateway-passwords");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Has a check done.
   *
   * @throws RejectedExecutionException if as many wait as may
   */
  public void execute(Runnable check) {
    threads.execute(check);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
