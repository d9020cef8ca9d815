package io.castile.delta.format;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A message, and where its values stand, found without a schema: the <em>fields</em>, which are the
 * texts and the values of attributes, in the order of the document; the <em>column</em> of each, so
 * that fields of elements or attributes with the same name have the same; and the <em>rows</em>,
 * which partition the message so that each item of a list is one or more of them.
 *
 * <p>A pure function of the message's bytes, so that both ends find the same; where fields and rows
 * are is one of its markup alone, so that another text in a field moves what follows, and changes
 * nothing else. Everything between fields is markup. Any bytes are a document; those that are no
 * XML have few fields. Immutable and thread-safe, as long as the bytes are not changed.
 */
public final class RowDocument {
  /** A row has no more fields. */
  static final int MAX_ROW_FIELDS = 16;

  // What is of the markup only; shared with the documents that are made of this one.
  private final int[] columns;
  private final int[] rowFields;
  private final int[] rowsOfFields;
  private final int columnCount;

  private final byte[] bytes;

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
  RowDocument(
      byte[] bytes,
      int[] starts,
      int[] lengths,
      int[] columns,
      int[] rowStarts,
      int[] rowFields,
      int columnCount) {
    this.bytes = bytes;
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

  /** A message with the same markup as another one. */
  private RowDocument(
      RowDocument other, byte[] bytes, int[] offsets, int[] lengths, int[] rowStarts) {
    this.bytes = bytes;
    this.columns = other.columns;
    this.rowFields = other.rowFields;
    this.rowsOfFields = other.rowsOfFields;
    this.columnCount = other.columnCount;
    this.offsets = offsets;
    this.lengths = lengths;
    this.rowStarts = rowStarts;
  }

  /** Returns the document of a message; the array is its own from here on. */
  public static RowDocument of(byte[] message) {
    return new FieldWalk(message).document();
  }

  /** The message; not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  public int length() {
    return bytes.length;
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

  /** Whether a row has the bytes of a row of another document. */
  boolean isRow(int row, RowDocument other, int otherRow) {
    return Arrays.equals(
        bytes,
        rowStarts[row],
        rowStarts[row + 1],
        other.bytes,
        other.rowStarts[otherRow],
        other.rowStarts[otherRow + 1]);
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
    if (from == offsets.length) {
      return from;
    }
    int low = rowsOfFields[from]; // no field before this row is looked for
    int step = 1;
    while (low + step < rowStarts.length && rowStarts[low + step] < pos) {
      low += step;
      step <<= 1;
    }
    int high = Math.min(rowStarts.length, low + step);
    while (high - low > 1) { // row low starts before pos, or is the first one; row high does not
      int middle = (low + high) >>> 1;
      if (rowStarts[middle] < pos) {
        low = middle;
      } else {
        high = middle;
      }
    }
    // Fields end in their rows, so those of rows before end before pos.
    int field = Math.max(from, rowFields[low]);
    while (field < offsets.length && end(field) < pos) {
      field++;
    }
    return field;
  }

  /** The row to which a field belongs. */
  int rowOf(int field) {
    return rowsOfFields[field];
  }

  /** This document as one of another array with the same bytes, which may outlive that of this. */
  RowDocument with(byte[] same) {
    return new RowDocument(this, same, offsets, lengths, rowStarts);
  }

  /**
   * The document after fields have got other texts.
   *
   * @param target the message then
   */
  RowDocument edited(byte[] target, Edits edits) {
    int[] newOffsets = offsets.clone();
    int[] newLengths = lengths.clone();
    int[] newRows = new int[rowStarts.length];
    int shift = 0; // of the rows that start after the edits before
    int row = 0;
    for (int i = 0; i < edits.count; i++) {
      int field = edits.fields[i];
      int ownRow = rowsOfFields[field];
      for (; row <= ownRow; row++) {
        newRows[row] = rowStarts[row] + shift;
      }
      int newLength = edits.ends[i] - edits.starts[i];
      int growth = newLength - lengths[field];
      for (int after = field + 1; after < rowFields[ownRow + 1]; after++) {
        newOffsets[after] += growth;
      }
      newLengths[field] = newLength;
      shift += growth;
    }
    for (; row < rowStarts.length; row++) {
      newRows[row] = rowStarts[row] + shift;
    }
    return new RowDocument(this, target, newOffsets, newLengths, newRows);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RowDocument document
        && Arrays.equals(document.bytes, bytes)
        && Arrays.equals(document.offsets, offsets)
        && Arrays.equals(document.lengths, lengths)
        && Arrays.equals(document.columns, columns)
        && Arrays.equals(document.rowStarts, rowStarts)
        && Arrays.equals(document.rowFields, rowFields)
        && document.columnCount == columnCount;
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
