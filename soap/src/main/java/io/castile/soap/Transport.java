package io.castile.soap;

import io.castile.xml.Payload;
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
   * @param headers header fields, Content-Type among them; neither Host nor the message's length
   * @param content the message; not used after the call, and maybe sent twice during it
   * @param options what holds for this call only
   */
  record Outgoing(
      String endpoint, Map<String, String> headers, Payload content, CallOptions options) {

    /** A message for which nothing holds but what the transport says. */
    public Outgoing(String endpoint, Map<String, String> headers, Payload content) {
      this(endpoint, headers, content, CallOptions.DEFAULT);
    }
  }

  /**
   * What came back.
   *
   * @param status the status code
   * @param headers header fields by name in lower case; repeated ones joined by ", ", those of
   *     {@code set-cookie} by line feeds; not to be changed
   * @param body the content, not null; the receiver's own
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Incoming(int status, Map<String, String> headers, byte[] body) {}

  /**
   * Sends a message and waits for the answer.
   *
   * <p>What the content itself throws while it is written goes to the caller as it is.
   *
   * @throws SoapTransportException if there is none: connection, timeout, limits, broken protocol,
   *     or the thread was interrupted
   */
  Incoming send(Outgoing message) throws SoapTransportException;

  /** Closes idle connections; calls under way end undisturbed. */
  @Override
  void close();
}
