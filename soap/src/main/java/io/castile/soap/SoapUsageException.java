package io.castile.soap;

/**
 * Thrown where the program breaks a rule of this interface; the message names the rule and the
 * violation.
 */
public final class SoapUsageException extends SoapException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message the rule, and what broke it
   */
  public SoapUsageException(String message) {
    super(message, null);
  }

  /**
   * Constructs an exception with its cause.
   *
   * @param cause what shows it
   */
  public SoapUsageException(String message, Throwable cause) {
    super(message, cause);
  }
}
