package io.castile.xml.datatype;

import java.time.Duration;
import java.time.Period;

/** The parser of one text of xs:duration for {@code java.time}: {@code -P1Y2M3DT4H5M6.7S}. */
final class DurationParser {
  private static final String DATE_PARTS = "YMD";
  private static final String TIME_PARTS = "HMS";
  private static final int MAX_PART_DIGITS = 18;

  private final byte[] b;
  private final int start;
  private final int end;
  private int i;
  private final long[] parts = new long[6];
  private int nanos;

  DurationParser(byte[] b, int start, int end) {
    this.b = b;
    this.start = start;
    this.end = end;
    this.i = start;
  }

  Duration duration() {
    boolean negative = parse();
    if (parts[0] != 0 || parts[1] != 0) {
      throw new IllegalArgumentException("years or months, which have no length; a Period has");
    }
    long seconds = Math.multiplyExact(parts[2], 86_400L);
    seconds = Math.addExact(seconds, Math.multiplyExact(parts[3], 3_600L));
    seconds = Math.addExact(seconds, Math.multiplyExact(parts[4], 60L));
    seconds = Math.addExact(seconds, parts[5]);
    Duration magnitude = Duration.ofSeconds(seconds, nanos);
    return negative ? magnitude.negated() : magnitude;
  }

  Period period() {
    int sign = parse() ? -1 : 1;
    if (parts[3] != 0 || parts[4] != 0 || parts[5] != 0 || nanos != 0) {
      throw new IllegalArgumentException("hours, minutes or seconds; a Duration has them");
    }
    return Period.of(
        Math.toIntExact(sign * parts[0]),
        Math.toIntExact(sign * parts[1]),
        Math.toIntExact(sign * parts[2]));
  }

  /** Returns whether the duration is negative. */
  private boolean parse() {
    boolean negative = i < end && b[i] == '-';
    if (negative) {
      i++;
    }
    if (i == end || b[i++] != 'P') {
      throw new IllegalArgumentException("a duration does not begin with P");
    }
    boolean any = parts(DATE_PARTS, 0);
    if (i < end && b[i] == 'T') {
      i++;
      any = parts(TIME_PARTS, 3);
    }
    if (!any || i < end) {
      throw new IllegalArgumentException(
          "expected a number with Y, M, D, H, M or S, in this order, at character " + (i - start));
    }
    return negative;
  }

  /** Numbers that are followed by these letters, each at most once and in their order. */
  private boolean parts(String letters, int first) {
    int letter = 0;
    boolean any = false;
    while (i < end && XsdDates.isDigit(b[i])) {
      int from = i;
      int point = TemporalParser.skipDigits(b, i, end);
      i = point;
      boolean fraction = i < end && b[i] == '.';
      if (fraction) {
        i = TemporalParser.skipDigits(b, i + 1, end);
      }
      int found = i < end ? letters.indexOf(b[i], letter) : -1;
      boolean seconds = found >= 0 && letters.charAt(found) == 'S';
      if (found < 0 || (fraction && !seconds)) {
        throw new IllegalArgumentException(
            "a number of a duration is not followed by one of " + letters.substring(letter));
      }
      parts[first + found] = number(from, point);
      if (fraction) {
        nanos = TemporalParser.nanos(b, point + 1, i);
      }
      i++;
      letter = found + 1;
      any = true;
    }
    return any;
  }

  private long number(int from, int to) {
    if (to - from > MAX_PART_DIGITS) {
      throw new IllegalArgumentException(
          "more than " + MAX_PART_DIGITS + " digits in a part of a duration: " + (to - from));
    }
    return XsdIntegers.parseLong(b, from, to);
  }
}
