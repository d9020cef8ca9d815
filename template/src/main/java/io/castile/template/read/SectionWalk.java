package io.castile.template.read;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Walks through the sections of the old message beside the elements of the new one, and finds the
 * old section that an element equals. Elements correspond by their order inside of elements that
 * correspond; where that fails twice in a row, the section is searched for: near by, and where it
 * would be if all that follows is as it was.
 *
 * <p>Owned by one thread.
 */
final class SectionWalk {
  /** How many siblings are passed over to find one of the same kind. */
  private static final int MAX_SKIPPED = 8;

  /** The number of siblings with which a searched element is compared. */
  private static final int MAX_COMPARED = 16;

  private final CommonBytes common;

  @SuppressWarnings("NullAway.Init") // set by reset
  private SectionTable old;

  private int shiftOfEnd;
  private SectionCursor[] levels = {new SectionCursor()};
  private int top;

  /** The old section that the element last looked for is held to correspond to; -1 for none. */
  private int counterpart;

  SectionWalk(CommonBytes common) {
    this.common = common;
  }

  /**
   * Starts at the beginning.
   *
   * @param shiftOfEnd by how many bytes the new document is longer
   */
  void reset(SectionTable old, int shiftOfEnd) {
    this.old = old;
    this.shiftOfEnd = shiftOfEnd;
    top = 0;
    levels[0].begin(0, -1, 0, old.count());
  }

  /**
   * The section that directly surrounds an element of that depth. Elements that were never closed
   * are dropped.
   */
  SectionCursor around(int depth, SectionTable now) {
    while (top > 0 && levels[top].depth >= depth) {
      if (levels[top].section >= 0) {
        now.truncate(levels[top].section);
      }
      top--;
    }
    return levels[top];
  }

  /** Enters an element, which {@link #find} has not found. */
  void open(int depth, int section) {
    SectionCursor parent = levels[top];
    int c = counterpart;
    if (c >= 0) {
      parent.next = c + old.size(c);
    }
    if (++top == levels.length) {
      levels = Arrays.copyOf(levels, 2 * top);
    }
    if (levels[top] == null) {
      levels[top] = new SectionCursor();
    }
    levels[top].begin(depth, section, c + 1, c >= 0 ? c + old.size(c) : c + 1);
  }

  /** Leaves an element; returns its level, or null if it was not entered. */
  @Nullable SectionCursor close(int depth) {
    if (top == 0 || levels[top].depth != depth) {
      return null;
    }
    return levels[top--];
  }

  /** Passes over the counterpart of an element that was read without having been entered. */
  void passed(SectionCursor level) {
    if (counterpart >= level.next) {
      level.next = counterpart + old.size(counterpart);
    }
  }

  /**
   * The old section that is equal to the element at {@code p}; -1 for none.
   *
   * @param key of a bean, or {@link SectionTable#ROW}; null to look by the property
   * @param property of an item; null to look by the key alone
   */
  int find(SectionCursor level, int p, int place, @Nullable Object key, @Nullable Object property) {
    int c = locate(level, place, key, property);
    if (c >= 0 && isRecallable(c) && common.count(p, old.start(c)) >= old.end(c) - old.start(c)) {
      return c;
    }
    if (level.missed()) {
      int found = search(level, p, place, key, property);
      if (found >= 0) {
        return found;
      }
      level.lost();
    }
    return -1;
  }

  /** The next old section of that kind, which is then the counterpart; -1 for none near by. */
  int locate(SectionCursor level, int place, @Nullable Object key, @Nullable Object property) {
    counterpart = -1;
    int c = level.next;
    for (int n = 0; c < level.limit && n < MAX_SKIPPED; n++) {
      if (isOfKind(c, place, key, property)) {
        counterpart = c;
        return c;
      }
      c += old.size(c);
    }
    return -1;
  }

  private boolean isOfKind(int c, int place, @Nullable Object key, @Nullable Object property) {
    return old.place(c) == place
        && (property == null || old.property(c) == property)
        && (key == null ? old.key(c) != SectionTable.ROW : old.key(c) == key);
  }

  /** An item may be null; a bean that is, is not to be recalled. */
  private boolean isRecallable(int c) {
    return old.value(c) != null || old.key(c) == null;
  }

  private int search(
      SectionCursor level, int p, int place, @Nullable Object key, @Nullable Object property) {
    int c = level.anchor;
    for (int n = 0; c < level.limit && n < MAX_COMPARED; n++) {
      if (isEqual(c, p, place, key, property)) {
        return c;
      }
      c += old.size(c);
    }
    c = Math.max(c, level.next);
    for (int n = 0; c < level.limit && n < MAX_COMPARED; n++) {
      if (isEqual(c, p, place, key, property)) {
        return c;
      }
      c += old.size(c);
    }
    c = old.startingAt(p - shiftOfEnd, level.anchor, level.limit);
    return c >= 0 && isEqual(c, p, place, key, property) ? c : -1;
  }

  private boolean isEqual(
      int c, int p, int place, @Nullable Object key, @Nullable Object property) {
    return isOfKind(c, place, key, property)
        && isRecallable(c)
        && common.agree(p, old.start(c), old.end(c) - old.start(c));
  }

  /**
   * Behind the last of the items that directly follow the found one, and are equal as it is.
   *
   * @param found an old section that is equal to the element at {@code p}
   */
  int lastOfRow(SectionCursor level, int found, int p) {
    int equalTo = old.start(found) + common.count(p, old.start(found));
    Object property = old.property(found);
    int last = found;
    int c = found + old.size(found);
    while (c < level.limit
        && old.follows(c)
        && old.property(c) == property
        && old.end(c) <= equalTo) {
      last = c;
      c += old.size(c);
    }
    return last;
  }
}
