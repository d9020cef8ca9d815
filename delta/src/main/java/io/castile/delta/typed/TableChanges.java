package io.castile.delta.typed;

import io.castile.codec.typed.Table;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The changes of the rows of a table.
 *
 * @param sources for each row that of the base, or {@link RowMoves#NEW}; null where each row is in
 *     its place
 * @param rows those that were in the base and have another value now, in their order
 * @param marks for each of these the columns that have another value, as bits
 * @param added how many rows are new
 */
record TableChanges(int @Nullable [] sources, int[] rows, long[] marks, int added) {
  /** From so many rows on, and if one in so many has changed, it is looked whether they moved. */
  private static final int MIN_MOVED = 8;

  private static final int MOVED_SHARE = 4;

  private static final int FIRST_CHANGES = 16;

  static TableChanges of(Table table, Object[] base, int baseCount, Object[] columns, int count) {
    boolean isSingle = table.columns().size() == 1;
    if (baseCount == count && isSingle) {
      return inPlace(base[0], columns[0], count);
    }
    TableChanges inPlace = baseCount == count ? with(null, base, columns, count) : null;
    if (inPlace != null
        && (count < MIN_MOVED || inPlace.changed() < count / MOVED_SHARE || count == 0)) {
      return inPlace;
    }
    int[] sources = RowMoves.find(table, base, baseCount, columns, count);
    TableChanges moved = with(sources, base, columns, count);
    return inPlace == null || moved.changed() + 2 * moved.added < inPlace.changed()
        ? moved
        : inPlace;
  }

  /** Numbers as a rule, many of them, of which it is not looked whether they moved. */
  private static TableChanges inPlace(Object base, Object column, int count) {
    int[] rows = new int[FIRST_CHANGES];
    int changed = 0;
    int row = ColumnCoder.mismatch(base, column, 0, count);
    while (row < count) {
      if (changed == rows.length) {
        rows = Arrays.copyOf(rows, (int) Math.min(2L * changed, count));
      }
      rows[changed++] = row;
      row = ColumnCoder.mismatch(base, column, row + 1, count);
    }
    long[] marks = new long[changed];
    Arrays.fill(marks, 1);
    return new TableChanges(null, Arrays.copyOf(rows, changed), marks, 0);
  }

  private static TableChanges with(
      int @Nullable [] sources, Object[] base, Object[] columns, int count) {
    long[] all = new long[count];
    for (int i = 0; i < columns.length; i++) {
      ColumnCoder.compare(base[i], sources, columns[i], count, 1L << i, all);
    }
    int changed = 0;
    int added = 0;
    for (int row = 0; row < count; row++) {
      changed += all[row] == 0 ? 0 : 1;
      added += sources != null && sources[row] == RowMoves.NEW ? 1 : 0;
    }
    int[] rows = new int[changed];
    long[] marks = new long[changed];
    int next = 0;
    for (int row = 0; next < changed; row++) {
      if (all[row] != 0) {
        rows[next] = row;
        marks[next++] = all[row];
      }
    }
    return new TableChanges(sources, rows, marks, added);
  }

  /** How many rows that were in the base have another value now. */
  int changed() {
    return rows.length;
  }

  /** Whether nothing has changed. */
  boolean isNothing() {
    return sources == null && rows.length == 0;
  }

  int source(int row) {
    return sources == null ? row : sources[row];
  }
}
