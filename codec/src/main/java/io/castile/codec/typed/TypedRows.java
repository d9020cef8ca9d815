package io.castile.codec.typed;

import java.lang.reflect.Array;

/**
 * The values of one message: for each table of a {@link TypedPlan} how many rows it has, and an
 * array for each column ({@link Column#newArray}), which may be longer. Not changed once it is
 * made; thread-safe then.
 */
public final class TypedRows {
  /** What an object takes, about, beside its characters. */
  private static final int OBJECT_BYTES = 40;

  private final int[] counts;
  private final Object[][] columns;

  /** What strings have in them, in characters, and objects take; below 0 until it is asked for. */
  private volatile long characters = -1;

  private volatile long objectBytes;

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

  /** Returns about how large the values are, in bytes, with all characters of strings. */
  public long size() {
    countObjects();
    long size = characters;
    for (int table = 0; table < counts.length; table++) {
      for (Object column : columns[table]) {
        size += (long) bytes(column) * counts[table];
      }
    }
    return size;
  }

  /** Returns how many characters all strings have, that of each row by itself. */
  public long characters() {
    countObjects();
    return characters;
  }

  /** Returns about what the rows take, in bytes, with the objects in them. */
  public long weight() {
    countObjects();
    long weight = objectBytes;
    for (Object[] table : columns) {
      for (Object column : table) {
        weight += 16L + (long) bytes(column) * Array.getLength(column);
      }
    }
    return weight;
  }

  /**
   * Once, when all values are in their canonical form. An object that one row after the other has
   * takes no more than one.
   */
  private void countObjects() {
    if (characters >= 0) {
      return;
    }
    long allCharacters = 0;
    long allBytes = 0;
    for (int table = 0; table < counts.length; table++) {
      for (Object column : columns[table]) {
        if (column instanceof Object[] objects) {
          Object before = null;
          for (int row = 0; row < counts[table]; row++) {
            Object value = objects[row];
            int length = value instanceof String text ? text.length() : 0;
            allCharacters += length;
            if (value != before && value != null && !(value instanceof Enum)) {
              allBytes += OBJECT_BYTES + length;
            }
            before = value;
          }
        }
      }
    }
    objectBytes = allBytes;
    characters = allCharacters;
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
