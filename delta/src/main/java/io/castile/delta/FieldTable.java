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
  private final int[] lengths;
  private final int[] columns;
  private final int[] rowStarts;
  private final int[] rowFields;
  private final int columnCount;

  /**
   * @param starts where fields start, ascending
   * @param lengths how long they are
   * @param columns their columns, from 0 to {@code columnCount}, exclusive; the complement for runs
   * @param rowStarts where rows start, and last the length of the message
   * @param rowFields the first field of each row, and last the number of fields
   */
  FieldTable(
      int[] starts,
      int[] lengths,
      int[] columns,
      int[] rowStarts,
      int[] rowFields,
      int columnCount) {
    this.starts = starts;
    this.lengths = lengths;
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
    return starts[field] + lengths[field];
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
    while (low + step < starts.length && end(low + step) < pos) {
      low += step; // end(low) < pos, or low is from
      step <<= 1;
    }
    int high = Math.min(starts.length, low + step);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (end(middle) < pos) {
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
   * @param newTexts the lengths of their new texts
   */
  FieldTable edited(int[] edited, int[] newTexts, int count) {
    int[] newStarts = starts.clone();
    int[] newLengths = lengths.clone();
    int[] newRows = rowStarts.clone();
    int shift = 0; // of all that starts after the edits before
    int row = 0;
    for (int i = 0; i < count; i++) {
      int field = edited[i];
      shift += newTexts[i] - lengths[field];
      newLengths[field] = newTexts[i];
      int next = i + 1 < count ? edited[i + 1] : starts.length - 1;
      for (int after = field + 1; shift != 0 && after <= next; after++) {
        newStarts[after] = starts[after] + shift;
      }
      while (row < rowStarts.length && rowStarts[row] <= starts[field]) {
        row++;
      }
      // A row that starts between an edit and the next one, or at the start of that.
      int bound = i + 1 < count ? starts[edited[i + 1]] : Integer.MAX_VALUE;
      for (; row < rowStarts.length && rowStarts[row] <= bound; row++) {
        newRows[row] = rowStarts[row] + shift;
      }
    }
    return new FieldTable(newStarts, newLengths, columns, newRows, rowFields, columnCount);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FieldTable table
        && Arrays.equals(table.starts, starts)
        && Arrays.equals(table.lengths, lengths)
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
