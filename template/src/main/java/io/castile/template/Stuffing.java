package io.castile.template;

/**
 * The room that a value of bounded width gets, filled up with white space (the paper's section
 * 3.2). Strings, dates, decimals and everything else without a greatest width is never stuffed.
 */
public enum Stuffing {
  /**
   * No room: the message has the bytes of a fresh one. A value that changes its size moves the
   * rest.
   */
  NONE,
  /** The width that the value once needed: a message that never changes is never stuffed. */
  ADAPTIVE,
  /** The greatest width of the type, from the first message on: nothing is ever moved. */
  MAXIMUM
}
