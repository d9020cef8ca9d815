package io.castile.xml.datatype;

import java.math.BigDecimal;
import java.math.BigInteger;
import javax.xml.datatype.Duration;
import org.jspecify.annotations.Nullable;

/** Texts of xs:duration (XML Schema part 2, §3.2.6): {@code -P1Y2M3DT4H5M6.7S}. */
final class XsdDurations {
  private static final String DATE_PARTS = "YMD";
  private static final String TIME_PARTS = "HMS";

  private final byte[] b;
  private final int end;
  private int i;
  private final BigInteger[] parts = new BigInteger[5];
  private @Nullable BigDecimal seconds;

  private XsdDurations(byte[] b, int start, int end) {
    this.b = b;
    this.i = start;
    this.end = end;
  }

  static Duration parse(byte[] b, int start, int end) {
    return new XsdDurations(b, start, end).parse();
  }

  private Duration parse() {
    boolean negative = i < end && b[i] == '-';
    if (negative) {
      i++;
    }
    if (i == end || b[i] != 'P') {
      throw new IllegalArgumentException("a duration does not begin with P");
    }
    i++;
    boolean any = parseParts(DATE_PARTS, 0);
    if (i < end && b[i] == 'T') {
      i++;
      if (!parseParts(TIME_PARTS, 3)) {
        throw new IllegalArgumentException("nothing follows the T of a duration");
      }
      any = true;
    }
    if (!any || i < end) {
      throw new IllegalArgumentException(
          "expected a number with Y, M, D, H, M or S, in this order");
    }
    return XsdDates.FACTORY.newDuration(
        !negative, parts[0], parts[1], parts[2], parts[3], parts[4], seconds);
  }

  /** Parses numbers that are followed by these letters, each at most once and in their order. */
  private boolean parseParts(String letters, int firstPart) {
    int letter = 0;
    boolean any = false;
    while (i < end && XsdDates.isDigit(b[i])) {
      int from = i;
      skipDigits();
      boolean fraction = i < end && b[i] == '.';
      if (fraction) {
        int point = i++;
        skipDigits();
        if (i == point + 1) {
          throw new IllegalArgumentException("no digits after the point of a duration");
        }
      }
      XsdDates.checkDigits(i - from);
      int found = i < end ? letters.indexOf(b[i], letter) : -1;
      boolean isSeconds = found >= 0 && letters.charAt(found) == 'S';
      if (found < 0 || (fraction && !isSeconds)) {
        throw new IllegalArgumentException(
            "a number of a duration is not followed by one of " + letters.substring(letter));
      }
      if (isSeconds) {
        seconds = XsdDecimals.parseBigDecimal(b, from, i, XsdDates.MAX_DIGITS);
      } else {
        parts[firstPart + found] = XsdDecimals.parseBigInteger(b, from, i, XsdDates.MAX_DIGITS);
      }
      i++;
      letter = found + 1;
      any = true;
    }
    return any;
  }

  private void skipDigits() {
    while (i < end && XsdDates.isDigit(b[i])) {
      i++;
    }
  }
}
