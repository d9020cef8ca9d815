package io.castile.interop.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.soap.SoapVersion;
import jakarta.jws.WebService;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPElement;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFault;
import jakarta.xml.soap.SOAPHeaderElement;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Element;

/** Odd messages that other stacks write, and that they are given. */
final class OddPeersTest {
  private static final QName SERVICE = new QName(Desk.NAMESPACE, "EchoService");
  private static final QName PORT = new QName(Desk.NAMESPACE, "EchoPort");

  /** Echoes. */
  @WebService(name = "Echo", targetNamespace = Desk.NAMESPACE)
  public interface Echo {
    String echoOf(String text);
  }

  /** The service. */
  @WebService(
      endpointInterface = "io.castile.interop.peers.OddPeersTest$Echo",
      targetNamespace = Desk.NAMESPACE,
      serviceName = "EchoService",
      portName = "EchoPort")
  public static class EchoService implements Echo {
    @Override
    public String echoOf(String text) {
      return text;
    }
  }

  /** The same in SOAP 1.2. */
  @WebService(
      endpointInterface = "io.castile.interop.peers.OddPeersTest$Echo",
      targetNamespace = Desk.NAMESPACE,
      serviceName = "EchoService",
      portName = "EchoPort")
  @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
  public static final class EchoService12 extends EchoService {}

  private static EchoService service(SoapVersion version) {
    return version == SoapVersion.SOAP_1_2 ? new EchoService12() : new EchoService();
  }

  private static SOAPMessage message(SoapVersion version) throws SOAPException {
    return MessageFactory.newInstance(
            version == SoapVersion.SOAP_1_2
                ? SOAPConstants.SOAP_1_2_PROTOCOL
                : SOAPConstants.SOAP_1_1_PROTOCOL)
        .createMessage();
  }

  private static SOAPMessage echo(SoapVersion version, String name, String child)
      throws SOAPException {
    SOAPMessage message = message(version);
    SOAPElement element =
        message.getSOAPBody().addBodyElement(new QName(Desk.NAMESPACE, name, "d"));
    element.addChildElement(child).addTextNode("one");
    return message;
  }

  private static void addSecond(SOAPMessage message) throws SOAPException {
    message.getSOAPBody().addBodyElement(new QName("urn:x", "more", "x")).addTextNode("2");
  }

  /** A client of another stack that sends whole messages. */
  private static Dispatch<SOAPMessage> dispatch(Peer peer, SoapVersion version, String url)
      throws Exception {
    return WithoutCatalogs.make(
        () -> {
          var service = peer.provider.createServiceDelegate(null, SERVICE, Service.class);
          service.addPort(PORT, version.bindingId(), url);
          Dispatch<SOAPMessage> dispatch =
              service.createDispatch(PORT, SOAPMessage.class, Service.Mode.MESSAGE);
          // Status 400, as SOAP 1.2 has it for faults of the sender, is no fault for CXF by
          // default.
          dispatch
              .getRequestContext()
              .put("org.apache.cxf.transport.process_fault_on_http_400", true);
          return dispatch;
        });
  }

  // ---- a second element in the Body ----

  /** Answers with two elements in the body. */
  @WebServiceProvider(
      targetNamespace = Desk.NAMESPACE,
      serviceName = "EchoService",
      portName = "EchoPort")
  @ServiceMode(Service.Mode.MESSAGE)
  public static final class Twofold implements Provider<SOAPMessage> {
    @Override
    public SOAPMessage invoke(SOAPMessage request) {
      try {
        SOAPMessage answer = echo(SoapVersion.SOAP_1_1, "echoOfResponse", "return");
        addSecond(answer);
        return answer;
      } catch (SOAPException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @ParameterizedTest
  @Tag("long")
  @EnumSource
  void aSecondElementOfAnAnswerIsPassedOverOrRefused(Peer peer) throws Exception {
    try (LabServer.Running server = peer.serve(new Twofold(), "/echo");
        Tap tap = Tap.open(server.url())) {
      Echo echo = Castile.client(Echo.class).endpoint(tap.url()).build();
      Echo strict = Castile.client(Echo.class).endpoint(tap.url()).strict(true).build();

      assertThat(echo.echoOf("one")).isEqualTo("one");
      assertThatThrownBy(() -> strict.echoOf("one")).hasMessageContaining("{urn:x}more");
      assertThat(tap.responses()).hasSize(2).allMatch(each -> each.text().contains("urn:x"));
    }
  }

  @ParameterizedTest
  @Tag("long")
  @CsvSource({"CXF, SOAP_1_1", "CXF, SOAP_1_2", "METRO, SOAP_1_1", "METRO, SOAP_1_2"})
  void aSecondElementOfARequestIsPassedOverOrRefused(Peer peer, SoapVersion version)
      throws Exception {
    for (boolean isStrict : new boolean[] {false, true}) {
      try (SoapServer server =
              Castile.server()
                  .host("localhost")
                  .strict(isStrict)
                  .publish("/echo", service(version))
                  .start();
          Tap tap = Tap.open(server.url("/echo"))) {
        Dispatch<SOAPMessage> dispatch = dispatch(peer, version, tap.url());
        SOAPMessage request = echo(version, "echoOf", "arg0");
        addSecond(request);

        if (isStrict) {
          assertThatThrownBy(() -> dispatch.invoke(request))
              .isInstanceOf(SOAPFaultException.class)
              .hasMessageContaining("{urn:x}more");
        } else {
          assertThat(dispatch.invoke(request).getSOAPBody().getTextContent()).isEqualTo("one");
        }
        assertThat(tap.requests()).singleElement().matches(each -> each.text().contains("urn:x"));
        ((Closeable) dispatch).close();
      }
    }
  }

  // ---- subcodes ----

  /** Answers with a fault with that text as its subcode. */
  @WebServiceProvider(
      targetNamespace = Desk.NAMESPACE,
      serviceName = "EchoService",
      portName = "EchoPort")
  @ServiceMode(Service.Mode.MESSAGE)
  @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
  public static final class Busy implements Provider<SOAPMessage> {
    private final String subcode;

    Busy(String subcode) {
      this.subcode = subcode;
    }

    @Override
    public SOAPMessage invoke(SOAPMessage request) {
      try {
        SOAPMessage answer = message(SoapVersion.SOAP_1_2);
        String namespace = SoapVersion.SOAP_1_2.namespace();
        SOAPFault fault = answer.getSOAPBody().addFault(new QName(namespace, "Receiver"), "why");
        fault.appendFaultSubcode(new QName("urn:x", "Replaced", "x"));
        Element code = (Element) fault.getElementsByTagNameNS(namespace, "Subcode").item(0);
        code.getElementsByTagNameNS(namespace, "Value").item(0).setTextContent(subcode);
        fault.addDetail().addTextNode("1");
        return answer;
      } catch (SOAPException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "CXF, Busy",
    "CXF, un:Busy",
    "CXF, x:Busy",
    "METRO, Busy",
    "METRO, un:Busy",
    "METRO, x:Busy"
  })
  void aSubcodeIsReadWhateverItsPrefixIs(Peer peer, String subcode) throws Exception {
    try (LabServer.Running server = peer.serve(new Busy(subcode), "/echo");
        Tap tap = Tap.open(server.url())) {
      Echo echo =
          Castile.client(Echo.class).endpoint(tap.url()).soapVersion(SoapVersion.SOAP_1_2).build();

      SOAPFault fault =
          catchThrowableOfType(SOAPFaultException.class, () -> echo.echoOf("one")).getFault();

      assertThat(tap.responses().get(0).text()).contains(">" + subcode + "<");
      List<String> subcodes = new ArrayList<>();
      fault.getFaultSubcodes().forEachRemaining(each -> subcodes.add(each.getLocalPart()));
      assertThat(subcodes).containsExactly("Busy");
      assertThat(fault.getFaultString()).isEqualTo("why");
      assertThat(fault.getDetail().getTextContent()).isEqualTo("1");
    }
  }

  // ---- NotUnderstood ----

  private static SOAPMessage withBlock(SoapVersion version) throws SOAPException {
    SOAPMessage request = echo(version, "echoOf", "arg0");
    SOAPHeaderElement block =
        request.getSOAPHeader().addHeaderElement(new QName("urn:x", "one", "x"));
    block.setMustUnderstand(true);
    return request;
  }

  private static void assertNotUnderstood(
      SOAPFaultException fault, SoapVersion version, boolean isNamed, Tap tap) {
    assertThat(fault.getFault().getFaultCodeAsQName())
        .isEqualTo(new QName(version.namespace(), "MustUnderstand"));
    assertThat(tap.responses().get(0).text().contains("NotUnderstood")).isEqualTo(isNamed);
  }

  /** CXF does not name the block in the header. */
  @ParameterizedTest
  @CsvSource({"CXF, SOAP_1_1", "CXF, SOAP_1_2", "METRO, SOAP_1_1", "METRO, SOAP_1_2"})
  void whatOthersDoNotUnderstandIsAFault(Peer peer, SoapVersion version) throws Exception {
    try (LabServer.Running server = peer.serve(service(version), "/echo");
        Tap tap = Tap.open(server.url())) {
      Dispatch<SOAPMessage> dispatch =
          Castile.dispatch(SOAPMessage.class)
              .endpoint(tap.url())
              .soapVersion(version)
              .mode(Service.Mode.MESSAGE)
              .build();

      SOAPFaultException fault =
          catchThrowableOfType(SOAPFaultException.class, () -> dispatch.invoke(withBlock(version)));
      assertNotUnderstood(
          fault, version, peer == Peer.METRO && version == SoapVersion.SOAP_1_2, tap);
    }
  }

  @ParameterizedTest
  @CsvSource({"CXF, SOAP_1_1", "CXF, SOAP_1_2", "METRO, SOAP_1_1", "METRO, SOAP_1_2"})
  void othersReadThatABlockIsNotUnderstood(Peer peer, SoapVersion version) throws Exception {
    try (SoapServer server =
            Castile.server().host("localhost").publish("/echo", service(version)).start();
        Tap tap = Tap.open(server.url("/echo"))) {
      Dispatch<SOAPMessage> dispatch = dispatch(peer, version, tap.url());

      SOAPFaultException fault =
          catchThrowableOfType(SOAPFaultException.class, () -> dispatch.invoke(withBlock(version)));

      assertNotUnderstood(fault, version, version == SoapVersion.SOAP_1_2, tap);
      assertThat(fault).hasMessageContaining("{urn:x}one");
      ((Closeable) dispatch).close();
    }
  }
}
