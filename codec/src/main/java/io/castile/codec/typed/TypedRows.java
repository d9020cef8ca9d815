package io.castile.codec.typed;

import java.lang.reflect.Array;

/**
 * The values of one message: for each table of a {@link TypedPlan} how many rows it has, and an
 * array for each column ({@link Column#newArray}), which may be longer. Not changed once it is
 * made; thread-safe then.
 */
public final class TypedRows {
  private final int[] counts;
  private final Object[][] columns;

  /**
   * @param counts of rows, by table; the object's own from here on, as the next
   * @param columns by table and column
   */
  public TypedRows(int[] counts, Object[][] columns) {
    this.counts = counts;
    this.columns = columns;
  }

  /** Returns how many rows a table has. */
  public int count(int table) {
    return counts[table];
  }

  /** Returns the columns of a table; not to be changed. */
  public Object[] columns(int table) {
    return columns[table];
  }

  /** Returns about how large the values are, in bytes, without the objects among them. */
  public long size() {
    long size = 0;
    for (int table = 0; table < counts.length; table++) {
      for (Object column : columns[table]) {
        size += (long) bytes(column) * counts[table];
      }
    }
    return size;
  }

  /** Returns about what the rows take, in bytes, without the objects in them. */
  public long weight() {
    long weight = 0;
    for (Object[] table : columns) {
      for (Object column : table) {
        weight += 16L + (long) bytes(column) * Array.getLength(column);
      }
    }
    return weight;
  }

  private static int bytes(Object array) {
    if (array instanceof long[] || array instanceof double[]) {
      return Long.BYTES;
    }
    if (array instanceof short[] || array instanceof char[]) {
      return Short.BYTES;
    }
    return array instanceof byte[] || array instanceof boolean[] ? Byte.BYTES : Integer.BYTES;
  }
}
