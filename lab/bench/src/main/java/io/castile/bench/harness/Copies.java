package io.castile.bench.harness;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Equal objects that are given out in turn. Code that compares one with the last one has to look at
 * what it holds, as with the answers of a real service; and none is made while times are taken.
 * Thread-safe; the objects are not to be changed.
 */
public final class Copies<T> {
  private static final int COUNT = 4; // a power of two

  private final Object[] copies = new Object[COUNT];
  private final AtomicInteger next = new AtomicInteger();

  /**
   * @param maker makes an object that shares nothing with the last one
   */
  public Copies(Supplier<T> maker) {
    for (int i = 0; i < COUNT; i++) {
      copies[i] = maker.get();
    }
  }

  @SuppressWarnings("unchecked")
  public // Nothing but objects of this type is put in.
  T next() {
    return (T) copies[next.getAndIncrement() & (COUNT - 1)];
  }
}
