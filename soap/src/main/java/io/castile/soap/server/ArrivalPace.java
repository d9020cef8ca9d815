package io.castile.soap.server;

import java.time.Duration;

/**
 * How fast the content of a request must arrive: all of it within a time, and in the mean with a
 * number of bytes a second, once {@link #GRACE} has been waited for. Only bytes of the content
 * count, not those of its framing; and only the time in which the server waits, not that in which
 * it works. Used by the thread that serves the request only.
 */
public final class ArrivalPace {
  /** So long nothing is asked of a sender but the whole time: a connection may take its time. */
  public static final Duration GRACE = Duration.ofSeconds(5);

  private final long deadline;
  private final long bytesPerSecond; // 0 for none
  private long received;
  private long waited;

  /** When the read began that is under way. */
  private long begun;

  /**
   * Begins to count.
   *
   * @param limit for all, from now on; positive
   * @param bytesPerSecond at least; 0 for no such bound
   */
  public ArrivalPace(Duration limit, int bytesPerSecond) {
    this.begun = System.nanoTime();
    this.deadline = begun + limit.toNanos();
    this.bytesPerSecond = bytesPerSecond;
  }

  /** A read begins. */
  void begin() {
    begun = System.nanoTime();
  }

  /**
   * A read has ended.
   *
   * @param bytes that it gave; negative for the end
   */
  void end(int bytes) {
    waited += System.nanoTime() - begun;
    received += Math.max(0, bytes);
  }

  /**
   * Returns for how many nanoseconds the read that is under way may go on without a byte of the
   * content; not positive where the time is over.
   */
  public long nanosLeft() {
    return nanosLeft(System.nanoTime(), waited + System.nanoTime() - begun);
  }

  /** Whether what has arrived, as far as reads have ended, has arrived in time. */
  boolean isKept() {
    return nanosLeft(System.nanoTime(), waited) >= 0;
  }

  private long nanosLeft(long now, long waitedInAll) {
    long left = deadline - now;
    if (bytesPerSecond == 0) {
      return left;
    }
    long allowed = GRACE.toNanos() + (long) (received * 1e9 / bytesPerSecond);
    return Math.min(left, allowed - waitedInAll);
  }
}
