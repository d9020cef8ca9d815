package io.castile.template;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whether the code of templates has run so often that the JVM has compiled it. A trial before that
 * compares it with the code of plain messages, which runs more often and is compiled sooner.
 * Thread-safe.
 */
final class CodeWarmth {
  /** HotSpot's second compiler takes what has been called 5 000 times, in the background. */
  static final int WARM_UPDATES = 10_000;

  private final AtomicInteger updates = new AtomicInteger();
  private volatile boolean warm;

  /** Tells that a template has written a message. */
  void updated() {
    if (!warm && updates.incrementAndGet() >= WARM_UPDATES) {
      warm = true;
    }
  }

  boolean isWarm() {
    return warm;
  }
}
