package io.castile.template.tracked;

/**
 * An application object that knows when it changed, so that its unchanged parts are not even
 * compared. Optional; generated beans may implement it.
 *
 * <p>Stamps come from {@code Stamps}; they are unique in the process and grow. A change that is not
 * told is not sent.
 */
public interface Tracked {
  /**
   * The stamp of the last change of this object or of anything below it that is written with it.
   * Two objects never have the same one unless one is an unchanged copy of the other.
   */
  long modified();

  /**
   * Returns a range of items that may have changed after a stamp, in one of this object's own lists
   * or arrays of a primitive type: the first such range from an index on. Of an object that is a
   * list it is asked about that itself. To be asked of a list or an array that is as long as it was
   * then.
   *
   * @param items the list or the array, as the property holds it now
   * @param from the index
   * @return as {@link #range} gives it, not empty and not before {@code from}; {@link #NOTHING} if
   *     there is none, {@link #EVERYTHING} where it is not known
   */
  default long changedItems(Object items, long since, int from) {
    return EVERYTHING;
  }

  /** The result where no item has changed. */
  long NOTHING = 0;

  /** The result where any item may have changed, from the given index on. */
  long EVERYTHING = Integer.MAX_VALUE;

  /**
   * The range from {@code first} to {@code end}, exclusive, as {@link #changedItems} returns it.
   */
  static long range(int first, int end) {
    return (long) first << 32 | end;
  }
}
