package io.castile.codec.typed;

import java.lang.reflect.Array;
import java.util.Arrays;

/**
 * The values of one message: for each table of a {@link TypedPlan} how many rows it has, and an
 * array for each column ({@link Column#newArray}), which may be longer. Not changed once it is made
 * and weighed; thread-safe then.
 */
public final class TypedRows {
  /** The bytes that an object takes, about, beside its characters. */
  private static final int OBJECT_BYTES = 40;

  private final int[] counts;
  private final Object[][] columns;

  /** The number of characters in strings, by table; below 0 until it is needed. */
  private final long[] characters;

  /** The bytes that objects take, by table. */
  private final long[] objectBytes;

  /**
   * @param counts of rows, by table; the object's own from here on, as the next
   * @param columns by table and column
   */
  public TypedRows(int[] counts, Object[][] columns) {
    this.counts = counts;
    this.columns = columns;
    this.characters = new long[counts.length];
    this.objectBytes = new long[counts.length];
    Arrays.fill(characters, -1);
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
    long size = characters();
    for (int table = 0; table < counts.length; table++) {
      for (Object column : columns[table]) {
        size += (long) bytes(column) * counts[table];
      }
    }
    return size;
  }

  /** Returns how many characters all strings have, that of each row by itself. */
  public long characters() {
    long all = 0;
    for (int table = 0; table < counts.length; table++) {
      countObjects(table);
      all += characters[table];
    }
    return all;
  }

  /** Returns about what the rows take, in bytes, with the objects in them. */
  public long weight() {
    long weight = 0;
    for (int table = 0; table < counts.length; table++) {
      countObjects(table);
      weight += objectBytes[table];
      for (Object column : columns[table]) {
        weight += 16L + (long) bytes(column) * Array.getLength(column);
      }
    }
    return weight;
  }

  /**
   * Notes the weight of a table that has the rows of another one in their places, so that not all
   * of them need be looked at. To be called before the rows are kept anywhere.
   *
   * @param more how many characters its strings have more; negative for fewer
   */
  public void weighAs(TypedRows other, int table, long more) {
    other.countObjects(table);
    characters[table] = other.characters[table] + more;
    objectBytes[table] = Math.max(0, other.objectBytes[table] + more);
  }

  /**
   * Once for each table, when all values are in their canonical form; before the rows are kept. An
   * object that one row after the other has takes no more than one.
   */
  private void countObjects(int table) {
    if (characters[table] >= 0) {
      return;
    }
    long allCharacters = 0;
    long allBytes = 0;
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
    objectBytes[table] = allBytes;
    characters[table] = allCharacters;
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
