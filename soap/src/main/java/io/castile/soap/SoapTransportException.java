package io.castile.soap;

/** A message could not be sent, or no SOAP message came back: connection, timeout, HTTP status. */
public final class SoapTransportException extends SoapException {
  private static final long serialVersionUID = 1L;

  private final int status;

  /** A failure without a response: the message names endpoint and phase. */
  public SoapTransportException(String message, Throwable cause) {
    this(message, 0, cause);
  }

  /**
   * @param status the HTTP status of the response, or 0 where there was none
   */
  public SoapTransportException(String message, int status, Throwable cause) {
    super(message, cause);
    this.status = status;
  }

  /** Returns the HTTP status of the response, or 0 where there was none. */
  public int status() {
    return status;
  }
}
