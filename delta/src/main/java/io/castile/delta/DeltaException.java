package io.castile.delta;

import java.io.IOException;

/**
 * A delta cannot be applied: it is malformed, damaged, or for another base. The message says what
 * was expected and found, and nothing of the content. Nothing has been changed; the full message is
 * to be fetched.
 */
public final class DeltaException extends IOException {
  private static final long serialVersionUID = 1L;

  DeltaException(String message) {
    super(message);
  }

  DeltaException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * For an error in a reader of what a peer has sent.
   *
   * @param what is read
   */
  static DeltaException unforeseen(String what, RuntimeException error) {
    // Its own message might tell something of the content.
    String name = error.getClass().getSimpleName();
    return new DeltaException("expected a " + what + " that can be read, found " + name, error);
  }
}
