package io.castile.codec.typed;

import io.castile.codec.value.CodecContext;

/** The rows of one message from which beans are made, each row once. Not thread-safe. */
final class RowCursor {
  private static final int MAX_DEPTH = 200;

  private final TypedRows rows;
  private final int[] next;
  private final CodecContext context = new CodecContext();
  private int depth;

  RowCursor(TypedRows rows, int tables) {
    this.rows = rows;
    this.next = new int[tables];
    context.startClock();
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

  /** What this operation has interpreted. */
  CodecContext context() {
    return context;
  }

  void enter() throws NotTypedException {
    if (++depth > MAX_DEPTH) {
      throw new NotTypedException("beans in more than " + MAX_DEPTH + " beans");
    }
  }

  void leave() {
    depth--;
  }

  /** Checks that all rows have been taken. */
  void end() throws NotTypedException {
    context.charge();
    for (int i = 0; i < next.length; i++) {
      if (next[i] != rows.count(i)) {
        throw new NotTypedException("rows that belong to no bean");
      }
    }
  }
}
