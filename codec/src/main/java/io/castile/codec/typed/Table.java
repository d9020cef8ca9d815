package io.castile.codec.typed;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of a plan: a column for each property of a class, or one for the items of a repeated
 * property. Immutable once its plan is made; thread-safe then.
 */
public final class Table {
  private final int index;
  private final String name;
  private final List<Column> columns = new ArrayList<>();

  Table(int index, String name) {
    this.index = index;
    this.name = name;
  }

  /** Adds a column, and returns its index. */
  int add(Column column) {
    columns.add(column);
    return columns.size() - 1;
  }

  /** Returns its place among the tables of the plan. */
  public int index() {
    return index;
  }

  /** Returns the columns; not to be changed. */
  public List<Column> columns() {
    return columns;
  }

  Object[] newColumns(int rows) {
    Object[] arrays = new Object[columns.size()];
    for (int i = 0; i < arrays.length; i++) {
      arrays[i] = columns.get(i).newArray(rows);
    }
    return arrays;
  }

  @Override
  public String toString() {
    return name + " " + columns;
  }
}
