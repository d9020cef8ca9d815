package io.castile.soap.http;

import io.castile.soap.Headers;
import io.castile.soap.SoapTransportException;
import io.castile.xml.Payload;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Carries the bytes of one message to an endpoint and returns the response. Thread-safe.
 *
 * @see HttpTransport
 */
public interface Transport extends AutoCloseable {

  /**
   * A message to be sent.
   *
   * @param endpoint the address
   * @param headers header fields, Content-Type among them; neither Host nor the message's length
   * @param content the message; not used after the call, and maybe sent twice during it
   * @param options what holds for this call only
   * @param intake takes content of the response while it arrives, if the transport can do that;
   *     null for none
   */
  record Outgoing(
      String endpoint,
      Headers headers,
      Payload content,
      CallOptions options,
      @Nullable Intake intake) {

    /** Constructs a message whose response is wanted as a whole. */
    public Outgoing(String endpoint, Headers headers, Payload content, CallOptions options) {
      this(endpoint, headers, content, options, null);
    }

    /** Constructs a message with the default options. */
    public Outgoing(String endpoint, Headers headers, Payload content) {
      this(endpoint, headers, content, CallOptions.DEFAULT);
    }
  }

  /**
   * Receives the content of a response while it arrives, where it is too large to be held as a
   * whole. A transport that does not know it gives the content as {@link Incoming#body}. For one
   * thread.
   */
  interface Intake {
    /**
     * Whether this intake receives the content of such a response.
     *
     * @param headers as those of {@link Incoming}
     */
    boolean takes(int status, Headers headers);

    /** Returns how many bytes it takes at most, where another content may have {@code most}. */
    long maxBytes(long most);

    /**
     * Reads a content to its end; {@link Incoming#body} then has no bytes.
     *
     * @param headers as those of {@link Incoming}
     * @throws IOException what {@code content} throws
     */
    void take(Headers headers, InputStream content) throws IOException;

    /**
     * Whether the content is read on when {@link #take} has returned: then the exchange lasts until
     * it is closed.
     */
    default boolean isReading() {
      return false;
    }

    /** Hands the exchange to an intake that reads on, which closes it. */
    default void lasts(Exchange exchange) {
      throw new IllegalStateException("Cannot read on, because the content has been read.");
    }
  }

  /** An exchange whose response is being read. For one thread at a time. */
  interface Exchange {
    /** Returns the exception for a failure of the response's content. */
    SoapTransportException failure(IOException e);

    /** Ends the exchange, whatever has been read. May be called again. */
    void close();
  }

  /**
   * A received response.
   *
   * @param status the status code
   * @param headers header fields by name in lower case
   * @param body the content, not null; the receiver's own; no bytes where an intake has taken it
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Incoming(int status, Headers headers, byte[] body) {}

  /**
   * Sends a message and waits for the response.
   *
   * <p>What the content itself throws while it is written goes to the caller as it is.
   *
   * @throws SoapTransportException if there is none: connection, timeout, limits, broken protocol,
   *     or the thread was interrupted
   */
  Incoming send(Outgoing message) throws SoapTransportException;

  /**
   * Returns the time limit of calls that set none themselves ({@link CallOptions#callTimeout}), for
   * all until the response has been read; null for none.
   */
  default @Nullable Duration callTimeout() {
    return null;
  }

  /** Closes idle connections; calls under way end undisturbed. */
  @Override
  void close();
}
