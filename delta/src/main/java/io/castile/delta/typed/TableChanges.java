package io.castile.delta.typed;

import io.castile.codec.typed.Table;
import org.jspecify.annotations.Nullable;

/**
 * What has become of the rows of a table.
 *
 * @param sources for each row that of the base, or {@link RowMoves#NEW}; null where each row is in
 *     its place
 * @param marks for each row that was in the base, the columns that have another value, as bits
 * @param changed how many rows have a mark
 * @param added how many rows are new
 */
record TableChanges(int @Nullable [] sources, long[] marks, int changed, int added) {
  /** From so many rows on, and if one in so many has changed, it is looked whether they moved. */
  private static final int MIN_MOVED = 8;

  private static final int MOVED_SHARE = 4;

  static TableChanges of(Table table, Object[] base, int baseCount, Object[] columns, int count) {
    TableChanges inPlace = baseCount == count ? with(null, base, columns, count) : null;
    if (inPlace != null
        && (count < MIN_MOVED || inPlace.changed < count / MOVED_SHARE || count == 0)) {
      return inPlace;
    }
    if (inPlace != null && table.columns().size() == 1) {
      return inPlace; // numbers of which many have changed
    }
    int[] sources = RowMoves.find(table, base, baseCount, columns, count);
    TableChanges moved = with(sources, base, columns, count);
    return inPlace == null || moved.changed + 2 * moved.added < inPlace.changed ? moved : inPlace;
  }

  private static TableChanges with(
      int @Nullable [] sources, Object[] base, Object[] columns, int count) {
    long[] marks = new long[count];
    for (int i = 0; i < columns.length; i++) {
      ColumnCoder.compare(base[i], sources, columns[i], count, 1L << i, marks);
    }
    int changed = 0;
    int added = 0;
    for (int row = 0; row < count; row++) {
      changed += marks[row] == 0 ? 0 : 1;
      added += sources != null && sources[row] == RowMoves.NEW ? 1 : 0;
    }
    return new TableChanges(sources, marks, changed, added);
  }

  /** Whether nothing has changed. */
  boolean isNothing() {
    return sources == null && changed == 0;
  }

  int source(int row) {
    return sources == null ? row : sources[row];
  }
}
