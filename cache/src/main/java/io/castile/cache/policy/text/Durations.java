package io.castile.cache.policy.text;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 30s}, {@code 5m}, {@code 1h30m}, {@code PT1H}. */
public final class Durations {
  /** The longest duration a policy may state: ten years. */
  public static final Duration MAX = Duration.ofDays(3650);

  public static final String EXPECTED = "a duration such as 500ms, 30s, 5m, 1h30m, 7d or PT1H";

  private static final String[] UNITS = {"w", "d", "h", "m", "s", "ms"};
  private static final long[] UNIT_MILLIS = {
    604_800_000L, 86_400_000L, 3_600_000L, 60_000L, 1_000L, 1L
  };
  private static final Pattern PART = Pattern.compile("(\\d{1,18})(ms|[wdhms])");

  private Durations() {}

  /**
   * Reads a duration: numbers with the units {@code w d h m s ms}, each at most once and in this
   * order, or ISO 8601.
   *
   * @throws IllegalArgumentException with what was expected
   */
  public static Duration parse(String text) {
    return text.startsWith("P") || text.startsWith("p") ? iso(text) : units(text);
  }

  private static Duration iso(String text) {
    try {
      return checked(Duration.parse(text));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "expected " + EXPECTED + " but found '" + NameChecks.shortened(text) + "'", e);
    }
  }

  private static Duration units(String text) {
    Matcher part = PART.matcher(text);
    long millis = 0;
    int last = -1;
    int at = 0;
    // Invariant: the text before at has been read, its units up to the one at index last.
    while (part.find() && part.start() == at) {
      int unit = indexOf(part.group(2));
      if (unit <= last) {
        break;
      }
      try {
        millis =
            Math.addExact(
                millis, Math.multiplyExact(Long.parseLong(part.group(1)), UNIT_MILLIS[unit]));
      } catch (ArithmeticException e) {
        throw tooLong(text);
      }
      last = unit;
      at = part.end();
    }
    if (at < text.length() || text.isEmpty()) {
      boolean number = text.matches("\\d{1,18}");
      throw new IllegalArgumentException(
          "expected "
              + EXPECTED
              + " but found '"
              + NameChecks.shortened(text)
              + "'"
              + (number ? ", which has no unit; seconds are '" + text + "s'" : ""));
    }
    return checked(Duration.ofMillis(millis));
  }

  private static int indexOf(String unit) {
    for (int i = 0; i < UNITS.length; i++) {
      if (UNITS[i].equals(unit)) {
        return i;
      }
    }
    throw new AssertionError(unit); // the pattern has no other unit
  }

  /**
   * Returns {@code duration} if a policy may state it.
   *
   * @throws IllegalArgumentException if it is negative or longer than {@link #MAX}
   */
  public static Duration checked(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException("duration < 0: " + duration);
    }
    if (duration.compareTo(MAX) > 0) {
      throw tooLong(duration.toString());
    }
    return duration;
  }

  private static IllegalArgumentException tooLong(String text) {
    return new IllegalArgumentException(
        "expected a duration of at most "
            + print(MAX)
            + ", found '"
            + NameChecks.shortened(text)
            + "'");
  }

  /** Returns the shortest text that {@link #parse} reads as {@code duration}. */
  public static String print(Duration duration) {
    if (duration.isZero()) {
      return "0s";
    }
    if (!duration.equals(Duration.ofMillis(duration.toMillis()))) {
      return duration.toString();
    }
    StringBuilder text = new StringBuilder();
    long rest = duration.toMillis();
    // Weeks are read but not written: 10d says more than 1w3d.
    for (int i = 1; i < UNITS.length; i++) {
      if (rest >= UNIT_MILLIS[i]) {
        text.append(rest / UNIT_MILLIS[i]).append(UNITS[i]);
        rest %= UNIT_MILLIS[i];
      }
    }
    return text.toString();
  }
}
