package io.castile.codec.typed;

import org.jspecify.annotations.Nullable;

/** The rows of one message from which beans are made, each row once. Not thread-safe. */
final class RowCursor extends RowPass {
  private final TypedRows rows;
  private final int[] next;
  private final @Nullable MadeBeans beans;

  /**
   * @param beans what is made already of rows without items, and takes the rest; null for nothing
   */
  RowCursor(TypedRows rows, int tables, @Nullable MadeBeans beans) {
    this.rows = rows;
    this.next = new int[tables];
    this.beans = beans;
  }

  /** The beans of a table that are kept, by row; null where none are. */
  Object @Nullable [] beans(Table table) {
    return beans == null ? null : beans.open(table.index(), rows.count(table.index()));
  }

  Object[] columns(Table table) {
    return rows.columns(table.index());
  }

  /** Takes the next rows of a table, and returns the first of them. */
  int take(Table table, int count) throws NotTypedException {
    int first = next[table.index()];
    if (count < 0 || count > rows.count(table.index()) - first) {
      throw new NotTypedException("more rows of " + table + " than there are");
    }
    next[table.index()] = first + count;
    return first;
  }

  /** Returns which rows are the next ones. */
  int[] places() {
    return next.clone();
  }

  /** Goes back to rows that were the next ones. */
  void goBack(int[] places) {
    System.arraycopy(places, 0, next, 0, next.length);
  }

  /** Checks that all rows have been taken. */
  void end() throws NotTypedException {
    charge();
    for (int i = 0; i < next.length; i++) {
      if (next[i] != rows.count(i)) {
        throw new NotTypedException("rows that belong to no bean");
      }
    }
  }
}
