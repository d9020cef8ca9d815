package io.castile.template.read;

import java.util.Arrays;

/**
 * The numbers of an array and where their elements end, one directly behind the other but for white
 * space. Owned by the table that holds it; not changed once it is there.
 */
final class NumberRow {
  final Object numbers;
  final int count;

  /** Where each element ends, counted from the start of the first; ascending. */
  private final int[] ends;

  NumberRow(Object numbers, int count, int[] ends) {
    this.numbers = numbers;
    this.count = count;
    this.ends = ends;
  }

  /** Where the first {@code n} elements end. */
  int end(int n) {
    return n == 0 ? 0 : ends[n - 1];
  }

  /**
   * How many of the elements end at or before that place; at least {@code known}. Costs the
   * logarithm of how many more than that.
   */
  int endingBy(int offset, int known) {
    int step = 1;
    int high = known;
    while (high < count && ends[high] <= offset) {
      high += step;
      step <<= 1;
    }
    // All before high - step / 2 end by then.
    int low = Math.max(known, high - (step >> 1));
    int found = Arrays.binarySearch(ends, low, Math.min(high, count), offset);
    return found >= 0 ? found + 1 : -found - 1;
  }

  /** Copies the ends of some elements, moved by {@code shift}. */
  void copyEnds(int from, int length, int[] into, int at, int shift) {
    for (int i = 0; i < length; i++) {
      into[at + i] = ends[from + i] + shift;
    }
  }
}
