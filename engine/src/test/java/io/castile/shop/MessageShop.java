package io.castile.shop;

import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPElement;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPHeaderElement;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceProvider;
import java.util.Iterator;
import javax.xml.namespace.QName;

/** Says how many header blocks a message has, whatever is in its body. */
@WebServiceProvider(targetNamespace = PayloadShop.NAMESPACE)
@ServiceMode(Service.Mode.MESSAGE)
public class MessageShop implements Provider<SOAPMessage> {
  @Override
  public SOAPMessage invoke(SOAPMessage request) {
    try {
      int blocks = 0;
      Iterator<SOAPHeaderElement> all = request.getSOAPHeader().examineAllHeaderElements();
      while (all.hasNext()) {
        all.next();
        blocks++;
      }
      SOAPMessage answer = MessageFactory.newInstance().createMessage();
      answer.getSOAPHeader().addHeaderElement(new QName("urn:h", "Counted", "h"));
      if (request.getSOAPBody().getTextContent().equals("fault")) {
        answer
            .getSOAPBody()
            .addFault(
                new QName("http://schemas.xmlsoap.org/soap/envelope/", "Client"), "asked for");
        return answer;
      }
      SOAPElement count = answer.getSOAPBody().addBodyElement(new QName("urn:h", "Count", "h"));
      count.addTextNode(String.valueOf(blocks));
      return answer;
    } catch (SOAPException e) {
      throw new WebServiceException(e);
    }
  }
}
