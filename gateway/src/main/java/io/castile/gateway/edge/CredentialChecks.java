package io.castile.gateway.edge;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The threads on which credentials are checked that take long to check. Thread-safe. */
public final class CredentialChecks implements AutoCloseable {
  private static final int MOST_PASSWORDS_WAITING = 64;

  /**
   * More than of passwords, as a check takes little time, and many may come with the first keys.
   */
  private static final int MOST_TOKENS_WAITING = 1_024;

  /**
   * How many tokens may wait for keys that have been asked for. Their requests take memory, even
   * where the client has left.
   */
  static final int MOST_AWAITING_KEYS = 256;

  private final Semaphore awaitingKeys = new Semaphore(MOST_AWAITING_KEYS);
  private final CheckThreads passwords =
      new CheckThreads("castile-gateway-passwords", MOST_PASSWORDS_WAITING);
  private final CheckThreads tokens =
      new CheckThreads("castile-gateway-tokens", MOST_TOKENS_WAITING);

  CheckThreads passwords() {
    return passwords;
  }

  CheckThreads tokens() {
    return tokens;
  }

  /**
   * Goes on with a check when keys have been asked for; the result is {@link CheckResult#BUSY} if
   * as many wait for that as may.
   *
   * @param asked completed when the answer has come, or does not come
   * @param then is not asked where it is busy
   */
  CompletableFuture<CheckResult> awaitKeys(
      CompletableFuture<Void> asked, Supplier<CompletableFuture<CheckResult>> then) {
    if (asked.isDone()) {
      return then.get();
    }
    if (!awaitingKeys.tryAcquire()) {
      return CompletableFuture.completedFuture(CheckResult.BUSY);
    }
    return asked
        .whenComplete((nothing, thrown) -> awaitingKeys.release())
        .thenCompose(nothing -> then.get());
  }

  @Override
  public void close() {
    passwords.close();
    tokens.close();
  }

  /**
   * Threads that check credentials of one kind: half of the processors at most, so that made-up
   * credentials leave time for others. Thread-safe.
   */
  static final class CheckThreads implements AutoCloseable {
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
}
