package io.castile.shop;

import jakarta.annotation.Resource;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFactory;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.StringReader;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.stream.StreamSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** A part of the shop as a provider of payloads. */
@WebServiceProvider(
    serviceName = "ShopService",
    portName = "ShopPort",
    targetNamespace = PayloadShop.NAMESPACE)
public class PayloadShop implements Provider<Source> {
  static final String NAMESPACE = "http://shop.castile.io/";

  @Resource private WebServiceContext context;

  /** What one-way calls said. */
  public volatile String told;

  @Override
  public Source invoke(Source request) {
    Element element = element(request);
    if (!"POST".equals(context.getMessageContext().get(MessageContext.HTTP_REQUEST_METHOD))) {
      throw new IllegalStateException("expected POST");
    }
    return switch (element.getLocalName()) {
      case "add" ->
          answer(
              "addResponse", "<return>" + (number(element, 0) + number(element, 1)) + "</return>");
      case "echo" -> answer("echoResponse", "<return>" + element.getTextContent() + "</return>");
      case "tell" -> {
        told = element.getTextContent();
        yield null;
      }
      case "fault" ->
          new StreamSource(
              new StringReader(
                  "<S:Fault xmlns:S='http://schemas.xmlsoap.org/soap/envelope/'>"
                      + "<faultcode>S:Client</faultcode><faultstring>as payload</faultstring>"
                      + "</S:Fault>"));
      default -> throw closed(element.getLocalName());
    };
  }

  private static Source answer(String name, String content) {
    return new StreamSource(
        new StringReader(
            "<?xml version='1.0'?><s:"
                + name
                + " xmlns:s='"
                + NAMESPACE
                + "'>"
                + content
                + "</s:"
                + name
                + ">"));
  }

  private static int number(Element element, int index) {
    return Integer.parseInt(element.getElementsByTagName("*").item(index).getTextContent());
  }

  private static SOAPFaultException closed(String what) {
    try {
      return new SOAPFaultException(
          SOAPFactory.newInstance().createFault("no " + what, new QName("urn:codes", "No", "c")));
    } catch (SOAPException e) {
      throw new WebServiceException(e);
    }
  }

  static Element element(Source source) {
    try {
      DOMResult result = new DOMResult();
      TransformerFactory.newDefaultInstance().newTransformer().transform(source, result);
      return ((Document) result.getNode()).getDocumentElement();
    } catch (TransformerException e) {
      throw new WebServiceException(e);
    }
  }
}
