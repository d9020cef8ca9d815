package io.castile.delta.format;

/**
 * Which rows a message has, as a set that may seem to have more of them but never fewer: a Bloom
 * filter that counts, so that rows can be taken out (Fan and others: Summary Cache, 2000).
 * Immutable and thread-safe.
 */
public final class RowFilter {
  private static final int COUNTERS_PER_ROW = 16;

  /** A counter that has come so far stays there: what it has lost count of is never taken out. */
  private static final byte MAX_COUNT = Byte.MAX_VALUE;

  private final byte[] counts; // a power of two of them

  private RowFilter(byte[] counts) {
    this.counts = counts;
  }

  /** Returns the rows of a message. */
  public static RowFilter of(byte[] message, FieldTable table) {
    int rows = table.rows();
    int size = (int) Math.min(1 << 29, Math.max(1, (long) rows * COUNTERS_PER_ROW));
    byte[] counts = new byte[Integer.highestOneBit(size) << 1];
    for (int row = 0; row < rows; row++) {
      add(counts, RowAlignment.hash(message, table, row));
    }
    return new RowFilter(counts);
  }

  /** Returns how many bytes this takes. */
  public int bytes() {
    return counts.length;
  }

  /** Whether a row with that hash may be among these. */
  boolean mayHave(long hash) {
    return counts[first(counts, hash)] != 0 && counts[second(counts, hash)] != 0;
  }

  /** Returns the rows of a target with as many rows, for those of its base. */
  RowFilter edited(
      byte[] base, FieldTable baseTable, byte[] target, FieldTable targetTable, Edits edits) {
    byte[] changed = counts.clone();
    for (int i = 0; i < edits.count; i++) {
      int row = edits.rows[i];
      if (i == 0 || row != edits.rows[i - 1]) {
        remove(changed, RowAlignment.hash(base, baseTable, row));
        add(changed, RowAlignment.hash(target, targetTable, row));
      }
    }
    return new RowFilter(changed);
  }

  private static void add(byte[] counts, long hash) {
    increment(counts, first(counts, hash));
    increment(counts, second(counts, hash));
  }

  private static void increment(byte[] counts, int at) {
    counts[at] += counts[at] == MAX_COUNT ? 0 : 1;
  }

  private static void remove(byte[] counts, long hash) {
    decrement(counts, first(counts, hash));
    decrement(counts, second(counts, hash));
  }

  private static void decrement(byte[] counts, int at) {
    counts[at] -= counts[at] == MAX_COUNT ? 0 : 1;
  }

  private static int first(byte[] counts, long hash) {
    return (int) hash & (counts.length - 1);
  }

  private static int second(byte[] counts, long hash) {
    return (int) (hash >>> 32) & (counts.length - 1);
  }
}
