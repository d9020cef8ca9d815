package io.castile.soap;

/** The program broke a rule of this interface; the message names the rule and what broke it. */
public final class SoapUsageException extends SoapException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message the rule, and what broke it
   */
  public SoapUsageException(String message) {
    super(message, null);
  }

  /**
   * As above.
   *
   * @param cause what shows it
   */
  public SoapUsageException(String message, Throwable cause) {
    super(message, cause);
  }
}
