package io.castile.codec.typed;

/**
 * Says that a message, or a class of messages, has no columns: it is written as XML. Has no stack
 * trace, as it is no failure.
 */
public final class NotTypedException extends Exception {
  private static final long serialVersionUID = 1;

  public NotTypedException(String reason) {
    super(reason, null, false, false);
  }
}
