package io.castile.soap.exchange.internal;

import io.castile.soap.SoapFault;
import io.castile.soap.SoapVersion;
import io.castile.soap.internal.DomWriter;
import io.castile.soap.multipart.AttachmentData;
import io.castile.soap.multipart.MultipartContent;
import io.castile.xml.Attachment;
import jakarta.xml.soap.AttachmentPart;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFault;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.ProtocolException;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import javax.xml.transform.dom.DOMSource;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * Converts messages from and to those of Jakarta SOAP with Attachments, which handlers and
 * providers see.
 */
public final class SaajMessages {
  private SaajMessages() {}

  /**
   * Returns the message that an envelope contains, with parts that are read only when their content
   * is needed.
   *
   * @param envelope the root of its document; not to be used any more
   * @param parts by their Content-IDs, without brackets
   */
  public static SOAPMessage of(Element envelope, Map<String, Attachment> parts) {
    try {
      SOAPMessage message = create(SoapVersion.ofNamespace(envelope.getNamespaceURI()));
      message.getSOAPPart().setContent(new DOMSource(envelope.getOwnerDocument()));
      message.getSOAPPart().getEnvelope(); // reads it here, and not at the first access
      for (Map.Entry<String, Attachment> part : parts.entrySet()) {
        add(part.getKey(), part.getValue(), message);
      }
      return message;
    } catch (SOAPException e) {
      throw new WebServiceException("the message cannot be represented: " + e.getMessage(), e);
    }
  }

  private static void add(String id, Attachment part, SOAPMessage message) {
    AttachmentPart added = message.createAttachmentPart(AttachmentData.handler(part));
    added.setContentId('<' + id + '>');
    added.setContentType(part.contentType());
    message.addAttachmentPart(added);
  }

  /**
   * Returns the parts of a message by their Content-IDs without brackets; one that has none is
   * given one.
   */
  public static Map<String, Attachment> parts(SOAPMessage message) {
    Map<String, Attachment> parts = new LinkedHashMap<>();
    Iterator<AttachmentPart> all = message.getAttachments();
    while (all.hasNext()) {
      AttachmentPart part = all.next();
      String id = part.getContentId();
      try {
        parts.put(
            id == null ? UUID.randomUUID() + "@castile" : MultipartContent.contentId(id),
            new AttachmentData(part.getDataHandler(), part.getContentType()));
      } catch (SOAPException e) {
        throw new WebServiceException(
            "Cannot read an attachment, because it has no content: " + e.getMessage(), e);
      }
    }
    return parts;
  }

  /** Returns a message with an empty body. */
  public static SOAPMessage empty(SoapVersion version) {
    try {
      return create(version);
    } catch (SOAPException e) {
      throw new WebServiceException(e.getMessage(), e);
    }
  }

  private static SOAPMessage create(@Nullable SoapVersion version) throws SOAPException {
    return MessageFactory.newInstance(
            version == SoapVersion.SOAP_1_2
                ? SOAPConstants.SOAP_1_2_PROTOCOL
                : SOAPConstants.SOAP_1_1_PROTOCOL)
        .createMessage();
  }

  /** Returns the envelope of a message in UTF-8, without its parts. */
  public static byte[] envelope(SOAPMessage message) {
    try {
      return DomWriter.toBytes(message.getSOAPPart().getEnvelope());
    } catch (SOAPException e) {
      throw new WebServiceException("the message cannot be written: " + e.getMessage(), e);
    }
  }

  /** Returns the fault that an exception is; with a message only, one with that code. */
  public static SoapFault fault(ProtocolException exception, SoapFault.Code code) {
    if (exception instanceof SOAPFaultException fault && fault.getFault() != null) {
      return SaajFaults.fromException(fault);
    }
    String message = exception.getMessage();
    return SoapFault.of(code, message == null ? exception.getClass().getSimpleName() : message);
  }

  /** Puts a fault into the body of a message, in place of the present content. */
  public static void setFault(SOAPMessage message, SoapFault fault) {
    try {
      SoapVersion version =
          SoapVersion.ofNamespace(message.getSOAPPart().getEnvelope().getNamespaceURI());
      SOAPFault saaj = SaajFaults.toException(fault, Objects.requireNonNull(version)).getFault();
      message.getSOAPBody().removeContents();
      message.getSOAPBody().appendChild(message.getSOAPPart().importNode(saaj, true));
    } catch (SOAPException e) {
      throw new WebServiceException("the fault cannot be represented: " + e.getMessage(), e);
    }
  }

  /** Whether the body holds a fault. */
  public static boolean isFault(SOAPMessage message) {
    try {
      return message.getSOAPBody() != null && message.getSOAPBody().hasFault();
    } catch (SOAPException e) {
      throw new WebServiceException(
          "Cannot read the message, because it has no body: " + e.getMessage(), e);
    }
  }
}
