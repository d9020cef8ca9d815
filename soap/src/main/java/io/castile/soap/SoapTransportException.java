package io.castile.soap;

import java.util.Map;

/** A message could not be sent, or no SOAP message came back: connection, timeout, HTTP status. */
public final class SoapTransportException extends SoapException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final transient Map<String, String> headers;

  /** A failure without a response: the message names endpoint and phase. */
  public SoapTransportException(String message, Throwable cause) {
    this(message, 0, cause);
  }

  /**
   * @param status the HTTP status of the response, or 0 where there was none
   */
  public SoapTransportException(String message, int status, Throwable cause) {
    this(message, status, Map.of(), cause);
  }

  /**
   * @param status the HTTP status of the response, or 0 where there was none
   * @param headers its header fields, by name in lower case
   */
  public SoapTransportException(
      String message, int status, Map<String, String> headers, Throwable cause) {
    super(message, cause);
    this.status = status;
    this.headers = Map.copyOf(headers);
  }

  /** Returns the HTTP status of the response, or 0 where there was none. */
  public int status() {
    return status;
  }

  /**
   * Returns the header fields of the response by name in lower case; none where there was no
   * response, or once this exception has been serialized.
   */
  public Map<String, String> headers() {
    return headers == null ? Map.of() : headers;
  }
}
