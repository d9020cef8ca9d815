package io.castile.gateway.route;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls that were seen, to be told by a thread of its own, in the order in which they came.
 * Bounded; a call for which there is no room is not told. Thread-safe.
 *
 * <p>The thread is woken once for all calls of a few milliseconds: to wake it for each one would
 * take longer than most calls take to be told.
 */
final class ObserveQueue {
  /** The most that waits. One call that has more is told if it is alone. */
  static final long MOST_BYTES = 4 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(ObserveQueue.class);
  private static final int WAIT_MILLIS = 5;
  private static final int BYTES_OF_A_CALL = 1 << 10; // besides its messages

  private final Queue<Waiting> calls = new ConcurrentLinkedQueue<>();
  private final AtomicLong waitingBytes = new AtomicLong();

  /** Whether the thread will look. It is cleared before the thread looks, and set after an add. */
  private final AtomicBoolean isAwaited = new AtomicBoolean();

  private final ScheduledThreadPoolExecutor thread =
      new ScheduledThreadPoolExecutor(
          1, ObserveQueue::thread, new ScheduledThreadPoolExecutor.DiscardPolicy()); // if closed

  private record Waiting(long bytes, Runnable call) {}

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "castile-gateway-observe");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Has a call told.
   *
   * @param messageBytes of its messages
   * @return whether there was room
   */
  boolean add(long messageBytes, Runnable call) {
    long bytes = messageBytes + BYTES_OF_A_CALL;
    long all = waitingBytes.addAndGet(bytes);
    if (all > MOST_BYTES && all > bytes) {
      waitingBytes.addAndGet(-bytes);
      return false;
    }
    calls.add(new Waiting(bytes, call));
    if (isAwaited.compareAndSet(false, true)) {
      thread.schedule(this::tell, WAIT_MILLIS, TimeUnit.MILLISECONDS);
    }
    return true;
  }

  private void tell() {
    isAwaited.set(false);
    for (Waiting next = calls.poll(); next != null; next = calls.poll()) {
      try {
        next.call().run();
      } catch (RuntimeException e) {
        LOG.warn("A call could not be observed", e);
      } finally {
        waitingBytes.addAndGet(-next.bytes());
      }
    }
  }

  /** Tells no more calls. */
  void close() {
    thread.shutdownNow();
  }
}
