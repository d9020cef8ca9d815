package io.castile.codec.typed;

import io.castile.codec.bean.ElementProperty;
import io.castile.codec.binding.CollectionShape;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A repeated property: its items are rows of a table of their own, or of that of their class. */
final class ItemsField implements Field {
  private static final int NONE = -1;

  private static final NotTypedException CHANGED =
      new NotTypedException("a list that changes while it is written");

  private final ElementProperty property;
  private final CollectionShape shape;
  private final Table table;
  private final int index;
  private final Items items;

  /** Whether null items have elements of their own. */
  private final boolean hasNil;

  /** How items are rows. Immutable and thread-safe. */
  interface Items {
    /** Adds rows for items without null among them, unless {@link #takesNull}. */
    void collect(List<?> items, int count, RowsBuilder to) throws NotTypedException;

    /** Makes items of the next rows. */
    void make(Collection<Object> items, int count, RowCursor from) throws NotTypedException;

    /** Whether items are those of the next rows, as far as is sure; takes the rows. */
    boolean areNext(List<?> items, RowCursor from) throws NotTypedException;

    /** Whether null may be an item. */
    boolean takesNull();
  }

  ItemsField(ElementProperty property, Table table, Items items) {
    this.property = property;
    this.shape = Objects.requireNonNull(property.shape, "of a repeated property");
    this.table = table;
    this.index = table.add(Column.counts());
    this.items = items;
    this.hasNil = property.types.get(0).nillable;
  }

  @Override
  public void collect(Object bean, RowsBuilder to, int row) throws NotTypedException {
    Object value = property.accessor.get(bean);
    List<?> written = value == null ? null : written(value);
    int count = written == null ? NONE : written.size();
    boolean isNothing = count == NONE || count == 0 && property.wrapper == null;
    ((int[]) to.columns(table)[index])[row] = isNothing ? NONE : count;
    if (written != null && count != 0) {
      items.collect(written, count, to);
    }
  }

  /** The items that have an element: null has none where it cannot be nil. */
  private List<?> written(Object value) throws NotTypedException {
    if (value.getClass() == ArrayList.class && !hasNull((ArrayList<?>) value)) {
      return (ArrayList<?>) value;
    }
    // Gone through once, as writing does: others may change it meanwhile, or it is slow by index.
    List<Object> all = new ArrayList<>(shape.size(value));
    for (CollectionShape.Cursor each = shape.cursor(value); each.next(); ) {
      all.add(each.value());
    }
    if (!hasNil) {
      all.removeIf(Objects::isNull);
    } else if (!items.takesNull() && hasNull(all)) {
      throw new NotTypedException("null among beans");
    }
    return all;
  }

  private static boolean hasNull(List<?> items) {
    for (int i = 0; i < items.size(); i++) {
      if (items.get(i) == null) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void make(Object bean, RowCursor from, int row) throws NotTypedException {
    int count = ((int[]) from.columns(table)[index])[row];
    if (count == NONE) {
      return;
    }
    if (count < 0) {
      throw new NotTypedException("fewer items than none");
    }
    if (property.gathers()) {
      Collection<Object> made = property.startGathering(bean);
      items.make(made, count, from);
      property.finishGathering(bean, made);
      return;
    }
    Collection<Object> made = asCollection(property.accessor.get(bean));
    if (made == null) {
      made = Objects.requireNonNull(asCollection(shape.start(null)));
      if (made instanceof ArrayList<Object> list) {
        list.ensureCapacity(Math.min(count, Short.MAX_VALUE));
      }
      property.accessor.set(bean, made);
    }
    items.make(made, count, from);
  }

  @Override
  public boolean isSame(Object bean, RowCursor from, int row) throws NotTypedException {
    int count = ((int[]) from.columns(table)[index])[row];
    if (count == NONE) {
      return true;
    }
    Object made = property.accessor.get(bean);
    return made instanceof ArrayList<?> list && list.size() == count && items.areNext(list, from);
  }

  @SuppressWarnings("unchecked") // what a property of items holds is its own to be filled
  private static @Nullable Collection<Object> asCollection(@Nullable Object value) {
    return (Collection<Object>) value;
  }

  /** Items of a simple type: one column. */
  static final class Values implements Items {
    private final Table table;
    private final Column column;
    private final boolean hasNil;

    Values(Table table, Column column, boolean hasNil) {
      this.table = table;
      this.column = column;
      this.hasNil = hasNil;
      table.add(column);
    }

    @Override
    public boolean takesNull() {
      return hasNil;
    }

    @Override
    public void collect(List<?> items, int count, RowsBuilder to) throws NotTypedException {
      int row = to.add(table, count);
      Object array = to.columns(table)[0];
      int end = row + count;
      for (Object item : items) {
        if (row == end) {
          throw CHANGED;
        }
        column.put(array, row++, item);
      }
      if (row != end) {
        throw CHANGED;
      }
    }

    @Override
    public void make(Collection<Object> items, int count, RowCursor from) throws NotTypedException {
      int row = from.take(table, count);
      Object array = from.columns(table)[0];
      for (int i = row; i < row + count; i++) {
        Object item = column.get(array, i);
        if (item == null && !hasNil) {
          throw new NotTypedException("null among items that cannot be nil");
        }
        items.add(item);
      }
    }

    @Override
    public boolean areNext(List<?> items, RowCursor from) throws NotTypedException {
      int row = from.take(table, items.size());
      Object array = from.columns(table)[0];
      for (Object item : items) {
        if (!column.isSame(array, row++, item)) {
          return false;
        }
      }
      return true;
    }
  }

  /** Items that are beans. */
  static final class Beans implements Items {
    private final BeanShape shape;

    Beans(BeanShape shape) {
      this.shape = shape;
    }

    @Override
    public boolean takesNull() {
      return false;
    }

    @Override
    public void collect(List<?> items, int count, RowsBuilder to) throws NotTypedException {
      shape.collectAll(items, count, to);
      if (items.size() != count) {
        throw CHANGED;
      }
    }

    @Override
    public void make(Collection<Object> items, int count, RowCursor from) throws NotTypedException {
      shape.makeAll(items, count, from);
    }

    @Override
    public boolean areNext(List<?> items, RowCursor from) throws NotTypedException {
      for (Object item : items) {
        if (!shape.isNext(item, from)) {
          return false;
        }
      }
      return true;
    }
  }
}
