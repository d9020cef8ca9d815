package io.castile.xml.datatype;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Eight decimal digits at a time, between a number and one {@code long} store or load. */
final class Digits {
  /** Big-endian access to eight bytes: the first character is the most significant byte. */
  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** Big-endian access to four bytes. */
  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  /** Eight times {@code '0'}. */
  static final long ZEROS = 0x3030303030303030L;

  private static final long HIGHS = 0x8080808080808080L;

  /** Powers of ten by their exponents, 0 to 8. */
  static final long[] POWERS = {
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000
  };

  private Digits() {}

  /**
   * Returns the eight digits of {@code 0 <= x < 10^8}, one in each byte, the first in the most
   * significant. Splits the number in two halves of four digits, each of these in two, and again,
   * all lanes at once; each quotient is a multiplication by a rounded-up reciprocal that is exact
   * in its range.
   */
  static long split(long x) {
    long fours = x + ((1L << 32) - 10_000) * ((x * 109_951_163L) >>> 40);
    long twos = fours + ((1L << 16) - 100) * (((fours * 5_243L) >>> 19) & 0x0000_007F_0000_007FL);
    return twos + ((1L << 8) - 10) * (((twos * 103L) >>> 10) & 0x000F_000F_000F_000FL);
  }

  /** Writes exactly eight digits of {@code 0 <= x < 10^8}, with leading zeros. */
  static void write8(byte[] b, int pos, long x) {
    LONG.set(b, pos, split(x) + ZEROS);
  }

  /**
   * Writes {@code 0 <= x < 10^8} without leading zeros and returns the position after it. Always
   * stores eight bytes.
   */
  static int writeUpTo8(byte[] b, int pos, long x) {
    long digits = split(x);
    int leading = Long.numberOfLeadingZeros(digits | 1) >>> 3;
    LONG.set(b, pos, (digits << (leading << 3)) + ZEROS);
    return pos + 8 - leading;
  }

  /** Writes exactly two digits of {@code 0 <= x < 100}. */
  static int write2(byte[] b, int pos, int x) {
    int tens = (x * 103) >>> 10;
    b[pos] = (byte) ('0' + tens);
    b[pos + 1] = (byte) ('0' + x - 10 * tens);
    return pos + 2;
  }

  /** True if the eight characters, as {@link #LONG} gives them, are all digits. */
  static boolean areDigits(long chars) {
    // A digit's high nibble is 3, and still is when 6 is added. Where the addition carries into
    // another byte, the byte it comes from is none whose high nibble is 3.
    long high = 0xF0F0F0F0F0F0F0F0L;
    return (((chars & high) ^ ZEROS) | (((chars + 0x0606060606060606L) & high) ^ ZEROS)) == 0;
  }

  /** Returns the number that eight digit characters stand for; the inverse of {@link #write8}. */
  static long join(long chars) {
    return joinValues(chars - ZEROS);
  }

  /**
   * The first {@code count} characters, 0 to 7, of eight as {@link #LONG} gives them, in the last
   * bytes and with zeros before: for a digit its value, 0 to 9.
   */
  static long firstOf(long chars, int count) {
    // Two shifts, as one by 64 would be none.
    return (chars ^ ZEROS) >>> 8 >>> (56 - (count << 3));
  }

  /** True if each byte is at most 9. */
  static boolean areValues(long values) {
    return aboveNine(values) == 0;
  }

  /** Returns how many of the eight characters, from the first on, are digits. */
  static int countDigits(long chars) {
    return Long.numberOfLeadingZeros(aboveNine(chars ^ ZEROS)) >>> 3;
  }

  /** Marks the bytes above 9 with their highest bit, which is the only one left. */
  private static long aboveNine(long values) {
    // Without its highest bit, no byte carries into the next.
    return ((values & ~HIGHS) + 0x7676767676767676L | values) & HIGHS;
  }

  /** Like {@link #join} for the digits' values. */
  static long joinValues(long ones) {
    // Neighbouring lanes are joined, the more significant one times 10, 100, then 10 000.
    long twos = (ones & 0x00FF00FF00FF00FFL) + 10 * ((ones >>> 8) & 0x00FF00FF00FF00FFL);
    long fours = (twos & 0x0000FFFF0000FFFFL) + 100 * ((twos >>> 16) & 0x0000FFFF0000FFFFL);
    return (fours & 0xFFFFFFFFL) + 10_000 * (fours >>> 32);
  }
}
