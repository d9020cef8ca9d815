package io.castile.interop.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.soap.SoapVersion;
import jakarta.jws.WebService;
import jakarta.xml.soap.Detail;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFactory;
import jakarta.xml.soap.SOAPFault;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;

/** Faults with text and attributes in the detail, and subcodes, of and to other stacks. */
final class FaultPeersTest {
  private static final QName SERVICE = new QName(Desk.NAMESPACE, "FaultyService");
  private static final QName PORT = new QName(Desk.NAMESPACE, "FaultyPort");
  private static final QName BUSY = new QName(Desk.NAMESPACE, "Busy", "d");
  private static final QName VERY = new QName("urn:other", "Very", "o");

  /** Always fails. */
  @WebService(name = "Faulty", targetNamespace = Desk.NAMESPACE)
  public interface Faulty {
    void failAtOnce();
  }

  /** A fault with text, attributes and an entry in its detail, and with subcodes in SOAP 1.2. */
  private static void fill(SOAPFault fault, boolean isSoap12) throws SOAPException {
    if (isSoap12) {
      fault.appendFaultSubcode(BUSY);
      fault.appendFaultSubcode(VERY);
      fault.setFaultNode("urn:node");
    }
    Detail detail = fault.addDetail();
    detail.addNamespaceDeclaration("d", Desk.NAMESPACE);
    detail.setAttribute("code", "a<\"7\"");
    detail.setAttributeNS(Desk.NAMESPACE, "d:kind", "d:hard");
    detail.addTextNode("before & ");
    Element entry = detail.getOwnerDocument().createElementNS(Desk.NAMESPACE, "d:entry");
    entry.setTextContent("1");
    detail.appendChild(entry);
    detail.addTextNode(" behind");
  }

  private static QName code(boolean isSoap12) {
    return isSoap12
        ? new QName(SOAPConstants.URI_NS_SOAP_1_2_ENVELOPE, "Receiver")
        : new QName(SOAPConstants.URI_NS_SOAP_1_1_ENVELOPE, "Server");
  }

  private static String protocol(boolean isSoap12) {
    return isSoap12 ? SOAPConstants.SOAP_1_2_PROTOCOL : SOAPConstants.SOAP_1_1_PROTOCOL;
  }

  /** Throws. */
  @WebService(
      endpointInterface = "io.castile.interop.peers.FaultPeersTest$Faulty",
      targetNamespace = Desk.NAMESPACE,
      serviceName = "FaultyService",
      portName = "FaultyPort")
  public static class Thrower implements Faulty {
    boolean isSoap12() {
      return false;
    }

    @Override
    public final void failAtOnce() {
      try {
        SOAPFault fault =
            SOAPFactory.newInstance(protocol(isSoap12())).createFault("no", code(isSoap12()));
        fill(fault, isSoap12());
        throw new SOAPFaultException(fault);
      } catch (SOAPException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** The same in SOAP 1.2. */
  @WebService(
      endpointInterface = "io.castile.interop.peers.FaultPeersTest$Faulty",
      targetNamespace = Desk.NAMESPACE,
      serviceName = "FaultyService",
      portName = "FaultyPort")
  @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
  public static final class Thrower12 extends Thrower {
    @Override
    boolean isSoap12() {
      return true;
    }
  }

  /** Answers with a whole message. */
  @WebServiceProvider(
      targetNamespace = Desk.NAMESPACE,
      serviceName = "FaultyService",
      portName = "FaultyPort")
  @ServiceMode(Service.Mode.MESSAGE)
  public static class Answerer implements Provider<SOAPMessage> {
    boolean isSoap12() {
      return false;
    }

    @Override
    public final SOAPMessage invoke(SOAPMessage request) {
      try {
        SOAPMessage answer = MessageFactory.newInstance(protocol(isSoap12())).createMessage();
        SOAPFault fault = answer.getSOAPBody().addFault(code(isSoap12()), "no");
        fill(fault, isSoap12());
        return answer;
      } catch (SOAPException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** The same in SOAP 1.2. */
  @WebServiceProvider(
      targetNamespace = Desk.NAMESPACE,
      serviceName = "FaultyService",
      portName = "FaultyPort")
  @ServiceMode(Service.Mode.MESSAGE)
  @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
  public static final class Answerer12 extends Answerer {
    @Override
    boolean isSoap12() {
      return true;
    }
  }

  private static Object service(boolean isWhole, boolean isSoap12) {
    if (isWhole) {
      return isSoap12 ? new Answerer12() : new Answerer();
    }
    return isSoap12 ? new Thrower12() : new Thrower();
  }

  private static SOAPFault fault(Faulty port) {
    return catchThrowableOfType(SOAPFaultException.class, port::failAtOnce).getFault();
  }

  private static List<QName> subcodes(SOAPFault fault) {
    List<QName> subcodes = new ArrayList<>();
    fault.getFaultSubcodes().forEachRemaining(subcodes::add);
    return subcodes;
  }

  /** The texts and attributes of a detail may be those that another stack lets through. */
  private static void assertDetail(Detail detail, boolean hasTexts, boolean hasAttributes) {
    assertThat(detail.getTextContent()).isEqualTo(hasTexts ? "before & 1 behind" : "1");
    assertThat(detail.getAttribute("code")).isEqualTo(hasAttributes ? "a<\"7\"" : "");
    assertThat(detail.getAttributeNS(Desk.NAMESPACE, "kind"))
        .isEqualTo(hasAttributes ? "d:hard" : "");
    if (hasAttributes) {
      assertThat(detail.lookupNamespaceURI("d")).isEqualTo(Desk.NAMESPACE);
    }
    assertThat(detail.getDetailEntries()).toIterable().hasSize(1);
  }

  /** CXF writes no attributes of a detail that a service throws, and Metro no texts either. */
  @ParameterizedTest
  @CsvSource({
    "CXF, SOAP_1_1, false, true, false",
    "CXF, SOAP_1_2, false, true, false",
    "CXF, SOAP_1_1, true, true, true",
    "CXF, SOAP_1_2, true, true, true",
    "METRO, SOAP_1_1, false, false, false",
    "METRO, SOAP_1_2, false, false, false",
    "METRO, SOAP_1_1, true, true, true",
    "METRO, SOAP_1_2, true, true, true"
  })
  void faultsOfOthersAreReadAsTheyAre(
      Peer peer, SoapVersion version, boolean isWhole, boolean hasTexts, boolean hasAttributes)
      throws Exception {
    boolean isSoap12 = version == SoapVersion.SOAP_1_2;
    try (LabServer.Running server = peer.serve(service(isWhole, isSoap12), "/faulty")) {
      SOAPFault fault =
          fault(Castile.client(Faulty.class).endpoint(server.url()).soapVersion(version).build());

      assertThat(fault.getFaultCodeAsQName()).isEqualTo(code(isSoap12));
      assertThat(fault.getFaultString()).isEqualTo("no");
      if (isSoap12) {
        assertThat(subcodes(fault)).containsExactly(BUSY, VERY);
        boolean hasNode = isWhole || peer == Peer.METRO;
        assertThat(fault.getFaultNode()).isEqualTo(hasNode ? "urn:node" : null);
      }
      assertDetail(fault.getDetail(), hasTexts, hasAttributes);
    }
  }

  /** CXF reads no attributes of a detail, and Metro no texts either; both are on the wire. */
  @ParameterizedTest
  @CsvSource({
    "CXF, SOAP_1_1, false",
    "CXF, SOAP_1_2, false",
    "CXF, SOAP_1_1, true",
    "CXF, SOAP_1_2, true",
    "METRO, SOAP_1_1, false",
    "METRO, SOAP_1_2, false",
    "METRO, SOAP_1_1, true",
    "METRO, SOAP_1_2, true"
  })
  void othersReadItsFaults(Peer peer, SoapVersion version, boolean isWhole) throws Exception {
    boolean isSoap12 = version == SoapVersion.SOAP_1_2;
    try (SoapServer described =
            Castile.server().host("localhost").publish("/d", service(false, isSoap12)).start();
        SoapServer server =
            Castile.server()
                .host("localhost")
                .publish("/faulty", service(isWhole, isSoap12))
                .start();
        Tap tap = Tap.open(server.url("/faulty"));
        PeerClients.Calling<Faulty> client =
            peer == Peer.CXF
                ? PeerClients.cxf(Faulty.class, tap.url(), version.bindingId())
                : PeerClients.metro(
                    Faulty.class, described.url("/d") + "?wsdl", SERVICE, PORT, tap.url())) {
      SOAPFault fault = fault(client.port());

      assertThat(fault.getFaultCodeAsQName()).isEqualTo(code(isSoap12));
      assertThat(fault.getFaultString()).isEqualTo("no");
      if (isSoap12) {
        assertThat(subcodes(fault)).containsExactly(BUSY, VERY);
      }
      assertDetail(fault.getDetail(), peer == Peer.CXF, false);
      assertThat(tap.responses().get(0).text())
          .contains("code=\"a&lt;&quot;7&quot;\" d:kind=\"d:hard\">before &amp; <d:entry");
    }
  }
}
