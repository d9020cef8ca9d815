package io.castile.delta.typed;

import io.castile.codec.typed.Column;
import io.castile.codec.typed.NotTypedException;
import io.castile.delta.format.DeltaException;
import io.castile.delta.format.LongColumn;
import java.math.BigDecimal;

/**
 * Decimals of at most 18 digits: how many are after the point, and the number without it.
 * Differences: by how much both have grown, the number taken with as many digits as the new one
 * has.
 */
final class DecimalCoder extends ColumnCoder {
  private static final int MAX_DIGITS = 18;
  private static final int MAX_BITS = 59; // below 10^18
  private static final long[] POWERS = new long[MAX_DIGITS + 1];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = 10 * POWERS[i - 1];
    }
  }

  DecimalCoder(Column column) {
    super(column);
  }

  /** Puts the canonical form of a value into its row. */
  private BigDecimal canonical(Object array, int row) throws NotTypedException {
    Object[] values = (Object[]) array;
    BigDecimal value = (BigDecimal) column.canonical(values[row]);
    if (value.scale() > MAX_DIGITS || value.unscaledValue().bitLength() > MAX_BITS) {
      throw new NotTypedException("a decimal of more than 18 digits");
    }
    values[row] = value;
    return value;
  }

  /** The number with another count of digits after the point; it may wrap around at both ends. */
  private static long rescaled(long number, int scale, int newScale) {
    return newScale >= scale
        ? number * POWERS[newScale - scale]
        : number / POWERS[scale - newScale];
  }

  @Override
  void write(Object array, int[] rows, int count, TypedOutput out) throws NotTypedException {
    int[] present = out.present(array, rows, count);
    int size = present.length;
    long[] scales = out.scratch(size);
    long[] numbers = new long[size];
    for (int i = 0; i < size; i++) {
      BigDecimal value = canonical(array, present[i]);
      scales[i] = value.scale();
      numbers[i] = LongColumn.zigzag(value.unscaledValue().longValue());
    }
    out.column(scales, size);
    out.column(numbers, size);
  }

  @Override
  void writeChanges(
      Object base, int[] sources, Object array, int[] rows, int count, TypedOutput out)
      throws NotTypedException {
    boolean hasNulls = out.nulls(array, rows, count);
    long[] scales = out.scratch(count);
    long[] numbers = new long[count];
    int size = 0;
    for (int i = 0; i < count; i++) {
      if (hasNulls && isNull(array, rows[i])) {
        continue;
      }
      BigDecimal value = canonical(array, rows[i]);
      BigDecimal old = (BigDecimal) ((Object[]) base)[sources[i]];
      int oldScale = old == null ? 0 : old.scale();
      long oldNumber = old == null ? 0 : old.unscaledValue().longValue();
      scales[size] = LongColumn.zigzag(value.scale() - oldScale);
      numbers[size++] =
          LongColumn.zigzag(
              value.unscaledValue().longValue() - rescaled(oldNumber, oldScale, value.scale()));
    }
    out.column(scales, size);
    out.column(numbers, size);
  }

  @Override
  void read(Object array, int[] rows, int count, TypedInput in) throws DeltaException {
    read(array, rows, count, in, false);
  }

  @Override
  void readChanges(Object array, int[] rows, int count, TypedInput in) throws DeltaException {
    read(array, rows, count, in, true);
  }

  private static void read(Object array, int[] rows, int count, TypedInput in, boolean isChange)
      throws DeltaException {
    int[] present = in.present(array, rows, count);
    long[] scales = in.column(present.length);
    long[] numbers = in.column(present.length);
    Object[] values = (Object[]) array;
    for (int i = 0; i < present.length; i++) {
      BigDecimal old = isChange ? (BigDecimal) values[present[i]] : null;
      int oldScale = old == null ? 0 : old.scale();
      long oldNumber = old == null ? 0 : old.unscaledValue().longValue();
      long scale = isChange ? oldScale + LongColumn.signed(scales[i]) : scales[i];
      if (scale < 0 || scale > MAX_DIGITS) {
        throw new DeltaException("expected 0 to 18 digits after the point, found " + scale);
      }
      long number = rescaled(oldNumber, oldScale, (int) scale) + LongColumn.signed(numbers[i]);
      values[present[i]] = BigDecimal.valueOf(number, (int) scale);
    }
  }
}
