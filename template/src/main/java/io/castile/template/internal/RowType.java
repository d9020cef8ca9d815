package io.castile.template.internal;

import io.castile.xml.internal.RowCodec;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Beans of which each is a row, and each property of their class a column, or simple values in one
 * column. The codec of the class compares and fills the columns. A bean of a subclass is an
 * irregular row, which has no values and is compared by its text.
 */
final class RowType extends BeanType {
  private final int columns;

  RowType(RowCodec codec, Class<?> type) {
    super(codec, type);
    this.columns = codec.newColumns(0).length;
  }

  /** The columns of some rows. */
  private static final class Values {
    final Object[] columns;

    /** Which rows are irregular; null while none is. */
    private boolean @Nullable [] irregular;

    Values(Object[] columns) {
      this.columns = columns;
    }

    boolean isIrregular(int row) {
      return irregular != null && irregular[row];
    }

    void setIrregular(int row, boolean value, int rows) {
      if (irregular == null) {
        if (!value) {
          return;
        }
        irregular = new boolean[rows];
      } else if (row >= irregular.length) {
        irregular = Arrays.copyOf(irregular, rows);
      }
      irregular[row] = value;
    }
  }

  @Override
  int valuesPerItem() {
    return columns;
  }

  @Override
  Object newValues(int items) {
    return new Values(codec.newColumns(items));
  }

  @Override
  Object unknownValues(int items) {
    Values values = new Values(codec.newColumns(items));
    values.irregular = new boolean[items];
    Arrays.fill(values.irregular, true);
    return values;
  }

  private static int rows(Values values) {
    return Array.getLength(values.columns[0]);
  }

  @Override
  void move(Object from, int first, Object to, int at, int items) {
    Values source = (Values) from;
    Values target = (Values) to;
    for (int c = 0; c < source.columns.length; c++) {
      System.arraycopy(source.columns[c], first, target.columns[c], at, items);
    }
    if (source.irregular != null || target.irregular != null) {
      for (int i = 0; i < items; i++) {
        target.setIrregular(at + i, source.isIrregular(first + i), rows(target));
      }
    }
  }

  @Override
  int bytesPerItem() {
    return codec.bytesPerRow();
  }

  @Override
  int nextChange(Object array, int distance, Object values, int from, int end) {
    List<?> items = ((Rows) array).items();
    Values known = (Values) values;
    if (known.irregular == null) {
      return codec.firstChange(items, distance, known.columns, from, end);
    }
    for (int i = from; i < end; i++) {
      if (known.isIrregular(i)
          || codec.firstChange(items, distance, known.columns, i, i + 1) == i) {
        return i;
      }
    }
    return end;
  }

  @Override
  void copy(Object array, int index, Object values, int at) {
    Object item = ((Rows) array).items().get(index);
    Values known = (Values) values;
    boolean isRegular = codec.isRow(item);
    if (isRegular) {
      codec.take(item, known.columns, at);
    }
    if (!isRegular || known.irregular != null) {
      known.setIrregular(at, !isRegular, rows(known));
    }
  }
}
