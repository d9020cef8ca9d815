package io.castile.template.tracked.internal;

import java.util.concurrent.atomic.AtomicLong;

/** The source of stamps: unique in the process, growing, never 0. Thread-safe. */
public final class Stamps {
  private static final AtomicLong LAST = new AtomicLong();

  private Stamps() {}

  /** Returns a stamp that is greater than all before. */
  public static long next() {
    return LAST.incrementAndGet();
  }
}
