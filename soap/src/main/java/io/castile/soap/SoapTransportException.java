package io.castile.soap;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A message could not be sent, or no SOAP message came back: connection, timeout, HTTP status. */
public final class SoapTransportException extends SoapException {
  private static final long serialVersionUID = 1L;

  /** The bytes that are kept of the content of a response. */
  private static final int MAX_BODY_BYTES = 64 << 10;

  private static final byte[] NOTHING = {};

  private final int status;
  private final transient @Nullable Headers headers; // null once this was serialized
  private final transient byte[] body;
  private final boolean unsent;

  /** A failure without a response: the message names endpoint and phase. */
  public SoapTransportException(String message, @Nullable Throwable cause) {
    this(message, 0, cause);
  }

  /**
   * @param status the HTTP status of the response, or 0 where there was none
   */
  public SoapTransportException(String message, int status, @Nullable Throwable cause) {
    this(message, status, Headers.NONE, cause);
  }

  /**
   * @param status the HTTP status of the response, or 0 where there was none
   * @param headers its header fields, by name in lower case
   */
  public SoapTransportException(
      String message, int status, Headers headers, @Nullable Throwable cause) {
    this(message, status, headers, NOTHING, cause);
  }

  /**
   * @param status the HTTP status of the response, or 0 where there was none
   * @param headers its header fields, by name in lower case
   * @param body its content, of which the first 64 KiB are kept; copied
   */
  public SoapTransportException(
      String message, int status, Headers headers, byte[] body, @Nullable Throwable cause) {
    super(message, cause);
    this.status = status;
    this.headers = headers;
    this.body = Arrays.copyOf(body, Math.min(body.length, MAX_BODY_BYTES));
    this.unsent = false;
  }

  private SoapTransportException(String message, boolean unsent, @Nullable Throwable cause) {
    super(message, cause);
    this.status = 0;
    this.headers = Headers.NONE;
    this.body = NOTHING;
    this.unsent = unsent;
  }

  /** A failure before the whole request had left. */
  public static SoapTransportException unsent(String message, @Nullable Throwable cause) {
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
  public Headers headers() {
    return headers == null ? Headers.NONE : headers;
  }

  /**
   * Returns the content of the response, up to 64 KiB of it, as it came: a coding
   * (Content-Encoding) has not been undone, and no secret in it is hidden, as it is in the message.
   * Empty where there was no response, or no content, or once this exception has been serialized.
   *
   * @return the caller's own
   */
  public byte[] body() {
    return body == null ? NOTHING : body.clone();
  }
}
