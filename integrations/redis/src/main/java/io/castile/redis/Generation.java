package io.castile.redis;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The generation of a {@link Shard} in Redis, which stands for all that has been dropped from it:
 * 32 characters, of which the first half is another one when all entries were dropped, and the
 * second half when some were. An entry has the first half; an answer is kept only if both are what
 * they were before the origin was asked. As they are random, none ever comes back: a shard whose
 * generation was lost is empty.
 */
final class Generation {
  /** Of each half. */
  static final int HALF = 16;

  private static final SecureRandom random = new SecureRandom();

  private Generation() {}

  /** A half. */
  static String half() {
    byte[] bytes = new byte[HALF / 2];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  static byte[] next() {
    return (half() + half()).getBytes(StandardCharsets.US_ASCII);
  }

  /** Whether an entry is of this generation. */
  static boolean isOf(byte[] entryHalf, byte[] generation) {
    return generation.length == 2 * HALF && Arrays.equals(entryHalf, 0, HALF, generation, 0, HALF);
  }
}
