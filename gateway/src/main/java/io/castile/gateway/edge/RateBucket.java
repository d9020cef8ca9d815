package io.castile.gateway.edge;

import io.castile.gateway.config.RateLimit;
import io.castile.gateway.config.RequestRate;
import org.jspecify.annotations.Nullable;

/**
 * A token bucket, and a count of what is under way. The bucket is kept as the time at which it is
 * full again (the generic cell rate algorithm, ITU-T I.371), so that nothing has to fill it.
 * Thread-safe.
 */
final class RateBucket {
  /** The answer of {@link #take} where as many requests are under way as may be. */
  static final long BUSY = -1;

  private final long intervalNanos; // for which a request counts; 0 without a rate
  private final long depthNanos; // that of a full bucket
  private final int mostUnderWay;

  private long full; // when the bucket is full again; guarded by this
  private int underWay; // guarded by this

  RateBucket(RateLimit limit) {
    RequestRate rate = limit.rate();
    this.intervalNanos = rate == null ? 0 : rate.intervalNanos();
    this.depthNanos = intervalNanos * limit.burst();
    this.mostUnderWay = limit.requests();
  }

  static @Nullable RateBucket of(@Nullable RateLimit limit) {
    return limit == null ? null : new RateBucket(limit);
  }

  /**
   * Counts a request in.
   *
   * @param now in nanoseconds, 0 or more, by a clock that does not go back
   * @return 0 if it may go on; {@link #BUSY}; or the nanoseconds after which there will be a token
   */
  synchronized long take(long now) {
    if (underWay >= mostUnderWay) {
      return BUSY;
    }
    long next = Math.max(full, now) + intervalNanos;
    long early = next - now - depthNanos;
    if (early > 0) {
      return early;
    }
    full = next;
    underWay++;
    return 0;
  }

  /** Counts a request out that was counted in. */
  synchronized void ended() {
    underWay--;
  }

  /** Whether the bucket is as a new one is. */
  synchronized boolean isUnused(long now) {
    return underWay == 0 && full <= now;
  }
}
