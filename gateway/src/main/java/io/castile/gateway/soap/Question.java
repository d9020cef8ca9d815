package io.castile.gateway.soap;

import io.castile.cache.request.HeaderBlock;
import io.castile.soap.SoapVersion;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The request in a message, as far as the message says. Immutable and thread-safe.
 *
 * @param version of SOAP, by the envelope
 * @param operation the name of the first element in the body
 * @param blocks the header blocks
 * @param addressing what WS-Addressing says; null where no block is one of it
 */
public record Question(
    SoapVersion version,
    QName operation,
    List<HeaderBlock> blocks,
    @Nullable Addressing addressing) {
  /**
   * The message addressing properties of a request (WS-Addressing 1.0 Core §3.2).
   *
   * @param messageId empty for none
   * @param action empty for none
   * @param to empty for none
   * @param isAnsweredHere whether answer and faults go back on the connection
   * @param oddity why readers may differ in what the blocks say; null where they do not
   */
  public record Addressing(
      String messageId,
      String action,
      String to,
      boolean isAnsweredHere,
      @Nullable String oddity) {}
}
