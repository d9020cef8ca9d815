package io.castile.codec.typed;

/** The rows of one message from which beans are made, each row once. Not thread-safe. */
final class RowCursor extends RowPass {
  private final TypedRows rows;
  private final int[] next;

  RowCursor(TypedRows rows, int tables) {
    this.rows = rows;
    this.next = new int[tables];
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
