package io.castile.codec.value;

/**
 * What an interpreter does the work of, and a compiler may: is told by a {@link CodecContext} how
 * long the operations took that interpreted it.
 */
public interface Interpreted {
  /**
   * Adds one operation to those that have interpreted this.
   *
   * @param nanos how long the whole operation took
   */
  void charge(long nanos);
}
