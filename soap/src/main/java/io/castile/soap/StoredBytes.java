package io.castile.soap;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts what the temporary files of all messages have together in this process, so that they do
 * not fill the disk: data that applications have got is gone when they close it, or else not before
 * the next garbage collection. Thread-safe.
 */
final class StoredBytes {
  /**
   * Files count in steps of this, and so each at least as one: their number is bounded, too. Unit:
   * bytes.
   */
  static final long STEP = 4 << 20;

  /** How long to wait for the garbage collector when there is no more room. */
  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Condition RELEASED = LOCK.newCondition();

  private static long total; // guarded by LOCK
  private static long collectedAt = System.nanoTime() - WAIT_NANOS; // guarded by LOCK

  private StoredBytes() {}

  /**
   * Takes one step more. Where there is no room the garbage is collected first, once a second at
   * most, as the JDK does for its direct buffers.
   *
   * @throws IOException if all steps together would have more than {@code most} bytes
   */
  static void reserve(long most) throws IOException {
    if (tryReserve(most)) {
      return;
    }
    if (mayCollect()) {
      System.gc();
    }
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

  private static boolean tryReserve(long most) {
    LOCK.lock();
    try {
      if (total + STEP > most) {
        return false;
      }
      total += STEP;
      return true;
    } finally {
      LOCK.unlock();
    }
  }

  private static boolean mayCollect() {
    LOCK.lock();
    try {
      long now = System.nanoTime();
      boolean may = now - collectedAt >= WAIT_NANOS;
      collectedAt = may ? now : collectedAt;
      return may;
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
