package io.castile.cache.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/** Arithmetic with times that ends at the ends of time instead of failing. */
public final class SaturatedTime {
  private SaturatedTime() {}

  static Instant plus(Instant time, Duration duration) {
    try {
      return time.plus(duration);
    } catch (DateTimeException | ArithmeticException e) {
      return duration.isNegative() ? Instant.MIN : Instant.MAX;
    }
  }

  static Instant minus(Instant time, Duration duration) {
    return plus(time, duration.negated());
  }

  static Instant plusSeconds(Instant time, long seconds) {
    return plus(time, Duration.ofSeconds(seconds));
  }

  /** From one time to another; zero if the other is before. */
  public static Duration from(Instant start, Instant end) {
    return end.isBefore(start) ? Duration.ZERO : Duration.between(start, end);
  }

  /** Milliseconds from the epoch to a time; the least or greatest number for one beyond these. */
  public static long millis(Instant time) {
    try {
      return time.toEpochMilli();
    } catch (ArithmeticException e) {
      return time.isBefore(Instant.EPOCH) ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }

  public static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }
}
