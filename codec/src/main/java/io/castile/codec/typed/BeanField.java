package io.castile.codec.typed;

import io.castile.codec.bean.ElementProperty;

/** A property with one bean. */
final class BeanField implements Field {
  private final ElementProperty property;
  private final Table table;
  private final int index;
  private final BeanShape shape;

  BeanField(ElementProperty property, Table table, BeanShape shape) {
    this.property = property;
    this.table = table;
    this.index = table.add(Column.counts());
    this.shape = shape;
  }

  @Override
  public void collect(Object bean, RowsBuilder to, int row) throws NotTypedException {
    Object value = property.accessor.get(bean);
    ((int[]) to.columns(table)[index])[row] = value == null ? 0 : 1;
    if (value != null) {
      shape.collect(value, to);
    }
  }

  @Override
  public void make(Object bean, RowCursor from, int row) throws NotTypedException {
    int count = ((int[]) from.columns(table)[index])[row];
    if (count == 1) {
      property.accessor.set(bean, shape.make(from));
    } else if (count != 0) {
      throw new NotTypedException("a bean " + count + " times");
    } else if (property.setsNull()) {
      property.accessor.set(bean, null);
    }
  }

  @Override
  public boolean isSame(Object bean, RowCursor from, int row) throws NotTypedException {
    if (((int[]) from.columns(table)[index])[row] == 0) {
      return true;
    }
    Object below = property.accessor.get(bean);
    return below != null && shape.isNext(below, from);
  }
}
