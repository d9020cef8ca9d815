package io.castile.template;

import java.util.Arrays;

/** Items that came and went, in order; between them both lists have items that belong together. */
final class ItemEdits {
  private static final int FEW = 8;

  int count;
  int[] at = new int[FEW]; // in the new list, where items came, or where those that went had been
  int[] inserted = new int[FEW];
  int[] removed = new int[FEW];

  void add(int index, int came, int went) {
    if (came == 0 && went == 0) {
      return;
    }
    if (count == at.length) {
      at = Arrays.copyOf(at, 2 * count);
      inserted = Arrays.copyOf(inserted, 2 * count);
      removed = Arrays.copyOf(removed, 2 * count);
    }
    at[count] = index;
    inserted[count] = came;
    removed[count] = went;
    count++;
  }
}
