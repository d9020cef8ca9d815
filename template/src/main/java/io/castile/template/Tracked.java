package io.castile.template;

/**
 * An application object that knows when it changed, so that its unchanged parts are not even
 * compared. Optional; generated beans may implement it.
 *
 * <p>Stamps come from {@link Stamps#next}; they are unique in the process and grow. A change that
 * is not told is not sent.
 */
public interface Tracked {
  /**
   * The stamp of the last change of this object or of anything below it that is written with it.
   * Two objects never have the same one unless one is an unchanged copy of the other.
   */
  long modified();

  /**
   * Which items of one of this object's own primitive arrays may have changed after a stamp.
   *
   * @param array the array, as the property holds it now
   * @return the first index in the high and the end, exclusive, in the low 32 bits; {@link
   *     #NOTHING} for none, {@link #EVERYTHING} where it is not known
   */
  default long changedItems(Object array, long since) {
    return EVERYTHING;
  }

  /** No item has changed. */
  long NOTHING = 0;

  /** Any item may have changed. */
  long EVERYTHING = Integer.MAX_VALUE;

  /**
   * The range from {@code first} to {@code end}, exclusive, as {@link #changedItems} returns it.
   */
  static long range(int first, int end) {
    return (long) first << 32 | end;
  }
}
