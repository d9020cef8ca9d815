package io.castile.codec.typed;

import io.castile.codec.BeanCodec;
import io.castile.codec.BeanPlan;
import io.castile.codec.BeanRef;
import io.castile.codec.InterpretedCodec;
import io.castile.codec.binding.BindingException;
import io.castile.codec.value.CodecContext;
import io.castile.xml.RowCodec;
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
    return make(compiled(from.context()), from, from.take(table, 1));
  }

  void makeAll(Collection<Object> items, int count, RowCursor from) throws NotTypedException {
    RowCodec compiled = compiled(from.context());
    if (!isFlat) {
      for (int i = 0; i < count; i++) {
        items.add(make(from));
      }
      return;
    }
    int row = from.take(table, count);
    for (int i = row; i < row + count; i++) {
      items.add(make(compiled, from, i));
    }
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
      throw new BindingException(plan.type.getName() + " is abstract");
    }
    return plan.factory.get();
  }
}
