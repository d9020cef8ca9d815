package io.castile.redis;

/** Redis did not do what it was asked to, in time or at all. */
final class UnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Without a stack trace: while Redis is gone, each call gets one. */
  UnavailableException(String message) {
    super(message, null, false, false);
  }
}
