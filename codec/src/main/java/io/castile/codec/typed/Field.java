package io.castile.codec.typed;

/** One property of a class in columns. Immutable and thread-safe. */
interface Field {
  /** Puts the property of a bean into a row of the bean's table, and what is below into others. */
  void collect(Object bean, RowsBuilder to, int row) throws NotTypedException;

  /** Gives a bean that is being made the property, out of its row and those of others. */
  void make(Object bean, RowCursor from, int row) throws NotTypedException;

  /**
   * Whether a bean that was made before, of a row with the same values, has the beans and items
   * that the next rows of other tables are; takes these rows. What is not sure is false.
   */
  default boolean isSame(Object bean, RowCursor from, int row) throws NotTypedException {
    return true; // it has no rows but that of the bean
  }
}
