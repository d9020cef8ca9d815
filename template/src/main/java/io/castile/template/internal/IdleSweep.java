package io.castile.template.internal;

import io.castile.xml.internal.DetachedThreads;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Has a store give up what is idle, even when the store is no longer used. There is no thread for
 * it: the platform's delayed executor runs it, every half of the time of idleness for as long as
 * there is something in the store. The store itself is held weakly.
 */
final class IdleSweep implements Runnable {
  private final WeakReference<TemplateStore> store;
  private final long idleNanos;
  private final AtomicBoolean scheduled = new AtomicBoolean();

  public IdleSweep(TemplateStore store, Duration idle) {
    this.store = new WeakReference<>(store);
    Duration most = Duration.ofNanos(Long.MAX_VALUE); // as good as for ever
    this.idleNanos = idle.compareTo(most) > 0 ? Long.MAX_VALUE : idle.toNanos();
  }

  public long idleNanos() {
    return idleNanos;
  }

  /** Like {@link #schedule}. */
  @Override
  public void run() {
    schedule();
  }

  /** Begins, if it has not yet. */
  public void schedule() {
    if (scheduled.compareAndSet(false, true)) {
      DetachedThreads.startTimer();
      CompletableFuture.delayedExecutor(idleNanos / 2 + 1, TimeUnit.NANOSECONDS)
          .execute(new Sweep());
    }
  }

  private final class Sweep implements Runnable {
    @Override
    public void run() {
      sweep();
    }
  }

  private void sweep() {
    TemplateStore swept = store.get();
    if (swept == null) {
      return;
    }
    try {
      swept.sweep();
    } finally { // also where memory ran out: the next one may do
      scheduled.set(false);
      if (!swept.isEmpty()) {
        schedule();
      }
    }
  }
}
