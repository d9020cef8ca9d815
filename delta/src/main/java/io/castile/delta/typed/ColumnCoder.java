package io.castile.delta.typed;

import io.castile.codec.typed.Column;
import io.castile.codec.typed.NotTypedException;
import io.castile.delta.format.DeltaException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the values of one column. Arrays are those of {@link Column#newArray}. Immutable
 * and thread-safe.
 */
abstract class ColumnCoder {
  /** An odd number with bits everywhere. */
  private static final long MIXER = 0x9E3779B97F4A7C15L;

  /** So many rows are compared one by one before many are at once. */
  private static final int NEAR = 8;

  final Column column;

  ColumnCoder(Column column) {
    this.column = column;
  }

  static ColumnCoder of(Column column) {
    return switch (column.kind()) {
      case BOOLEAN, INTEGER, ENUM, COUNT -> new NumberCoder(column);
      case FLOAT, DOUBLE -> new FloatingCoder(column);
      case CALENDAR -> new CalendarCoder(column);
      case DECIMAL -> new DecimalCoder(column);
      case STRING, TEXT -> new TextCoder(column);
    };
  }

  /**
   * Writes some rows.
   *
   * @throws NotTypedException if XML would not have a value, or another one
   */
  abstract void write(Object array, int[] rows, int count, TypedOutput out)
      throws NotTypedException;

  /**
   * Writes some rows as differences.
   *
   * @param sources for each of them the row of the base
   */
  abstract void writeChanges(
      Object base, int[] sources, Object array, int[] rows, int count, TypedOutput out)
      throws NotTypedException;

  /** Reads some rows of a new array. */
  abstract void read(Object array, int[] rows, int count, TypedInput in)
      throws DeltaException, NotTypedException;

  /** Reads differences, and puts them on what the array has in these rows. */
  abstract void readChanges(Object array, int[] rows, int count, TypedInput in)
      throws DeltaException, NotTypedException;

  /**
   * Marks the rows that are others than those of a base.
   *
   * @param sources for each row that of the base; below 0 for none, which is not marked
   * @param bit the column's in {@code marks}, one for each row
   */
  static void compare(
      Object base, int @Nullable [] sources, Object array, int count, long bit, long[] marks) {
    if (sources == null) {
      compare(base, array, count, bit, marks);
      return;
    }
    for (int row = 0; row < count; row++) {
      if (sources[row] >= 0 && !equal(base, sources[row], array, row)) {
        marks[row] |= bit;
      }
    }
  }

  /** Returns the first row from {@code from} on that is another one than that of a base. */
  static int mismatch(Object base, Object array, int from, int count) {
    int row = from;
    int near = Math.min(count, from + NEAR); // where changes are dense the next one is near
    while (row < near && equal(base, row, array, row)) {
      row++;
    }
    if (row < near || row == count) {
      return row;
    }
    int far;
    if (base instanceof double[] before && array instanceof double[] now) {
      far = Arrays.mismatch(before, row, count, now, row, count);
    } else if (base instanceof int[] before && array instanceof int[] now) {
      far = Arrays.mismatch(before, row, count, now, row, count);
    } else if (base instanceof long[] before && array instanceof long[] now) {
      far = Arrays.mismatch(before, row, count, now, row, count);
    } else if (base instanceof float[] before && array instanceof float[] now) {
      far = Arrays.mismatch(before, row, count, now, row, count);
    } else {
      while (row < count && equal(base, row, array, row)) {
        row++;
      }
      return row;
    }
    return far < 0 ? count : row + far;
  }

  /** Returns how many characters the strings of some rows have more than those of a base. */
  static long moreCharacters(Object base, int[] sources, Object array, int[] rows, int count) {
    if (!(base instanceof Object[] before && array instanceof Object[] now)) {
      return 0;
    }
    long more = 0;
    for (int i = 0; i < count; i++) {
      more += length(now[rows[i]]) - length(before[sources[i]]);
    }
    return more;
  }

  private static int length(@Nullable Object value) {
    return value instanceof String text ? text.length() : 0;
  }

  private static void compare(Object base, Object array, int count, long bit, long[] marks) {
    if (base instanceof double[] before && array instanceof double[] now) {
      for (int i = 0; i < count; i++) {
        boolean differs =
            Double.doubleToRawLongBits(before[i]) != Double.doubleToRawLongBits(now[i]);
        marks[i] |= differs ? bit : 0;
      }
    } else if (base instanceof int[] before && array instanceof int[] now) {
      for (int i = 0; i < count; i++) {
        marks[i] |= before[i] != now[i] ? bit : 0;
      }
    } else if (base instanceof long[] before && array instanceof long[] now) {
      for (int i = 0; i < count; i++) {
        marks[i] |= before[i] != now[i] ? bit : 0;
      }
    } else if (base instanceof @Nullable Object[] before
        && array instanceof @Nullable Object[] now) {
      for (int i = 0; i < count; i++) {
        if (before[i] != now[i] && !equal(before[i], now[i])) {
          marks[i] |= bit;
        }
      }
    } else {
      for (int i = 0; i < count; i++) {
        marks[i] |= equal(base, i, array, i) ? 0 : bit;
      }
    }
  }

  /** Compares by a direct call for strings, which most objects are. */
  private static boolean equal(@Nullable Object one, @Nullable Object other) {
    return one instanceof String text ? text.equals(other) : Objects.equals(one, other);
  }

  /** Whether two rows have one value; what is no number is one. */
  static boolean equal(Object one, int row, Object other, int otherRow) {
    if (one instanceof @Nullable Object[] a && other instanceof @Nullable Object[] b) {
      return Objects.equals(a[row], b[otherRow]);
    }
    if (one instanceof double[] a && other instanceof double[] b) {
      return Double.doubleToLongBits(a[row]) == Double.doubleToLongBits(b[otherRow]);
    }
    if (one instanceof float[] a && other instanceof float[] b) {
      return Float.floatToIntBits(a[row]) == Float.floatToIntBits(b[otherRow]);
    }
    if (one instanceof int[] a && other instanceof int[] b) {
      return a[row] == b[otherRow];
    }
    if (one instanceof long[] a && other instanceof long[] b) {
      return a[row] == b[otherRow];
    }
    if (one instanceof short[] a && other instanceof short[] b) {
      return a[row] == b[otherRow];
    }
    if (one instanceof char[] a && other instanceof char[] b) {
      return a[row] == b[otherRow];
    }
    if (one instanceof byte[] a && other instanceof byte[] b) {
      return a[row] == b[otherRow];
    }
    return ((boolean[]) one)[row] == ((boolean[]) other)[otherRow];
  }

  /** Adds what tells rows apart to a hash of each. */
  static void hash(Object array, int count, int[] hashes) {
    for (int i = 0; i < count; i++) {
      hashes[i] = 31 * hashes[i] + hash(array, i);
    }
  }

  /** Adds what tells columns apart to a digest. */
  static long digest(Object array, int count, long digest) {
    long mixed = digest;
    if (array instanceof double[] numbers) {
      for (int i = 0; i < count; i++) {
        mixed = (mixed ^ Double.doubleToRawLongBits(numbers[i])) * MIXER;
        mixed ^= mixed >>> 32;
      }
    } else if (array instanceof long[] numbers) {
      for (int i = 0; i < count; i++) {
        mixed = (mixed ^ numbers[i]) * MIXER;
        mixed ^= mixed >>> 32;
      }
    } else {
      for (int i = 0; i < count; i++) {
        mixed = (mixed ^ hash(array, i)) * MIXER;
        mixed ^= mixed >>> 32;
      }
    }
    return mixed;
  }

  private static int hash(Object array, int row) {
    if (array instanceof @Nullable Object[] objects) {
      return Objects.hashCode(objects[row]);
    }
    if (array instanceof double[] numbers) {
      return Double.hashCode(numbers[row]);
    }
    if (array instanceof int[] numbers) {
      return numbers[row];
    }
    if (array instanceof long[] numbers) {
      return Long.hashCode(numbers[row]);
    }
    if (array instanceof float[] numbers) {
      return Float.hashCode(numbers[row]);
    }
    if (array instanceof short[] numbers) {
      return numbers[row];
    }
    if (array instanceof char[] numbers) {
      return numbers[row];
    }
    return array instanceof byte[] numbers
        ? numbers[row]
        : Boolean.hashCode(((boolean[]) array)[row]);
  }

  static boolean isNull(Object array, int row) {
    return array instanceof @Nullable Object[] objects && objects[row] == null;
  }
}
