package io.castile.cache.policy.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as people write them: {@code 4096}, {@code 64KiB}, {@code 1 MiB}. */
public final class ByteCounts {
  public static final String EXPECTED = "a size such as 4096, 64KiB or 1MiB";

  private static final String[] UNITS = {"", "KiB", "MiB", "GiB"};
  private static final Pattern SIZE = Pattern.compile("(\\d{1,18}) ?(B|KiB|MiB|GiB)?");

  private ByteCounts() {}

  /**
   * Reads a number of bytes.
   *
   * @throws IllegalArgumentException with what was expected
   */
  public static long parse(String text) {
    return checked(count(text));
  }

  /**
   * Reads a number of bytes that may be 0, and beyond an array's length.
   *
   * @throws IllegalArgumentException with what was expected
   */
  public static long count(String text) {
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      throw new IllegalArgumentException(
          "expected " + EXPECTED + " but found '" + NameChecks.shortened(text) + "'");
    }
    long count = Long.parseLong(size.group(1));
    String unit = size.group(2) == null ? "" : size.group(2);
    for (int i = 1; i < UNITS.length; i++) {
      if (unit.equals(UNITS[i])) {
        count = count > Integer.MAX_VALUE ? Long.MAX_VALUE : count << (10 * i);
      }
    }
    return count;
  }

  /**
   * Returns {@code count} if it is a size that an entry may have.
   *
   * @throws IllegalArgumentException if it is less than one, or beyond an array's length
   */
  public static long checked(long count) {
    if (count <= 0) {
      throw new IllegalArgumentException("maxEntryBytes <= 0: " + count);
    }
    if (count > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("maxEntryBytes > " + Integer.MAX_VALUE + ": " + count);
    }
    return count;
  }

  /** Returns the shortest text that {@link #parse} reads as {@code count}. */
  public static String print(long count) {
    for (int i = UNITS.length - 1; i > 0; i--) {
      if (count % (1L << (10 * i)) == 0) {
        return (count >> (10 * i)) + UNITS[i];
      }
    }
    return Long.toString(count);
  }
}
