package io.castile.template.internal;

import io.castile.template.tracked.Tracked;
import java.util.Arrays;

/**
 * The tracked objects that are being written, innermost last, each with the nesting at which it is
 * and the stamp that it had when it was last written.
 */
final class TrackedPath {
  private Tracked[] objects = {};
  private int[] depths = {};
  private long[] since = {};
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
      int capacity = Math.max(8, 2 * count);
      objects = Arrays.copyOf(objects, capacity);
      depths = Arrays.copyOf(depths, capacity);
      since = Arrays.copyOf(since, capacity);
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

  /** Which items of an array or a list of the object at that nesting may have changed. */
  ChangedItems changedItems(int depth, Object items) {
    if (count == 0 || depths[count - 1] != depth || since[count - 1] == 0) {
      return ChangedItems.ANY;
    }
    Tracked object = objects[count - 1];
    long stamp = since[count - 1];
    return object.changedItems(items, stamp, 0) == Tracked.EVERYTHING
        ? ChangedItems.ANY
        : from -> object.changedItems(items, stamp, from);
  }
}
