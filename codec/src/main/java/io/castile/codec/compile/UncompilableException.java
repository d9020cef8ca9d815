package io.castile.codec.compile;

/**
 * Code for a bean cannot be compiled or loaded here; the message is one line that says why. The
 * interpreter does the bean's work then.
 */
final class UncompilableException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * @param reason one line, without the name of the bean
   */
  UncompilableException(String reason) {
    super(reason);
  }

  /** Constructs an exception with its cause. */
  UncompilableException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
