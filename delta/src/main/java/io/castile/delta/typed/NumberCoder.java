package io.castile.delta.typed;

import io.castile.codec.typed.Column;
import io.castile.codec.typed.ColumnKind;
import io.castile.delta.format.DeltaException;
import io.castile.delta.format.LongColumn;

/**
 * Whole numbers, truth values, constants of an enum, counts. Differences: of numbers how much they
 * have grown; of constants their places without that of the old one; of truth values nothing.
 */
final class NumberCoder extends ColumnCoder {
  private final ColumnKind kind;
  private final Class<?> type;
  private final Object[] constants; // of an enum, in their order; none for others

  NumberCoder(Column column) {
    super(column);
    this.kind = column.kind();
    this.type = column.type();
    this.constants = kind == ColumnKind.ENUM ? column.constants() : new Object[0];
  }

  // ---- writing ----

  @Override
  void write(Object array, int[] rows, int count, TypedOutput out) {
    int[] present = out.present(array, rows, count);
    int size = present.length;
    long[] numbers = out.scratch(size);
    if (array instanceof int[] integers) {
      for (int i = 0; i < size; i++) {
        numbers[i] = integers[present[i]];
      }
    } else {
      for (int i = 0; i < size; i++) {
        numbers[i] = at(array, present[i]);
      }
    }
    out.signed(numbers, size);
  }

  @Override
  void writeChanges(
      Object base, int[] sources, Object array, int[] rows, int count, TypedOutput out) {
    boolean hasNulls = out.nulls(array, rows, count);
    long[] numbers = out.scratch(count);
    int size = 0;
    for (int i = 0; i < count; i++) {
      if (hasNulls && isNull(array, rows[i])) {
        continue;
      }
      long now = at(array, rows[i]);
      numbers[size++] =
          isNull(base, sources[i]) ? LongColumn.zigzag(now) : difference(at(base, sources[i]), now);
    }
    out.column(numbers, size);
  }

  private long difference(long old, long now) {
    return switch (kind) {
      case BOOLEAN -> 0;
      case ENUM -> now > old ? now - 1 : now;
      default -> LongColumn.zigzag(now - old);
    };
  }

  private long at(Object array, int row) {
    if (array instanceof int[] numbers) {
      return numbers[row];
    }
    if (array instanceof Object[] objects) {
      return number(objects[row]);
    }
    if (array instanceof long[] numbers) {
      return numbers[row];
    }
    if (array instanceof boolean[] values) {
      return values[row] ? 1 : 0;
    }
    if (array instanceof short[] numbers) {
      return numbers[row];
    }
    return array instanceof char[] characters ? characters[row] : ((byte[]) array)[row];
  }

  private static long number(Object value) {
    if (value instanceof Number number) {
      return number.longValue();
    }
    if (value instanceof Enum<?> constant) {
      return constant.ordinal();
    }
    return value instanceof Character character ? character : (boolean) value ? 1 : 0;
  }

  // ---- reading ----

  @Override
  void read(Object array, int[] rows, int count, TypedInput in) throws DeltaException {
    read(array, rows, count, in, false);
  }

  @Override
  void readChanges(Object array, int[] rows, int count, TypedInput in) throws DeltaException {
    read(array, rows, count, in, true);
  }

  private void read(Object array, int[] rows, int count, TypedInput in, boolean isChange)
      throws DeltaException {
    int[] present = in.present(array, rows, count);
    int size = present.length;
    long[] numbers = isChange ? in.column(size) : in.signed(size);
    for (int i = 0; i < size; i++) {
      int row = present[i];
      long number = numbers[i];
      put(
          array,
          row,
          !isChange
              ? number
              : isNull(array, row) ? LongColumn.signed(number) : changed(at(array, row), number));
    }
  }

  private long changed(long old, long difference) {
    return switch (kind) {
      case BOOLEAN -> difference == 0 ? 1 - old : -1;
      case ENUM -> difference >= old ? difference + 1 : difference;
      default -> old + LongColumn.signed(difference);
    };
  }

  private void put(Object array, int row, long number) throws DeltaException {
    boolean fits = true;
    if (array instanceof int[] numbers) {
      numbers[row] = (int) number;
      fits = numbers[row] == number;
    } else if (array instanceof Object[] objects) {
      objects[row] = object(number);
    } else if (array instanceof long[] numbers) {
      numbers[row] = number;
    } else if (array instanceof boolean[] values) {
      values[row] = number == 1;
      fits = number >>> 1 == 0;
    } else if (array instanceof short[] numbers) {
      numbers[row] = (short) number;
      fits = numbers[row] == number;
    } else if (array instanceof char[] characters) {
      characters[row] = (char) number;
      fits = characters[row] == number;
    } else {
      ((byte[]) array)[row] = (byte) number;
      fits = (byte) number == number;
    }
    if (!fits) {
      throw noValue();
    }
  }

  private Object object(long number) throws DeltaException {
    if (kind == ColumnKind.ENUM) {
      if (number < 0 || number >= constants.length) {
        throw noValue();
      }
      return constants[(int) number];
    }
    if (type == Integer.class && (int) number == number) {
      return (int) number;
    }
    if (type == Long.class) {
      return number;
    }
    if (type == Boolean.class && number >>> 1 == 0) {
      return number == 1;
    }
    if (type == Short.class && (short) number == number) {
      return (short) number;
    }
    if (type == Byte.class && (byte) number == number) {
      return (byte) number;
    }
    if (type == Character.class && (char) number == number) {
      return (char) number;
    }
    throw noValue();
  }

  private DeltaException noValue() {
    return new DeltaException("expected a value of " + column + ", found another number");
  }
}
