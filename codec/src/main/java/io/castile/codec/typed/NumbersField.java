package io.castile.codec.typed;

import io.castile.codec.ElementProperty;
import java.lang.reflect.Array;

/** A property that is an array of primitives: its items are copied whole. */
final class NumbersField implements Field {
  private static final int NONE = -1;

  private final ElementProperty property;
  private final Table table;
  private final int index;
  private final Table items;
  private final Class<?> component;

  NumbersField(ElementProperty property, Table table, Table items, Column column) {
    this.property = property;
    this.table = table;
    this.index = table.add(Column.counts());
    this.items = items;
    this.component = column.type();
    items.add(column);
  }

  @Override
  public void collect(Object bean, RowsBuilder to, int row) {
    Object array = property.accessor.get(bean);
    int length = array == null ? NONE : Array.getLength(array);
    boolean isNothing = array == null || length == 0 && property.wrapper == null;
    ((int[]) to.columns(table)[index])[row] = isNothing ? NONE : length;
    if (array != null && length != 0) {
      int first = to.add(items, length);
      System.arraycopy(array, 0, to.columns(items)[0], first, length);
    }
  }

  @Override
  public void make(Object bean, RowCursor from, int row) throws NotTypedException {
    int length = ((int[]) from.columns(table)[index])[row];
    if (length != NONE) {
      int first = from.take(items, length);
      Object array = Array.newInstance(component, length);
      System.arraycopy(from.columns(items)[0], first, array, 0, length);
      property.accessor.set(bean, array);
    }
  }

  @Override
  public boolean isSame(Object bean, RowCursor from, int row) {
    return ((int[]) from.columns(table)[index])[row] == NONE;
  }
}
