package io.castile.template.internal;

import java.util.Arrays;

/**
 * Finds out which items of a list came and which went. Where two items differ, it looks for each of
 * them a little further on among the others; if neither is there, the one is taken for the other,
 * changed. That is a guess, which may cost time and never bytes: what is taken for unchanged has
 * been compared.
 */
final class ItemAlignment {
  /** An item is looked for so far ahead, or as far as the one list is longer than the other. */
  private static final int REACH = 4;

  private static final int MAX_REACH = 64;

  /**
   * So many items are looked for in vain; of those after them only {@link #SOME} of {@link #EVERY}.
   * Fewer where both lists are of one length.
   */
  private static final int PATIENCE = 64;

  private static final int PATIENCE_IN_PLACE = 12;
  private static final int EVERY = 64;
  private static final int SOME = 4;

  private final ItemType type;
  private final ItemBlock block;
  private final Object array;
  private final int newEnd;
  private final int oldEnd;
  private final Edits edits = new Edits();
  private int chunk; // with the old items that were looked at last
  private int base; // the index of its first one

  /**
   * @param newEnd behind the items of the array that are to be aligned
   * @param oldEnd behind those of the block
   */
  ItemAlignment(ItemBlock block, Object array, int newEnd, int oldEnd) {
    this.type = block.type();
    this.block = block;
    this.array = array;
    this.newEnd = newEnd;
    this.oldEnd = oldEnd;
  }

  /** The edits, from an index on that is the first one of both. */
  Edits edits(int from) {
    int i = from; // of the array
    int j = from; // of the block
    int fruitless = 0;
    while (i < newEnd && j < oldEnd) {
      int same = same(i, j);
      i += same;
      j += same;
      if (i == newEnd || j == oldEnd) {
        break;
      }
      int growth = (newEnd - i) - (oldEnd - j);
      int shift = isWorthALook(growth, fruitless) ? shift(i, j, growth) : 0;
      if (shift > 0) {
        edits.add(i, shift, 0);
        i += shift;
        fruitless = 0;
      } else if (shift < 0) {
        edits.add(i, 0, -shift);
        j -= shift;
        fruitless = 0;
      } else {
        edits.addChanged(i);
        fruitless++;
        i++;
        j++;
      }
    }
    edits.add(i, newEnd - i, oldEnd - j);
    return edits;
  }

  private static boolean isWorthALook(int growth, int fruitless) {
    int patience = growth == 0 ? PATIENCE_IN_PLACE : PATIENCE;
    return fruitless < patience || fruitless % EVERY < SOME;
  }

  /** How many items came before old item {@code j}; negative if so many went; 0 if unknown. */
  private int shift(int i, int j, int growth) {
    int come = growth > 0 ? Math.min(MAX_REACH, Math.max(REACH, growth)) : REACH;
    int go = growth < 0 ? Math.min(MAX_REACH, Math.max(REACH, -growth)) : REACH;
    for (int d = 1; d <= Math.max(come, go); d++) {
      if (d <= go && j + d < oldEnd && isSame(i, j + d)) {
        return -d;
      }
      if (d <= come && i + d < newEnd && isSame(i + d, j)) {
        return d;
      }
    }
    return 0;
  }

  /** How many items are the same from there on. */
  private int same(int i, int j) {
    int same = 0;
    int most = Math.min(newEnd - i, oldEnd - j);
    while (same < most) {
      seek(j + same);
      ItemChunk open = block.chunks().get(chunk);
      int from = j + same - base;
      int end = Math.min(open.count, from + most - same);
      int change = type.nextChange(array, i + same - from, open.values, from, end);
      same += change - from;
      if (change < end) {
        return same;
      }
    }
    return same;
  }

  private boolean isSame(int i, int j) {
    seek(j);
    return type.isSame(array, i, block.chunks().get(chunk).values, j - base);
  }

  private void seek(int j) {
    while (j < base) {
      base -= block.chunks().get(--chunk).count;
    }
    while (j >= base + block.chunks().get(chunk).count) {
      base += block.chunks().get(chunk++).count;
    }
  }

  /**
   * Items that came and went, in order; between them both lists have items that belong together.
   * Where none came or went, the items that changed.
   */
  static final class Edits {
    private static final int FEW = 8;

    private int[] changed = new int[FEW]; // ascending
    private int changedCount;
    private int passed; // so many of these are before the item that was asked for last

    int count;
    int[] at = new int[FEW]; // in the new list, where items came, or where those that went had been
    int[] inserted = new int[FEW];
    int[] removed = new int[FEW];

    private void addChanged(int index) {
      if (changedCount == changed.length) {
        changed = Arrays.copyOf(changed, 2 * changedCount);
      }
      changed[changedCount++] = index;
    }

    /**
     * The first changed item from one on, or {@code end} if there is none before.
     *
     * @param from no less than the last time
     */
    int nextChanged(int from, int end) {
      while (passed < changedCount && changed[passed] < from) {
        passed++;
      }
      return passed < changedCount ? Math.min(end, changed[passed]) : end;
    }

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
}
