package io.castile.interop.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.soap.SoapVersion;
import jakarta.annotation.Resource;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.StringReader;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One-way calls to services of other stacks, whatever they answer, and of other stacks' clients.
 */
final class OneWayPeersTest {
  private static final QName SERVICE = new QName(Desk.NAMESPACE, "DeskService");
  private static final QName PORT = new QName(Desk.NAMESPACE, "DeskPort");

  private static String heard(BlockingQueue<String> queue) throws InterruptedException {
    return queue.poll(20, TimeUnit.SECONDS);
  }

  private static int status(Object port) {
    return (Integer)
        ((BindingProvider) port).getResponseContext().get(MessageContext.HTTP_RESPONSE_CODE);
  }

  // ---- services of others ----

  @ParameterizedTest
  @CsvSource({
    "CXF, SOAP_1_1, false, 202",
    "CXF, SOAP_1_2, false, 202",
    "CXF, SOAP_1_1, true, 200",
    "CXF, SOAP_1_2, true, 200",
    "METRO, SOAP_1_1, false, 202",
    "METRO, SOAP_1_2, false, 202",
    "METRO, SOAP_1_1, true, 200",
    "METRO, SOAP_1_2, true, 200"
  })
  void whatAServiceAnswersIsPassedOver(
      Peer stack, SoapVersion version, boolean isAnswering, int status) throws Exception {
    DeskService service = DeskService.of(isAnswering, version == SoapVersion.SOAP_1_2);
    try (LabServer.Running server = stack.serve(service, "/desk");
        Tap tap = Tap.open(server.url())) {
      Desk desk = Castile.client(Desk.class).endpoint(tap.url()).soapVersion(version).build();

      desk.tell("one");
      assertThat(status(desk)).isEqualTo(status);
      desk.count("two");
      assertThat(status(desk)).isEqualTo(status);

      assertThat(desk.inquire("three")).isEqualTo("three");
      assertThat(List.of(heard(service.heard()), heard(service.heard())))
          .containsExactlyInAnyOrder("one", "two");
      assertThat(tap.answers()).hasSize(3);
      assertThat(tap.answers().get(0).text().contains("tellResponse")).isEqualTo(isAnswering);
      assertThat(tap.answers().get(1).text().contains("countResponse")).isEqualTo(isAnswering);
      assertThat(tap.connections()).isOne();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "CXF, SOAP_1_1",
    "CXF, SOAP_1_2",
    "METRO, SOAP_1_1",
    "METRO, SOAP_1_2",
  })
  void aFaultOfAServiceThatAnswersIsThrownAndOneOfAnotherIsNot(Peer stack, SoapVersion version)
      throws Exception {
    boolean isSoap12 = version == SoapVersion.SOAP_1_2;
    DeskService answering = DeskService.of(true, isSoap12);
    try (LabServer.Running server = stack.serve(answering, "/desk")) {
      Desk desk = Castile.client(Desk.class).endpoint(server.url()).soapVersion(version).build();

      assertThatThrownBy(() -> desk.refuse("no"))
          .isInstanceOf(SOAPFaultException.class)
          .hasMessageContaining("refused");
      assertThat(heard(answering.heard())).isEqualTo("no");
    }
    DeskService silent = DeskService.of(false, isSoap12);
    try (LabServer.Running server = stack.serve(silent, "/desk")) {
      Desk desk = Castile.client(Desk.class).endpoint(server.url()).soapVersion(version).build();

      desk.refuse("no");
      assertThat(status(desk)).isEqualTo(202);
      assertThat(heard(silent.heard())).isEqualTo("no");
    }
  }

  /** Answers with an envelope, or with nothing, and that status; what is asked for is an echo. */
  @WebServiceProvider(
      targetNamespace = Desk.NAMESPACE,
      serviceName = "DeskService",
      portName = "DeskPort")
  @ServiceMode(Service.Mode.MESSAGE)
  public static final class Answerer implements Provider<SOAPMessage> {
    final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final int status;
    private final String content;

    @Resource private WebServiceContext context;

    Answerer(int status, String content) {
      this.status = status;
      this.content = content;
    }

    @Override
    public SOAPMessage invoke(SOAPMessage request) {
      try {
        heard.add(request.getSOAPBody().getTextContent());
        context.getMessageContext().put(MessageContext.HTTP_RESPONSE_CODE, status);
        if (content.equals("nothing")) {
          return null;
        }
        SOAPMessage answer =
            MessageFactory.newInstance(SOAPConstants.SOAP_1_1_PROTOCOL).createMessage();
        if (content.equals("element")) {
          answer.getSOAPBody().addBodyElement(new QName("urn:x", "done"));
        }
        return answer;
      } catch (SOAPException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "CXF, 200, empty, 200",
    "CXF, 201, empty, 201",
    "CXF, 202, empty, 202",
    "CXF, 200, element, 200",
    "CXF, 201, element, 201",
    "CXF, 202, element, 202",
    "CXF, 200, nothing, 202",
    "CXF, 202, nothing, 202",
    "METRO, 200, empty, 200",
    "METRO, 201, empty, 201",
    "METRO, 202, empty, 202",
    "METRO, 200, element, 200",
    "METRO, 201, element, 201",
    "METRO, 202, element, 202",
    "METRO, 200, nothing, 200",
    "METRO, 202, nothing, 202",
  })
  void envelopesOfProvidersArePassedOver(Peer stack, int status, String content, int sent)
      throws Exception {
    Answerer service = new Answerer(status, content);
    try (LabServer.Running server = stack.serve(service, "/desk");
        Tap tap = Tap.open(server.url())) {
      Desk desk = Castile.client(Desk.class).endpoint(tap.url()).build();
      Dispatch<Source> dispatch = Castile.dispatch(Source.class).endpoint(tap.url()).build();

      desk.tell("one");
      assertThat(status(desk)).isEqualTo(sent);
      dispatch.invokeOneWay(
          new StreamSource(
              new StringReader("<d:tell xmlns:d='urn:castile:desk'><text>two</text></d:tell>")));

      assertThat(heard(service.heard)).isEqualTo("one");
      assertThat(heard(service.heard)).isEqualTo("two");
      assertThat(tap.answers()).hasSize(2);
      assertThat(tap.answers().get(0).text().contains("done")).isEqualTo(content.equals("element"));
    }
  }

  // ---- clients of others ----

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
  void clientsOfOthersCallIt(Peer stack, SoapVersion version, boolean isAnswering)
      throws Exception {
    boolean isSoap12 = version == SoapVersion.SOAP_1_2;
    DeskService service = DeskService.of(isAnswering, isSoap12);
    try (SoapServer described =
            Castile.server()
                .host("localhost")
                .publish("/d", DeskService.of(false, isSoap12))
                .start();
        SoapServer server = Castile.server().host("localhost").publish("/desk", service).start();
        Tap tap = Tap.open(server.url("/desk"));
        PeerClients.Calling<Desk> client =
            stack == Peer.CXF
                ? PeerClients.cxf(Desk.class, tap.url(), version.bindingId())
                : PeerClients.metro(
                    Desk.class, described.url("/d") + "?wsdl", SERVICE, PORT, tap.url())) {
      Desk desk = client.port();

      desk.tell("one");
      desk.count("two");

      assertThat(desk.inquire("three")).isEqualTo("three");
      assertThat(List.of(heard(service.heard()), heard(service.heard())))
          .containsExactlyInAnyOrder("one", "two");
      assertThat(tap.answers()).hasSize(3);
      assertThat(tap.answers().get(0).head()).contains(isAnswering ? " 200 " : " 202 ");
      assertThat(tap.answers().get(0).text().contains("tellResponse")).isEqualTo(isAnswering);
      if (!isAnswering) {
        desk.refuse("four");
        assertThat(heard(service.heard())).isEqualTo("four");
      }
    }
  }
}
