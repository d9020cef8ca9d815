package io.castile.template;

/** The place of the white space of {@link Stuffing}. */
public enum Padding {
  /**
   * White space after the end tag, as in the paper: nothing is ever added to the content of an
   * element.
   */
  OUTSIDE,
  /**
   * White space after the value, where its type collapses white space (XML Schema part 2, section
   * 4.3.6), as all stuffed types do: no tag ever moves.
   */
  INSIDE
}
