package io.castile.codec.typed;

import java.util.List;

/** Collects the rows of one message. Not thread-safe. */
final class RowsBuilder extends RowPass {
  private static final int FIRST_ROWS = 4;

  private final List<Table> tables;
  private final int[] counts;
  private final int[] capacities;
  private final Object[][] columns;

  RowsBuilder(List<Table> tables) {
    this.tables = tables;
    this.counts = new int[tables.size()];
    this.capacities = new int[tables.size()];
    this.columns = new Object[tables.size()][];
    for (Table table : tables) {
      columns[table.index()] = table.newColumns(0);
    }
  }

  /** Returns the columns of a table, as they are until more rows are added to it. */
  Object[] columns(Table table) {
    return columns[table.index()];
  }

  /** Adds rows to a table, and returns the first of them. */
  int add(Table table, int rows) {
    int index = table.index();
    int first = counts[index];
    int needed = Math.addExact(first, rows);
    if (needed > capacities[index]) {
      int capacity = first == 0 ? needed : Math.max(needed, Math.max(FIRST_ROWS, 2 * first));
      grow(table, first, capacity);
    }
    counts[index] = needed;
    return first;
  }

  private void grow(Table table, int used, int capacity) {
    Object[] grown = table.newColumns(capacity);
    Object[] before = columns[table.index()];
    for (int i = 0; i < grown.length; i++) {
      if (used != 0) {
        System.arraycopy(before[i], 0, grown[i], 0, used);
      }
    }
    columns[table.index()] = grown;
    capacities[table.index()] = capacity;
  }

  TypedRows build() {
    charge();
    return new TypedRows(counts, columns);
  }
}
