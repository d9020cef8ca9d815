package io.castile.delta.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Looks for a few rows of a message among all those of another one, in one pass over the end of the
 * first field of each, where rows of one list differ most. Owned by one thread.
 */
final class RowSearch {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** A power of two, and much more than rows that are looked for. */
  private static final int MARKS = 1024;

  private final RowDocument message;
  private final int[] rows;
  private final boolean[] marks = new boolean[MARKS];

  /**
   * @param rows those that are looked for
   */
  RowSearch(RowDocument message, int[] rows) {
    this.message = message;
    this.rows = rows;
    for (int row : rows) {
      marks[mark(message, row)] = true;
    }
  }

  /** Returns which of the rows are among those of another message. */
  boolean[] foundIn(RowDocument other) {
    boolean[] found = new boolean[rows.length];
    for (int row = 0; row < other.rows(); row++) {
      if (marks[mark(other, row)]) {
        for (int i = 0; i < rows.length; i++) {
          found[i] = found[i] || message.isRow(rows[i], other, row);
        }
      }
    }
    return found;
  }

  /** The same for equal rows. */
  private static int mark(RowDocument document, int row) {
    int start = document.rowStart(row);
    int end =
        document.rowSize(row) == 0 ? document.rowEnd(row) : document.end(document.rowField(row));
    int length = document.rowEnd(row) - start;
    long last =
        end - start < Long.BYTES
            ? end - start
            : (long) LONGS.get(document.bytes(), end - Long.BYTES);
    long mixed = (last ^ length) * 0x9e3779b97f4a7c15L;
    return (int) (mixed >>> 54); // ten bits: below MARKS
  }
}
