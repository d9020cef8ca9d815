package io.castile.soap.http;

import io.castile.xml.internal.DetachedThreads;
import java.io.Closeable;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Ends what takes too long by closing its socket from another thread: so connecting, a TLS
 * handshake, writing and reading are bounded as a whole, however slowly bytes trickle. The other
 * thread is the JDK's own timer, which all share; there is none of this library.
 *
 * <p>Started, watching and stopped by one thread.
 */
final class TimeLimit implements BiConsumer<Void, Throwable> {

  private final @Nullable Duration limit; // null for none
  private final long start = System.nanoTime();

  /**
   * Completed by {@link #stop}, or exceptionally when the time is over, whichever comes first; null
   * where there is no limit.
   */
  private final @Nullable CompletableFuture<Void> end;

  /**
   * The object to be closed; null for none yet. Set before {@link #passed} is read, and read after.
   */
  private volatile @Nullable Closeable watched;

  private volatile boolean passed;

  private TimeLimit(@Nullable Duration limit) {
    this.limit = limit;
    this.end = limit == null ? null : new CompletableFuture<>();
  }

  /**
   * Begins to count.
   *
   * @param limit null for no limit
   */
  static TimeLimit start(@Nullable Duration limit) {
    TimeLimit started = new TimeLimit(limit);
    if (limit != null && started.end != null) {
      DetachedThreads.startTimer();
      started.end.whenComplete(started);
      started.end.orTimeout(limit.toNanos(), TimeUnit.NANOSECONDS);
    }
    return started;
  }

  /** Called by {@link #end}. */
  @Override
  public void accept(@Nullable Void none, @Nullable Throwable timeout) {
    if (timeout != null) {
      passed = true;
      close(watched);
    }
  }

  private static void close(@Nullable Closeable socket) {
    if (socket != null) {
      try {
        socket.close();
      } catch (IOException e) {
        LoggerFactory.getLogger(TimeLimit.class)
            .debug("closing a socket after its time failed: {}", e.getMessage());
      }
    }
  }

  /**
   * Has this socket closed when the time is over, in place of one before.
   *
   * @throws SocketTimeoutException if it is over
   */
  void watch(Closeable socket) throws SocketTimeoutException {
    watched = socket;
    if (end != null && hasPassed()) {
      end.completeExceptionally(new TimeoutException()); // the timer itself may be late
      close(socket);
      throw new SocketTimeoutException("the time limit has passed");
    }
  }

  /** Ends counting; returns whether the time was not over, so that nothing has been closed. */
  boolean stop() {
    return end == null || end.complete(null) || !end.isCompletedExceptionally();
  }

  /** Whether the time is over, so that what was watched has been closed, or is about to be. */
  boolean hasPassed() {
    return passed || (limit != null && System.nanoTime() - start >= limit.toNanos());
  }

  /** Returns how much of the time is left, at most {@code most}, and at least one millisecond. */
  int millisLeft(int most) {
    if (limit == null) {
      return most;
    }
    long left = limit.toNanos() - (System.nanoTime() - start);
    return (int) Math.max(1, Math.min(most, left / 1_000_000 + 1)); // rounded up: then it is over
  }
}
