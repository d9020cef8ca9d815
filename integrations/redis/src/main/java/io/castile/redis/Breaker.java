package io.castile.redis;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps calls from waiting for a Redis that does not answer. After some failures in a row it is
 * open: it lets one command through, now and then, and is closed again when one has succeeded.
 * Thread-safe.
 */
final class Breaker {
  private static final Logger log = LoggerFactory.getLogger(Breaker.class);
  private static final int FAILURES = 3;
  private static final long PAUSE_NANOS = 250_000_000L;

  private final String name;
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicLong nextTrial = new AtomicLong();

  /**
   * @param name of what is asked, for the log
   */
  Breaker(String name) {
    this.name = name;
  }

  /** Whether a command may be sent. */
  boolean admits() {
    if (failures.get() < FAILURES) {
      return true;
    }
    long now = System.nanoTime();
    long due = nextTrial.get();
    return now - due >= 0 && nextTrial.compareAndSet(due, now + PAUSE_NANOS);
  }

  /** Whether the last command failed. */
  boolean isFailing() {
    return failures.get() > 0;
  }

  void succeeded() {
    if (failures.get() != 0 && failures.getAndSet(0) >= FAILURES) {
      log.info("{} answers again", name);
    }
  }

  void failed(String reason) {
    nextTrial.set(System.nanoTime() + PAUSE_NANOS);
    if (failures.incrementAndGet() == FAILURES) {
      log.warn("{} does not answer; until it does, the cache goes without: {}", name, reason);
    }
  }
}
