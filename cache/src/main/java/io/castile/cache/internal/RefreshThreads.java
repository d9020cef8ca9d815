package io.castile.cache.internal;

import io.castile.xml.internal.DetachedThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A few threads for what is done in the background; none while there is nothing to do. */
final class RefreshThreads implements Executor, AutoCloseable {
  private static final int MAX_THREADS = 8;

  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          MAX_THREADS,
          10,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> DetachedThreads.daemon("castile-cache-refresh", task));

  /**
   * Runs a task.
   *
   * @throws RejectedExecutionException if all threads are busy: a later call may try again
   */
  @Override
  public void execute(Runnable task) {
    threads.execute(DetachedThreads.inContextOfCaller(task));
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
