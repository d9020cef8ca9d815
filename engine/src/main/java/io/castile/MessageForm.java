package io.castile;

import io.castile.soap.Operation;
import io.castile.soap.SaajMessages;
import io.castile.soap.SoapClient;
import io.castile.soap.SoapResponse;
import io.castile.soap.XmlSources;
import jakarta.xml.soap.SOAPMessage;
import java.util.function.Consumer;
import javax.xml.transform.Source;
import javax.xml.transform.dom.DOMSource;

/** How a dispatch takes and gives messages. */
interface MessageForm<T> {
  /** Sends a message, and returns the response's; null where there is none. */
  T exchange(
      SoapClient client,
      Operation operation,
      T message,
      SoapClient.Options options,
      Consumer<SoapResponse> observer)
      throws Throwable;

  /**
   * The form of a dispatch.
   *
   * @param type {@link Source} or {@link SOAPMessage}
   * @param isWhole whether messages are given with their envelopes
   */
  static <T> MessageForm<T> of(Class<T> type, boolean isWhole) {
    return (client, operation, message, options, observer) -> {
      if (!isWhole) {
        byte[] payload = XmlSources.toBytes((Source) message);
        Object answer = client.call(operation, new Object[] {payload}, options, observer);
        return type.cast(XmlSources.of((byte[]) answer));
      }
      byte[] bytes =
          message instanceof SOAPMessage saaj
              ? SaajMessages.toBytes(saaj)
              : XmlSources.toBytes((Source) message);
      if (bytes == null) {
        throw new IllegalArgumentException("expected a whole message, found nothing");
      }
      SoapResponse response = client.send(operation, bytes, options, observer);
      if (operation.oneWay()) {
        return null;
      }
      return type.cast(
          type == SOAPMessage.class
              ? SaajMessages.of(response.envelope())
              : new DOMSource(response.envelope().getOwnerDocument()));
    };
  }
}
