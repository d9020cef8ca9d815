package io.castile.delta;

import java.util.Arrays;

/**
 * Where the values of a message stand, found without a schema: the <em>fields</em>, which are the
 * texts and the values of attributes, in the order of the document; the <em>column</em> of each, so
 * that fields of elements or attributes with the same name have the same; and the <em>rows</em>,
 * which partition the message so that each item of a list is one or more of them.
 *
 * <p>A pure function of the message's bytes, so that both ends have the same table; and of its
 * markup alone, so that another text in a field moves what follows, and changes nothing else.
 * Everything between fields is markup. Any bytes have a table; those that are no XML have few
 * fields. Immutable and thread-safe.
 */
final class FieldTable {
  /** A row has no more fields. */
  static final int MAX_ROW_FIELDS = 16;

  private final int[] starts;
  private final int[] ends;
  private final int[] columns;
  private final int[] rowStarts;
  private final int[] rowFields;
  private final int columnCount;

  /**
   * @param starts where fields start, ascending
   * @param ends where they end, exclusive
   * @param columns their columns, from 0 to {@code columnCount}, exclusive; the complement for runs
   * @param rowStarts where rows start, and last the length of the message
   * @param rowFields the first field of each row, and last the number of fields
   */
  FieldTable(
      int[] starts, int[] ends, int[] columns, int[] rowStarts, int[] rowFields, int columnCount) {
    this.starts = starts;
    this.ends = ends;
    this.columns = columns;
    this.rowStarts = rowStarts;
    this.rowFields = rowFields;
    this.columnCount = columnCount;
  }

  /** Returns the table of a message. */
  static FieldTable of(byte[] message) {
    return new FieldWalk(message).table();
  }

  int fields() {
    return starts.length;
  }

  int start(int field) {
    return starts[field];
  }

  int end(int field) {
    return ends[field];
  }

  int column(int field) {
    int column = columns[field];
    return column < 0 ? ~column : column;
  }

  /** Whether the field is there only because it is not empty. */
  boolean isRun(int field) {
    return columns[field] < 0;
  }

  int columns() {
    return columnCount;
  }

  int rows() {
    return rowStarts.length - 1;
  }

  int rowStart(int row) {
    return rowStarts[row];
  }

  int rowEnd(int row) {
    return rowStarts[row + 1];
  }

  /** The first field of a row; that of the row after the last is the number of fields. */
  int rowField(int row) {
    return rowFields[row];
  }

  int rowSize(int row) {
    return rowFields[row + 1] - rowFields[row];
  }

  /**
   * The first field from {@code from} on that ends at or after {@code pos}; the number of fields if
   * there is none.
   */
  int fieldAt(int pos, int from) {
    int low = from;
    int step = 1;
    while (low + step < ends.length && ends[low + step] < pos) {
      low += step; // ends[low] < pos, or low is from
      step <<= 1;
    }
    int high = Math.min(ends.length, low + step);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ends[middle] < pos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The row to which a field belongs, {@code from} or a later one. */
  int rowOf(int field, int from) {
    int low = from;
    int step = 1;
    while (low + step < rows() && rowFields[low + step] <= field) {
      low += step;
      step <<= 1;
    }
    int high = Math.min(rows() - 1, low + step);
    while (low < high) { // the last row whose first field is at most the field
      int middle = (low + high + 1) >>> 1;
      if (rowFields[middle] <= field) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /**
   * The table after fields have got other texts.
   *
   * @param edited the fields, ascending, {@code count} of them
   * @param lengths the lengths of their new texts
   */
  FieldTable edited(int[] edited, int[] lengths, int count) {
    int[] newStarts = new int[starts.length];
    int[] newEnds = new int[ends.length];
    int[] newRows = new int[rowStarts.length];
    int shift = 0;
    int field = 0;
    int row = 0;
    for (int i = 0; i <= count; i++) {
      int until = i < count ? edited[i] : starts.length;
      int growth = i < count ? lengths[i] - (ends[until] - starts[until]) : 0;
      for (; field < until; field++) {
        newStarts[field] = starts[field] + shift;
        newEnds[field] = ends[field] + shift;
      }
      int bound = i < count ? starts[until] : Integer.MAX_VALUE;
      for (; row < rowStarts.length && rowStarts[row] <= bound; row++) {
        newRows[row] = rowStarts[row] + shift;
      }
      if (i < count) {
        newStarts[field] = starts[field] + shift;
        shift += growth;
        newEnds[field] = ends[field] + shift;
        field++;
      }
    }
    return new FieldTable(newStarts, newEnds, columns, newRows, rowFields, columnCount);
  }

  /** About how many bytes of memory the table takes. */
  long weight() {
    return 12L * starts.length + 8L * rowStarts.length + 120;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FieldTable table
        && Arrays.equals(table.starts, starts)
        && Arrays.equals(table.ends, ends)
        && Arrays.equals(table.columns, columns)
        && Arrays.equals(table.rowStarts, rowStarts)
        && Arrays.equals(table.rowFields, rowFields)
        && table.columnCount == columnCount;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(starts);
  }

  @Override
  public String toString() {
    return fields() + " fields of " + columnCount + " columns in " + rows() + " rows";
  }
}
