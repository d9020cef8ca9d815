package io.castile.codec.typed;

/** One property of a class in columns. Immutable and thread-safe. */
interface Field {
  /** Puts the property of a bean into a row of the bean's table, and what is below into others. */
  void collect(Object bean, RowsBuilder to, int row) throws NotTypedException;

  /** Gives a bean that is being made the property, out of its row and those of others. */
  void make(Object bean, RowCursor from, int row) throws NotTypedException;
}
