package io.castile.codec;

import org.jspecify.annotations.Nullable;

/**
 * The annotations of a class do not describe a binding, or the class does not behave as they say: a
 * misuse by the application, never a matter of a message.
 */
public final class BindingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Constructs an exception whose message names class and property, and says what is expected. */
  public BindingException(String message) {
    super(message);
  }

  /**
   * Constructs an exception with its cause; the message names class and property, and says what is
   * expected.
   */
  public BindingException(@Nullable String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** The same error with the way to it, as which property of which class holds the type. */
  public BindingException at(String way) {
    return new BindingException(way + ": " + getMessage(), this);
  }

  /** Passes unchecked exceptions and errors of application code on as they are. */
  public static RuntimeException of(String message, @Nullable Throwable cause) {
    if (cause instanceof RuntimeException unchecked) {
      return unchecked;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    return new BindingException(message + ": " + cause, cause);
  }
}
