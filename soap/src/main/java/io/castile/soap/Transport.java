package io.castile.soap;

import java.util.Map;

/**
 * Carries the bytes of one message to an endpoint and brings the answer. Thread-safe.
 *
 * @see HttpTransport
 */
public interface Transport extends AutoCloseable {

  /**
   * What to send.
   *
   * @param endpoint the address
   * @param headers header fields, Content-Type among them; not Host and Content-Length
   * @param buffer holds the message; not changed, and not used after the call
   * @param length the length of the message, which begins at index 0 of {@code buffer}
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Outgoing(String endpoint, Map<String, String> headers, byte[] buffer, int length) {}

  /**
   * What came back.
   *
   * @param status the status code
   * @param headers header fields by name in lower case; repeated ones joined by ", "
   * @param body the content, not null; the receiver's own
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Incoming(int status, Map<String, String> headers, byte[] body) {}

  /**
   * Sends a message and waits for the answer.
   *
   * @throws SoapTransportException if there is none: connection, timeout, limits, broken protocol
   */
  Incoming send(Outgoing message) throws SoapTransportException;

  /** Closes idle connections; calls under way end undisturbed. */
  @Override
  void close();
}
