package io.castile.xml.datatype;

/**
 * Finds the decimal that {@link Double#toString(double)} (as specified since JDK 19) renders: of
 * those that round to the given binary number, one of the shortest, and of these the closest.
 *
 * <p>The exact method is Schubfach: Raffaello Giulietti, "The Schubfach way to render doubles"
 * (2021), sections 8 and 9, with its names. Most numbers take the shorter way of Yaoyuan Guo's
 * yyjson (also in Victor Zverovich's "zmij", 2025): one product gives the scaled number with its
 * fraction; whether the last digit can be dropped is then seen from the distance of that product to
 * the neighbouring multiples of ten, against half of the scaled distance between doubles. Where
 * this comes too close to a tie for the precision of the product, the exact method decides.
 *
 * <p>A number here is {@code c * 2^q}; the result is {@code d * 10^k} with {@code k} from {@link
 * #exponent}.
 */
final class ShortestDecimal {
  /** Bits of the fraction in the comparisons of the short way, leaving 4 bits and the sign. */
  private static final int FRACTION_BITS = 59;

  private static final long TEN = 10L << FRACTION_BITS;

  /** More than the product and the half distance can be off, in units of the fraction. */
  private static final long MARGIN = 4;

  private ShortestDecimal() {}

  /** Returns {@code k}: 10^k is at most the width of the interval that rounds to the number. */
  static int exponent(int q, boolean regular) {
    return regular ? PowersOfTen.floorLog10(q) : PowersOfTen.floorLog10OfThreeQuarters(q);
  }

  /**
   * The digits of a normal number whose neighbours are equally far on both sides.
   *
   * @param c at least 2^23, below 2^53
   */
  static long digitsOfRegular(long c, int q) {
    int k = PowersOfTen.floorLog10(q);
    int h = q + PowersOfTen.floorLog2(-k) + 2;
    int index = 2 * (-k - PowersOfTen.Upper.MIN);
    long g1 = PowersOfTen.Upper.TABLE[index];
    long g0 = PowersOfTen.Upper.TABLE[index + 1];

    // 4 * c * 2^q / 10^k = high + low / 2^63
    long scaled = c << (h + 2);
    long product = g1 * scaled;
    long sum = (product >>> 1) + Math.multiplyHigh(g0, scaled);
    long high = Math.multiplyHigh(g1, scaled) + (sum >>> 63);
    long low = sum & Long.MAX_VALUE;

    long integral = high >>> 2;
    long fraction = (high << 62) | (low >>> 1);
    long digit = integral % 10;
    long remainder = (digit << FRACTION_BITS) | (fraction >>> (64 - FRACTION_BITS));
    long half = g1 >>> (6 - h);
    long fromTen = TEN - (remainder + half);
    long fromHalf = (fraction >>> (64 - FRACTION_BITS)) - (1L << (FRACTION_BITS - 1));
    if (Math.abs(remainder - half) <= MARGIN
        || Math.abs(fromTen) <= MARGIN
        || Math.abs(fromHalf) <= MARGIN) {
      return digits(c, q, true);
    }
    if (fromTen < 0) {
      return integral - digit + 10;
    }
    return remainder < half ? integral - digit : integral + (fraction >>> 63);
  }

  /** The digits of any number but zero, by Schubfach. */
  static long digits(long c, int q, boolean regular) {
    int k = exponent(q, regular);
    int h = q + PowersOfTen.floorLog2(-k) + 2;
    int index = 2 * (-k - PowersOfTen.Upper.MIN);
    long g1 = PowersOfTen.Upper.TABLE[index];
    long g0 = PowersOfTen.Upper.TABLE[index + 1];

    // An odd number's interval is without its ends, an even one's with them (ties to even).
    long out = c & 1;
    long cb = c << 2;
    long vb = roundToOdd(g1, g0, cb << h);
    long vbl = roundToOdd(g1, g0, (regular ? cb - 2 : cb - 1) << h);
    long vbr = roundToOdd(g1, g0, (cb + 2) << h);
    long s = vb >> 2;
    if (s >= 100) {
      long shorter = s / 10 * 10;
      boolean lowerFits = vbl + out <= shorter << 2;
      boolean upperFits = ((shorter + 10) << 2) + out <= vbr;
      if (lowerFits != upperFits) {
        return lowerFits ? shorter : shorter + 10;
      }
    }
    boolean lowerFits = vbl + out <= s << 2;
    boolean upperFits = ((s + 1) << 2) + out <= vbr;
    if (lowerFits != upperFits) {
      return lowerFits ? s : s + 1;
    }
    long fromMiddle = vb - ((s << 2) + 2);
    return fromMiddle < 0 || (fromMiddle == 0 && (s & 1) == 0) ? s : s + 1;
  }

  /** The paper's {@code rop}: the product, its lowest bit set if anything below is not zero. */
  private static long roundToOdd(long g1, long g0, long cp) {
    long x1 = Math.multiplyHigh(g0, cp);
    long y0 = g1 * cp;
    long y1 = Math.multiplyHigh(g1, cp);
    long z = (y0 >>> 1) + x1;
    long w = y1 + (z >>> 63);
    return w | (((z & Long.MAX_VALUE) + Long.MAX_VALUE) >>> 63);
  }
}
