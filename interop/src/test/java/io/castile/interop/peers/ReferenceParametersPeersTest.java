package io.castile.interop.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.xml.ws.api.message.Headers;
import com.sun.xml.ws.developer.WSBindingProvider;
import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.soap.SoapVersion;
import jakarta.jws.WebService;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPElement;
import jakarta.xml.soap.SOAPHeader;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.Addressing;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.AttributedURIType;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.addressing.JAXWSAConstants;
import org.apache.cxf.ws.addressing.ReferenceParametersType;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** Reference parameters of ReplyTo and FaultTo come back, whoever asks and whoever answers. */
final class ReferenceParametersPeersTest {
  private static final String WSA = "http://www.w3.org/2005/08/addressing";
  private static final QName SERVICE = new QName(Desk.NAMESPACE, "ClerkService");
  private static final QName PORT = new QName(Desk.NAMESPACE, "ClerkPort");

  /** Echoes, or fails where it is told {@code fail}. */
  @WebService(name = "Clerk", targetNamespace = Desk.NAMESPACE)
  public interface Clerk {
    String copyOf(String text);
  }

  /** The service. */
  @WebService(
      endpointInterface = "io.castile.interop.peers.ReferenceParametersPeersTest$Clerk",
      targetNamespace = Desk.NAMESPACE,
      serviceName = "ClerkService",
      portName = "ClerkPort")
  @Addressing
  public static class ClerkService implements Clerk {
    @Override
    public String copyOf(String text) {
      if (text.equals("fail")) {
        throw new WebServiceException("failed");
      }
      return text;
    }
  }

  /** The same in SOAP 1.2. */
  @WebService(
      endpointInterface = "io.castile.interop.peers.ReferenceParametersPeersTest$Clerk",
      targetNamespace = Desk.NAMESPACE,
      serviceName = "ClerkService",
      portName = "ClerkPort")
  @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
  @Addressing
  public static final class ClerkService12 extends ClerkService {}

  private static ClerkService service(SoapVersion version) {
    return version == SoapVersion.SOAP_1_2 ? new ClerkService12() : new ClerkService();
  }

  private static Element document(String text) throws Exception {
    return DocumentBuilderFactory.newDefaultNSInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(text)))
        .getDocumentElement();
  }

  /** The reference parameters that are header blocks, each as its name and its text. */
  private static List<String> parameters(String message) throws Exception {
    Element envelope = document(message);
    Element header =
        (Element) envelope.getElementsByTagNameNS(envelope.getNamespaceURI(), "Header").item(0);
    List<String> parameters = new ArrayList<>();
    for (int i = 0; i < header.getChildNodes().getLength(); i++) {
      if (header.getChildNodes().item(i) instanceof Element block
          && List.of("1", "true").contains(block.getAttributeNS(WSA, "IsReferenceParameter"))) {
        parameters.add(block.getLocalName() + "=" + block.getTextContent());
      }
    }
    return parameters;
  }

  private static String last(List<HttpMessage> messages) {
    return messages.get(messages.size() - 1).text();
  }

  // ---- clients of others ----

  private static EndpointReferenceType cxfEndpoint(String address, String local, String text)
      throws Exception {
    AttributedURIType uri = new AttributedURIType();
    uri.setValue(WSA + "/" + address);
    EndpointReferenceType endpoint = new EndpointReferenceType();
    endpoint.setAddress(uri);
    endpoint.setReferenceParameters(new ReferenceParametersType());
    endpoint
        .getReferenceParameters()
        .getAny()
        .add(document("<q:" + local + " xmlns:q='urn:q' id='7'>" + text + "</q:" + local + ">"));
    return endpoint;
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void thoseOfClientsOfCxfComeBack(SoapVersion version) throws Exception {
    try (SoapServer server =
            Castile.server().host("localhost").publish("/clerk", service(version)).start();
        Tap tap = Tap.open(server.url("/clerk"));
        PeerClients.Calling<Clerk> client =
            PeerClients.cxf(
                Clerk.class, tap.url(), version.bindingId(), new WSAddressingFeature())) {
      Clerk clerk = client.port();
      Map<String, Object> context = ((BindingProvider) clerk).getRequestContext();
      AddressingProperties properties = new AddressingProperties();
      properties.setReplyTo(cxfEndpoint("anonymous", "session", "abc"));
      context.put(JAXWSAConstants.CLIENT_ADDRESSING_PROPERTIES, properties);

      assertThat(clerk.copyOf("one")).isEqualTo("one");
      assertThat(parameters(last(tap.responses()))).containsExactly("session=abc");
      assertThat(catchThrowableOfType(SOAPFaultException.class, () -> clerk.copyOf("fail")))
          .hasMessageContaining("failed");
      assertThat(parameters(last(tap.responses()))).containsExactly("session=abc");

      AddressingProperties two = new AddressingProperties(); // CXF omits a FaultTo of one address
      two.setReplyTo(cxfEndpoint("none", "session", "abc"));
      two.setFaultTo(cxfEndpoint("anonymous", "problem", "xyz"));
      context.put(JAXWSAConstants.CLIENT_ADDRESSING_PROPERTIES, two);
      assertThat(catchThrowableOfType(SOAPFaultException.class, () -> clerk.copyOf("fail")))
          .hasMessageContaining("failed");
      assertThat(last(tap.requests())).contains("FaultTo");
      assertThat(parameters(last(tap.responses()))).containsExactly("problem=xyz");
    }
  }

  private static Element endpoint(String name, String local, String text) throws Exception {
    return document(
        "<w:%s xmlns:w='%s'><w:Address>%s/anonymous</w:Address><w:ReferenceParameters><q:%s xmlns:q='urn:q'>%s</q:%s></w:ReferenceParameters></w:%s>"
            .formatted(name, WSA, WSA, local, text, local, name));
  }

  private static Element block(String name, String text) throws Exception {
    return document("<w:%s xmlns:w='%s'>%s</w:%s>".formatted(name, WSA, text, name));
  }

  @ParameterizedTest
  @CsvSource({"SOAP_1_1, false", "SOAP_1_1, true", "SOAP_1_2, false", "SOAP_1_2, true"})
  void thoseOfClientsOfMetroComeBack(SoapVersion version, boolean hasFaultTo) throws Exception {
    try (SoapServer server =
            Castile.server().host("localhost").publish("/clerk", service(version)).start();
        Tap tap = Tap.open(server.url("/clerk"));
        PeerClients.Calling<Clerk> client =
            PeerClients.metro(
                Clerk.class,
                server.url("/clerk") + "?wsdl",
                SERVICE,
                PORT,
                tap.url(),
                new AddressingFeature(true, true))) {
      Clerk clerk = client.port();
      List<com.sun.xml.ws.api.message.Header> blocks = new ArrayList<>();
      blocks.add(Headers.create(block("To", tap.url()))); // all, as Metro adds none to others
      blocks.add(Headers.create(block("Action", Desk.NAMESPACE + ":Clerk:copyOfRequest")));
      blocks.add(Headers.create(block("MessageID", "urn:m")));
      blocks.add(Headers.create(endpoint("ReplyTo", "session", "abc")));
      if (hasFaultTo) {
        blocks.add(Headers.create(endpoint("FaultTo", "problem", "xyz")));
      }
      ((WSBindingProvider) clerk).setOutboundHeaders(blocks);

      assertThat(clerk.copyOf("one")).isEqualTo("one");
      assertThat(parameters(last(tap.responses()))).containsExactly("session=abc");
      assertThat(
              ((WSBindingProvider) clerk)
                  .getInboundHeaders().stream()
                      .filter(each -> each.getNamespaceURI().equals("urn:q"))
                      .map(com.sun.xml.ws.api.message.Header::getStringContent))
          .containsExactly("abc");
      assertThat(catchThrowableOfType(SOAPFaultException.class, () -> clerk.copyOf("fail")))
          .hasMessageContaining("failed");
      if (hasFaultTo) {
        assertThat(parameters(last(tap.responses()))).containsExactly("problem=xyz");
      } else { // to which Metro adds a FaultTo without parameters
        assertThat(last(tap.requests())).contains("FaultTo");
        assertThat(parameters(last(tap.responses()))).isEmpty();
      }
    }
  }

  // ---- services of others ----

  private static SOAPMessage request(
      SoapVersion version, String url, String text, boolean hasFaultTo) throws Exception {
    SOAPMessage message =
        MessageFactory.newInstance(
                version == SoapVersion.SOAP_1_2 ? "SOAP 1.2 Protocol" : "SOAP 1.1 Protocol")
            .createMessage();
    SOAPHeader header = message.getSOAPHeader();
    List<Element> blocks = new ArrayList<>();
    blocks.add(block("To", url));
    blocks.add(block("Action", Desk.NAMESPACE + ":Clerk:copyOfRequest"));
    blocks.add(block("MessageID", "urn:m"));
    blocks.add(endpoint("ReplyTo", "session", "abc"));
    if (hasFaultTo) {
      blocks.add(endpoint("FaultTo", "problem", "xyz"));
    }
    for (Element each : blocks) {
      header.appendChild(header.getOwnerDocument().importNode(each, true));
    }
    SOAPElement copyOf =
        message.getSOAPBody().addBodyElement(new QName(Desk.NAMESPACE, "copyOf", "d"));
    copyOf.addChildElement("arg0").addTextNode(text);
    return message;
  }

  @ParameterizedTest
  @CsvSource({
    "CXF, SOAP_1_1, false",
    "CXF, SOAP_1_1, true",
    "CXF, SOAP_1_2, false",
    "CXF, SOAP_1_2, true",
    "METRO, SOAP_1_1, false",
    "METRO, SOAP_1_1, true",
    "METRO, SOAP_1_2, false",
    "METRO, SOAP_1_2, true"
  })
  void thoseThatOthersSendBackAreRead(Peer peer, SoapVersion version, boolean hasFaultTo)
      throws Exception {
    try (LabServer.Running server = peer.serve(service(version), "/clerk");
        Tap tap = Tap.open(server.url())) {
      Dispatch<SOAPMessage> dispatch =
          Castile.dispatch(SOAPMessage.class)
              .endpoint(tap.url())
              .soapVersion(version)
              .mode(Service.Mode.MESSAGE)
              .build();

      SOAPMessage answer = dispatch.invoke(request(version, tap.url(), "one", hasFaultTo));
      assertThat(answer.getSOAPBody().getTextContent()).isEqualTo("one");
      assertThat(
              answer
                  .getSOAPHeader()
                  .getElementsByTagNameNS("urn:q", "session")
                  .item(0)
                  .getTextContent())
          .isEqualTo("abc");
      SOAPFaultException fault =
          catchThrowableOfType(
              SOAPFaultException.class,
              () -> dispatch.invoke(request(version, tap.url(), "fail", hasFaultTo)));
      assertThat(fault).hasMessageContaining("failed");
      assertThat(parameters(last(tap.responses())))
          .containsExactly(hasFaultTo ? "problem=xyz" : "session=abc");
    }
  }
}
