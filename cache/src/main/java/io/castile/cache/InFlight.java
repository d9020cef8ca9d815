package io.castile.cache;

import io.castile.cache.CacheStore.Ticket;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A question on its way to the origin, for which others may wait. Thread-safe. */
final class InFlight {
  private final CountDownLatch landed = new CountDownLatch(1);
  private volatile @Nullable CacheEntry entry;
  private volatile boolean insteadOfFailure;
  private volatile boolean awaited;
  private volatile boolean grounded;

  /** The right to keep what it brings; only for the thread that asks. */
  private @Nullable Ticket ticket;

  /** Set under the lock under which entries are dropped. */
  private volatile boolean dropped;

  /**
   * Ends the flight.
   *
   * @param kept null for nothing
   * @param failed whether this is an old entry, as the origin failed
   */
  void land(@Nullable CacheEntry kept, boolean failed) {
    entry = kept;
    insteadOfFailure = failed;
    landed.countDown();
  }

  /** Ends a flight that did not begin, as there was no thread for it. */
  void ground() {
    grounded = true;
  }

  /** Whether it has not begun, and will not. */
  boolean isGrounded() {
    return grounded;
  }

  /** Notes that others want what it brings. */
  void join() {
    awaited = true;
  }

  /** Whether others want what it brings. */
  boolean isAwaited() {
    return awaited;
  }

  /** Waits for the end; false if it does not come in time, or the thread is interrupted. */
  boolean await(long nanos) {
    try {
      return landed.await(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** What the flight brought, once it has landed; null if that is not to be given to others. */
  @Nullable CacheEntry entry() {
    return entry;
  }

  /** Whether what it brought is an old entry, as the origin failed. */
  boolean isInsteadOfFailure() {
    return insteadOfFailure;
  }

  /** Sets what the store gave for the question; before the origin is asked. */
  void ticket(Ticket given) {
    ticket = given;
  }

  Ticket ticket() {
    return Objects.requireNonNull(ticket, "the origin is asked with a ticket");
  }

  /** From now on, what it brings is not to be kept. */
  void drop() {
    dropped = true;
  }

  boolean isDropped() {
    return dropped;
  }
}
