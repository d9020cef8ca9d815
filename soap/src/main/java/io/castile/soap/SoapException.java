package io.castile.soap;

import org.jspecify.annotations.Nullable;

/**
 * A call did not come to a result. The subtypes say why: the transport failed, the message was not
 * what it must be, the other side answered with a fault, or the interface was misused.
 */
public abstract class SoapException extends Exception {
  private static final long serialVersionUID = 1L;

  public SoapException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
