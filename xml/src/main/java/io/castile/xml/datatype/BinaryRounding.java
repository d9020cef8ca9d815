package io.castile.xml.datatype;

/**
 * Rounds {@code w * 10^q} to the nearest double or float, ties to even.
 *
 * <p>Daniel Lemire, "Number Parsing at a Gigabyte per Second" (2021), algorithm 1, with the names
 * used there (the idea is Michael Eisel's); that it needs no other method behind it for 64-bit
 * {@code w}: Noble Mushtak and Daniel Lemire, "Fast Number Parsing Without Fallback" (2023).
 */
final class BinaryRounding {
  private BinaryRounding() {}

  /** The bits of the nearest double, infinity included; {@code w} is unsigned. */
  static long toDoubleBits(long w, long q) {
    if (w == 0 || q < PowersOfTen.Lower.MIN) {
      return 0;
    }
    if (q > PowersOfTen.Lower.MAX) {
      return 0x7FFL << 52;
    }
    return round(w, (int) q, 52, 1023, 0x7FF, -4, 23);
  }

  /** The bits of the nearest float, infinity included; {@code w} is unsigned. */
  static int toFloatBits(long w, long q) {
    if (w == 0 || q < -65) {
      return 0;
    }
    if (q > 38) {
      return 0xFF << 23;
    }
    return (int) round(w, (int) q, 23, 127, 0xFF, -17, 10);
  }

  /**
   * Rounds to a format.
   *
   * @param fractionBits of the format
   * @param bias of its exponents
   * @param infinity its greatest biased exponent, which stands for infinity
   * @param minTie the least {@code q} where the exact product can lie halfway
   * @param maxTie the greatest
   */
  private static long round(
      long w, int q, int fractionBits, int bias, int infinity, int minTie, int maxTie) {
    int leading = Long.numberOfLeadingZeros(w);
    w <<= leading;
    int index = 2 * (q - PowersOfTen.Lower.MIN);
    long power = PowersOfTen.Lower.TABLE[index];
    // Both factors have their highest bit set: the signed product lacks each of them once.
    long high = Math.multiplyHigh(w, power) + w + power;
    long low = w * power;
    int surplus = 64 - (fractionBits + 3);
    if (~(high | -1L << surplus) == 0) {
      // All bits that are cut off are ones: the lower half of the power may carry into them.
      long lowerPower = PowersOfTen.Lower.TABLE[index + 1];
      low += unsignedMultiplyHigh(w, lowerPower);
      if (Long.compareUnsigned(low, w * power) < 0) {
        high++;
      }
    }

    int upperBit = (int) (high >>> 63);
    int shift = upperBit + surplus;
    long m = high >>> shift; // fractionBits + 2 bits: the leading one, the fraction, one to round
    int p = PowersOfTen.floorLog2(q) + 63 + upperBit - leading + bias;
    if (p <= 0) {
      // Subnormal, or rounded up to the least normal number, or zero.
      if (p <= -63) {
        return 0;
      }
      m >>>= 1 - p;
      m += m & 1;
      return m >>> 1;
    }
    if (p >= infinity) {
      return (long) infinity << fractionBits;
    }
    if (low >= 0 && low <= 1 && q >= minTie && q <= maxTie && (m & 3) == 1 && m << shift == high) {
      m &= ~1L; // exactly halfway above an even number: down
    }
    m += m & 1;
    m >>>= 1;
    // A carry out of the fraction makes the exponent one more, which may be that of infinity.
    return ((long) p << fractionBits) + (m - (1L << fractionBits));
  }

  private static long unsignedMultiplyHigh(long a, long b) {
    return Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
  }
}
