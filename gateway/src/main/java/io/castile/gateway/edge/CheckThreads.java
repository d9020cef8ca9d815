package io.castile.gateway.edge;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Threads that check credentials of one kind: half of the processors at most, so that made-up
 * credentials leave time for others. Thread-safe.
 */
final class CheckThreads implements AutoCloseable {
  private static final int IDLE_THREAD_SECONDS = 30;

  private final ThreadPoolExecutor threads;

  /**
   * @param name of the threads
   * @param mostWaiting how many checks may wait for one
   */
  CheckThreads(String name, int mostWaiting) {
    int count = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    threads =
        new ThreadPoolExecutor(
            count,
            count,
            IDLE_THREAD_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(mostWaiting),
            work -> thread(name, work));
    threads.allowCoreThreadTimeOut(true);
  }

  private static Thread thread(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Has a check done; the result is {@link CheckResult#BUSY} if as many wait as may.
   *
   * @return what the check returns or throws
   */
  CompletableFuture<CheckResult> check(Supplier<CheckResult> check) {
    try {
      return CompletableFuture.supplyAsync(check, threads);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.completedFuture(CheckResult.BUSY);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
