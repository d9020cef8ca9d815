package io.castile.jaxws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.castile.shop.FreePorts;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.InputStream;
import java.io.StringReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Endpoints of this provider, called by its clients. */
final class EndpointTest {
  private final List<Endpoint> published = new ArrayList<>();

  private Endpoint publish(Endpoint endpoint, String address) {
    endpoint.publish(address);
    published.add(endpoint);
    return endpoint;
  }

  @AfterEach
  void stop() {
    published.forEach(Endpoint::stop);
  }

  private static Quotes client(String address) {
    Quotes port = new QuoteService().getQuotePort();
    ((BindingProvider) port)
        .getRequestContext()
        .put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, address);
    return port;
  }

  private static String get(String address) throws Exception {
    try (InputStream in = URI.create(address).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void endpointsOfOnePortShareItsServer() throws Exception {
    String base = "http://localhost:" + FreePorts.next();
    Endpoint one = publish(Endpoint.create(new QuotesImpl()), base + "/one");
    Endpoint two = publish(Endpoint.create(new QuotesImpl()), base + "/two");

    assertThat(client(base + "/one").price("a")).isEqualTo(1.5);
    assertThat(client(base + "/two").price("ab")).isEqualTo(2.5);
    one.stop();

    assertThat(client(base + "/two").price("abc")).isEqualTo(3.5);
    assertThatThrownBy(() -> client(base + "/one").price("a"))
        .isInstanceOf(WebServiceException.class);
    assertThat(one.isPublished()).isFalse();
    assertThat(two.isPublished()).isTrue();
    two.stop();
    assertThatThrownBy(() -> client(base + "/two").price("a"))
        .isInstanceOf(WebServiceException.class);
    publish(Endpoint.create(new QuotesImpl()), base + "/two"); // the port is free again
  }

  private static String priceInSoap12(String address) throws Exception {
    String request =
        "<e:Envelope xmlns:e='http://www.w3.org/2003/05/soap-envelope'><e:Body>"
            + "<q:price xmlns:q='urn:quotes'><symbol>abc</symbol></q:price></e:Body></e:Envelope>";
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(address))
                .header("Content-Type", "application/soap+xml")
                .POST(HttpRequest.BodyPublishers.ofString(request))
                .build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  @Test
  void aPropertySaysWhetherTheOtherVersionOfSoapIsRead() throws Exception {
    String base = "http://localhost:" + FreePorts.next();
    publish(Endpoint.create(new QuotesImpl()), base + "/usual");
    assertThat(priceInSoap12(base + "/usual")).contains("VersionMismatch");

    for (Object value : new Object[] {false, "false"}) {
      Endpoint endpoint = Endpoint.create(new QuotesImpl());
      endpoint.setProperties(Map.of(ServerFeature.SAME_VERSION, value));
      publish(endpoint, base + "/both/" + value.getClass().getSimpleName());
      assertThat(priceInSoap12(base + "/both/" + value.getClass().getSimpleName()))
          .contains("2003/05/soap-envelope", "3.5");
    }

    Endpoint one =
        Endpoint.create(new QuotesImpl(), ServerFeature.of(server -> server.sameVersion(true)));
    one.setProperties(Map.of(ServerFeature.SAME_VERSION, false));
    publish(one, base + "/feature");
    assertThat(priceInSoap12(base + "/feature")).contains("VersionMismatch");

    Endpoint wrong = Endpoint.create(new QuotesImpl());
    wrong.setProperties(Map.of(ServerFeature.SAME_VERSION, "no"));
    assertThatThrownBy(() -> wrong.publish(base + "/wrong"))
        .isInstanceOf(WebServiceException.class)
        .hasMessage("property io.castile.jaxws.sameVersion: expected true or false, found no");
  }

  @Test
  void aPathThatIsTakenAndASecondLifeAreErrors() throws Exception {
    String address = "http://localhost:" + FreePorts.next() + "/quotes";
    Endpoint endpoint = publish(Endpoint.create(new QuotesImpl()), address);

    assertThatThrownBy(() -> Endpoint.publish(address, new QuotesImpl()))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("/quotes");
    assertThatThrownBy(() -> endpoint.publish(address)).isInstanceOf(IllegalStateException.class);
    endpoint.stop();
    assertThatThrownBy(() -> endpoint.publish(address)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> Endpoint.publish("ftp://localhost/x", new QuotesImpl()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ftp://localhost/x");
  }

  @Test
  void aPortThatSomebodyElseHasIsAnError() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
      String address = "http://localhost:" + taken.getLocalPort() + "/quotes";

      assertThatThrownBy(() -> Endpoint.publish(address, new QuotesImpl()))
          .isInstanceOf(WebServiceException.class);
    }
  }

  @Test
  void theWsdlHasTheAddressAndTheNames() throws Exception {
    Endpoint endpoint = Endpoint.create(SOAPBinding.SOAP12HTTP_BINDING, new QuotesImpl());
    QName service = new QName("urn:quotes", "Renamed");
    QName port = new QName("urn:quotes", "RenamedPort");
    endpoint.setProperties(Map.of(Endpoint.WSDL_SERVICE, service, Endpoint.WSDL_PORT, port));
    publish(endpoint, "http://localhost:0/quotes");
    String address = ServiceTest.addressOf(endpoint);

    String wsdl = get(address + "?wsdl");

    assertThat(wsdl)
        .contains("Renamed", "RenamedPort", address, "http://schemas.xmlsoap.org/wsdl/soap12/");
    assertThat(endpoint.getBinding().getBindingID()).isEqualTo(SOAPBinding.SOAP12HTTP_BINDING);
    Service client = Service.create(URI.create(address + "?wsdl").toURL(), service);
    assertThat(client.getPort(port, Quotes.class).price("ab")).isEqualTo(2.5);
    Reference reference = Reference.of(endpoint.getEndpointReference());
    assertThat(reference.service()).isEqualTo(service);
    assertThat(reference.port()).isEqualTo(port);
  }

  @Test
  void metadataIsTheWsdlThatIsServed() throws Exception {
    Endpoint endpoint = Endpoint.create(new QuotesImpl());
    endpoint.setMetadata(
        List.of(
            new StreamSource(getClass().getResource("quotes-binding.wsdl").toString()),
            new StreamSource(
                getClass().getResourceAsStream("quotes.wsdl"),
                getClass().getResource("quotes.wsdl").toString())));
    publish(endpoint, "http://localhost:0/given");
    String address = ServiceTest.addressOf(endpoint);

    String wsdl = get(address + "?wsdl");

    assertThat(wsdl).contains(address + "?wsdl=1").doesNotContain("http://localhost:9/quotes");
    assertThat(get(address + "?wsdl=1")).contains("QuoteBinding12");
    Service client = Service.create(URI.create(address + "?wsdl").toURL(), QuoteService.SERVICE);
    assertThat(client.getPort(QuoteService.PORT, Quotes.class).price("ab")).isEqualTo(2.5);
  }

  @Test
  void metadataThatDoesNotFitIsAnErrorThatNamesBothSides() {
    Endpoint endpoint = Endpoint.create(new QuotesImpl());
    String wsdl =
        "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/' targetNamespace='urn:o'"
            + " xmlns:o='urn:o'><portType name='Other'/><service name='S'/></definitions>";
    endpoint.setMetadata(List.of(new StreamSource(new StringReader(wsdl))));

    assertThatThrownBy(() -> endpoint.publish("http://localhost:0/x"))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("expected port type {urn:quotes}Quotes")
        .hasMessageContaining("found [{urn:o}Other]");
    assertThat(endpoint.isPublished()).isFalse();
  }

  @SuppressWarnings("rawtypes") // the API's own
  @Test
  void theBindingHasTheHandlers() {
    Endpoint endpoint = Endpoint.create(new QuotesImpl());
    List<Handler> chain = endpoint.getBinding().getHandlerChain();
    assertThat(chain).isEmpty();
    chain.add(new SeenHandler());
    endpoint.getBinding().setHandlerChain(chain);
    publish(endpoint, "http://localhost:0/quotes");
    SeenHandler.PORTS.clear();

    client(ServiceTest.addressOf(endpoint)).price("a");

    assertThat(SeenHandler.PORTS).containsExactly(QuoteService.PORT, QuoteService.PORT);
  }

  @Test
  void theExecutorRunsTheRequests() {
    QuotesImpl implementor = new QuotesImpl();
    Endpoint endpoint = Endpoint.create(implementor);
    endpoint.setExecutor(task -> new Thread(task, "mine").start());
    publish(endpoint, "http://localhost:0/quotes");

    assertThat(client(ServiceTest.addressOf(endpoint)).price("a")).isEqualTo(1.5);

    assertThat(implementor.servedBy).isEqualTo("mine");
  }

  @WebServiceProvider(
      serviceName = "QuoteService",
      portName = "QuotePort",
      targetNamespace = "urn:quotes")
  static final class Payloads implements Provider<Source> {
    @Override
    public Source invoke(Source request) {
      return new StreamSource(
          new StringReader(
              "<q:priceResponse xmlns:q='urn:quotes'><value>7.5</value></q:priceResponse>"));
    }
  }

  @WebServiceProvider
  @ServiceMode(Service.Mode.MESSAGE)
  static final class Messages implements Provider<SOAPMessage> {
    @Override
    public SOAPMessage invoke(SOAPMessage request) {
      return request;
    }
  }

  @Test
  void providersOfPayloadsAndMessages() throws Exception {
    Endpoint payloads = publish(Endpoint.create(new Payloads()), "http://localhost:0/payloads");
    Endpoint messages = publish(Endpoint.create(new Messages()), "http://localhost:0/messages");
    Service service = Service.create(new QName("any"));
    QName port = new QName("port");
    service.addPort(port, null, ServiceTest.addressOf(messages));
    Dispatch<SOAPMessage> dispatch =
        service.createDispatch(port, SOAPMessage.class, Service.Mode.MESSAGE);
    SOAPMessage message = ((SOAPBinding) dispatch.getBinding()).getMessageFactory().createMessage();
    message.getSOAPBody().addBodyElement(new QName("urn:x", "x")).addTextNode("echo");

    assertThat(client(ServiceTest.addressOf(payloads)).price("a")).isEqualTo(7.5);
    assertThat(dispatch.invoke(message).getSOAPBody().getTextContent()).isEqualTo("echo");
  }

  @Test
  void aContextOfTheServerOfTheJdk() throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
    server.start();
    try {
      Endpoint endpoint = Endpoint.create(new QuotesImpl());
      endpoint.publish(server.createContext("/jdk"));
      String address = "http://localhost:" + server.getAddress().getPort() + "/jdk";

      assertThat(client(address).price("abc")).isEqualTo(3.5);
      assertThat(get(address + "?wsdl")).contains(address);
      endpoint.stop();
      assertThatThrownBy(() -> client(address).price("a")).isInstanceOf(WebServiceException.class);
    } finally {
      server.stop(0);
    }
    assertThatThrownBy(() -> Endpoint.create(new QuotesImpl()).publish((Object) "context"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("java.lang.String");
  }

  @Test
  void aBindingThatIsNotOfSoapIsAnError() {
    assertThatThrownBy(() -> Endpoint.create("urn:binding", new QuotesImpl()))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("urn:binding");
  }

  @Test
  void anImplementorThatIsNoServiceIsAnError() {
    assertThatThrownBy(() -> Endpoint.publish("http://localhost:0/x", new Object()))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("java.lang.Object");
  }
}
