package io.castile.engine;

import io.castile.soap.client.SoapClient;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.SaajMessages;
import io.castile.soap.internal.DomWriter;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.multipart.AttachmentData;
import io.castile.soap.wsdl.XmlSources;
import io.castile.xml.Attachment;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.WebServiceException;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.function.Consumer;
import javax.xml.transform.Source;
import javax.xml.transform.dom.DOMSource;
import org.jspecify.annotations.Nullable;

/** How a dispatch takes and gives messages. */
public interface MessageForm<T> {
  /** Sends a message, and returns the response's; null where there is none. */
  @Nullable T exchange(
      SoapClient client,
      OperationModel operation,
      @Nullable T message,
      SoapClient.Options options,
      Consumer<SoapResponse> observer)
      throws Throwable;

  /**
   * The form of a dispatch.
   *
   * @param type a kind of {@link Source}, or {@link SOAPMessage}
   * @param isWhole whether messages are given with their envelopes
   */
  static <T> MessageForm<T> of(Class<T> type, boolean isWhole) {
    return (client, operation, message, options, observer) -> {
      if (!isWhole) {
        byte[] payload = XmlSources.toBytes((Source) message);
        Object answer = client.call(operation, new Object[] {payload}, options, observer);
        return type.cast(XmlSources.of(type, (byte[]) answer));
      }
      SOAPMessage saaj = message instanceof SOAPMessage given ? given : null;
      byte[] bytes =
          saaj == null ? XmlSources.toBytes((Source) message) : SaajMessages.envelope(saaj);
      if (bytes == null) {
        throw new IllegalArgumentException("Cannot send null as a whole message. Pass a message.");
      }
      Map<String, Attachment> parts = saaj == null ? Map.of() : SaajMessages.parts(saaj);
      SoapResponse response = client.send(operation, bytes, parts, options, observer);
      if (operation.oneWay()) {
        return null;
      }
      if (type == SOAPMessage.class) {
        return type.cast(
            SaajMessages.of(response.envelope(), AttachmentData.retained(response.parts())));
      }
      return type.cast(
          type.isAssignableFrom(DOMSource.class)
              ? new DOMSource(response.envelope().getOwnerDocument())
              : XmlSources.of(type, DomWriter.toBytes(response.envelope())));
    };
  }

  /**
   * The form of a dispatch of objects, each the element in a body, or a whole envelope (Jakarta XML
   * Web Services 4.0 §4.3.3).
   *
   * @param type of all objects that the binding knows
   * @param isWhole whether objects are envelopes
   */
  static <T> MessageForm<T> ofObjects(Class<T> type, JAXBContext binding, boolean isWhole) {
    MessageForm<Source> documents = of(Source.class, isWhole);
    String kind = isWhole ? "message" : "payload";
    return (client, operation, message, options, observer) -> {
      Source given = message == null ? null : XmlSources.of(written(binding, message, kind));
      Source answer = documents.exchange(client, operation, given, options, observer);
      try {
        return answer == null ? null : type.cast(binding.createUnmarshaller().unmarshal(answer));
      } catch (JAXBException e) {
        throw new WebServiceException(
            "the "
                + kind
                + " of the response cannot be read: expected an element that the JAXBContext knows:"
                + " "
                + reason(e),
            e);
      }
    };
  }

  private static byte[] written(JAXBContext binding, Object message, String kind) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      binding.createMarshaller().marshal(message, out);
    } catch (JAXBException e) {
      throw new WebServiceException(
          "Cannot write a "
              + message.getClass().getName()
              + " as a "
              + kind
              + ", because the JAXBContext has no element for it. Use a class with @XmlRootElement,"
              + " or a JAXBElement: "
              + reason(e),
          e);
    }
    return out.toByteArray();
  }

  /** An exception of JAXB often has its text in the one that it links to. */
  private static String reason(JAXBException e) {
    Throwable linked = e.getLinkedException();
    return e.getMessage() != null || linked == null
        ? String.valueOf(e.getMessage())
        : linked.toString();
  }
}
