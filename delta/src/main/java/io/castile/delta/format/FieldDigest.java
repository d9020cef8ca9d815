package io.castile.delta.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A digest with a seed of a message by its fields, which can be carried on to a message that
 * differs from it in the texts of some fields, in time proportional to these texts.
 *
 * <p>The markup and each text are hashed by a polynomial at a point that the seed gives, in the
 * field of 2^61 - 1 elements; the digest is the hash of the markup and the sum of those of texts
 * times a key for each field (a multilinear hash; Carter and Wegman: Universal Classes of Hash
 * Functions, 1979). Two messages with the same markup that differ in a text have the same hash of
 * it with a probability of at most n / 7 / 2^61 for n bytes, else the same digest with one of 1 /
 * 2^61, as the key of the field is a number that nothing else depends on. Two markups have the same
 * hash with a probability of at most n / 3 / 2^61. That holds for whoever does not know the seed
 * when choosing them. A pure function of bytes and seed. Immutable and thread-safe.
 */
final class FieldDigest {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** So many bytes are a coefficient. */
  private static final int PIECE = 7;

  private final long point;
  private final long keySeed;

  FieldDigest(long seed) {
    this.point = SplitMix.point(seed);
    this.keySeed = SplitMix.word(seed, 2);
  }

  /** Returns the digest of a message. */
  long of(byte[] message, FieldTable table) {
    long markup = 0;
    long texts = 0;
    int pos = 0;
    for (int field = 0; field < table.fields(); field++) {
      int start = table.start(field);
      int end = table.end(field);
      markup = hash(message, pos, start, markup);
      texts = PrimeField.add(texts, term(field, message, start, end));
      pos = end;
    }
    return PrimeField.add(hash(message, pos, message.length, markup), texts);
  }

  /**
   * Returns the digest of a message with other texts.
   *
   * @param digest that of the base
   * @param edits fields of the base with their texts in {@code target}
   */
  long carried(long digest, byte[] base, FieldTable table, byte[] target, Edits edits) {
    long carried = digest;
    for (int i = 0; i < edits.count; i++) {
      int field = edits.fields[i];
      long before = hash(base, table.start(field), table.end(field), 0);
      long after = hash(target, edits.starts[i], edits.ends[i], 0);
      carried = PrimeField.multiplyAdd(key(field), PrimeField.subtract(after, before), carried);
    }
    return carried;
  }

  private long term(int field, byte[] message, int start, int end) {
    return PrimeField.multiplyAdd(key(field), hash(message, start, end, 0), 0);
  }

  private long key(int field) {
    return PrimeField.element(SplitMix.word(keySeed, field) >>> 3);
  }

  /** Goes on with a hash: the length, then the bytes by pieces, the last one filled with zeros. */
  private long hash(byte[] b, int start, int end, long before) {
    long hash = PrimeField.multiplyAdd(before, point, end - start + 1L);
    int pos = start;
    for (; end - pos >= Long.BYTES; pos += PIECE) {
      long piece = (long) LONGS.get(b, pos) & (1L << PIECE * Byte.SIZE) - 1;
      hash = PrimeField.multiplyAdd(hash, point, piece);
    }
    // Not more than 8 bytes are left: one piece, or one and a byte.
    for (; pos < end; pos += PIECE) {
      hash = PrimeField.multiplyAdd(hash, point, piece(b, pos, Math.min(end, pos + PIECE)));
    }
    return hash;
  }

  private static long piece(byte[] b, int start, int end) {
    if (b.length - start >= Long.BYTES) {
      return (long) LONGS.get(b, start) & (1L << (end - start) * Byte.SIZE) - 1;
    }
    long piece = 0;
    for (int i = end - 1; i >= start; i--) {
      piece = piece << Byte.SIZE | b[i] & 0xff;
    }
    return piece;
  }
}
