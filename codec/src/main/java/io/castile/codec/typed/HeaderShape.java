package io.castile.codec.typed;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the header blocks of a message are the one row of a table, and rows of those of their
 * classes. Immutable once its plan is made; thread-safe then.
 */
final class HeaderShape {
  private final Table table;
  private final List<Block> blocks = new ArrayList<>();

  /** One header block in columns. Immutable and thread-safe. */
  private interface Block {
    void collect(@Nullable Object value, RowsBuilder to, int row) throws NotTypedException;

    @Nullable Object make(RowCursor from, int row) throws NotTypedException;
  }

  HeaderShape(Table table) {
    this.table = table;
  }

  /** Adds a block with a text. */
  void add(Column column) {
    int index = table.add(column);
    blocks.add(
        new Block() {
          @Override
          public void collect(@Nullable Object value, RowsBuilder to, int row)
              throws NotTypedException {
            column.put(to.columns(table)[index], row, value);
          }

          @Override
          public @Nullable Object make(RowCursor from, int row) throws NotTypedException {
            return column.get(from.columns(table)[index], row);
          }
        });
  }

  /** Adds a block that is a bean. */
  void add(BeanShape shape) {
    int index = table.add(Column.counts());
    blocks.add(
        new Block() {
          @Override
          public void collect(@Nullable Object value, RowsBuilder to, int row)
              throws NotTypedException {
            ((int[]) to.columns(table)[index])[row] = value == null ? 0 : 1;
            if (value != null) {
              shape.collect(value, to);
            }
          }

          @Override
          public @Nullable Object make(RowCursor from, int row) throws NotTypedException {
            int count = ((int[]) from.columns(table)[index])[row];
            if (count != 0 && count != 1) {
              throw new NotTypedException("a header block " + count + " times");
            }
            return count == 0 ? null : shape.make(from);
          }
        });
  }

  /** Adds a block that has no columns: a message that has it is written as XML. */
  void addAbsent(String reason) {
    blocks.add(
        new Block() {
          @Override
          public void collect(@Nullable Object value, RowsBuilder to, int row)
              throws NotTypedException {
            if (value != null) {
              throw new NotTypedException(reason);
            }
          }

          @Override
          public @Nullable Object make(RowCursor from, int row) {
            return null;
          }
        });
  }

  void collect(List<@Nullable Object> values, RowsBuilder to) throws NotTypedException {
    int row = to.add(table, 1);
    for (int i = 0; i < blocks.size(); i++) {
      blocks.get(i).collect(values.get(i), to, row);
    }
  }

  @Nullable Object[] make(RowCursor from) throws NotTypedException {
    int row = from.take(table, 1);
    @Nullable Object[] made = new @Nullable Object[blocks.size()];
    for (int i = 0; i < made.length; i++) {
      made[i] = blocks.get(i).make(from, row);
    }
    return made;
  }
}
