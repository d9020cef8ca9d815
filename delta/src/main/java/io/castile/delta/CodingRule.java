package io.castile.delta;

import io.castile.soap.SoapException;
import io.castile.soap.SoapMessageException;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.Messages;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells which of a server's responses may be sent in a content coding. */
final class CodingRule {
  private static final Logger log = LoggerFactory.getLogger(CodingRule.class);

  private CodingRule() {}

  /**
   * Returns the message of a response, to be coded.
   *
   * @return null if the response is to be sent as it is: there is no message, it is a fault, the
   *     application has coded it, it is made while it is sent, it goes with attachments, or it
   *     cannot be written
   */
  static byte @Nullable [] message(SoapResponse response) throws SoapException {
    if (response.operation() == null
        || response.operation().oneWay()
        || response.fault() != null
        || Messages.body(response) instanceof MessageBody.Multipart
        || response.sendsAttachments()
        || ContentHeaders.isCoded(response)
        || ContentHeaders.isStreamed(response)) {
      return null;
    }
    try {
      return response.bytes();
    } catch (SoapMessageException | RuntimeException e) {
      log.debug("the response cannot be written, as it will turn out: {}", e.toString());
      return null;
    }
  }
}
