package io.castile.template;

import java.util.Arrays;

/**
 * The elements of a message that were read as beans or as items, with what was read: a struct of
 * arrays in document order, an element before those inside of it.
 *
 * <p>Invariant: {@code start} ascends strictly; the {@code size[i]} sections from {@code i} on are
 * section {@code i} and all inside of it. Offsets count from the start of the document.
 */
final class SectionTable {
  private static final int INITIAL = 16;

  /** Key of a {@link NumberRow}. */
  static final Object NUMBERS = new Object();

  int count;
  int[] start = new int[INITIAL];
  int[] end = new int[INITIAL];
  int[] size = new int[INITIAL];

  /** Depth and scope of the element, which must be the same for it to be recalled. */
  int[] place = new int[INITIAL];

  /**
   * Of an item: whether only white space is between it and the one before, of the same property.
   */
  boolean[] follows = new boolean[INITIAL];

  /** What decides what a bean is read as; {@link #NUMBERS} for those; null for other values. */
  Object[] key = new Object[INITIAL];

  /**
   * Of which property the section is an item; null if it is none, or not to be recalled as such.
   */
  Object[] property = new Object[INITIAL];

  /** What was read; null for nothing, or for a bean that is not to be recalled. */
  Object[] value = new Object[INITIAL];

  /** Adds a section and returns its index. */
  int add(int from, int where) {
    int i = count;
    if (i == start.length) {
      grow(i + 1);
    }
    count = i + 1;
    start[i] = from;
    size[i] = 1;
    place[i] = where;
    follows[i] = false;
    key[i] = null;
    property[i] = null;
    value[i] = null;
    return i;
  }

  /**
   * Adds sections of another table, moved by {@code shift} bytes, and returns the index of the
   * first.
   */
  int addAll(SectionTable other, int from, int to, int shift) {
    int first = count;
    int length = to - from;
    if (first + length > start.length) {
      grow(first + length);
    }
    count = first + length;
    for (int i = 0; i < length; i++) {
      start[first + i] = other.start[from + i] + shift;
      end[first + i] = other.end[from + i] + shift;
    }
    System.arraycopy(other.size, from, size, first, length);
    System.arraycopy(other.place, from, place, first, length);
    System.arraycopy(other.follows, from, follows, first, length);
    System.arraycopy(other.key, from, key, first, length);
    System.arraycopy(other.property, from, property, first, length);
    System.arraycopy(other.value, from, value, first, length);
    return first;
  }

  /** Takes back the sections from {@code i} on. */
  void truncate(int i) {
    Arrays.fill(key, i, count, null);
    Arrays.fill(property, i, count, null);
    Arrays.fill(value, i, count, null);
    count = i;
  }

  /** Index of the section that begins there; negative for none. */
  int startingAt(int offset, int from, int to) {
    return Arrays.binarySearch(start, from, to, offset);
  }

  private void grow(int needed) {
    int length = Math.max(needed, 2 * start.length);
    start = Arrays.copyOf(start, length);
    end = Arrays.copyOf(end, length);
    size = Arrays.copyOf(size, length);
    place = Arrays.copyOf(place, length);
    follows = Arrays.copyOf(follows, length);
    key = Arrays.copyOf(key, length);
    property = Arrays.copyOf(property, length);
    value = Arrays.copyOf(value, length);
  }

  /** The memory that this table takes, without the values, in bytes. */
  long footprint() {
    return start.length * 29L;
  }
}
