package io.castile.soap.server;

import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import io.castile.xml.Payload;

/** Takes the response to a request of a {@link ServiceEndpoint}. For one thread. */
interface Reply {
  /** Whether large messages may be taken while they are written, as their size is not needed. */
  default boolean takesLeaving() {
    return false;
  }

  /** There will be no message: the request is one-way and has been accepted. */
  void accepted();

  /**
   * Takes the message that answers.
   *
   * @param fault whether the message is a fault; {@code sender} whether it blames the sender
   * @param headers headers of the transport beside the usual ones
   * @param content the message; not to be kept after the call
   */
  void message(
      SoapVersion version, boolean fault, boolean sender, Headers headers, Payload content);
}
