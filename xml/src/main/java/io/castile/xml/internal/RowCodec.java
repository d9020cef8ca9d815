package io.castile.xml.internal;

import io.castile.xml.XmlWriter;
import io.castile.xml.datatype.XsdDates;
import java.util.List;
import javax.xml.datatype.XMLGregorianCalendar;
import org.jspecify.annotations.Nullable;

/**
 * The codec of a table's rows: beans of one class, of which each property is a column, an array of
 * its type; or simple values, as rows of one column. A writer that keeps what it has written,
 * {@link XmlInternals#rows}, compares a list with such columns in one loop, and writes only those
 * beans anew that have changed.
 *
 * <p>What has equal columns has the same text. Thread-safe.
 *
 * <p>For generated code; no compatibility promise.
 */
public interface RowCodec {
  /** The result of {@link #bits} for a calendar that has none: it equals no other one. */
  long NO_BITS = XsdDates.NO_BITS;

  /**
   * Returns the bits in which a calendar is kept: the same for those with one text, {@link
   * #NO_BITS} where that cannot be said.
   */
  static long bits(@Nullable XMLGregorianCalendar calendar) {
    return calendar == null ? 0 : XsdDates.bits(calendar);
  }

  /** Returns a new calendar that has such bits, not {@link #NO_BITS}; null for those of null. */
  static @Nullable XMLGregorianCalendar calendar(long bits) {
    return bits == 0 ? null : XsdDates.calendar(bits);
  }

  /** The class of the items; null where they are no rows, and nothing else may be called. */
  default @Nullable Class<?> rowClass() {
    return null;
  }

  /** Whether an item, not null, may be taken as a row: it is of exactly {@link #rowClass}. */
  default boolean isRow(Object item) {
    return item.getClass() == rowClass();
  }

  /** Creates columns for a number of rows. */
  default Object[] newColumns(int rows) {
    throw noRows();
  }

  /** Returns how many bytes a row takes in the columns. */
  default int bytesPerRow() {
    throw noRows();
  }

  /**
   * Returns the first row from {@code from} on that differs from its item; {@code end} if there is
   * none before. Null, and what is no row ({@link #isRow}), differ.
   *
   * @param distance from a row to its item in the list
   */
  default int firstChange(List<?> items, int distance, Object[] columns, int from, int end) {
    throw noRows();
  }

  /** Makes a row that of an item that {@link #isRow}. */
  default void take(Object bean, Object[] columns, int row) {
    throw noRows();
  }

  /** Makes a bean, or a value, of a row. */
  default Object make(Object[] columns, int row) {
    throw noRows();
  }

  /** Whether the columns are in the order in which a bean's values are written, all of them. */
  default boolean isInOrder() {
    return false;
  }

  /**
   * Writes attributes, {@code >} and content of a bean, which may be of a subclass; of a simple
   * value the content alone.
   *
   * @param context what was given to {@link XmlInternals#rows}
   */
  default void writeRow(Object bean, XmlWriter out, Object context) {
    throw noRows();
  }

  private IllegalStateException noRows() {
    return new IllegalStateException("Cannot use rows, because the class has none.");
  }
}
