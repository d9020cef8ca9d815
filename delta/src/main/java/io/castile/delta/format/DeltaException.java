package io.castile.delta.format;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A delta cannot be applied: it is malformed, damaged, or for another base. The message says what
 * was expected and found, and nothing of the content. Nothing has been changed; the full message is
 * to be fetched.
 */
public final class DeltaException extends IOException {
  private static final long serialVersionUID = 1L;

  private final boolean isTooLarge;

  public DeltaException(String message) {
    this(message, null);
  }

  public DeltaException(String message, @Nullable Throwable cause) {
    this(message, cause, false);
  }

  private DeltaException(String message, @Nullable Throwable cause, boolean isTooLarge) {
    super(message, cause);
    this.isTooLarge = isTooLarge;
  }

  /** For a message that has more bytes than it may have. */
  public static DeltaException tooLarge(long maxBytes) {
    return new DeltaException("expected a message of at most " + maxBytes + " bytes", null, true);
  }

  /** Whether nothing is wrong but that the message has more bytes than it may have. */
  public boolean isTooLarge() {
    return isTooLarge;
  }

  /**
   * For an error in a reader of what a peer has sent.
   *
   * @param what is read
   */
  public static DeltaException unforeseen(String what, RuntimeException error) {
    // Its own message might tell something of the content.
    String name = error.getClass().getSimpleName();
    return new DeltaException("expected a " + what + " that can be read, found " + name, error);
  }
}
