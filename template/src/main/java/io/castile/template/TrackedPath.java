package io.castile.template;

import java.util.Arrays;

/**
 * The tracked objects that are being written, innermost last, each with the nesting at which it is
 * and the stamp that it had when it was last written.
 */
final class TrackedPath {
  private Tracked[] objects = new Tracked[8];
  private int[] depths = new int[8];
  private long[] since = new long[8];
  private int count;

  void clear() {
    Arrays.fill(objects, 0, count, null);
    count = 0;
  }

  /**
   * @param stamp that of the object when it was last written; 0 if it was not
   */
  void enter(Tracked object, int depth, long stamp) {
    if (count == objects.length) {
      objects = Arrays.copyOf(objects, 2 * count);
      depths = Arrays.copyOf(depths, 2 * count);
      since = Arrays.copyOf(since, 2 * count);
    }
    objects[count] = object;
    depths[count] = depth;
    since[count] = stamp;
    count++;
  }

  /** Leaves whatever object is at that nesting, tracked or not. */
  void leave(int depth) {
    if (count > 0 && depths[count - 1] == depth) {
      objects[--count] = null;
    }
  }

  /** Which items of an array of the object at that nesting may have changed. */
  long changedItems(int depth, Object array) {
    return count > 0 && depths[count - 1] == depth && since[count - 1] != 0
        ? objects[count - 1].changedItems(array, since[count - 1])
        : Tracked.EVERYTHING;
  }
}
