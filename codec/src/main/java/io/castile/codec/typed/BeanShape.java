package io.castile.codec.typed;

import io.castile.codec.BindingException;
import io.castile.codec.bean.BeanCodec;
import io.castile.codec.bean.BeanPlan;
import io.castile.codec.bean.BeanRef;
import io.castile.codec.bean.InterpretedCodec;
import io.castile.codec.value.CodecContext;
import io.castile.xml.internal.RowCodec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How the beans of one class are rows of a table, and their items rows of others. The rows of a
 * table are in the order in which the message has the beans. Immutable once its plan is made;
 * thread-safe then.
 */
final class BeanShape {
  private final BeanPlan plan;
  private final @Nullable BeanRef bean; // null for a wrapper without a class
  private final Table table;
  private final List<Field> fields = new ArrayList<>();
  private boolean isFlat = true;

  BeanShape(BeanPlan plan, @Nullable BeanRef bean, Table table) {
    this.plan = plan;
    this.bean = bean;
    this.table = table;
  }

  void add(Field field) {
    fields.add(field);
    isFlat &= field instanceof ValueField;
  }

  Table table() {
    return table;
  }

  /**
   * The compiled codec, where there is one whose rows are those of the table; null otherwise.
   *
   * @param context is told where there may be one later
   */
  private @Nullable RowCodec compiled(CodecContext context) {
    if (bean == null) {
      return null;
    }
    BeanCodec codec = bean.codec();
    if (codec instanceof InterpretedCodec interpreted) {
      interpreted.note(context);
      return null;
    }
    return isFlat && codec.rowClass() != null ? codec : null;
  }

  private void check(Object item) throws NotTypedException {
    if (item.getClass() != plan.type) {
      throw new NotTypedException("a " + item.getClass().getName() + " as " + plan.type.getName());
    }
  }

  // ---- from beans ----

  void collect(Object item, RowsBuilder to) throws NotTypedException {
    check(item);
    collect(item, compiled(to.context()), to, to.add(table, 1));
  }

  /** Adds rows for beans, none of which is null. */
  void collectAll(List<?> items, int size, RowsBuilder to) throws NotTypedException {
    RowCodec compiled = compiled(to.context());
    if (!isFlat) {
      for (int i = 0; i < size; i++) { // between two of them there are those that are below
        collect(Objects.requireNonNull(items.get(i)), to);
      }
      return;
    }
    int row = to.add(table, size);
    for (int i = 0; i < size; i++) {
      Object item = items.get(i);
      check(Objects.requireNonNull(item));
      collect(item, compiled, to, row + i);
    }
  }

  private void collect(Object item, @Nullable RowCodec compiled, RowsBuilder to, int row)
      throws NotTypedException {
    if (compiled != null) {
      compiled.take(item, to.columns(table), row);
      return;
    }
    to.enter();
    for (Field field : fields) {
      field.collect(item, to, row);
    }
    to.leave();
  }

  // ---- to beans ----

  Object make(RowCursor from) throws NotTypedException {
    int row = from.take(table, 1);
    return make(compiled(from.context()), from, row, bean == null ? null : from.beans(table));
  }

  void makeAll(Collection<Object> items, int count, RowCursor from) throws NotTypedException {
    if (!isFlat) {
      for (int i = 0; i < count; i++) {
        items.add(make(from));
      }
      return;
    }
    RowCodec compiled = compiled(from.context());
    int row = from.take(table, count);
    Object[] known = from.beans(table);
    for (int i = row; i < row + count; i++) {
      items.add(make(compiled, from, i, known));
    }
  }

  /**
   * Makes the bean of a row.
   *
   * @param known the beans that are made already, by row, null for others; null for none
   */
  private Object make(
      @Nullable RowCodec compiled, RowCursor from, int row, @Nullable Object @Nullable [] known)
      throws NotTypedException {
    if (known == null) {
      return make(compiled, from, row);
    }
    Object made = known[row];
    if (made == null || !isSame(made, from, row)) {
      made = make(compiled, from, row);
      known[row] = made;
    }
    return made;
  }

  /** Whether what is below a bean that was made of the same row is what it was; takes it if so. */
  private boolean isSame(Object made, RowCursor from, int row) throws NotTypedException {
    if (isFlat) {
      return true;
    }
    int[] before = from.places();
    for (Field field : fields) {
      if (!field.isSame(made, from, row)) {
        from.goBack(before);
        return false;
      }
    }
    return true;
  }

  /** Whether a bean is the one that the next row has been made of, with all below it. */
  boolean isNext(Object made, RowCursor from) throws NotTypedException {
    int row = from.take(table, 1);
    Object[] known = from.beans(table);
    return known != null && known[row] == made && isSame(made, from, row);
  }

  private Object make(@Nullable RowCodec compiled, RowCursor from, int row)
      throws NotTypedException {
    if (compiled != null) {
      return compiled.make(from.columns(table), row);
    }
    from.enter();
    Object made = plan.construction == null ? newInstance() : plan.construction.start();
    for (Field field : fields) {
      field.make(made, from, row);
    }
    from.leave();
    if (plan.construction == null) {
      return made;
    }
    plan.fillAbsent((Object[]) made);
    return plan.construction.finish((Object[]) made);
  }

  private Object newInstance() {
    if (plan.factory == null) {
      throw new BindingException(
          "Cannot write " + plan.type.getName() + ", because it is abstract.");
    }
    return plan.factory.get();
  }
}
