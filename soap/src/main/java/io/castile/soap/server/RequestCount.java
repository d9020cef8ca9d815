package io.castile.soap.server;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts the requests under way, and lets them end while new ones are refused. For HTTP servers of
 * this library; no compatibility promise. Thread-safe.
 */
public final class RequestCount {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();

  /** Requests whose answers are not complete. Guarded by {@link #lock}. */
  private int underWay;

  /** Guarded by {@link #lock}. */
  private boolean draining;

  /** Counts a request, whose end is to be told by {@link #end}; false if it is to be refused. */
  public boolean begin() {
    lock.lock();
    try {
      if (!draining) {
        underWay++;
      }
      return !draining;
    } finally {
      lock.unlock();
    }
  }

  /** Tells the end of a request that {@link #begin} has counted. */
  public void end() {
    lock.lock();
    try {
      underWay--;
      ended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Refuses requests from here on. */
  public void refuse() {
    lock.lock();
    try {
      draining = true;
    } finally {
      lock.unlock();
    }
  }

  /** Whether requests are refused. */
  public boolean isRefusing() {
    lock.lock();
    try {
      return draining;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for the requests under way.
   *
   * @param most how long at most
   * @return whether none is left; false where the time was over, or the thread interrupted
   */
  public boolean await(Duration most) {
    long left = most.toNanos();
    lock.lock();
    try {
      while (underWay > 0 && left > 0) {
        left = ended.awaitNanos(left);
      }
      return underWay == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }
}
