package io.castile.codec.typed;

import io.castile.codec.bean.Property;
import org.jspecify.annotations.Nullable;

/** A property with one value of a simple type. */
final class ValueField implements Field {
  private final Property property;
  private final Table table;
  private final int index;
  private final Column column;
  private final @Nullable Object ofNull;

  /**
   * @param ofNull what reading gives where null was written; null for null
   */
  ValueField(Property property, Table table, Column column, @Nullable Object ofNull) {
    this.property = property;
    this.table = table;
    this.index = table.add(column);
    this.column = column;
    this.ofNull = ofNull;
  }

  @Override
  public void collect(Object bean, RowsBuilder to, int row) throws NotTypedException {
    Object value = property.accessor.get(bean);
    if (value == null && column.type().isPrimitive()) { // a part of a wrapper without a class
      throw new NotTypedException("null as " + column.type());
    }
    column.put(to.columns(table)[index], row, value == null ? ofNull : value);
  }

  @Override
  public void make(Object bean, RowCursor from, int row) throws NotTypedException {
    Object value = column.get(from.columns(table)[index], row);
    if (value != null || property.setsNull()) {
      property.accessor.set(bean, value);
    }
  }
}
