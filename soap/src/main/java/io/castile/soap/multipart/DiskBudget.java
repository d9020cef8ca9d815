package io.castile.soap.multipart;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts what the temporary files of all messages have together in this process, so that they do
 * not fill the disk. A server's files end with their exchanges, a client's when the application
 * closes them. Thread-safe.
 */
final class DiskBudget {
  /**
   * Files count in steps of this, and so each at least as one: their number is bounded, too. Unit:
   * bytes.
   */
  static final long STEP = 4 << 20;

  /** How long to wait for other exchanges to end when there is no more room. */
  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Condition RELEASED = LOCK.newCondition();

  private static long total; // guarded by LOCK

  private DiskBudget() {}

  /**
   * Takes one step more. Where there is no room this waits for a second: exchanges under way end,
   * and give theirs back. It asks for no garbage collection, which a peer could then bring about.
   *
   * @throws IOException if all steps together would have more than {@code most} bytes
   */
  static void reserve(long most) throws IOException {
    LOCK.lock();
    try {
      long left = WAIT_NANOS;
      while (total + STEP > most && left > 0) {
        left = RELEASED.awaitNanos(left);
      }
      if (total + STEP > most) {
        throw new IOException(
            "the parts of messages in files have "
                + total
                + " bytes together; the limit is maxStoredBytes = "
                + most);
      }
      total += STEP;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for room in files", e);
    } finally {
      LOCK.unlock();
    }
  }

  /** Gives steps back. */
  static void release(long bytes) {
    LOCK.lock();
    try {
      total -= bytes;
      RELEASED.signalAll();
    } finally {
      LOCK.unlock();
    }
  }
}
