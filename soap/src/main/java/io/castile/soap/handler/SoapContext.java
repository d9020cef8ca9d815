package io.castile.soap.handler;

import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.SoapRequest;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPHeader;
import jakarta.xml.soap.SOAPHeaderElement;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;

/** The context for handlers of SOAP (Jakarta XML Web Services 4.0 §10.3). */
final class SoapContext extends HandlerContext implements SOAPMessageContext {
  private final HandledMessage message;
  private final SoapRequest request;

  SoapContext(MessageContext properties, HandledMessage message, SoapRequest request) {
    super(properties);
    this.message = message;
    this.request = request;
  }

  @Override
  public SOAPMessage getMessage() {
    return message.give();
  }

  @Override
  public void setMessage(SOAPMessage replacement) {
    message.replace(replacement);
  }

  @Override
  public Object[] getHeaders(QName name, JAXBContext context, boolean allRoles) {
    List<Object> values = new ArrayList<>();
    try {
      SOAPHeader header = message.give().getSOAPHeader();
      Iterator<SOAPHeaderElement> blocks =
          header == null ? Collections.emptyIterator() : header.examineAllHeaderElements();
      Unmarshaller unmarshaller = context.createUnmarshaller();
      while (blocks.hasNext()) {
        SOAPHeaderElement block = blocks.next();
        if (name.equals(block.getElementQName()) && (allRoles || isForReceiver(block))) {
          values.add(unmarshaller.unmarshal(block));
        }
      }
    } catch (SOAPException | JAXBException e) {
      throw new WebServiceException("header block " + name + " cannot be read: " + e, e);
    }
    return values.toArray();
  }

  private boolean isForReceiver(SOAPHeaderElement block) {
    String role = request.version() == SoapVersion.SOAP_1_2 ? block.getRole() : block.getActor();
    return role == null || role.isEmpty() || getRoles().contains(role);
  }

  @Override
  public Set<String> getRoles() {
    return request.roles();
  }
}
