package io.castile.codec.value;

/**
 * The work of an interpreter that a compiler may take over: a {@link CodecContext} tells it how
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
