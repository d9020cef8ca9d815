package io.castile.delta.typed;

import io.castile.codec.typed.Column;
import io.castile.codec.typed.ColumnKind;
import io.castile.codec.typed.Table;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the rows of a table among those of a base, where some were added, lost or moved. */
final class RowMoves {
  /** In place of a row of the base: there is none. */
  static final int NEW = -1;

  private RowMoves() {}

  /** Returns for each row that of the base which it is likely to have been, each of these once. */
  static int[] find(Table table, Object[] base, int baseCount, Object[] columns, int count) {
    int[] before = hashes(table, base, baseCount);
    int[] now = hashes(table, columns, count);
    int[] sources = new int[count];
    int least = Math.min(baseCount, count);
    int start = 0;
    while (start < least && before[start] == now[start]) {
      sources[start] = start;
      start++;
    }
    int tail = 0;
    while (tail < least - start && before[baseCount - 1 - tail] == now[count - 1 - tail]) {
      sources[count - 1 - tail] = baseCount - 1 - tail;
      tail++;
    }
    search(before, start, baseCount - tail, now, start, count - tail, sources);
    return sources;
  }

  private static void search(
      int[] before, int from, int to, int[] now, int start, int end, int[] sources) {
    Map<Integer, Integer> firsts = new HashMap<>();
    int[] next = new int[to - from];
    for (int row = to - 1; row >= from; row--) {
      Integer later = firsts.put(before[row], row);
      next[row - from] = later == null ? NEW : later;
    }
    boolean[] used = new boolean[to - from];
    int expected = from;
    for (int row = start; row < end; row++) {
      int source = NEW;
      if (expected < to && before[expected] == now[row] && !used[expected - from]) {
        source = expected;
      } else {
        Integer first = firsts.get(now[row]);
        source = first == null ? NEW : first;
        while (source != NEW && used[source - from]) {
          source = next[source - from];
        }
        if (first != null) {
          firsts.put(now[row], source);
        }
      }
      sources[row] = source;
      if (source != NEW) {
        used[source - from] = true;
        expected = source + 1;
      }
    }
  }

  /** Hashes of the strings of each row; of all its values, if there are no strings. */
  private static int[] hashes(Table table, Object[] columns, int count) {
    int[] hashes = new int[count];
    List<Column> all = table.columns();
    boolean hasStrings = all.stream().anyMatch(column -> column.kind() == ColumnKind.STRING);
    for (int i = 0; i < columns.length; i++) {
      if (!hasStrings || all.get(i).kind() == ColumnKind.STRING) {
        ColumnCoder.hash(columns[i], count, hashes);
      }
    }
    return hashes;
  }

  /** The rows of a table that are their own places. */
  static int[] places(int count) {
    int[] rows = new int[count];
    Arrays.setAll(rows, row -> row);
    return rows;
  }
}
