package io.castile.delta.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A digest with a seed, in two steps as in VHASH (Krovetz and Dai: VHASH Security, 2007). Blocks of
 * 1 KiB are hashed by NH (Black and others: UMAC, 1999) to 128 bits each; what comes out are
 * coefficients of a polynomial, the digest its value at a point that the seed gives, in the field
 * of 2^61 - 1 elements (Carter and Wegman: Universal Classes of Hash Functions, 1979).
 *
 * <p>For whoever does not know the seed when choosing them, two different messages of n bytes have
 * the same digest with a probability of about n / 2^68.
 */
public final class CheckHash {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  static final int BLOCK_WORDS = 128;
  private static final int BLOCK_BYTES = BLOCK_WORDS * Long.BYTES;
  private static final long PRIME = (1L << 61) - 1;
  private static final long COEFFICIENT = (1L << 60) - 1;

  /** The increment of SplitMix64. */
  private static final long GAMMA = 0x9e3779b97f4a7c15L;

  private CheckHash() {}

  /** Returns the digest, less than 2^61. */
  public static long of(byte[] bytes, long seed) {
    long[] keys = keys(seed);
    long x = point(seed);
    long hash = 0;
    int at = 0;
    for (; bytes.length - at >= BLOCK_BYTES; at += BLOCK_BYTES) {
      hash = block(bytes, at, keys, x, hash);
    }
    if (at < bytes.length) {
      byte[] last = new byte[BLOCK_BYTES]; // filled with zeros: the length tells how many
      System.arraycopy(bytes, at, last, 0, bytes.length - at);
      hash = block(last, 0, keys, x, hash);
    }
    return next(hash, x, bytes.length);
  }

  /** NH of a block: the sum of the products of words that have got keys, signed, modulo 2^128. */
  private static long block(byte[] bytes, int from, long[] keys, long x, long hash) {
    long low = 0;
    long high = 0;
    for (int i = 0; i < BLOCK_WORDS; i += 2) {
      long a = (long) LONGS.get(bytes, from + 8 * i) + keys[i];
      long b = (long) LONGS.get(bytes, from + 8 * i + 8) + keys[i + 1];
      long product = a * b;
      low += product;
      high += Math.multiplyHigh(a, b) + (Long.compareUnsigned(low, product) < 0 ? 1 : 0);
    }
    // 128 bits are three coefficients of at most 60.
    long next = next(hash, x, low & COEFFICIENT);
    next = next(next, x, (low >>> 60 | high << 4) & COEFFICIENT);
    return next(next, x, high >>> 56);
  }

  private static long next(long hash, long x, long coefficient) {
    long low = hash * x;
    long high = Math.multiplyHigh(hash, x);
    // 2^61 is 1 in the field, so 2^64 is 8.
    return fold(fold((low & PRIME) + (low >>> 61) + (high << 3)) + coefficient);
  }

  /** The residue of a number less than 2^63. */
  private static long fold(long sum) {
    long folded = (sum & PRIME) + (sum >>> 61);
    return folded >= PRIME ? folded - PRIME : folded;
  }

  static long[] keys(long seed) {
    long[] keys = new long[BLOCK_WORDS];
    for (int i = 0; i < BLOCK_WORDS; i++) {
      keys[i] = mixed(seed + (i + 2) * GAMMA);
    }
    return keys;
  }

  /** A point of the field but 0 and 1. */
  static long point(long seed) {
    return (mixed(seed + GAMMA) >>> 3) % (PRIME - 2) + 2;
  }

  /** The finalizer of SplitMix64. */
  private static long mixed(long value) {
    long z = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
    z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
    return z ^ z >>> 31;
  }
}
