package io.castile.soap.http;

import java.io.IOException;
import java.net.SocketTimeoutException;

/** The other end took a connection, and was silent when TLS began. */
final class TlsSilenceException extends SocketTimeoutException {
  private static final long serialVersionUID = 1L;

  TlsSilenceException(IOException cause) {
    super(cause.getMessage());
    initCause(cause);
  }
}
