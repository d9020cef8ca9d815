package io.castile.codec.typed;

import io.castile.codec.bean.ElementProperty;
import java.lang.reflect.Array;

/** A property that is an array of primitives: its items are copied whole. */
final class NumbersField implements Field {
  private static final int NONE = -1;

  private final ElementProperty property;
  private final Table table;
  private final int index;
  private final Table items;

  NumbersField(ElementProperty property, Table table, Table items, Column column) {
    this.property = property;
    this.table = table;
    this.index = table.add(Column.counts());
    this.items = items;
    items.add(column);
  }

  @Override
  public void collect(Object bean, RowsBuilder to, int row) {
    Object array = property.accessor.get(bean);
    int length = array == null ? NONE : Array.getLength(array);
    boolean isNothing = array == null || length == 0 && property.wrapper == null;
    ((int[]) to.columns(table)[index])[row] = isNothing ? NONE : length;
    if (array != null && length != 0) {
      to.addNumbers(items, array, length);
    }
  }

  @Override
  public void make(Object bean, RowCursor from, int row) throws NotTypedException {
    int length = ((int[]) from.columns(table)[index])[row];
    if (length != NONE) {
      int first = from.take(items, length);
      property.accessor.set(bean, Column.copyOf(from.columns(items)[0], first, first + length));
    }
  }

  @Override
  public boolean isSame(Object bean, RowCursor from, int row) {
    return ((int[]) from.columns(table)[index])[row] == NONE;
  }
}
