package io.castile.xml.datatype;

import io.castile.xml.XmlLimits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Texts of xs:integer and xs:decimal of any size (XML Schema part 2, §3.2.3 and §3.3.13).
 *
 * <p>Parsing takes a bounded number of digits ({@link XmlLimits#maxDigits}), since the time to
 * convert grows with its square, and, as {@link BigDecimal} does, an exponent of at most as much.
 */
public final class XsdDecimals {
  private XsdDecimals() {}

  /** True if {@link XsdIntegers} can write the value. */
  public static boolean isLong(BigInteger value) {
    return value.bitLength() < 64;
  }

  /** Returns how many bytes {@link #write} needs at most; huge for huge exponents. */
  public static long plainLength(BigDecimal value) {
    return (long) value.precision() + Math.abs((long) value.scale()) + XsdIntegers.ROOM;
  }

  /**
   * Writes plain notation, without exponent, for which {@link #plainLength} bytes must be there.
   */
  @SuppressWarnings("deprecation")
  public // takes the low bytes, which is all there is to digits
  static int write(byte[] b, int pos, BigDecimal value) {
    if (value.precision() > 18) {
      String plain = value.toPlainString();
      plain.getBytes(0, plain.length(), b, pos);
      return pos + plain.length();
    }
    int scale = value.scale();
    if (scale == 0) {
      return XsdIntegers.write(b, pos, value.longValue());
    }
    long unscaled = unscaled(value);
    if (unscaled < 0) {
      b[pos++] = '-';
      unscaled = -unscaled;
    }
    int end = XsdIntegers.write(b, pos, unscaled);
    if (scale < 0) {
      return unscaled == 0 ? end : fillZeros(b, end, -scale);
    }
    int integerDigits = end - pos - scale;
    if (integerDigits > 0) {
      int point = pos + integerDigits;
      System.arraycopy(b, point, b, point + 1, scale);
      b[point] = '.';
      return end + 1;
    }
    b[pos] = '0';
    b[pos + 1] = '.';
    return XsdIntegers.write(b, fillZeros(b, pos + 2, -integerDigits), unscaled);
  }

  /** Returns the unscaled value of at most 18 digits, where possible without making an object. */
  private static long unscaled(BigDecimal value) {
    int scale = value.scale();
    if (value.precision() <= 15 && scale > 0 && scale < XsdDoubleParser.EXACT.length) {
      // Below 2^50, two roundings of 2^-53 each leave it within a quarter of the integer.
      return Math.round(value.doubleValue() * XsdDoubleParser.EXACT[scale]);
    }
    return value.unscaledValue().longValue();
  }

  private static int fillZeros(byte[] b, int pos, int count) {
    Arrays.fill(b, pos, pos + count, (byte) '0');
    return pos + count;
  }

  /**
   * @param maxDigits the most digits that are read
   */
  public static BigInteger parseBigInteger(byte[] b, int start, int end, int maxDigits) {
    if (end - start <= 18) {
      return BigInteger.valueOf(XsdIntegers.parseLong(b, start, end));
    }
    int digits = b[start] == '-' || b[start] == '+' ? start + 1 : start;
    for (int i = digits; i < end; i++) {
      if (b[i] < '0' || b[i] > '9') {
        throw XsdIntegers.notADigit(b, i, end);
      }
    }
    checkDigits(end - digits, maxDigits);
    return new BigInteger(new String(b, start, end - start, StandardCharsets.ISO_8859_1));
  }

  /**
   * @param maxDigits the most digits that are read, and the greatest exponent
   */
  public static BigDecimal parseBigDecimal(byte[] b, int start, int end, int maxDigits) {
    int i = start;
    boolean negative = false;
    if (i < end && (b[i] == '-' || b[i] == '+')) {
      negative = b[i++] == '-';
    }
    // Up to 18 digits are gathered in a long, more are left to BigDecimal.
    long unscaled = 0;
    int digits = 0;
    int point = -1;
    for (; i < end; i++) {
      int digit = b[i] - '0';
      if (digit >= 0 && digit <= 9) {
        unscaled = unscaled * 10 + digit; // overflows only where it is not used
        digits++;
      } else if (b[i] == '.' && point < 0) {
        point = i;
      } else {
        break;
      }
    }
    if (digits == 0) {
      throw XsdIntegers.notADigit(b, i, end);
    }
    checkDigits(digits, maxDigits);
    int scale = point < 0 ? 0 : i - point - 1;
    long exponent = i == end ? 0 : parseExponent(b, i, end, maxDigits);
    if (digits <= 18) {
      return BigDecimal.valueOf(negative ? -unscaled : unscaled, (int) (scale - exponent));
    }
    return new BigDecimal(new String(b, start, end - start, StandardCharsets.ISO_8859_1));
  }

  private static long parseExponent(byte[] b, int i, int end, int max) {
    if (b[i] != 'e' && b[i] != 'E') {
      throw XsdIntegers.notADigit(b, i, end);
    }
    long exponent = XsdIntegers.parseLong(b, i + 1, end);
    if (Math.abs(exponent) > max) {
      throw new NumberFormatException("an exponent beyond " + max);
    }
    return exponent;
  }

  private static void checkDigits(int count, int max) {
    if (count > max) {
      throw new NumberFormatException("more than " + max + " digits: " + count);
    }
  }
}
