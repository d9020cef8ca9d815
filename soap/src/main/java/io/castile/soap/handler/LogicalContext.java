package io.castile.soap.handler;

import io.castile.soap.wsdl.XmlSources;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.util.JAXBSource;
import jakarta.xml.soap.SOAPBody;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.ws.LogicalMessage;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;
import javax.xml.transform.Source;
import javax.xml.transform.dom.DOMSource;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** The context for logical handlers (Jakarta XML Web Services 4.0 §9.4.2). */
final class LogicalContext extends HandlerContext implements LogicalMessageContext {
  private final LogicalMessage message;

  LogicalContext(MessageContext properties, HandledMessage message) {
    super(properties);
    this.message = new PayloadMessage(message);
  }

  @Override
  public LogicalMessage getMessage() {
    return message;
  }

  /** A message as logical handlers see it: the element in its body. */
  private static final class PayloadMessage implements LogicalMessage {
    private final HandledMessage message;

    PayloadMessage(HandledMessage message) {
      this.message = message;
    }

    /** A tree, so that what is done to it is done to the message; null for an empty body. */
    @Override
    public @Nullable Source getPayload() {
      Element payload = payload();
      return payload == null ? null : new DOMSource(payload);
    }

    @Override
    public void setPayload(@Nullable Source payload) {
      Element element = XmlSources.toElement(payload);
      SOAPBody body = body();
      body.removeContents();
      if (element != null) {
        body.appendChild(body.getOwnerDocument().importNode(element, true));
      }
    }

    @Override
    public @Nullable Object getPayload(JAXBContext context) {
      Element payload = payload();
      try {
        return payload == null ? null : context.createUnmarshaller().unmarshal(payload);
      } catch (JAXBException e) {
        throw new WebServiceException("the payload cannot be read: " + e, e);
      }
    }

    @Override
    public void setPayload(@Nullable Object payload, JAXBContext context) {
      try {
        setPayload(payload == null ? null : new JAXBSource(context, payload));
      } catch (JAXBException e) {
        throw new WebServiceException("the payload cannot be written: " + e, e);
      }
    }

    private @Nullable Element payload() {
      Node child = body().getFirstChild();
      while (child != null && !(child instanceof Element)) {
        child = child.getNextSibling();
      }
      return (Element) child;
    }

    private SOAPBody body() {
      try {
        return message.give().getSOAPBody();
      } catch (SOAPException e) {
        throw new WebServiceException(
            "Cannot read the message, because it has no body: " + e.getMessage(), e);
      }
    }
  }
}
