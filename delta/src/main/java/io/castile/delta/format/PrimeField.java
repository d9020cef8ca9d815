package io.castile.delta.format;

/** The field of 2^61 - 1 elements, which stand for themselves: numbers from 0 to 2^61 - 2. */
final class PrimeField {
  static final long PRIME = (1L << 61) - 1;

  private PrimeField() {}

  /** Returns a number of 61 bits as an element. */
  static long element(long bits) {
    return bits == PRIME ? 0 : bits;
  }

  /**
   * Returns {@code a * b + c}.
   *
   * @param c less than 2^61
   */
  static long multiplyAdd(long a, long b, long c) {
    long low = a * b;
    long high = Math.multiplyHigh(a, b);
    // 2^61 is 1 in the field, so 2^64 is 8.
    return fold(fold((low & PRIME) + (low >>> 61) + (high << 3)) + c);
  }

  static long subtract(long a, long b) {
    return fold(a - b + PRIME);
  }

  /** The residue of a number less than 2^63. */
  private static long fold(long sum) {
    long folded = (sum & PRIME) + (sum >>> 61);
    return folded >= PRIME ? folded - PRIME : folded;
  }
}
