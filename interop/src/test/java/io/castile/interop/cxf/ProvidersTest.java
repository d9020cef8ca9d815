package io.castile.interop.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.jaxws.ServiceImpl;
import org.apache.hello_world_soap_http.Greeter;
import org.apache.hello_world_soap_http.GreeterImpl;
import org.apache.hello_world_soap_http.types.GreetMe;
import org.apache.hello_world_soap_http.types.GreetMeResponse;
import org.junit.jupiter.api.Test;

/**
 * Ends that have no binding: dispatches before a service with codecs, providers behind a client.
 */
final class ProvidersTest {
  private static final String TYPES = "http://apache.org/hello_world_soap_http/types";
  private static final QName PORT =
      new QName("http://apache.org/hello_world_soap_http", "SoapPort");
  private static final String QUESTION =
      "<greetMe xmlns='" + TYPES + "'><requestType>me</requestType></greetMe>";
  private static final String ANSWER =
      "<greetMeResponse xmlns='"
          + TYPES
          + "'><responseType>provided</responseType></greetMeResponse>";

  /** Answers all messages alike. */
  @WebServiceProvider(targetNamespace = "http://apache.org/hello_world_soap_http")
  @ServiceMode(Service.Mode.PAYLOAD)
  public static final class Payloads implements Provider<Source> {
    @Override
    public Source invoke(Source request) {
      return new StreamSource(new StringReader(ANSWER));
    }
  }

  private static String text(Source source) throws TransformerException {
    StringWriter text = new StringWriter();
    TransformerFactory.newInstance().newTransformer().transform(source, new StreamResult(text));
    return text.toString();
  }

  @Test
  void aClientCallsAProvider() throws Exception {
    Map<String, Outcome> found =
        Setup.of(Greeter.class, Payloads::new)
            .server(
                factory -> {
                  factory.setServiceClass(Payloads.class);
                  factory.setDataBinding(null);
                })
            .compare(Map.of("greetMe", port -> port.greetMe("me")));

    assertThat(found.get("greetMe").value()).isEqualTo("provided");
  }

  @Test
  void aServiceIsCalledByDispatches() throws Exception {
    Bus bus = new ExtensionManagerBus();
    try (Setup.Running<Greeter> running =
        Setup.of(Greeter.class, GreeterImpl::new).start(Ends.BOTH)) {
      ServiceImpl service = new ServiceImpl(bus, null, new QName("urn:any", "any"), Service.class);
      service.addPort(PORT, SOAPBinding.SOAP11HTTP_BINDING, running.url());

      Dispatch<Source> payloads = service.createDispatch(PORT, Source.class, Service.Mode.PAYLOAD);
      assertThat(text(payloads.invoke(new StreamSource(new StringReader(QUESTION)))))
          .contains(">Hello me<");

      Dispatch<Object> objects =
          service.createDispatch(
              PORT,
              JAXBContext.newInstance(GreetMe.class, GreetMeResponse.class),
              Service.Mode.PAYLOAD);
      GreetMe question = new GreetMe();
      question.setRequestType("you");
      assertThat(((GreetMeResponse) objects.invoke(question)).getResponseType())
          .isEqualTo("Hello you");

      Dispatch<SOAPMessage> messages =
          service.createDispatch(PORT, SOAPMessage.class, Service.Mode.MESSAGE);
      String envelope =
          "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
              + QUESTION
              + "</s:Body></s:Envelope>";
      SOAPMessage message =
          MessageFactory.newInstance()
              .createMessage(
                  null, new ByteArrayInputStream(envelope.getBytes(StandardCharsets.UTF_8)));
      assertThat(messages.invoke(message).getSOAPBody().getTextContent()).isEqualTo("Hello me");

      assertThat(running.jaxbUses()).isZero();
    } finally {
      bus.shutdown(true);
    }
  }
}
