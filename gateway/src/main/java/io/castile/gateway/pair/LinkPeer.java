package io.castile.gateway.pair;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Whether the origins of a route know the link, as far as their answers show. Origins that do not
 * are offered it once a minute, so that their answers pass as they come in between. Thread-safe.
 */
public final class LinkPeer {
  private static final long MEMORY_NANOS = TimeUnit.MINUTES.toNanos(10);
  private static final long AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final LongSupplier clock;
  private volatile long answered; // when an answer came over the link last
  private volatile long offered; // when it was offered last

  /** A peer of which nothing is known. */
  public LinkPeer() {
    this(System::nanoTime);
  }

  /**
   * @param clock in nanoseconds, from anywhere on
   */
  LinkPeer(LongSupplier clock) {
    this.clock = clock;
    this.answered = clock.getAsLong() - MEMORY_NANOS;
    this.offered = clock.getAsLong() - AGAIN_NANOS;
  }

  /** Whether the next request is to offer the link. */
  public boolean isOffered() {
    long now = clock.getAsLong();
    return now - answered < MEMORY_NANOS || now - offered >= AGAIN_NANOS;
  }

  void offered() {
    offered = clock.getAsLong();
  }

  /** The last offer does not count: what came of it does not show whether the link is known. */
  void toldNothing() {
    offered = clock.getAsLong() - AGAIN_NANOS;
  }

  void answered() {
    answered = clock.getAsLong();
  }
}
