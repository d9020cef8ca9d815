package io.castile.template;

/** Where the white space of {@link Stuffing} stands. */
public enum Padding {
  /** Behind the end tag, as in the paper: nothing is ever added to the content of an element. */
  OUTSIDE,
  /**
   * Behind the value, where its type collapses white space (XML Schema part 2, section 4.3.6), as
   * all stuffed types do: no tag ever moves.
   */
  INSIDE
}
