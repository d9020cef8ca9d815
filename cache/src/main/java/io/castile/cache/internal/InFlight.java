package io.castile.cache.internal;

import io.castile.cache.CacheStore.Ticket;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A request on its way to the origin, for which others may wait. Thread-safe. */
final class InFlight {
  private static final Logger log = LoggerFactory.getLogger(InFlight.class);

  private final CountDownLatch landed = new CountDownLatch(1);

  /** Calls that wait without a thread; null once it has landed. Guarded by this. */
  private @Nullable List<Runnable> waiting = new ArrayList<>();

  private volatile @Nullable StoredEntry entry;
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
  void land(@Nullable StoredEntry kept, boolean failed) {
    entry = kept;
    insteadOfFailure = failed;
    landed.countDown();
    List<Runnable> told;
    synchronized (this) {
      told = waiting == null ? List.of() : waiting;
      waiting = null;
    }
    told.forEach(Runnable::run);
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

  /**
   * Waits for the end without a thread.
   *
   * @param loop runs {@code then}
   * @param then is told whether the end has come in time; once
   */
  void await(long nanos, ScheduledExecutorService loop, Consumer<Boolean> then) {
    AtomicBoolean isTold = new AtomicBoolean();
    ScheduledFuture<?> late =
        loop.schedule(
            () -> {
              if (isTold.compareAndSet(false, true)) {
                then.accept(false);
              }
            },
            Math.max(0, nanos),
            TimeUnit.NANOSECONDS);
    Runnable inTime =
        () -> {
          if (isTold.compareAndSet(false, true)) {
            late.cancel(false);
            try {
              loop.execute(() -> then.accept(true));
            } catch (RejectedExecutionException e) {
              log.debug("a call has ended before the one that it waits for: {}", e.toString());
            }
          }
        };
    synchronized (this) {
      if (waiting != null) {
        waiting.add(inTime);
        return;
      }
    }
    inTime.run();
  }

  /** The entry that the call of the origin brought; null if it is not to be given to others. */
  @Nullable StoredEntry entry() {
    return entry;
  }

  /** Whether what it brought is an old entry, as the origin failed. */
  boolean isInsteadOfFailure() {
    return insteadOfFailure;
  }

  /** Sets what the store gave for the request; before the origin is asked. */
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
