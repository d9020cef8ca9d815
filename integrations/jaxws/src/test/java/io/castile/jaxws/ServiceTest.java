package io.castile.jaxws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.handler.PortInfo;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.MTOMFeature;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import jakarta.xml.ws.spi.Provider;
import java.io.Closeable;
import java.io.StringReader;
import java.net.URI;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Generated service classes, and services made by name, on this provider. */
final class ServiceTest {
  private static final QuotesImpl IMPLEMENTOR = new QuotesImpl();
  private static Endpoint endpoint;
  private static Endpoint endpoint12;
  private static String address;
  private static String address12;

  @BeforeAll
  static void publish() {
    endpoint = Endpoint.publish("http://localhost:0/quotes", IMPLEMENTOR);
    address = addressOf(endpoint);
    endpoint12 = Endpoint.create(SOAPBinding.SOAP12HTTP_BINDING, new QuotesImpl());
    endpoint12.publish("http://localhost:0/quotes12");
    address12 = addressOf(endpoint12);
  }

  @AfterAll
  static void stop() {
    endpoint.stop();
    endpoint12.stop();
  }

  static String addressOf(Endpoint endpoint) {
    return Reference.of(endpoint.getEndpointReference()).address();
  }

  /** Has a port call the endpoint of its version of SOAP. */
  private static <T> T at(T port) {
    BindingProvider provider = (BindingProvider) port;
    boolean is12 = provider.getBinding().getBindingID().equals(SOAPBinding.SOAP12HTTP_BINDING);
    provider
        .getRequestContext()
        .put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, is12 ? address12 : address);
    return port;
  }

  @Test
  void theApiFindsThisProvider() {
    assertThat(Provider.provider()).isInstanceOf(CastileProvider.class);
  }

  @Test
  void aGeneratedServiceKnowsTheAddressOfTheWsdl() {
    BindingProvider port = (BindingProvider) new QuoteService().getQuotePort();

    assertThat(port.getRequestContext())
        .containsEntry(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, "http://localhost:9/quotes");
    assertThat(port.getBinding().getBindingID()).isEqualTo(SOAPBinding.SOAP11HTTP_BINDING);
    assertThat(port).isInstanceOf(Closeable.class);
  }

  @Test
  void aGeneratedServiceCalls() {
    assertThat(at(new QuoteService().getQuotePort()).price("IBM")).isEqualTo(3.5);
    assertThat(IMPLEMENTOR.servedPort).isEqualTo(QuoteService.PORT);
  }

  @Test
  void theWsdlSaysTheVersionOfSoap() {
    Quotes port = at(new QuoteService().getQuotePort12());

    assertThat(((BindingProvider) port).getBinding().getBindingID())
        .isEqualTo(SOAPBinding.SOAP12HTTP_BINDING);
    assertThat(port.price("SAP")).isEqualTo(3.5);
  }

  @Test
  void aPlaceholderIsNoAddressUntilTheApplicationSaysOne() {
    Quotes port = new QuoteService().getQuotePort12();

    assertThatThrownBy(() -> port.price("X"))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("REPLACE_WITH_ACTUAL_URL")
        .hasMessageContaining("QuotePort12");
    assertThat(at(port).price("X")).isEqualTo(1.5);
  }

  @Test
  void thePortOfAnInterfaceIsTheFirstOfItsPortType() {
    Quotes port = new QuoteService().getPort(Quotes.class);

    assertThat(((BindingProvider) port).getRequestContext())
        .containsEntry(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, "http://localhost:9/quotes");
  }

  @Test
  void portsAreThoseOfTheWsdlAndThoseAdded() {
    QuoteService service = new QuoteService();
    QName mine = new QName("urn:quotes", "Mine");
    service.addPort(mine, SOAPBinding.SOAP12HTTP_BINDING, address12);

    assertThat(service.getPorts())
        .toIterable()
        .containsExactlyInAnyOrder(mine, QuoteService.PORT, QuoteService.PORT_12);
    assertThat(service.getServiceName()).isEqualTo(QuoteService.SERVICE);
    assertThat(service.getWSDLDocumentLocation()).isEqualTo(QuoteService.WSDL);
    assertThat(service.getPort(mine, Quotes.class).price("ab")).isEqualTo(2.5);
    assertThatThrownBy(() -> service.addPort(QuoteService.PORT, null, address))
        .isInstanceOf(WebServiceException.class);
  }

  @Test
  void anUnknownPortIsAnErrorThatListsThose() {
    QName unknown = new QName("urn:quotes", "Other");

    assertThatThrownBy(() -> new QuoteService().getPort(unknown, Quotes.class))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("expected port {urn:quotes}Other")
        .hasMessageContaining("found [{urn:quotes}QuotePort, {urn:quotes}QuotePort12]");
  }

  @Test
  void anUnknownServiceIsAnErrorThatListsThose() {
    Service service = Service.create(QuoteService.WSDL, new QName("urn:quotes", "Nobody"));

    assertThatThrownBy(() -> service.getPort(Quotes.class))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("expected service {urn:quotes}Nobody")
        .hasMessageContaining("found [{urn:quotes}QuoteService]");
  }

  @Test
  void aWsdlThatIsNotThereIsNoErrorWhereTheApplicationSaysTheAddress() throws Exception {
    URL nowhere = new URL("file:/nowhere/quotes.wsdl");
    Quotes port = new QuoteService(nowhere).getQuotePort();

    assertThatThrownBy(() -> port.price("X"))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("file:/nowhere/quotes.wsdl cannot be read");
    assertThat(at(port).price("X")).isEqualTo(1.5);
  }

  @Test
  void theWsdlOfTheEndpointServes() throws Exception {
    Service service = Service.create(URI.create(address + "?wsdl").toURL(), QuoteService.SERVICE);

    assertThat(service.getPort(QuoteService.PORT, Quotes.class).price("four")).isEqualTo(4.5);
  }

  @Test
  void asynchronousMethodsRunOnTheExecutorOfTheService() throws Exception {
    QuoteService service = new QuoteService();
    AtomicInteger tasks = new AtomicInteger();
    Executor executor =
        task -> {
          tasks.incrementAndGet();
          Thread thread = new Thread(task);
          thread.start();
        };
    service.setExecutor(executor);
    Quotes port = at(service.getQuotePort());
    CompletableFuture<Double> handled = new CompletableFuture<>();

    Response<PriceResponse> polled = port.priceAsync("IBM");
    port.priceAsync("SAP SE", answer -> complete(handled, answer));

    assertThat(polled.get(20, TimeUnit.SECONDS).getValue()).isEqualTo(3.5);
    assertThat(handled.get(20, TimeUnit.SECONDS)).isEqualTo(6.5);
    assertThat(tasks).hasValue(2);
    assertThat(service.getExecutor()).isSameAs(executor);
  }

  private static void complete(CompletableFuture<Double> to, Response<PriceResponse> answer) {
    try {
      to.complete(answer.get().getValue());
    } catch (Exception e) {
      to.completeExceptionally(e);
    }
  }

  @Test
  void aResolverSaysTheHandlers() {
    QuoteService service = new QuoteService();
    List<PortInfo> asked = new ArrayList<>();
    service.setHandlerResolver(
        port -> {
          asked.add(port);
          return List.of(new SeenHandler());
        });
    SeenHandler.PORTS.clear();

    at(service.getQuotePort()).price("IBM");

    assertThat(asked).hasSize(1);
    assertThat(asked.get(0).getPortName()).isEqualTo(QuoteService.PORT);
    assertThat(asked.get(0).getServiceName()).isEqualTo(QuoteService.SERVICE);
    assertThat(asked.get(0).getBindingID()).isEqualTo(SOAPBinding.SOAP11HTTP_BINDING);
    assertThat(SeenHandler.PORTS).containsExactly(QuoteService.PORT, QuoteService.PORT);
  }

  @Test
  void theFileOfTheServiceClassSaysTheHandlers() {
    SeenHandler.PORTS.clear();

    at(new HandledQuoteService().getQuotePort()).price("IBM");

    assertThat(SeenHandler.PORTS).containsExactly(QuoteService.PORT, QuoteService.PORT);
  }

  @Test
  void featuresOfServiceAndPort() {
    Quotes port = at(new QuoteService(new AddressingFeature()).getQuotePort(new MTOMFeature(7)));

    assertThat(((SOAPBinding) ((BindingProvider) port).getBinding()).isMTOMEnabled()).isTrue();
    assertThatThrownBy(() -> new QuoteService().getQuotePort(new Unknown()))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("Unknown");
  }

  static final class Unknown extends WebServiceFeature {
    Unknown() {
      enabled = true;
    }

    @Override
    public String getID() {
      return "unknown";
    }
  }

  @Test
  void theBindingTurnsMtomOn() {
    SOAPBinding binding =
        (SOAPBinding) ((BindingProvider) new QuoteService().getQuotePort()).getBinding();
    assertThat(binding.isMTOMEnabled()).isFalse();

    binding.setMTOMEnabled(true);

    assertThat(binding.isMTOMEnabled()).isTrue();
  }

  @Test
  void whatTheServiceThrowsIsAFault() {
    assertThatThrownBy(() -> at(new QuoteService().getQuotePort()).price(null))
        .isInstanceOf(SOAPFaultException.class)
        .hasMessageContaining("no symbol");
  }

  // ---- dispatches ----

  private static Service added(String bindingId) {
    Service service = Service.create(QuoteService.SERVICE);
    boolean is12 = SOAPBinding.SOAP12HTTP_BINDING.equals(bindingId);
    service.addPort(QuoteService.PORT, bindingId, is12 ? address12 : address);
    return service;
  }

  @Test
  void aDispatchOfSource() throws Exception {
    Dispatch<Source> dispatch =
        added(null).createDispatch(QuoteService.PORT, Source.class, Service.Mode.PAYLOAD);

    Source answer =
        dispatch.invoke(
            new StreamSource(
                new StringReader("<q:price xmlns:q='urn:quotes'><symbol>abc</symbol></q:price>")));

    PriceResponse read =
        (PriceResponse)
            JAXBContext.newInstance(PriceResponse.class).createUnmarshaller().unmarshal(answer);
    assertThat(read.getValue()).isEqualTo(3.5);
  }

  @Test
  void aDispatchOfMessagesInSoap12() throws Exception {
    Dispatch<SOAPMessage> dispatch =
        added(SOAPBinding.SOAP12HTTP_BINDING)
            .createDispatch(QuoteService.PORT, SOAPMessage.class, Service.Mode.MESSAGE);
    MessageFactory factory = ((SOAPBinding) dispatch.getBinding()).getMessageFactory();
    SOAPMessage message = factory.createMessage();
    message
        .getSOAPBody()
        .addBodyElement(new QName("urn:quotes", "price", "q"))
        .addChildElement("symbol")
        .setValue("abcd");

    SOAPMessage answer = dispatch.invoke(message);

    assertThat(answer.getSOAPBody().getTextContent()).isEqualTo("4.5");
    assertThat(answer.getSOAPBody().getNamespaceURI())
        .isEqualTo("http://www.w3.org/2003/05/soap-envelope");
  }

  @Test
  void aDispatchOfObjectsByTheWsdl() throws Exception {
    Dispatch<Object> dispatch =
        new QuoteService()
            .createDispatch(
                QuoteService.PORT,
                JAXBContext.newInstance(Price.class, PriceResponse.class),
                Service.Mode.PAYLOAD);
    Price price = new Price();
    price.setSymbol("ab");

    Object answer = at(dispatch).invoke(price);

    assertThat(((PriceResponse) answer).getValue()).isEqualTo(2.5);
  }

  @Test
  void aDispatchOfAnUnknownPortOrTypeIsAnError() {
    Service service = Service.create(QuoteService.SERVICE);

    assertThatThrownBy(
            () -> service.createDispatch(QuoteService.PORT, Source.class, Service.Mode.PAYLOAD))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("has no WSDL");
    assertThatThrownBy(
            () -> added(null).createDispatch(QuoteService.PORT, String.class, Service.Mode.PAYLOAD))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("java.lang.String");
    assertThatThrownBy(
            () ->
                added(null)
                    .createDispatch(QuoteService.PORT, SOAPMessage.class, Service.Mode.PAYLOAD))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("MESSAGE");
  }

  // ---- references ----

  @Test
  void aReferenceLeadsToThePort() {
    EndpointReference reference = endpoint.getEndpointReference();

    assertThat(new QuoteService().getPort(reference, Quotes.class).price("abc")).isEqualTo(3.5);
    assertThat(reference.getPort(Quotes.class).price("abc")).isEqualTo(3.5);
    Reference read = Reference.of(reference);
    assertThat(read.service()).isEqualTo(QuoteService.SERVICE);
    assertThat(read.port()).isEqualTo(QuoteService.PORT);
  }

  @Test
  void aReferenceToAnotherServiceIsAnError() {
    EndpointReference other =
        Provider.provider()
            .createW3CEndpointReference(
                address, new QName("urn:quotes", "Other"), null, null, null, null);

    assertThatThrownBy(() -> new QuoteService().getPort(other, Quotes.class))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("Other");
  }
}
