package io.castile.xml.datatype;

import java.math.BigInteger;

/**
 * Powers of ten as binary numbers of 126 and of 128 bits, and logarithms of powers.
 *
 * <p>Each table is made when the first double is written or read, and takes some milliseconds.
 */
final class PowersOfTen {
  private static final BigInteger FIVE = BigInteger.valueOf(5);

  private PowersOfTen() {}

  /** The floor of {@code log2(10^e)}; right for |e| <= 350 (a test holds it). */
  static int floorLog2(int e) {
    return (e * 217_707) >> 16;
  }

  /** The floor of {@code log10(2^e)}; right for |e| <= 1 100 (a test holds it). */
  static int floorLog10(int e) {
    return (e * 315_653) >> 20;
  }

  /** The floor of {@code log10(3/4 * 2^e)}; right for |e| <= 1 100 (a test holds it). */
  static int floorLog10OfThreeQuarters(int e) {
    return (e * 315_653 - 131_072) >> 20;
  }

  /**
   * For writing: {@code 10^e = g * 2^r} with {@code r = floorLog2(e) - 125} and {@code g} the floor
   * plus one, as in section 9.6 of Giulietti's paper (see {@link ShortestDecimal}). Both halves of
   * 63 bits are positive, which suits the signed {@link Math#multiplyHigh}.
   */
  static final class Upper {
    static final int MIN = -292;
    static final int MAX = 324;

    /** {@code g >>> 63} at {@code 2 * (e - MIN)}, the lower 63 bits behind it. */
    static final long[] TABLE = new long[2 * (MAX - MIN + 1)];

    static {
      fill(
          MIN,
          MAX,
          (e, floor) -> {
            BigInteger g = floor.shiftRight(2).add(BigInteger.ONE);
            TABLE[2 * (e - MIN)] = g.shiftRight(63).longValue();
            TABLE[2 * (e - MIN) + 1] = g.longValue() & Long.MAX_VALUE;
          });
    }

    private Upper() {}
  }

  /**
   * For reading: the 128 highest bits of {@code 10^e}, cut off, but rounded up where Lemire's table
   * is (see {@link BinaryRounding}), which there makes halfway cases come out exactly.
   */
  static final class Lower {
    static final int MIN = -342;
    static final int MAX = 308;
    private static final int MIN_ROUNDED_UP = -27;

    /** The upper 64 bits at {@code 2 * (e - MIN)}, the lower behind it; unsigned. */
    static final long[] TABLE = new long[2 * (MAX - MIN + 1)];

    static {
      fill(
          MIN,
          MAX,
          (e, floor) -> {
            boolean up = e < 0 && e >= MIN_ROUNDED_UP;
            BigInteger bits = up ? floor.add(BigInteger.ONE) : floor;
            TABLE[2 * (e - MIN)] = bits.shiftRight(64).longValue();
            TABLE[2 * (e - MIN) + 1] = bits.longValue();
          });
    }

    private Lower() {}
  }

  private interface Entry {
    /** Takes the floor of {@code 10^e * 2^(127 - floorLog2(e))}, which has 128 bits. */
    void set(int e, BigInteger floor);
  }

  private static void fill(int min, int max, Entry entry) {
    BigInteger five = BigInteger.ONE; // 5^e; the twos in 10^e only shift
    for (int e = 0; e <= Math.max(max, -min); e++) {
      int bits = five.bitLength();
      if (e <= max) {
        entry.set(e, bits <= 128 ? five.shiftLeft(128 - bits) : five.shiftRight(bits - 128));
      }
      if (e > 0 && e <= -min) {
        // 1/5^e is between 2^-bits and 2^(1-bits)
        entry.set(-e, BigInteger.ONE.shiftLeft(127 + bits).divide(five));
      }
      five = five.multiply(FIVE);
    }
  }
}
