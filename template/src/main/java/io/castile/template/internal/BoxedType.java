package io.castile.template.internal;

import io.castile.xml.datatype.XsdNumberWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The items of a list of boxed numbers, all of one class and none of them null; the columns are an
 * array of the primitive type.
 */
abstract class BoxedType extends ItemType {
  private final NumberType numbers;

  private BoxedType(NumberType numbers) {
    super(numbers.maxWidth);
    this.numbers = numbers;
  }

  /** The type of a list whose items are of that class; null for any other class. */
  static @Nullable BoxedType of(Class<?> type) {
    if (type == Double.class) {
      return DOUBLE;
    }
    if (type == Integer.class) {
      return INT;
    }
    if (type == Long.class) {
      return LONG;
    }
    return type == Float.class ? FLOAT : null;
  }

  @Override
  final Object newValues(int items) {
    return numbers.newValues(items);
  }

  @Override
  final void move(Object from, int first, Object to, int at, int items) {
    numbers.move(from, first, to, at, items);
  }

  @Override
  final int bytesPerItem() {
    return numbers.bytesPerItem();
  }

  @Override
  final int length(Object array) {
    return ((List<?>) array).size();
  }

  @Override
  final int write(Object array, int index, ItemImage image) {
    return write(array, index, image.bytes, 0);
  }

  private static final BoxedType DOUBLE =
      new BoxedType(NumberType.DOUBLE) {
        @Override
        int nextChange(Object array, int distance, Object values, int from, int end) {
          List<?> items = (List<?>) array;
          double[] known = (double[]) values;
          for (int i = from; i < end; i++) {
            if (!(items.get(i + distance) instanceof Double item)
                || Double.doubleToRawLongBits(item) != Double.doubleToRawLongBits(known[i])) {
              return i;
            }
          }
          return end;
        }

        @Override
        boolean isSame(Object array, int index, Object values, int at) {
          return Double.doubleToRawLongBits(item(array, index))
              == Double.doubleToRawLongBits(((double[]) values)[at]);
        }

        @Override
        int write(Object array, int index, byte[] to, int at) {
          return XsdNumberWriter.write(to, at, item(array, index)) - at;
        }

        @Override
        void copy(Object array, int index, Object values, int at) {
          ((double[]) values)[at] = item(array, index);
        }

        private double item(Object array, int index) {
          return (double) ((List<?>) array).get(index);
        }
      };

  private static final BoxedType FLOAT =
      new BoxedType(NumberType.FLOAT) {
        @Override
        int nextChange(Object array, int distance, Object values, int from, int end) {
          List<?> items = (List<?>) array;
          float[] known = (float[]) values;
          for (int i = from; i < end; i++) {
            if (!(items.get(i + distance) instanceof Float item)
                || Float.floatToRawIntBits(item) != Float.floatToRawIntBits(known[i])) {
              return i;
            }
          }
          return end;
        }

        @Override
        boolean isSame(Object array, int index, Object values, int at) {
          return Float.floatToRawIntBits(item(array, index))
              == Float.floatToRawIntBits(((float[]) values)[at]);
        }

        @Override
        int write(Object array, int index, byte[] to, int at) {
          return XsdNumberWriter.write(to, at, item(array, index)) - at;
        }

        @Override
        void copy(Object array, int index, Object values, int at) {
          ((float[]) values)[at] = item(array, index);
        }

        private float item(Object array, int index) {
          return (float) ((List<?>) array).get(index);
        }
      };

  private static final BoxedType INT =
      new BoxedType(NumberType.INT) {
        @Override
        int nextChange(Object array, int distance, Object values, int from, int end) {
          List<?> items = (List<?>) array;
          int[] known = (int[]) values;
          for (int i = from; i < end; i++) {
            if (!(items.get(i + distance) instanceof Integer item) || item != known[i]) {
              return i;
            }
          }
          return end;
        }

        @Override
        boolean isSame(Object array, int index, Object values, int at) {
          return item(array, index) == ((int[]) values)[at];
        }

        @Override
        int write(Object array, int index, byte[] to, int at) {
          return XsdNumberWriter.write(to, at, item(array, index)) - at;
        }

        @Override
        void copy(Object array, int index, Object values, int at) {
          ((int[]) values)[at] = item(array, index);
        }

        private int item(Object array, int index) {
          return (int) ((List<?>) array).get(index);
        }
      };

  private static final BoxedType LONG =
      new BoxedType(NumberType.LONG) {
        @Override
        int nextChange(Object array, int distance, Object values, int from, int end) {
          List<?> items = (List<?>) array;
          long[] known = (long[]) values;
          for (int i = from; i < end; i++) {
            if (!(items.get(i + distance) instanceof Long item) || item != known[i]) {
              return i;
            }
          }
          return end;
        }

        @Override
        boolean isSame(Object array, int index, Object values, int at) {
          return item(array, index) == ((long[]) values)[at];
        }

        @Override
        int write(Object array, int index, byte[] to, int at) {
          return XsdNumberWriter.write(to, at, item(array, index)) - at;
        }

        @Override
        void copy(Object array, int index, Object values, int at) {
          ((long[]) values)[at] = item(array, index);
        }

        private long item(Object array, int index) {
          return (long) ((List<?>) array).get(index);
        }
      };
}
