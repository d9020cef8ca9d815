package io.castile.delta.format;

import java.util.Arrays;

/**
 * New texts for fields of the base, in the order in which the fields stand in the target. Texts
 * stand in an array, which is the target where it is known. Not thread-safe.
 */
final class Edits {
  int[] rows = new int[16]; // the row's place among those that come from the base
  int[] fields = new int[16]; // of the base
  int[] starts = new int[16]; // of the new text
  int[] ends = new int[16];
  int count;

  void add(int row, int field, int start, int end) {
    if (count == rows.length) {
      grow(count << 1);
    }
    rows[count] = row;
    fields[count] = field;
    starts[count] = start;
    ends[count] = end;
    count++;
  }

  private void grow(int capacity) {
    rows = Arrays.copyOf(rows, capacity);
    fields = Arrays.copyOf(fields, capacity);
    starts = Arrays.copyOf(starts, capacity);
    ends = Arrays.copyOf(ends, capacity);
  }

  /** The edits of each column of the base, columns in the order in which they first come. */
  int[][] byColumn(RowDocument base) {
    int[] group = new int[base.columns()]; // plus 1; 0 for none yet
    int[] sizes = new int[Math.min(count, base.columns())];
    int groups = 0;
    for (int i = 0; i < count; i++) {
      int column = base.column(fields[i]);
      if (group[column] == 0) {
        group[column] = ++groups;
      }
      sizes[group[column] - 1]++;
    }
    int[][] members = new int[groups][];
    for (int i = 0; i < groups; i++) {
      members[i] = new int[sizes[i]];
    }
    Arrays.fill(sizes, 0);
    for (int i = 0; i < count; i++) {
      int g = group[base.column(fields[i])] - 1;
      members[g][sizes[g]++] = i;
    }
    return members;
  }

  /** The first edit of each row that is changed. */
  int[] firstOfRows() {
    int[] firsts = new int[count];
    int found = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || rows[i] != rows[i - 1]) {
        firsts[found++] = i;
      }
    }
    return Arrays.copyOf(firsts, found);
  }
}
