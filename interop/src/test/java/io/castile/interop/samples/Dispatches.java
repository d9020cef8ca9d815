package io.castile.interop.samples;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.PrintStream;
import java.io.StringReader;
import java.util.concurrent.TimeUnit;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.stream.StreamSource;
import org.w3c.dom.Node;

/** After {@code dispatch} of Metro, {@code jaxws_dispatch_provider} of CXF. */
final class Dispatches implements Sample {
  private static final String PAYLOAD =
      "<a:addNumbers xmlns:a='urn:add'><arg0>%d</arg0><arg1>20</arg1></a:addNumbers>";
  private static final String MESSAGE =
      "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
          + String.format(PAYLOAD, 10)
          + "</s:Body></s:Envelope>";

  @Override
  public void run(PrintStream out) throws Exception {
    Sample.published(
        Endpoint.create(new AddNumbersImpl()),
        address -> {
          Service service = new AddNumbersService(Sample.wsdl(address));
          sources(service, out);
          objects(service, out);
          messages(service, out);
          Service named = Service.create(AddNumbersService.SERVICE);
          named.addPort(AddNumbersService.PORT, SOAPBinding.SOAP11HTTP_BINDING, address);
          sources(named, out);
        });
  }

  private static void sources(Service service, PrintStream out) throws Exception {
    Dispatch<Source> payloads =
        service.createDispatch(AddNumbersService.PORT, Source.class, Service.Mode.PAYLOAD);
    out.println(text(payloads.invoke(source(String.format(PAYLOAD, 10)))));
    out.println(
        text(payloads.invokeAsync(source(String.format(PAYLOAD, 11))).get(30, TimeUnit.SECONDS)));
    try {
      payloads.invoke(source(String.format(PAYLOAD, 404)));
    } catch (SOAPFaultException e) {
      out.println(e.getFault().getFaultString());
    }
    Dispatch<Source> whole =
        service.createDispatch(AddNumbersService.PORT, Source.class, Service.Mode.MESSAGE);
    out.println(text(whole.invoke(source(MESSAGE))));
  }

  private static void objects(Service service, PrintStream out) throws Exception {
    Dispatch<Object> objects =
        service.createDispatch(
            AddNumbersService.PORT,
            JAXBContext.newInstance(AddRequest.class, AddResponse.class),
            Service.Mode.PAYLOAD);
    AddRequest request = new AddRequest();
    request.setArg0(1);
    request.setArg1(2);
    out.println(((AddResponse) objects.invoke(request)).getReturn());
  }

  private static void messages(Service service, PrintStream out) throws Exception {
    Dispatch<SOAPMessage> messages =
        service.createDispatch(AddNumbersService.PORT, SOAPMessage.class, Service.Mode.MESSAGE);
    SOAPMessage message = MessageFactory.newInstance().createMessage();
    message.getSOAPPart().setContent(source(MESSAGE));
    message.saveChanges();
    out.println(messages.invoke(message).getSOAPBody().getTextContent());
  }

  private static Source source(String text) {
    return new StreamSource(new StringReader(text));
  }

  private static String text(Source source) throws Exception {
    DOMResult result = new DOMResult();
    TransformerFactory.newInstance().newTransformer().transform(source, result);
    Node root = result.getNode().getFirstChild();
    return root.getLocalName() + " " + root.getTextContent();
  }
}
