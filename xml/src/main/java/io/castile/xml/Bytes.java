package io.castile.xml;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.concurrent.ThreadLocalRandom;

/** Eight bytes at a time: loads, tests for several byte values at once, and a seeded hash. */
final class Bytes {
  /** Little-endian view: the byte at the lowest index is the lowest byte of the long. */
  static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;

  /** A secret of this process, so that no sender can prepare names that share a hash. */
  private static final long SEED = ThreadLocalRandom.current().nextLong();

  private static final long MULTIPLIER = ThreadLocalRandom.current().nextLong() << 1 | 1;

  private Bytes() {}

  static long longAt(byte[] b, int index) {
    return (long) LONGS.get(b, index);
  }

  /** Up to eight ASCII characters as {@link #longAt} gives them. */
  static long word(String ascii) {
    long word = 0;
    for (int i = ascii.length() - 1; i >= 0; i--) {
      word = word << 8 | ascii.charAt(i);
    }
    return word;
  }

  /** All bits of the lowest {@code count} bytes, 1 to 8. */
  static long mask(int count) {
    return -1L >>> (64 - (count << 3));
  }

  /**
   * Marks, with the high bit of its byte, the first byte of {@code x} that ends a run of plain
   * character data: {@code < & ]}, a control character (tab and line ends too) or one beyond ASCII.
   *
   * <p>Taking 1 from each byte of {@code x ^ c} sets the high bit of a byte that was {@code c}, and
   * leaves it clear for all other ASCII, unless the byte below it borrowed: then that one was
   * marked. Bytes beyond ASCII are marked by {@code x} itself. So the lowest mark is always right;
   * those above it need not be.
   */
  static long textStops(long x) {
    long lt = (x ^ ('<' * ONES)) - ONES;
    long amp = (x ^ ('&' * ONES)) - ONES;
    long bracket = (x ^ (']' * ONES)) - ONES;
    long control = x - 0x20 * ONES;
    return (lt | amp | bracket | control | x) & HIGHS;
  }

  /**
   * Like {@link #textStops} for ASCII that is to be written: {@code < > & "} and controls. {@code
   * <} and {@code >} differ in one bit, which is left out.
   */
  static long escapeStops(long x) {
    long angle = ((x & ~(2 * ONES)) ^ ('<' * ONES)) - ONES;
    long amp = (x ^ ('&' * ONES)) - ONES;
    long quote = (x ^ ('"' * ONES)) - ONES;
    long control = x - 0x20 * ONES;
    return (angle | amp | quote | control) & HIGHS;
  }

  /** Like {@link #textStops} for an attribute value in the quotes that {@code quotes} repeats. */
  static long valueStops(long x, long quotes) {
    long lt = (x ^ ('<' * ONES)) - ONES;
    long amp = (x ^ ('&' * ONES)) - ONES;
    long quote = (x ^ quotes) - ONES;
    long control = x - 0x20 * ONES;
    return (lt | amp | quote | control | x) & HIGHS;
  }

  /**
   * Like {@link #textStops} for what ends a name in a tag: {@code > /}, space or below, not ASCII.
   */
  static long nameStops(long x) {
    long gt = (x ^ ('>' * ONES)) - ONES;
    long slash = (x ^ ('/' * ONES)) - ONES;
    long white = x - 0x21 * ONES;
    return (gt | slash | white | x) & HIGHS;
  }

  /** The byte in each of the eight places. */
  static long repeat(byte b) {
    return (b & 0xff) * ONES;
  }

  static boolean equal(byte[] a, int start, int end, byte[] b) {
    return java.util.Arrays.equals(a, start, end, b, 0, b.length);
  }

  /** Seeded hash of a byte range; the seed changes with every process. */
  static int hash(byte[] b, int start, int end) {
    long h = SEED ^ (end - start);
    int p = start;
    for (; p <= end - 8; p += 8) {
      h = mix(h ^ longAt(b, p));
    }
    long tail = 0;
    for (int shift = 0; p < end; p++, shift += 8) {
      tail |= (b[p] & 0xffL) << shift;
    }
    h = mix(h ^ tail);
    return (int) (h ^ h >>> 32);
  }

  /** Joins two hashes of {@link #hash}. */
  static int join(int first, int second) {
    long h = mix((long) first << 32 | second & 0xffffffffL);
    return (int) (h ^ h >>> 32);
  }

  private static long mix(long h) {
    long product = h * MULTIPLIER;
    return product ^ product >>> 31;
  }
}
