package io.castile.template.internal;

import io.castile.template.entry.EntryKind;
import org.jspecify.annotations.Nullable;

/**
 * 64 bits that tell what values are like: equal for equal ones, nearly never for others. They only
 * guide guesses. Those of several values are added up, so that they change by what changes.
 */
final class Fingerprint {
  private Fingerprint() {}

  /** Returns the fingerprint of the value at an entry. */
  static long of(Chunk chunk, int entry) {
    byte kind = chunk.kinds[entry];
    return kind == EntryKind.FORMATTED
        ? ofText(chunk.bytes, chunk.offsets[entry], chunk.length(entry))
        : of(kind, chunk.bits[entry], chunk.refs[entry]);
  }

  /** Returns the fingerprint of a value that is not {@link EntryKind#FORMATTED}. */
  @SuppressWarnings("NullAway") // what is not bounded has an object
  static long of(byte kind, long bits, @Nullable Object ref) {
    return mix((EntryKind.isBounded(kind) ? bits : ref.hashCode()) + ((long) kind << 56));
  }

  /** Returns the fingerprint of a formatted value. */
  static long ofText(byte[] bytes, int from, int length) {
    long sum = length;
    for (int i = from; i < from + length; i++) {
      sum = 31 * sum + bytes[i];
    }
    return mix(sum);
  }

  /**
   * Returns the fingerprint of all values at the entries from {@code first} to {@code end},
   * exclusive.
   */
  static long of(Chunk chunk, int first, int end) {
    long sum = 0;
    for (int i = first; i < end; i++) {
      if (EntryKind.isValue(chunk.kinds[i])) {
        sum += of(chunk, i);
      }
    }
    return sum;
  }

  /** The finalizer of MurmurHash3 in Stafford's variant 13, as in SplittableRandom. */
  static long mix(long bits) {
    long z = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
