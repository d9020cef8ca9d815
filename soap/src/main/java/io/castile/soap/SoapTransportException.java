package io.castile.soap;

import java.util.Map;

/** A message could not be sent, or no SOAP message came back: connection, timeout, HTTP status. */
public final class SoapTransportException extends SoapException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final transient Map<String, String> headers;
  private final transient byte[] body;
  private final boolean unsent;

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
    this.body = new byte[0];
    this.unsent = false;
  }

  private SoapTransportException(
      byte[] body, String message, int status, Map<String, String> headers) {
    super(message, null);
    this.status = status;
    this.headers = Map.copyOf(headers);
    this.body = body.clone();
    this.unsent = false;
  }

  /** An answer that is no SOAP message. */
  static SoapTransportException noMessage(
      String message, int status, Map<String, String> headers, byte[] body) {
    return new SoapTransportException(body, message, status, headers);
  }

  private SoapTransportException(String message, boolean unsent, Throwable cause) {
    super(message, cause);
    this.status = 0;
    this.headers = Map.of();
    this.body = new byte[0];
    this.unsent = unsent;
  }

  /** A failure before the whole request had left. */
  static SoapTransportException unsent(String message, Throwable cause) {
    return new SoapTransportException(message, true, cause);
  }

  /**
   * Whether it is certain that the service has not processed the request, because it has not left
   * whole: the call may be repeated, whatever the operation does. False where that is not known.
   */
  public boolean unsent() {
    return unsent;
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

  /**
   * Returns the content of an answer that is no SOAP message, as it came; a copy. Empty where there
   * was none, or once this exception has been serialized. It may hold secrets, which are masked in
   * the message only.
   */
  public byte[] body() {
    return body == null ? new byte[0] : body.clone();
  }
}
