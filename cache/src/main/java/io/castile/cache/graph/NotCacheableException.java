package io.castile.cache.graph;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value or its type does not fit a kind of key or representation; the message says which and why.
 * The call goes on without the cache.
 */
public final class NotCacheableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param reason what does not fit, and why
   */
  public NotCacheableException(String reason) {
    super(reason, null, false, false); // thrown on the way of a call, and its place is of no use
  }

  /**
   * @param reason what does not fit, and why
   * @param cause what was thrown where it was found
   */
  public NotCacheableException(String reason, @Nullable Throwable cause) {
    super(reason, cause, false, false);
  }

  /** The reason. */
  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }

  @Override
  public String toString() {
    return getMessage();
  }

  /** Returns the exception for a failure of the application's code. */
  public static NotCacheableException failed(String what, @Nullable Throwable cause) {
    return new NotCacheableException(what + " failed: " + cause, cause);
  }
}
