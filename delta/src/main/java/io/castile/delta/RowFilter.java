package io.castile.delta;

/**
 * Which rows a message has, as a set that may hold more of them but never fewer (Bloom: Space/Time
 * Trade-offs in Hash Coding with Allowable Errors, 1970). Immutable and thread-safe.
 */
final class RowFilter {
  private static final int BITS_PER_ROW = 32;

  /** Rows that were added for each that the first message had, before it is better made anew. */
  private static final int MAX_GROWTH = 2;

  private final long[] bits; // a power of two of them
  private final int rows;
  private final int added;

  private RowFilter(long[] bits, int rows, int added) {
    this.bits = bits;
    this.rows = rows;
    this.added = added;
  }

  /** Returns the rows of a message. */
  static RowFilter of(byte[] message, FieldTable table) {
    int rows = table.rows();
    int words = Math.max(1, (int) Math.min(1 << 26, (long) rows * BITS_PER_ROW / Long.SIZE));
    long[] bits = new long[Integer.highestOneBit(words) << 1];
    for (int row = 0; row < rows; row++) {
      add(bits, RowAlignment.hash(message, table, row));
    }
    return new RowFilter(bits, rows, 0);
  }

  /** Whether a row with that hash may be among these. */
  boolean mayHave(long hash) {
    return isSet(bits, (int) hash) && isSet(bits, (int) (hash >>> 32));
  }

  /**
   * Returns these rows, and those of a message with as many that were edited.
   *
   * @return null if it is better to begin anew
   */
  RowFilter with(byte[] message, FieldTable table, Edits edits) {
    if (edits.count > MAX_GROWTH * rows - added) {
      return null;
    }
    long[] more = bits.clone();
    for (int i = 0; i < edits.count; i++) {
      if (i == 0 || edits.rows[i] != edits.rows[i - 1]) {
        add(more, RowAlignment.hash(message, table, edits.rows[i]));
      }
    }
    return new RowFilter(more, rows, added + edits.count);
  }

  private static void add(long[] bits, long hash) {
    set(bits, (int) hash);
    set(bits, (int) (hash >>> 32));
  }

  private static void set(long[] bits, int hash) {
    bits[word(bits, hash)] |= 1L << hash;
  }

  private static boolean isSet(long[] bits, int hash) {
    return (bits[word(bits, hash)] >>> hash & 1) != 0;
  }

  private static int word(long[] bits, int hash) {
    return hash >>> 6 & (bits.length - 1);
  }
}
