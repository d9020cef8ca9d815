package io.castile.template.internal;

/**
 * Old items of lists that were written over lately, by their fingerprints. A table without chains:
 * each takes the place that its fingerprint gives it from the one before.
 */
final class OverwrittenItems {
  /** How many are remembered at most; a power of two. */
  static final int MAX = 256;

  /** The fingerprint of an item with that of its run, in its place. Empty until there is one. */
  private long[] keys = {};

  /** Which one of its run the item was. */
  private int[] positions = {};

  /** Remembers an item, the {@code nth} of a run of changed ones. */
  void remember(long run, long fingerprint, int nth) {
    if (keys.length == 0) {
      keys = new long[MAX];
      positions = new int[MAX];
    }
    long key = key(run, fingerprint);
    keys[place(key)] = key;
    positions[place(key)] = nth;
  }

  /** Which one of the run the item was; {@code unknown} if it is not remembered. */
  int recall(long run, long fingerprint, int unknown) {
    long key = key(run, fingerprint);
    return keys.length != 0 && keys[place(key)] == key ? positions[place(key)] : unknown;
  }

  private static long key(long run, long fingerprint) {
    return fingerprint + Fingerprint.mix(run);
  }

  private static int place(long key) {
    return (int) key & MAX - 1;
  }

  /** The memory that this takes, in bytes, roughly. */
  long footprint() {
    return keys.length == 0 ? 0 : MAX * (long) (Long.BYTES + Integer.BYTES);
  }
}
