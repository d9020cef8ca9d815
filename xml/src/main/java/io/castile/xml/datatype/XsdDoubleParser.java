package io.castile.xml.datatype;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import ch.randelshofer.fastdoubleparser.JavaFloatParser;
import java.nio.charset.StandardCharsets;

/**
 * Values of xs:double and xs:float from their texts (XML Schema part 2, §3.2.4 and §3.2.5; {@code
 * +INF} as in XML Schema 1.1), rounded to the nearest, ties to even.
 *
 * <p>Numbers of up to 19 digits are converted here; of longer ones the first 19 nearly always tell.
 */
public final class XsdDoubleParser {
  /** The number of digits that always fit into 64 bits. */
  private static final int MAX_DIGITS = 19;

  /** The number of digits behind the point that always fit into 64 bits with the one before it. */
  private static final int MAX_SHORT_FRACTION = MAX_DIGITS - 1;

  /** More digits than this cannot change which double is nearest, but for not being all zero. */
  private static final int MAX_TELLING_DIGITS = 800;

  /** Exponents beyond are all the same: infinite or zero, whatever the digits. */
  private static final long MAX_EXPONENT = 10_000_000_000L;

  /** Powers of ten that are exact doubles. */
  static final double[] EXACT = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private static final long TEN_8 = 100_000_000L;

  private XsdDoubleParser() {}

  /**
   * Many doubles are a digit, the point and 1 to {@value #MAX_SHORT_FRACTION} digits more. These
   * are converted here, without a loop; all else, and all that is wrong, by {@link #parse}.
   */
  public static double parseDouble(byte[] b, int start, int end) {
    int i = start < end && b[start] == '-' ? start + 1 : start;
    int fraction = end - i - 2;
    if (fraction >= 1
        && fraction <= MAX_SHORT_FRACTION
        && end <= b.length - 8
        && b[i + 1] == '.'
        && isDigit(b[i])) {
      long w = b[i] - '0';
      int p = i + 2;
      boolean digits = true;
      if (fraction >= 8) {
        long chars = (long) Digits.LONG.get(b, p);
        digits = Digits.areDigits(chars);
        w = w * TEN_8 + Digits.join(chars);
        p += 8;
        if (fraction >= 16) {
          chars = (long) Digits.LONG.get(b, p);
          digits &= Digits.areDigits(chars);
          w = w * TEN_8 + Digits.join(chars);
          p += 8;
        }
      }
      // What stands behind the end is read with them, and left out.
      long rest = Digits.firstOf((long) Digits.LONG.get(b, p), end - p);
      if (digits && Digits.areValues(rest)) {
        w = w * Digits.POWERS[end - p] + Digits.joinValues(rest);
        double value =
            w >>> 53 == 0
                ? w / EXACT[fraction]
                : Double.longBitsToDouble(BinaryRounding.toDoubleBits(w, -fraction));
        return i == start ? value : -value;
      }
    }
    return Double.longBitsToDouble(parse(b, start, end, false));
  }

  /** The number of bytes that {@link #endOfShort} may look at. */
  public static final int MAX_SHORT_BYTES = 3 + 24;

  /**
   * Index behind the text at {@code start} if it is one that {@link #parseDouble} has a short way
   * for, and converts without fail; else -1. {@link #MAX_SHORT_BYTES} are there to look at.
   */
  public static int endOfShort(byte[] b, int start) {
    int i = b[start] == '-' ? start + 1 : start;
    if (b[i + 1] != '.' || !isDigit(b[i])) {
      return -1;
    }
    int first = i + 2;
    int p = first;
    if (Digits.areDigits((long) Digits.LONG.get(b, p))) {
      p += 8;
      if (Digits.areDigits((long) Digits.LONG.get(b, p))) {
        p += 8;
      }
    }
    p += Digits.countDigits((long) Digits.LONG.get(b, p));
    return p > first && p - first <= MAX_SHORT_FRACTION ? p : -1;
  }

  /**
   * Returns the float that a text without white space around it is.
   *
   * @throws NumberFormatException if it is none, with a short reason that does not repeat the text
   */
  public static float parseFloat(byte[] b, int start, int end) {
    return Float.intBitsToFloat((int) parse(b, start, end, true));
  }

  /**
   * Returns the bits of a double or of a float. Constant in each of its two callers, so inlined.
   */
  private static long parse(byte[] b, int start, int end, boolean toFloat) {
    int i = start;
    boolean negative = false;
    if (i < end && (b[i] == '-' || b[i] == '+')) {
      negative = b[i++] == '-';
    }
    int first = i;
    long w = 0;
    for (; i < end && isDigit(b[i]); i++) {
      w = 10 * w + (b[i] - '0'); // overflows only where it is not used
    }
    int digits = i - first;
    int fraction = 0;
    if (i < end && b[i] == '.') {
      int point = i++;
      while (end - i >= 8) {
        long chars = (long) Digits.LONG.get(b, i);
        if (!Digits.areDigits(chars)) {
          break;
        }
        w = w * TEN_8 + Digits.join(chars);
        i += 8;
      }
      for (; i < end && isDigit(b[i]); i++) {
        w = 10 * w + (b[i] - '0');
      }
      fraction = i - point - 1;
      digits += fraction;
    }
    if (digits == 0) {
      double special = parseSpecial(b, start, end);
      return toFloat
          ? Float.floatToRawIntBits((float) special)
          : Double.doubleToRawLongBits(special);
    }
    long q = (i == end ? 0 : parseExponent(b, i, end)) - fraction;
    long bits;
    if (digits > MAX_DIGITS && digits - leadingZeros(b, first, i) > MAX_DIGITS) {
      bits = new LongDecimal(b, first, i, q).bits(toFloat);
    } else if (toFloat) {
      bits = BinaryRounding.toFloatBits(w, q);
    } else if (q <= 0 && q >= -22 && w >>> 53 == 0) {
      // Both are exact, so the quotient is rounded once (Clinger 1990).
      bits = Double.doubleToRawLongBits(w / EXACT[(int) -q]);
    } else {
      bits = BinaryRounding.toDoubleBits(w, q);
    }
    return negative ? bits | (toFloat ? 1L << 31 : 1L << 63) : bits;
  }

  /** Digits of 0.00123 that add nothing to its value and so cannot have overflowed. */
  private static int leadingZeros(byte[] b, int first, int end) {
    int zeros = 0;
    for (int i = first; i < end && (b[i] == '0' || b[i] == '.'); i++) {
      zeros += b[i] == '0' ? 1 : 0;
    }
    return zeros;
  }

  private static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  /** Parses {@code E} and an integer that reach to the end. */
  private static long parseExponent(byte[] b, int from, int end) {
    int i = from;
    if (b[i] != 'e' && b[i] != 'E') {
      throw XsdIntegers.notADigit(b, i, end);
    }
    i++;
    boolean negative = false;
    if (i < end && (b[i] == '-' || b[i] == '+')) {
      negative = b[i++] == '-';
    }
    if (i == end) {
      throw XsdIntegers.notADigit(b, i, end);
    }
    long exponent = 0;
    if (end - i <= 8 && end >= 8) {
      exponent = XsdIntegers.parseUpTo8(b, i, end);
      return negative ? -exponent : exponent;
    }
    for (; i < end; i++) {
      if (!isDigit(b[i])) {
        throw XsdIntegers.notADigit(b, i, end);
      }
      exponent = Math.min(MAX_EXPONENT, 10 * exponent + (b[i] - '0'));
    }
    return negative ? -exponent : exponent;
  }

  private static double parseSpecial(byte[] b, int start, int end) {
    int length = end - start;
    if (length == 3 || (length == 4 && (b[start] == '-' || b[start] == '+'))) {
      if (b[end - 3] == 'I' && b[end - 2] == 'N' && b[end - 1] == 'F') {
        return b[start] == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      }
      if (length == 3 && b[start] == 'N' && b[start + 1] == 'a' && b[start + 2] == 'N') {
        return Double.NaN;
      }
    }
    throw new NumberFormatException("expected a decimal number, INF, -INF or NaN");
  }

  // ---- more than 19 digits ----

  /** A decimal of many digits, cut after the first 19 that count: {@code w * 10^q}, or more. */
  private static final class LongDecimal {
    private final byte[] b;
    private final int end;

    /** Where the first digit stands that is not a zero. */
    private final int start;

    private final long w;
    private final long q;

    /** Whether digits were cut off, so that the number is below {@code (w + 1) * 10^q}. */
    private final boolean isCut;

    /**
     * @param from the first digit or the point
     * @param end the end of the digits
     * @param lastExponent of ten, that the last digit counts
     */
    LongDecimal(byte[] b, int from, int end, long lastExponent) {
      int i = from;
      while (i < end && (b[i] == '0' || b[i] == '.')) {
        i++;
      }
      this.b = b;
      this.start = i;
      this.end = end;
      long value = 0;
      int count = 0;
      for (; i < end && count < MAX_DIGITS; i++) {
        if (b[i] != '.') {
          value = 10 * value + (b[i] - '0');
          count++;
        }
      }
      this.w = value;
      this.q = lastExponent + digitsFrom(i);
      this.isCut = i < end;
    }

    private int digitsFrom(int from) {
      int count = 0;
      for (int i = from; i < end; i++) {
        count += b[i] == '.' ? 0 : 1;
      }
      return count;
    }

    /** Returns the bits of the nearest double or float. */
    long bits(boolean toFloat) {
      long lower = toFloat ? BinaryRounding.toFloatBits(w, q) : BinaryRounding.toDoubleBits(w, q);
      if (!isCut) {
        return lower;
      }
      long upper =
          toFloat ? BinaryRounding.toFloatBits(w + 1, q) : BinaryRounding.toDoubleBits(w + 1, q);
      if (lower == upper) {
        return lower;
      }
      byte[] text = telling();
      return toFloat
          ? Float.floatToRawIntBits(JavaFloatParser.parseFloat(text, 0, text.length))
          : Double.doubleToRawLongBits(JavaDoubleParser.parseDouble(text, 0, text.length));
    }

    /** A text of bounded length with the same nearest double and float. */
    private byte[] telling() {
      StringBuilder text = new StringBuilder(MAX_TELLING_DIGITS + 16);
      int i = start;
      for (; i < end && text.length() < MAX_TELLING_DIGITS; i++) {
        if (b[i] != '.') {
          text.append((char) b[i]);
        }
      }
      long exponent = q + MAX_DIGITS - text.length();
      boolean more = false;
      for (; i < end && !more; i++) {
        more = b[i] != '0' && b[i] != '.';
      }
      if (more) {
        text.append('1');
        exponent--;
      }
      return text.append('E').append(exponent).toString().getBytes(StandardCharsets.ISO_8859_1);
    }
  }
}
