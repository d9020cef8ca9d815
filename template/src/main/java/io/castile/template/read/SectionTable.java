package io.castile.template.read;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a message that were read as beans or as items, with what was read: in document
 * order, an element before those inside of it.
 *
 * <p>Invariant: starts ascend strictly; the {@code size(i)} sections from {@code i} on are section
 * {@code i} and all inside of it. Offsets count from the start of the document.
 *
 * <p>A section is four numbers and three references, which stand together, so that a row of
 * sections is taken over by two copies:
 *
 * <pre>
 *   numbers     | start | end | size | place, follows |
 *   references  | key | property | value |
 * </pre>
 */
final class SectionTable {
  private static final int INITIAL = 16;

  private static final int NUMBERS_EACH = 4;
  private static final int END = 1;
  private static final int SIZE = 2;
  private static final int PLACE = 3;

  private static final int REFERENCES_EACH = 3;
  private static final int PROPERTY = 1;
  private static final int VALUE = 2;

  /** Key of a {@link NumberRow}. */
  static final Object ROW = new Object();

  private int count;
  private int[] numbers = new int[NUMBERS_EACH * INITIAL];
  private Object[] references = new Object[REFERENCES_EACH * INITIAL];

  int count() {
    return count;
  }

  int start(int i) {
    return numbers[NUMBERS_EACH * i];
  }

  int end(int i) {
    return numbers[NUMBERS_EACH * i + END];
  }

  int size(int i) {
    return numbers[NUMBERS_EACH * i + SIZE];
  }

  /** Depth and scope of the element, which must be the same for it to be recalled. */
  int place(int i) {
    return numbers[NUMBERS_EACH * i + PLACE] >> 1;
  }

  /** Whether only white space is between an item and the one before, of the same property. */
  boolean follows(int i) {
    return (numbers[NUMBERS_EACH * i + PLACE] & 1) != 0;
  }

  /** The key that decides how a bean is read; {@link #ROW} for those; null for other values. */
  @Nullable Object key(int i) {
    return references[REFERENCES_EACH * i];
  }

  /**
   * The property of which the section is an item; null if it is none, or not to be recalled as
   * such.
   */
  @Nullable Object property(int i) {
    return references[REFERENCES_EACH * i + PROPERTY];
  }

  /** The value that was read; null for none, or for a bean that is not to be recalled. */
  @Nullable Object value(int i) {
    return references[REFERENCES_EACH * i + VALUE];
  }

  /**
   * Adds a section that begins, and returns its index.
   *
   * @param place at most 31 bits
   */
  int add(int start, int place, @Nullable Object key) {
    int i = count;
    reserve(i + 1);
    count = i + 1;
    numbers[NUMBERS_EACH * i] = start;
    numbers[NUMBERS_EACH * i + PLACE] = place << 1;
    references[REFERENCES_EACH * i] = key;
    return i;
  }

  /** Completes a section, which holds all that were added after it. */
  void finish(int i, int end, @Nullable Object value) {
    numbers[NUMBERS_EACH * i + END] = end;
    numbers[NUMBERS_EACH * i + SIZE] = count - i;
    references[REFERENCES_EACH * i + VALUE] = value;
  }

  /** Makes a section an item. */
  void setProperty(int i, @Nullable Object property) {
    references[REFERENCES_EACH * i + PROPERTY] = property;
  }

  void setFollows(int i, boolean follows) {
    int place = numbers[NUMBERS_EACH * i + PLACE];
    numbers[NUMBERS_EACH * i + PLACE] = follows ? place | 1 : place & ~1;
  }

  /**
   * Adds sections of another table, moved by {@code shift} bytes, and returns the index of the
   * first.
   */
  int addAll(SectionTable other, int from, int to, int shift) {
    int first = count;
    int length = to - from;
    reserve(first + length);
    count = first + length;
    int[] into = numbers;
    System.arraycopy(
        other.numbers, NUMBERS_EACH * from, into, NUMBERS_EACH * first, NUMBERS_EACH * length);
    if (shift != 0) {
      for (int i = NUMBERS_EACH * first; i < NUMBERS_EACH * count; i += NUMBERS_EACH) {
        into[i] += shift;
        into[i + END] += shift;
      }
    }
    System.arraycopy(
        other.references,
        REFERENCES_EACH * from,
        references,
        REFERENCES_EACH * first,
        REFERENCES_EACH * length);
    return first;
  }

  /** Takes back the sections from {@code i} on. */
  void truncate(int i) {
    Arrays.fill(references, REFERENCES_EACH * i, REFERENCES_EACH * count, null);
    count = i;
  }

  /** Index of the section in the range that begins there; -1 for none. */
  int startingAt(int offset, int from, int to) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (start(middle) < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < to && start(low) == offset ? low : -1;
  }

  private void reserve(int needed) {
    if (NUMBERS_EACH * needed > numbers.length) {
      int length = Math.max(needed, numbers.length / NUMBERS_EACH * 2);
      numbers = Arrays.copyOf(numbers, NUMBERS_EACH * length);
      references = Arrays.copyOf(references, REFERENCES_EACH * length);
    }
  }

  /** The memory that this table takes, without the values, in bytes. */
  long footprint() {
    return 4L * numbers.length + 4L * references.length;
  }
}
