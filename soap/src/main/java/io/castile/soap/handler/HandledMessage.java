package io.castile.soap.handler;

import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.soap.exchange.internal.MessageWithParts;
import io.castile.soap.exchange.internal.SaajMessages;
import io.castile.xml.Attachment;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.WebServiceException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The message that handlers see, one after the other. It is read when one of them asks for it, and
 * counts as changed from then on, as changes of a tree are not reported. Owned by one exchange.
 */
final class HandledMessage {
  /** Gives the message as it came, or is going to be sent. */
  interface Origin {
    MessageWithParts whole() throws SoapMessageException;
  }

  private final Origin origin;
  private @Nullable SOAPMessage message; // null until asked for
  private boolean isGiven;

  HandledMessage(Origin origin) {
    this.origin = origin;
  }

  /** The message for a handler, which may change it. */
  SOAPMessage give() {
    isGiven = true;
    return read();
  }

  void replace(SOAPMessage other) {
    message = Objects.requireNonNull(other, "message");
    isGiven = true;
  }

  /** Makes the message a fault, unless it is one. */
  void replaceByFault(SoapFault fault) {
    if (!isFault()) {
      SaajMessages.setFault(give(), fault);
    }
  }

  boolean isFault() {
    return SaajMessages.isFault(read());
  }

  /** Whether it may be another message now. */
  boolean isChanged() {
    return isGiven;
  }

  /** The message as it is now, in UTF-8, without its parts. */
  byte[] toBytes() {
    return SaajMessages.envelope(read());
  }

  /**
   * The parts of the message as they are now, with others beside them.
   *
   * @param others in place of those with the same Content-IDs
   */
  Map<String, Attachment> partsWith(Map<String, Attachment> others) {
    Map<String, Attachment> all = new LinkedHashMap<>(SaajMessages.parts(read()));
    all.putAll(others);
    return all;
  }

  private SOAPMessage read() {
    if (message == null) {
      try {
        MessageWithParts whole = origin.whole();
        message = SaajMessages.of(whole.envelope(), whole.parts());
      } catch (SoapMessageException e) {
        throw new UnreadableException(e);
      }
    }
    return message;
  }

  /** The message is malformed, which is its sender's mistake and not the handler's. */
  static final class UnreadableException extends WebServiceException {
    private static final long serialVersionUID = 1L;

    private final SoapMessageException reason;

    UnreadableException(SoapMessageException reason) {
      super(reason.getMessage(), reason);
      this.reason = reason;
    }

    SoapMessageException reason() {
      return reason;
    }
  }
}
