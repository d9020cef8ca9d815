package io.castile.template.internal;

import java.util.List;

/**
 * The treatment of an array's or a list's items in a block: how they are compared with columns of
 * values, and written. What holds the items is passed as an object, as are the columns.
 */
abstract class ItemType {
  /** The greatest width of an item of a type that has none. */
  static final int UNBOUNDED = 0;

  /** The greatest number of bytes of an item, or {@link #UNBOUNDED}. */
  final int maxWidth;

  ItemType(int maxWidth) {
    this.maxWidth = maxWidth;
  }

  final boolean isBounded() {
    return maxWidth != UNBOUNDED;
  }

  /** Whether a block of this type takes items of the other one. */
  boolean takes(ItemType other) {
    return this == other;
  }

  /**
   * Whether items of the other type are of the same class as these, though written by another
   * codec.
   */
  boolean isLike(ItemType other) {
    return takes(other);
  }

  /** New columns for so many items. */
  abstract Object newValues(int items);

  /** Like {@link #newValues}, with items that are not known and so differ from all others. */
  Object unknownValues(int items) {
    throw new IllegalStateException("Cannot make unknown values of items that need no codec.");
  }

  /** Copies {@code items} items from one place to another, perhaps in the same columns. */
  abstract void move(Object from, int first, Object to, int at, int items);

  /** How many values an item is made of. */
  int valuesPerItem() {
    return 1;
  }

  /** The bytes of an item in the columns. */
  abstract int bytesPerItem();

  /** How many items there are. */
  abstract int length(Object array);

  /**
   * The first index of {@code values} from {@code from} on whose item differs from that of {@code
   * array} {@code distance} further on; {@code end} if there is none before. Null, and an item of a
   * class that is not of this type, differ.
   */
  abstract int nextChange(Object array, int distance, Object values, int from, int end);

  /** Whether an item of {@code array} is that of {@code values}. */
  abstract boolean isSame(Object array, int index, Object values, int at);

  /** Copies one item of {@code array} to {@code values}. */
  abstract void copy(Object array, int index, Object values, int at);

  /**
   * Writes an item.
   *
   * @return its length; its bytes begin at 0 of {@link ItemImage#bytes}
   */
  abstract int write(Object array, int index, ItemImage image);

  /**
   * Writes an item of bounded width, for which there is the room of {@link ItemLayout#slack}.
   *
   * @return its length
   */
  int write(Object array, int index, byte[] to, int at) {
    throw new IllegalStateException("Cannot write items without a greatest width in place.");
  }

  /**
   * Whether items are objects that may be compared one by one at a reasonable price to find out
   * which of them came and went.
   */
  boolean isAligned() {
    return false;
  }

  /** Whether all items of a range are of one class, none of them null. */
  static boolean areAll(Class<?> type, List<?> items, int from, int end) {
    for (int i = from; i < end; i++) {
      Object item = items.get(i);
      if (item == null || item.getClass() != type) {
        return false;
      }
    }
    return true;
  }

  /** Whether no item of a range is null. */
  static boolean areAllThere(List<?> items, int from, int end) {
    for (int i = from; i < end; i++) {
      if (items.get(i) == null) {
        return false;
      }
    }
    return true;
  }
}
