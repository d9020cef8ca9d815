package io.castile.xml.datatype;

/**
 * Texts of xs:double and xs:float: as {@link Double#toString(double)} and {@link
 * Float#toString(float)} give them since JDK 19, with {@code INF}, {@code -INF} and {@code NaN}
 * (XML Schema part 2, §3.2.4 and §3.2.5).
 */
public final class XsdDoubles {
  /** Bytes that must be there from the position on; those after the text may be overwritten. */
  static final int ROOM = 32;

  private static final int DOUBLE_FRACTION_BITS = 52;
  private static final long DOUBLE_FRACTION = (1L << DOUBLE_FRACTION_BITS) - 1;
  private static final int DOUBLE_MIN_Q = Double.MIN_EXPONENT - DOUBLE_FRACTION_BITS;

  private static final int FLOAT_FRACTION_BITS = 23;
  private static final int FLOAT_FRACTION = (1 << FLOAT_FRACTION_BITS) - 1;
  private static final int FLOAT_MIN_Q = Float.MIN_EXPONENT - FLOAT_FRACTION_BITS;

  /** Below these, two digits would not be told apart without a further one (paper, §9.1). */
  private static final int DOUBLE_TINY = 3;

  private static final int FLOAT_TINY = 8;

  private static final long TEN_8 = 100_000_000L;
  private static final long TEN_9 = 10 * TEN_8;
  private static final long TEN_15 = 1_000_000_000_000_000L;
  private static final long TEN_16 = 10 * TEN_15;

  /** The decimal exponents of doubles. */
  private static final int MIN_EXPONENT = -324;

  private static final int MAX_EXPONENT = 308;
  private static final long[] EXPONENTS = exponents();

  private XsdDoubles() {}

  public static int write(byte[] b, int pos, double value) {
    long bits = Double.doubleToRawLongBits(value);
    b[pos] = '-'; // overwritten if it is not
    int start = pos;
    pos -= (int) (bits >> 63);
    long fraction = bits & DOUBLE_FRACTION;
    int biased = (int) (bits >>> DOUBLE_FRACTION_BITS) & 0x7FF;
    int q = DOUBLE_MIN_Q - 1 + biased;
    if (biased == 0x7FF) {
      return writeSpecial(b, start, fraction != 0, bits < 0);
    }
    if (biased != 0 && fraction != 0) {
      long digits = ShortestDecimal.digitsOfRegular(fraction | (DOUBLE_FRACTION + 1), q);
      return writeDecimal(b, pos, digits, PowersOfTen.floorLog10(q));
    }
    if (biased != 0) {
      return writeIrregular(b, pos, DOUBLE_FRACTION + 1, q, biased == 1);
    }
    return writeSubnormal(b, pos, fraction, DOUBLE_MIN_Q, DOUBLE_TINY);
  }

  public static int write(byte[] b, int pos, float value) {
    int bits = Float.floatToRawIntBits(value);
    b[pos] = '-'; // overwritten if it is not
    int start = pos;
    pos -= bits >> 31;
    int fraction = bits & FLOAT_FRACTION;
    int biased = (bits >>> FLOAT_FRACTION_BITS) & 0xFF;
    int q = FLOAT_MIN_Q - 1 + biased;
    if (biased == 0xFF) {
      return writeSpecial(b, start, fraction != 0, bits < 0);
    }
    if (biased != 0 && fraction != 0) {
      long digits = ShortestDecimal.digitsOfRegular(fraction | (FLOAT_FRACTION + 1L), q);
      return writeDecimal(b, pos, digits, PowersOfTen.floorLog10(q));
    }
    if (biased != 0) {
      return writeIrregular(b, pos, FLOAT_FRACTION + 1L, q, biased == 1);
    }
    return writeSubnormal(b, pos, fraction, FLOAT_MIN_Q, FLOAT_TINY);
  }

  private static int writeSpecial(byte[] b, int pos, boolean nan, boolean negative) {
    if (nan) {
      b[pos] = 'N';
      b[pos + 1] = 'a';
      b[pos + 2] = 'N';
      return pos + 3;
    }
    if (negative) {
      b[pos++] = '-';
    }
    b[pos] = 'I';
    b[pos + 1] = 'N';
    b[pos + 2] = 'F';
    return pos + 3;
  }

  /** A power of two: its lower neighbour is nearer than its upper, but for the smallest. */
  private static int writeIrregular(byte[] b, int pos, long c, int q, boolean smallest) {
    long digits = ShortestDecimal.digits(c, q, smallest);
    return writeDecimal(b, pos, digits, ShortestDecimal.exponent(q, smallest));
  }

  private static int writeSubnormal(byte[] b, int pos, long c, int q, int tiny) {
    if (c == 0) {
      b[pos] = '0';
      b[pos + 1] = '.';
      b[pos + 2] = '0';
      return pos + 3;
    }
    int k = PowersOfTen.floorLog10(q);
    return c < tiny
        ? writeDecimal(b, pos, ShortestDecimal.digits(10 * c, q, true), k - 1)
        : writeDecimal(b, pos, ShortestDecimal.digits(c, q, true), k);
  }

  /** Writes {@code d * 10^k}, {@code 0 < d < 10^17}, in the format of {@link Double#toString}. */
  private static int writeDecimal(byte[] b, int pos, long d, int k) {
    // To 17 digits, so that the first stands for 10^e.
    int e = k + 16;
    if (d < TEN_9) { // a float
      d *= TEN_8;
      e -= 8;
    }
    while (d < TEN_15) {
      d *= 10;
      e--;
    }
    if (d < TEN_16) {
      d *= 10;
      e--;
    }
    long first9 = d / TEN_8;
    long first = first9 / TEN_8;
    long high = Digits.split(first9 - first * TEN_8);
    long low = Digits.split(d - first9 * TEN_8);
    int count = // of digits, without zeros at the end
        low != 0
            ? 17 - (Long.numberOfTrailingZeros(low) >>> 3)
            : high != 0 ? 9 - (Long.numberOfTrailingZeros(high) >>> 3) : 1;

    if (e >= 0 && e < 7) {
      // 12345.678: the digits, then those after the point again, one further
      b[pos] = (byte) ('0' + first);
      Digits.LONG.set(b, pos + 1, high + Digits.ZEROS);
      int point = pos + 1 + e;
      b[point] = '.';
      int shift = e << 3;
      long fractionHigh = (high << shift) | ((low >>> 1) >>> (63 - shift));
      Digits.LONG.set(b, point + 1, fractionHigh + Digits.ZEROS);
      Digits.LONG.set(b, point + 9, (low << shift) + Digits.ZEROS);
      return point + 1 + Math.max(count - 1 - e, 1);
    }
    if (e < 0 && e >= -3) {
      // 0.0012345678
      Digits.LONG.set(b, pos, 0x302E_3030_3030_3030L); // 0.000000
      pos += 1 - e;
      b[pos] = (byte) ('0' + first);
      Digits.LONG.set(b, pos + 1, high + Digits.ZEROS);
      Digits.LONG.set(b, pos + 9, low + Digits.ZEROS);
      return pos + count;
    }
    // 1.2345678E-10
    b[pos] = (byte) ('0' + first);
    b[pos + 1] = '.';
    Digits.LONG.set(b, pos + 2, high + Digits.ZEROS);
    Digits.LONG.set(b, pos + 10, low + Digits.ZEROS);
    long exponent = EXPONENTS[e - MIN_EXPONENT];
    pos += 1 + Math.max(count, 2);
    Digits.LONG.set(b, pos, exponent);
    return pos + (int) (exponent & 0xFF);
  }

  /** {@code E} and the exponent from the most significant byte on, their length in the least. */
  private static long[] exponents() {
    long[] exponents = new long[MAX_EXPONENT - MIN_EXPONENT + 1];
    byte[] text = new byte[1 + XsdIntegers.ROOM];
    for (int e = MIN_EXPONENT; e <= MAX_EXPONENT; e++) {
      text[0] = 'E';
      int length = XsdIntegers.write(text, 1, e);
      long chars = (long) Digits.LONG.get(text, 0);
      exponents[e - MIN_EXPONENT] = (chars & -1L << (64 - 8 * length)) | length;
    }
    return exponents;
  }
}
