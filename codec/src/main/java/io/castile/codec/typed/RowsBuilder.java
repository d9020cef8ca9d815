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
      grow(table, capacity);
    }
    counts[index] = needed;
    return first;
  }

  /**
   * Adds the items of an array of primitives to a table that has them in its only column.
   *
   * @param array never changed, nor kept
   */
  void addNumbers(Table table, Object array, int length) {
    int index = table.index();
    if (counts[index] == 0) { // most messages have one such array
      columns[index] = new Object[] {Column.copyOf(array, 0, length)};
      capacities[index] = length;
      counts[index] = length;
    } else {
      int first = add(table, length);
      System.arraycopy(array, 0, columns[index][0], first, length);
    }
  }

  private void grow(Table table, int capacity) {
    Object[] grown = columns[table.index()].clone();
    for (int i = 0; i < grown.length; i++) {
      grown[i] = Column.copyOf(grown[i], 0, capacity);
    }
    columns[table.index()] = grown;
    capacities[table.index()] = capacity;
  }

  TypedRows build() {
    charge();
    return new TypedRows(counts, columns);
  }
}
