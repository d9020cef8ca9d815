package io.castile.template.internal;

import io.castile.xml.datatype.XsdNumberWriter;
import io.castile.xml.datatype.XsdWidths;
import java.lang.reflect.Array;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The items of an array of a primitive type; the columns are one such array. */
abstract class NumberType extends ItemType {
  /** Items that are compared one by one before the vectorised comparison is started. */
  private static final int NEAR = 8;

  private final Class<?> component;
  private final int bytesPerItem;

  private NumberType(int maxWidth, Class<?> component, int bytesPerItem) {
    super(maxWidth);
    this.component = component;
    this.bytesPerItem = bytesPerItem;
  }

  /** The type of the items of an array; null if they are no numbers of these types. */
  static @Nullable NumberType of(Object array) {
    if (array instanceof double[]) {
      return DOUBLE;
    }
    if (array instanceof int[]) {
      return INT;
    }
    if (array instanceof long[]) {
      return LONG;
    }
    return array instanceof float[] ? FLOAT : null;
  }

  @Override
  final Object newValues(int length) {
    return Array.newInstance(component, length);
  }

  @Override
  final int bytesPerItem() {
    return bytesPerItem;
  }

  @Override
  final void move(Object from, int first, Object to, int at, int items) {
    System.arraycopy(from, first, to, at, items);
  }

  @Override
  final int write(Object array, int index, ItemImage image) {
    return write(array, index, image.bytes, 0);
  }

  static final NumberType DOUBLE =
      new NumberType(XsdWidths.DOUBLE, double.class, Double.BYTES) {
        @Override
        int length(Object array) {
          return ((double[]) array).length;
        }

        @Override
        int nextChange(Object array, int distance, Object values, int from, int end) {
          double[] items = (double[]) array;
          double[] known = (double[]) values;
          int near = Math.min(end, from + NEAR);
          for (int i = from; i < near; i++) {
            if (Double.doubleToRawLongBits(items[i + distance])
                != Double.doubleToRawLongBits(known[i])) {
              return i;
            }
          }
          int found = Arrays.mismatch(items, near + distance, end + distance, known, near, end);
          return found < 0 ? end : near + found;
        }

        @Override
        boolean isSame(Object array, int index, Object values, int at) {
          return Double.doubleToRawLongBits(((double[]) array)[index])
              == Double.doubleToRawLongBits(((double[]) values)[at]);
        }

        @Override
        int write(Object array, int index, byte[] to, int at) {
          return XsdNumberWriter.write(to, at, ((double[]) array)[index]) - at;
        }

        @Override
        void copy(Object array, int index, Object values, int at) {
          ((double[]) values)[at] = ((double[]) array)[index];
        }
      };

  static final NumberType FLOAT =
      new NumberType(XsdWidths.FLOAT, float.class, Float.BYTES) {
        @Override
        int length(Object array) {
          return ((float[]) array).length;
        }

        @Override
        int nextChange(Object array, int distance, Object values, int from, int end) {
          float[] items = (float[]) array;
          float[] known = (float[]) values;
          int near = Math.min(end, from + NEAR);
          for (int i = from; i < near; i++) {
            if (Float.floatToRawIntBits(items[i + distance]) != Float.floatToRawIntBits(known[i])) {
              return i;
            }
          }
          int found = Arrays.mismatch(items, near + distance, end + distance, known, near, end);
          return found < 0 ? end : near + found;
        }

        @Override
        boolean isSame(Object array, int index, Object values, int at) {
          return Float.floatToRawIntBits(((float[]) array)[index])
              == Float.floatToRawIntBits(((float[]) values)[at]);
        }

        @Override
        int write(Object array, int index, byte[] to, int at) {
          return XsdNumberWriter.write(to, at, ((float[]) array)[index]) - at;
        }

        @Override
        void copy(Object array, int index, Object values, int at) {
          ((float[]) values)[at] = ((float[]) array)[index];
        }
      };

  static final NumberType INT =
      new NumberType(XsdWidths.INT, int.class, Integer.BYTES) {
        @Override
        int length(Object array) {
          return ((int[]) array).length;
        }

        @Override
        int nextChange(Object array, int distance, Object values, int from, int end) {
          int[] items = (int[]) array;
          int[] known = (int[]) values;
          int near = Math.min(end, from + NEAR);
          for (int i = from; i < near; i++) {
            if (items[i + distance] != known[i]) {
              return i;
            }
          }
          int found = Arrays.mismatch(items, near + distance, end + distance, known, near, end);
          return found < 0 ? end : near + found;
        }

        @Override
        boolean isSame(Object array, int index, Object values, int at) {
          return ((int[]) array)[index] == ((int[]) values)[at];
        }

        @Override
        int write(Object array, int index, byte[] to, int at) {
          return XsdNumberWriter.write(to, at, ((int[]) array)[index]) - at;
        }

        @Override
        void copy(Object array, int index, Object values, int at) {
          ((int[]) values)[at] = ((int[]) array)[index];
        }
      };

  static final NumberType LONG =
      new NumberType(XsdWidths.LONG, long.class, Long.BYTES) {
        @Override
        int length(Object array) {
          return ((long[]) array).length;
        }

        @Override
        int nextChange(Object array, int distance, Object values, int from, int end) {
          long[] items = (long[]) array;
          long[] known = (long[]) values;
          int near = Math.min(end, from + NEAR);
          for (int i = from; i < near; i++) {
            if (items[i + distance] != known[i]) {
              return i;
            }
          }
          int found = Arrays.mismatch(items, near + distance, end + distance, known, near, end);
          return found < 0 ? end : near + found;
        }

        @Override
        boolean isSame(Object array, int index, Object values, int at) {
          return ((long[]) array)[index] == ((long[]) values)[at];
        }

        @Override
        int write(Object array, int index, byte[] to, int at) {
          return XsdNumberWriter.write(to, at, ((long[]) array)[index]) - at;
        }

        @Override
        void copy(Object array, int index, Object values, int at) {
          ((long[]) values)[at] = ((long[]) array)[index];
        }
      };
}
