package io.castile.delta.typed;

import io.castile.codec.typed.Column;
import io.castile.codec.typed.ColumnKind;
import io.castile.delta.format.DeltaException;
import io.castile.delta.format.LongColumn;

/**
 * Numbers of single or double precision. Where all of them are decimals of a few digits after the
 * point, they are coded as whole numbers, and so are their differences; others by their bits, and
 * differences as the exclusive or of the bits, in two planes: sign with exponent, and fraction.
 */
final class FloatingCoder extends ColumnCoder {
  private static final int SCALE_BITS = 4;
  private static final int MAX_SCALE = 9;

  /** Up to here each whole number is one of double precision. */
  private static final double MAX_WHOLE = 1L << 53;

  private static final double[] POWERS = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

  private final boolean isDouble;
  private final int size; // in bits
  private final int fractionBits;

  FloatingCoder(Column column) {
    super(column);
    this.isDouble = column.kind() == ColumnKind.DOUBLE;
    this.size = isDouble ? Long.SIZE : Integer.SIZE;
    this.fractionBits = isDouble ? 52 : 23;
  }

  // ---- decimals ----

  /**
   * Returns the least number of digits after the point, from {@code scale} on, with which the value
   * of these bits is a decimal; {@link #MAX_SCALE} + 1 if there is none.
   */
  private int scale(long bits, int scale) {
    int least = scale;
    while (least <= MAX_SCALE && !isDecimal(bits, least)) {
      least++;
    }
    return least;
  }

  /**
   * Returns the least number of digits after the point with which all of some values are decimals;
   * {@link #MAX_SCALE} + 1 if there is none.
   */
  private int scale(long[] values, int count) {
    int scale = 0;
    for (int i = 0; i < count && scale <= MAX_SCALE; i++) {
      int least = scale(values[i], scale);
      // With more digits than it has, a value may be too large to be a whole number.
      for (int j = 0; least != scale && j < i; j++) {
        least = least <= MAX_SCALE && !isDecimal(values[j], least) ? MAX_SCALE + 1 : least;
      }
      scale = least;
    }
    return scale;
  }

  private boolean isDecimal(long bits) {
    return scale(bits, 0) <= MAX_SCALE;
  }

  private boolean isDecimal(long bits, int scale) {
    return bits(decimal(whole(bits, scale), scale)) == bits;
  }

  /** The value without its point; anything where it has more digits. */
  private long whole(long bits, int scale) {
    double scaled = Math.rint(value(bits) * POWERS[scale]);
    return Math.abs(scaled) <= MAX_WHOLE ? (long) scaled : 0;
  }

  private static double decimal(long whole, int scale) {
    return whole / POWERS[scale];
  }

  private double value(long bits) {
    return isDouble ? Double.longBitsToDouble(bits) : Float.intBitsToFloat((int) bits);
  }

  private long bits(double value) {
    return isDouble
        ? Double.doubleToLongBits(value)
        : Float.floatToIntBits((float) value) & 0xFFFF_FFFFL;
  }

  // ---- arrays ----

  private long at(Object array, int row) {
    if (array instanceof double[] numbers) {
      return Double.doubleToLongBits(numbers[row]);
    }
    if (array instanceof float[] numbers) {
      return Float.floatToIntBits(numbers[row]) & 0xFFFF_FFFFL;
    }
    Object value = ((Object[]) array)[row];
    return isDouble
        ? Double.doubleToLongBits((double) value)
        : Float.floatToIntBits((float) value) & 0xFFFF_FFFFL;
  }

  private void put(Object array, int row, long bits) {
    if (array instanceof double[] numbers) {
      numbers[row] = Double.longBitsToDouble(bits);
    } else if (array instanceof float[] numbers) {
      numbers[row] = Float.intBitsToFloat((int) bits);
    } else {
      ((Object[]) array)[row] =
          isDouble ? (Object) Double.longBitsToDouble(bits) : Float.intBitsToFloat((int) bits);
    }
  }

  // ---- writing ----

  @Override
  void write(Object array, int[] rows, int count, TypedOutput out) {
    int[] present = out.present(array, rows, count);
    int used = present.length;
    if (array instanceof double[] doubles && used > 0 && !isDecimal(at(array, present[0]))) {
      out.bits.bits(MAX_SCALE + 1, SCALE_BITS); // the first tells, most often
      out.bits.doubles(doubles, present);
      return;
    }
    long[] numbers = out.scratch(used);
    for (int i = 0; i < used; i++) {
      numbers[i] = at(array, present[i]);
    }
    int scale = scale(numbers, used);
    out.bits.bits(scale, SCALE_BITS);
    if (scale > MAX_SCALE) {
      for (int i = 0; i < used; i++) {
        out.bits.bits(numbers[i], size);
      }
      return;
    }
    for (int i = 0; i < used; i++) {
      numbers[i] = whole(numbers[i], scale);
    }
    out.signed(numbers, used);
  }

  @Override
  void writeChanges(
      Object base, int[] sources, Object array, int[] rows, int count, TypedOutput out) {
    boolean hasNulls = out.nulls(array, rows, count);
    long[] pairs = out.scratch(2 * count);
    int used = 0;
    for (int i = 0; i < count; i++) {
      if (hasNulls && isNull(array, rows[i])) {
        continue;
      }
      pairs[used++] = isNull(base, sources[i]) ? 0 : at(base, sources[i]);
      pairs[used++] = at(array, rows[i]);
    }
    int scale = scale(pairs, used);
    int changes = used / 2;
    out.bits.bits(scale, SCALE_BITS);
    if (scale <= MAX_SCALE) {
      for (int i = 0; i < changes; i++) {
        long grown = whole(pairs[2 * i + 1], scale) - whole(pairs[2 * i], scale);
        pairs[i] = LongColumn.zigzag(grown);
      }
      out.column(pairs, changes);
      return;
    }
    long[] fractions = new long[changes];
    for (int i = 0; i < changes; i++) {
      long difference = pairs[2 * i] ^ pairs[2 * i + 1];
      fractions[i] = difference & (1L << fractionBits) - 1;
      pairs[i] = difference >>> fractionBits;
    }
    out.column(pairs, changes);
    out.column(fractions, changes);
  }

  // ---- reading ----

  private int scale(TypedInput in) throws DeltaException {
    int scale = (int) in.bits.bits(SCALE_BITS);
    if (scale > MAX_SCALE + 1) {
      throw new DeltaException("expected at most " + MAX_SCALE + " digits, found " + scale);
    }
    return scale;
  }

  @Override
  void read(Object array, int[] rows, int count, TypedInput in) throws DeltaException {
    int[] present = in.present(array, rows, count);
    int used = present.length;
    int scale = scale(in);
    if (scale > MAX_SCALE) {
      if (array instanceof double[] doubles) {
        in.bits.doubles(doubles, present);
        return;
      }
      for (int row : present) {
        put(array, row, canonical(in.bits.bits(size)));
      }
      return;
    }
    long[] numbers = in.signed(used);
    for (int i = 0; i < used; i++) {
      put(array, present[i], bits(decimal(numbers[i], scale)));
    }
  }

  /** What is no number has one form. */
  private long canonical(long bits) {
    return bits(value(bits));
  }

  @Override
  void readChanges(Object array, int[] rows, int count, TypedInput in) throws DeltaException {
    int[] present = in.present(array, rows, count);
    int used = present.length;
    int scale = scale(in);
    long[] numbers = in.column(used);
    long[] fractions = scale > MAX_SCALE ? in.column(used) : numbers;
    for (int i = 0; i < used; i++) {
      int row = present[i];
      long old = isNull(array, row) ? 0 : at(array, row);
      long number = numbers[i];
      long now =
          scale > MAX_SCALE
              ? canonical(old ^ (number << fractionBits | fractions[i]))
              : bits(decimal(whole(old, scale) + LongColumn.signed(number), scale));
      put(array, row, now);
    }
  }
}
