package io.castile.delta.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Looks for a few rows of a message among all those of another one, in one pass over the end of the
 * first field of each, where rows of one list differ most. Owned by one thread.
 */
final class RowSearch {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** A power of two, and much more than rows that are looked for. */
  private static final int MARKS = 1024;

  private final byte[] message;
  private final FieldTable table;
  private final int[] rows;
  private final boolean[] marks = new boolean[MARKS];

  /**
   * @param rows those that are looked for
   */
  RowSearch(byte[] message, FieldTable table, int[] rows) {
    this.message = message;
    this.table = table;
    this.rows = rows;
    for (int row : rows) {
      marks[mark(message, table, row)] = true;
    }
  }

  /** Returns which of the rows are among those of another message. */
  boolean[] foundIn(byte[] other, FieldTable otherTable) {
    boolean[] found = new boolean[rows.length];
    for (int row = 0; row < otherTable.rows(); row++) {
      if (marks[mark(other, otherTable, row)]) {
        for (int i = 0; i < rows.length; i++) {
          found[i] = found[i] || isRow(i, other, otherTable.rowStart(row), otherTable.rowEnd(row));
        }
      }
    }
    return found;
  }

  private boolean isRow(int index, byte[] other, int start, int end) {
    int row = rows[index];
    return Arrays.equals(message, table.rowStart(row), table.rowEnd(row), other, start, end);
  }

  /** The same for equal rows. */
  private static int mark(byte[] b, FieldTable table, int row) {
    int start = table.rowStart(row);
    int end = table.rowSize(row) == 0 ? table.rowEnd(row) : table.end(table.rowField(row));
    int length = table.rowEnd(row) - start;
    long last = end - start < Long.BYTES ? end - start : (long) LONGS.get(b, end - Long.BYTES);
    long mixed = (last ^ length) * 0x9e3779b97f4a7c15L;
    return (int) (mixed >>> 54); // ten bits: below MARKS
  }
}
