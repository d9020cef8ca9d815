package io.castile.soap.http.message;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A few reusable objects, without locks and without thread locals: a slot is taken and given back
 * by compare-and-set. When all are full the returned one is dropped. So at most {@link #SLOTS} idle
 * objects are held, by their owner alone.
 */
public final class Pool<T> {
  /** Slots, a power of two. */
  private static final int SLOTS = 16;

  private final AtomicReferenceArray<T> slots = new AtomicReferenceArray<>(SLOTS);

  /** An object that has been given; null where there is none. */
  public @Nullable T take() {
    int start = start();
    for (int i = 0; i < SLOTS; i++) {
      int slot = (start + i) & (SLOTS - 1);
      T item = slots.get(slot);
      if (item != null && slots.compareAndSet(slot, item, null)) {
        return item;
      }
    }
    return null;
  }

  public void give(T item) {
    int start = start();
    for (int i = 0; i < SLOTS; i++) {
      if (slots.compareAndSet((start + i) & (SLOTS - 1), null, item)) {
        return;
      }
    }
  }

  /** Threads begin at different slots, so that they rarely meet and mostly find what they left. */
  private static int start() {
    long id = Thread.currentThread().getId();
    return (int) (id ^ (id >>> 4)) & (SLOTS - 1);
  }
}
