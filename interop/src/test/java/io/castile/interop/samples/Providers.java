package io.castile.interop.samples;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.PrintStream;
import java.io.StringReader;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.stream.StreamSource;

/** After {@code provider} of Metro, {@code jaxws_dispatch_provider} of CXF. */
final class Providers implements Sample {
  /** Adds the numbers in a payload. */
  @ServiceMode(Service.Mode.PAYLOAD)
  @WebServiceProvider(
      targetNamespace = "urn:add",
      serviceName = "AddNumbersService",
      portName = "AddNumbersPort")
  public static class Payloads implements Provider<Source> {
    @Override
    public Source invoke(Source request) {
      try {
        DOMResult read = new DOMResult();
        TransformerFactory.newInstance().newTransformer().transform(request, read);
        String[] numbers =
            read.getNode().getFirstChild().getTextContent().strip().split("[^0-9]+", 2);
        if (numbers[0].equals("404")) {
          throw new IllegalStateException("not found");
        }
        return new StreamSource(
            new StringReader(
                "<a:addNumbersResponse xmlns:a='urn:add'><return>"
                    + numbers[0].length()
                    + "</return></a:addNumbersResponse>"));
      } catch (TransformerException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Answers with the message that came. */
  @ServiceMode(Service.Mode.MESSAGE)
  @WebServiceProvider(
      targetNamespace = "urn:add",
      serviceName = "AddNumbersService",
      portName = "AddNumbersPort")
  public static class Messages implements Provider<SOAPMessage> {
    @Override
    public SOAPMessage invoke(SOAPMessage request) {
      return request;
    }
  }

  @Override
  public void run(PrintStream out) throws Exception {
    Sample.published(
        Endpoint.create(new Payloads()),
        address -> {
          Service service = Service.create(AddNumbersService.SERVICE);
          service.addPort(AddNumbersService.PORT, SOAPBinding.SOAP11HTTP_BINDING, address);
          var objects =
              service.createDispatch(
                  AddNumbersService.PORT,
                  JAXBContext.newInstance(AddRequest.class, AddResponse.class),
                  Service.Mode.PAYLOAD);
          AddRequest request = new AddRequest();
          request.setArg0(123);
          out.println(((AddResponse) objects.invoke(request)).getReturn());
          try {
            service
                .createDispatch(AddNumbersService.PORT, Source.class, Service.Mode.PAYLOAD)
                .invoke(
                    new StreamSource(
                        new StringReader("<a:x xmlns:a='urn:add'><arg0>404</arg0></a:x>")));
          } catch (SOAPFaultException e) {
            out.println(e.getFault().getFaultString());
          }
        });
    Sample.published(
        Endpoint.create(new Messages()),
        address -> {
          Service service = Service.create(new QName("any"));
          QName port = new QName("port");
          service.addPort(port, SOAPBinding.SOAP11HTTP_BINDING, address);
          var dispatch = service.createDispatch(port, SOAPMessage.class, Service.Mode.MESSAGE);
          SOAPMessage message =
              ((SOAPBinding) dispatch.getBinding()).getMessageFactory().createMessage();
          message.getSOAPBody().addBodyElement(new QName("urn:x", "x")).addTextNode("echo");
          out.println(dispatch.invoke(message).getSOAPBody().getTextContent());
        });
  }
}
