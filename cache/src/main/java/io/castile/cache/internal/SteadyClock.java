package io.castile.cache.internal;

import io.castile.cache.http.SaturatedTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The clock by which responses become stale: goes on by monotonic time, and follows the wall clock
 * where that is ahead, as after a sleep of the machine. A wall clock that is set back would make
 * responses young again, and a minute's lifetime a day. So everything that is kept is dropped then,
 * and the old time goes on for a moment, for calls that have found an entry before; then what they
 * have kept is dropped too, and time is that of the wall clock. Thread-safe.
 */
public final class SteadyClock implements InstantSource {
  /** The difference of clocks from which it is a jump: adjustments are smaller. */
  private static final long MAX_SKEW_MILLIS = 1000;

  /**
   * How often the wall clock is looked at, and how long an old time goes on; between, only
   * monotonic time counts.
   */
  private static final long LOOK_NANOS = 100_000_000;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final InstantSource wall;
  private final LongSupplier nanos;
  private final boolean isSteady;
  private final Runnable setBack;

  /** The same time by both clocks. Replaced as a whole, under the lock of this. */
  private volatile Anchor anchor;

  /**
   * @param lookedNanos when the wall clock was looked at
   * @param isBehind whether it had been set back
   */
  private record Anchor(long wallMillis, long nanos, long lookedNanos, boolean isBehind) {}

  private SteadyClock(InstantSource wall, LongSupplier nanos, boolean isSteady, Runnable setBack) {
    this.wall = wall;
    this.nanos = nanos;
    this.isSteady = isSteady;
    this.setBack = setBack;
    long now = nanos.getAsLong();
    this.anchor = new Anchor(shownMillis(), now, now, false);
  }

  /**
   * The system's clock.
   *
   * @param nanos monotonic time
   * @param setBack told where it was set back
   */
  public static SteadyClock of(InstantSource wall, LongSupplier nanos, Runnable setBack) {
    return new SteadyClock(wall, nanos, true, setBack);
  }

  /** A clock of the application's own, which goes as it will: only that it is set back is seen. */
  public static SteadyClock ofOther(InstantSource wall, LongSupplier nanos, Runnable setBack) {
    return new SteadyClock(wall, nanos, false, setBack);
  }

  @Override
  public long millis() {
    return isSteady ? steadyMillis(nanos.getAsLong()) : watchedMillis(shownMillis());
  }

  @Override
  public Instant instant() {
    if (isSteady) {
      long now = nanos.getAsLong();
      long millis = steadyMillis(now);
      return Instant.ofEpochMilli(millis)
          .plusNanos(Math.floorMod(now - anchor.nanos, NANOS_PER_MILLI));
    }
    Instant shown = wall.instant();
    long own = SaturatedTime.millis(shown);
    long millis = watchedMillis(own);
    return millis == own ? shown : Instant.ofEpochMilli(millis);
  }

  private long shownMillis() {
    return SaturatedTime.millis(wall.instant());
  }

  private long steadyMillis(long now) {
    Anchor known = anchor;
    return now - known.nanos >= 0 && now - known.lookedNanos < LOOK_NANOS
        ? known.wallMillis + (now - known.nanos) / NANOS_PER_MILLI
        : look(now);
  }

  private synchronized long look(long now) {
    Anchor known = anchor;
    long steady = known.wallMillis + (now - known.nanos) / NANOS_PER_MILLI;
    if (now - known.lookedNanos < LOOK_NANOS) {
      return steady; // another thread has looked
    }
    long shown = shownMillis();
    if (Math.abs(shown - steady) <= MAX_SKEW_MILLIS) {
      anchor = new Anchor(known.wallMillis, known.nanos, now, false);
      return steady;
    }
    return shown > steady ? follow(shown, now) : behind(known, steady, shown, now);
  }

  private long watchedMillis(long shown) {
    Anchor known = anchor;
    if (shown <= known.wallMillis && shown >= known.wallMillis - MAX_SKEW_MILLIS) {
      return shown;
    }
    synchronized (this) {
      known = anchor;
      if (shown >= known.wallMillis - MAX_SKEW_MILLIS) {
        return shown > known.wallMillis ? follow(shown, known.lookedNanos) : shown;
      }
      return behind(known, known.wallMillis, shown, nanos.getAsLong());
    }
  }

  private long follow(long shown, long now) {
    anchor = new Anchor(shown, now, now, false);
    return shown;
  }

  private long behind(Anchor known, long old, long shown, long now) {
    boolean isOver = known.isBehind && now - known.lookedNanos >= LOOK_NANOS;
    if (isOver) {
      follow(shown, now);
    } else if (!known.isBehind) {
      anchor = new Anchor(known.wallMillis, known.nanos, now, true);
    }
    if (isOver || !known.isBehind) {
      setBack.run();
    }
    return isOver ? shown : old;
  }
}
