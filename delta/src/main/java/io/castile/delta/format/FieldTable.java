package io.castile.delta.format;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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
public final class FieldTable {
  /** A row has no more fields. */
  static final int MAX_ROW_FIELDS = 16;

  // What is of the markup only; shared with the tables that are made of this one.
  private final int[] columns;
  private final int[] rowFields;
  private final int[] rowsOfFields;
  private final int columnCount;

  /** Where fields start in their rows: an edit moves only what follows in its row, and rows. */
  private final int[] offsets;

  private final int[] lengths;
  private final int[] rowStarts;

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
    this.columns = columns;
    this.rowFields = rowFields;
    this.columnCount = columnCount;
    this.lengths = lengths;
    this.rowStarts = rowStarts;
    this.offsets = new int[starts.length];
    this.rowsOfFields = new int[starts.length];
    for (int row = 0; row < rowStarts.length - 1; row++) {
      for (int field = rowFields[row]; field < rowFields[row + 1]; field++) {
        rowsOfFields[field] = row;
        offsets[field] = starts[field] - rowStarts[row];
      }
    }
  }

  /** The table of a message with the same markup. */
  private FieldTable(FieldTable other, int[] offsets, int[] lengths, int[] rowStarts) {
    this.columns = other.columns;
    this.rowFields = other.rowFields;
    this.rowsOfFields = other.rowsOfFields;
    this.columnCount = other.columnCount;
    this.offsets = offsets;
    this.lengths = lengths;
    this.rowStarts = rowStarts;
  }

  /** Returns the table of a message. */
  public static FieldTable of(byte[] message) {
    return new FieldWalk(message).table();
  }

  public int fields() {
    return offsets.length;
  }

  int start(int field) {
    return rowStarts[rowsOfFields[field]] + offsets[field];
  }

  int end(int field) {
    return start(field) + lengths[field];
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

  public int rows() {
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
    while (low + step < offsets.length && end(low + step) < pos) {
      low += step; // end(low) < pos, or low is from
      step <<= 1;
    }
    int high = Math.min(offsets.length, low + step);
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

  /** The row to which a field belongs. */
  int rowOf(int field) {
    return rowsOfFields[field];
  }

  /**
   * The table after fields have got other texts.
   *
   * @param edited the fields, ascending, {@code count} of them
   * @param newTexts the lengths of their new texts
   */
  FieldTable edited(int[] edited, int[] newTexts, int count) {
    int[] newOffsets =
        offsets; // copied when the first one changes, as most rows may have one field
    int[] newLengths = lengths.clone();
    int[] newRows = new int[rowStarts.length];
    int shift = 0; // of the rows that start after the edits before
    int row = 0;
    for (int i = 0; i < count; i++) {
      int field = edited[i];
      int ownRow = rowsOfFields[field];
      for (; row <= ownRow; row++) {
        newRows[row] = rowStarts[row] + shift;
      }
      int growth = newTexts[i] - lengths[field];
      int endOfRow = rowFields[ownRow + 1];
      if (growth != 0 && field + 1 < endOfRow) {
        newOffsets = newOffsets == offsets ? offsets.clone() : newOffsets;
        for (int after = field + 1; after < endOfRow; after++) {
          newOffsets[after] += growth;
        }
      }
      newLengths[field] = newTexts[i];
      shift += growth;
    }
    for (; row < rowStarts.length; row++) {
      newRows[row] = rowStarts[row] + shift;
    }
    return new FieldTable(this, newOffsets, newLengths, newRows);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FieldTable table
        && Arrays.equals(table.offsets, offsets)
        && Arrays.equals(table.lengths, lengths)
        && Arrays.equals(table.columns, columns)
        && Arrays.equals(table.rowStarts, rowStarts)
        && Arrays.equals(table.rowFields, rowFields)
        && table.columnCount == columnCount;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(offsets);
  }

  @Override
  public String toString() {
    return fields() + " fields of " + columnCount + " columns in " + rows() + " rows";
  }
}
