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
 * <p>Two different messages of n bytes, chosen without knowledge of the seed, have the same digest
 * with a probability of about n / 2^68. Immutable and thread-safe.
 */
public final class CheckHash {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  static final int BLOCK_WORDS = 128;
  private static final int BLOCK_BYTES = BLOCK_WORDS * Long.BYTES;
  private static final long COEFFICIENT = (1L << 60) - 1;

  private final long[] keys;
  private final long x;

  /** Prepares digests of one seed. */
  public CheckHash(long seed) {
    keys = keys(seed);
    x = SplitMix.point(seed);
  }

  /** Returns the digest, less than 2^61. */
  public static long of(byte[] bytes, long seed) {
    return new CheckHash(seed).of(bytes);
  }

  /** Returns the digest, less than 2^61. */
  public long of(byte[] bytes) {
    long hash = 0;
    int at = 0;
    for (; bytes.length - at >= BLOCK_BYTES; at += BLOCK_BYTES) {
      hash = block(bytes, at, hash);
    }
    if (at < bytes.length) {
      byte[] last = new byte[BLOCK_BYTES]; // filled with zeros: the length tells how many
      System.arraycopy(bytes, at, last, 0, bytes.length - at);
      hash = block(last, 0, hash);
    }
    return PrimeField.multiplyAdd(hash, x, bytes.length);
  }

  /** NH of a block: the sum of the products of words that have got keys, signed, modulo 2^128. */
  private long block(byte[] bytes, int from, long hash) {
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
    long next = PrimeField.multiplyAdd(hash, x, low & COEFFICIENT);
    next = PrimeField.multiplyAdd(next, x, (low >>> 60 | high << 4) & COEFFICIENT);
    return PrimeField.multiplyAdd(next, x, high >>> 56);
  }

  static long[] keys(long seed) {
    long[] keys = new long[BLOCK_WORDS];
    for (int i = 0; i < BLOCK_WORDS; i++) {
      keys[i] = SplitMix.word(seed, i + 2);
    }
    return keys;
  }
}
