package io.castile.delta.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A digest with a seed of a message by its fields, which can be carried on to a message that
 * differs from it in the texts of some fields, in time proportional to these texts.
 *
 * <p>Texts, and the markup between them, are cut into pieces of seven bytes, with their length
 * before them. The digest is the sum of all pieces times a key for each, in the field of 2^61 - 1
 * elements: a multilinear hash (Carter and Wegman: Universal Classes of Hash Functions, 1979). Two
 * different messages, chosen without knowledge of the seed, have the same digest with a probability
 * of 2^-61, as far as the keys, which the seed gives, are as good as random. A pure function of
 * bytes and seed. Immutable and thread-safe.
 */
final class FieldDigest {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** The bytes of a piece: what fits into an element of the field. */
  static final int PIECE = 7;

  /** From the keys of one text to those of the next. */
  private static final long STRIDE = 0xd1342543de82ef95L;

  private final long seed;

  FieldDigest(long seed) {
    this.seed = seed;
  }

  /** Returns the digest of a message. */
  long of(RowDocument document) {
    byte[] message = document.bytes();
    long digest = 0;
    int pos = 0;
    for (int field = 0; field < document.fields(); field++) {
      int start = document.start(field);
      int end = document.end(field);
      digest = add(digest, ~field, message, pos, start);
      digest = add(digest, field, message, start, end);
      pos = end;
    }
    return add(digest, ~document.fields(), message, pos, message.length);
  }

  /** Adds the pieces of a text. */
  private long add(long digest, int text, byte[] b, int start, int end) {
    long keys = keys(text);
    long sum = PrimeField.multiplyAdd(key(keys, 0), end - start + 1L, digest);
    int piece = 1;
    for (int pos = start; pos < end; pos += PIECE) {
      sum = PrimeField.multiplyAdd(key(keys, piece++), piece(b, pos, end), sum);
    }
    return sum;
  }

  /**
   * Returns the digest of a message with other texts.
   *
   * @param digest that of the base
   * @param edits fields of the base with their texts in {@code target}
   */
  long carried(long digest, RowDocument base, byte[] target, Edits edits) {
    long sum = digest;
    for (int i = 0; i < edits.count; i++) {
      int field = edits.fields[i];
      long keys = keys(field);
      int pos = base.start(field);
      int end = base.end(field);
      int newPos = edits.starts[i];
      int newEnd = edits.ends[i];
      sum = moved(sum, key(keys, 0), end - pos, newEnd - newPos);
      for (int piece = 1; pos < end || newPos < newEnd; piece++) {
        long before = pos < end ? piece(base.bytes(), pos, end) : 0;
        long after = newPos < newEnd ? piece(target, newPos, newEnd) : 0;
        sum = moved(sum, key(keys, piece), before, after);
        pos += PIECE;
        newPos += PIECE;
      }
    }
    return sum;
  }

  private static long moved(long sum, long key, long before, long after) {
    if (before == after) {
      return sum;
    }
    return before < after
        ? PrimeField.multiplyAdd(key, after - before, sum)
        : PrimeField.subtract(sum, PrimeField.multiplyAdd(key, before - after, 0));
  }

  private long keys(int text) {
    return seed + text * STRIDE;
  }

  private static long key(long keys, int piece) {
    return PrimeField.element(SplitMix.word(keys, piece) >>> 3);
  }

  /** The bytes from {@code start} on, seven of them or as many as there are before the end. */
  private static long piece(byte[] b, int start, int end) {
    int count = Math.min(PIECE, end - start);
    if (b.length - start >= Long.BYTES) {
      return (long) LONGS.get(b, start) & (1L << count * Byte.SIZE) - 1;
    }
    long piece = 0;
    for (int i = start + count - 1; i >= start; i--) {
      piece = piece << Byte.SIZE | b[i] & 0xff;
    }
    return piece;
  }
}
