package io.castile.template.read;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads one row of numbers beside the row of the old message that it corresponds to, number by
 * number as {@link SectionWalk} does it with sections, and notes where the elements end.
 *
 * <p>Owned by one thread.
 */
final class NumberMatch {
  private static final int MAX_COMPARED = 16;

  /** So many unequal numbers in a row, then it is looked for where reading stands. */
  private static final int PATIENCE = 3;

  private final CommonBytes common;

  // ---- the old row ----

  private static final byte[] NO_BYTES = {};
  private static final NumberRow NO_ROW = new NumberRow(NO_BYTES, 0, new int[0]);

  private NumberRow old = NO_ROW;
  private int oldStart;
  private byte[] oldBytes = NO_BYTES;

  /** The old number with which the next one is compared; those before anchor are done with. */
  private int next;

  private int anchor;
  private int misses;
  private int searchAt;
  private int shiftOfEnd;

  // ---- the new row ----

  int start;
  private int[] ends = new int[64];
  private int count;
  private boolean broken;

  NumberMatch(CommonBytes common) {
    this.common = common;
  }

  /**
   * Starts on a row.
   *
   * @param old the row to compare with, null for none; it starts at {@code oldStart}
   * @param shiftOfEnd by how many bytes the new document is longer
   */
  void begin(@Nullable NumberRow old, int oldStart, byte[] oldBytes, int shiftOfEnd) {
    this.old = old == null ? NO_ROW : old;
    this.oldStart = oldStart;
    this.oldBytes = oldBytes;
    this.shiftOfEnd = shiftOfEnd;
    next = 0;
    anchor = 0;
    misses = 0;
    searchAt = PATIENCE;
    start = -1;
    count = 0;
    broken = false;
  }

  /** Lets go of the old message. */
  void clear() {
    old = NO_ROW;
    oldBytes = NO_BYTES;
  }

  /** How many old numbers stand at {@code p}. They are those before {@link #next}. */
  int find(int p) {
    if (old == NO_ROW) {
      return 0;
    }
    int found = equalAt(p);
    if (found == 0 && ++misses >= searchAt) {
      if (search(p)) {
        found = equalAt(p);
      } else {
        searchAt = 2 * misses;
      }
    }
    if (found > 0) {
      next += found;
      anchor = next;
      misses = 0;
      searchAt = PATIENCE;
    }
    return found;
  }

  private int equalAt(int p) {
    if (next >= old.count) {
      return 0;
    }
    int q = startOf(next);
    return old.endingBy(q + common.count(p, oldStart + q), next) - next;
  }

  /** Finds the number at {@code p} among the old ones; {@link #next} is it then. */
  private boolean search(int p) {
    int to = Math.min(old.count, Math.max(next, anchor + MAX_COMPARED) + MAX_COMPARED);
    int near = Math.min(to, anchor + MAX_COMPARED);
    if (findAmong(anchor, near, p) || findAmong(Math.max(near, next), to, p)) {
      return true;
    }
    int q = p - shiftOfEnd - oldStart;
    if (q > startOfAnchor() && q < old.end(old.count)) {
      int i = old.endingBy(q, anchor);
      if (i < old.count && startOf(i) == q && isEqual(i, p)) {
        next = i;
        return true;
      }
    }
    return false;
  }

  private boolean findAmong(int from, int to, int p) {
    for (int i = from; i < to; i++) {
      if (isEqual(i, p)) {
        next = i;
        return true;
      }
    }
    return false;
  }

  private int startOfAnchor() {
    return anchor < old.count ? startOf(anchor) : Integer.MAX_VALUE;
  }

  private boolean isEqual(int i, int p) {
    int q = startOf(i);
    return common.agree(p, oldStart + q, old.end(i + 1) - q);
  }

  /** Where a number's element starts, counted from the start of the row. */
  private int startOf(int i) {
    int q = oldStart + old.end(i);
    while (oldBytes[q] != '<') {
      q++; // only white space is between the elements
    }
    return q - oldStart;
  }

  /** Index behind the numbers that were found last. */
  int next() {
    return next;
  }

  /** Where the first of the numbers found last starts, and the last: both in the old document. */
  int oldStartOf(int i) {
    return oldStart + startOf(i);
  }

  int oldEndOf(int i) {
    return oldStart + old.end(i + 1);
  }

  Object numbers() {
    return old.numbers;
  }

  /** Notes that the {@code found} numbers before {@link #next} stand at {@code p}. */
  void recalled(int found, int p, boolean joins) {
    if (!join(p, joins)) {
      return;
    }
    reserve(found);
    int from = next - found;
    old.copyEnds(from, found, ends, count, p - start - startOf(from));
    count += found;
  }

  /** Notes a number that was read. */
  void read(int p, int end, boolean joins) {
    next++;
    if (join(p, joins)) {
      reserve(1);
      ends[count++] = end - start;
    }
  }

  /** Whether the element at {@code p} can be noted: all before it have been, and it joins them. */
  private boolean join(int p, boolean joins) {
    if (start < 0) {
      start = p;
    } else {
      broken |= !joins;
    }
    return !broken;
  }

  private void reserve(int more) {
    if (count + more > ends.length) {
      ends = Arrays.copyOf(ends, Math.max(2 * ends.length, count + more));
    }
  }

  /** Where what was noted ends, in the new document; the start of the next if that is nothing. */
  int end(int p) {
    return count == 0 ? p : start + ends[count - 1];
  }

  /** The row as noted, for an array that begins with its numbers. */
  NumberRow finish(Object array) {
    return new NumberRow(array, count, Arrays.copyOf(ends, count));
  }

  int count() {
    return count;
  }

  /** The memory that this takes, in bytes. */
  long footprint() {
    return 4L * ends.length;
  }
}
