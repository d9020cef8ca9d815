package io.castile.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.castile.cxf.Shops.Published;
import io.castile.cxf.databinding.CastileJAXBDataBinding;
import io.castile.shop.BareShop;
import io.castile.shop.BareShopService;
import io.castile.shop.RpcShop;
import io.castile.shop.RpcShopService;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapVersion;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.ValidationEventHandler;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.soap.saaj.SAAJInInterceptor;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.databinding.DataBinding;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.interceptor.AbstractOutDatabindingInterceptor;
import org.apache.cxf.interceptor.transform.TransformInInterceptor;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.service.ServiceImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** CXF with Castile's codecs, held against CXF with Jakarta XML Binding. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DataBindingTest {
  /** Which ends have Castile's codecs. */
  enum Ends {
    CLIENT,
    SERVER,
    BOTH;

    DataBinding ofClient() {
      return this == SERVER ? new JAXBDataBinding() : new CastileJAXBDataBinding();
    }

    DataBinding ofServer() {
      return this == CLIENT ? new JAXBDataBinding() : new CastileJAXBDataBinding();
    }
  }

  @BeforeEach
  void forget() {
    Traced.WRITTEN.clear();
    Traced.READ.clear();
  }

  // ---- values ----

  private static <T> void compare(
      Ends ends, SoapVersion version, Class<T> sei, T service, List<StylesTest.Call<T>> calls)
      throws Exception {
    try (Published plain = Shops.publish(sei, service, version, factory -> {});
        Published bound =
            Shops.publish(
                sei, service, version, factory -> factory.setDataBinding(ends.ofServer()))) {
      T expected = client(sei, plain.url(), version, new JAXBDataBinding());
      T port = client(sei, bound.url(), version, ends.ofClient());
      for (StylesTest.Call<T> call : calls) {
        assertThat(call.of(port)).usingRecursiveComparison().isEqualTo(call.of(expected));
      }
    }
  }

  private static <T> T client(Class<T> sei, String url, SoapVersion version, DataBinding binding) {
    JaxWsProxyFactoryBean factory = Shops.clientOf(sei, url);
    factory.setBindingId(version.bindingId());
    factory.setDataBinding(binding);
    return factory.create(sei);
  }

  @ParameterizedTest
  @EnumSource
  void wrappedCallsBringTheSame(Ends ends) throws Exception {
    for (SoapVersion version : SoapVersion.values()) {
      compare(ends, version, WrappedShop.class, new WrappedShopService(), StylesTest.wrapped());
    }
  }

  @ParameterizedTest
  @EnumSource
  void bareCallsBringTheSame(Ends ends) throws Exception {
    compare(
        ends, SoapVersion.SOAP_1_1, BareShop.class, new BareShopService(), StylesTest.bareCalls());
  }

  @ParameterizedTest
  @EnumSource
  void rpcCallsBringTheSame(Ends ends) throws Exception {
    compare(ends, SoapVersion.SOAP_1_1, RpcShop.class, new RpcShopService(), StylesTest.rpcCalls());
  }

  @Test
  void faultsAreTheSame() throws Exception {
    try (Published published =
        Shops.publish(
            WrappedShop.class,
            new WrappedShopService(),
            SoapVersion.SOAP_1_1,
            factory -> factory.setDataBinding(new CastileJAXBDataBinding()))) {
      WrappedShop expected = Shops.client(WrappedShop.class, published.url());
      WrappedShop port =
          client(
              WrappedShop.class,
              published.url(),
              SoapVersion.SOAP_1_1,
              new CastileJAXBDataBinding());

      assertSame(catchThrowable(() -> port.find("p")), catchThrowable(() -> expected.find("p")));
      assertSame(
          catchThrowable(() -> port.fail("fault")), catchThrowable(() -> expected.fail("fault")));
    }
  }

  private static void assertSame(Throwable found, Throwable expected) {
    assertThat(found).hasSameClassAs(expected).hasMessage(expected.getMessage());
  }

  // ---- who writes and reads ----

  private static final TracedService SAME = bean -> bean;

  private static Published published(Consumer<JaxWsServerFactoryBean> options) {
    return Shops.publish(TracedService.class, SAME, SoapVersion.SOAP_1_1, options);
  }

  private static TracedService port(Published published, Supplier<DataBinding> binding) {
    return client(TracedService.class, published.url(), SoapVersion.SOAP_1_1, binding.get());
  }

  private static void assertCalls(TracedService port, String binding) {
    Traced.WRITTEN.clear();
    Traced.READ.clear();
    port.same(new Traced("it"));
    assertThat(Traced.WRITTEN).isNotEmpty().containsOnly(binding);
    assertThat(Traced.READ).isNotEmpty().containsOnly(binding);
  }

  @Test
  void codecsWriteAndReadBothMessages() throws Exception {
    try (Published published =
        published(factory -> factory.setDataBinding(new CastileJAXBDataBinding()))) {
      assertCalls(port(published, CastileJAXBDataBinding::new), "Castile");
    }
  }

  @Test
  void whatHasNoPlaceInCodecsIsLeftToJaxb() throws Exception {
    try (Published published = published(factory -> {})) {
      assertCalls(port(published, JAXBDataBinding::new), "JAXB");
      ValidationEventHandler handler = event -> true;
      assertCalls(
          port(
              published,
              () -> {
                JAXBDataBinding binding = new CastileJAXBDataBinding();
                binding.setValidationEventHandler(handler);
                return binding;
              }),
          "JAXB");

      TracedService validating = port(published, CastileJAXBDataBinding::new);
      Requests.context(validating).put("schema-validation-enabled", "BOTH");
      assertCalls(validating, "JAXB");

      TracedService handled = port(published, CastileJAXBDataBinding::new);
      Requests.context(handled).put(JAXBDataBinding.VALIDATION_EVENT_HANDLER, handler);
      assertCalls(handled, "JAXB");

      TracedService lenient = port(published, CastileJAXBDataBinding::new);
      Requests.context(lenient).put(JAXBDataBinding.SET_VALIDATION_EVENT_HANDLER, false);
      assertCalls(lenient, "JAXB");
    }
  }

  @Test
  void aWriterThatMustNotBePassedByIsNot() throws Exception {
    try (Published published = published(factory -> {})) {
      TracedService port = port(published, CastileJAXBDataBinding::new);
      Requests.context(port)
          .put(AbstractOutDatabindingInterceptor.DISABLE_OUTPUTSTREAM_OPTIMIZATION, true);

      port.same(new Traced("it"));

      assertThat(Traced.WRITTEN).isNotEmpty().containsOnly("JAXB");
      assertThat(Traced.READ).contains("Castile"); // by the client
    }
  }

  @Test
  void aReaderThatChangesWhatItReadsIsNotPassedBy() throws Exception {
    TransformInInterceptor renaming = new TransformInInterceptor();
    renaming.setInTransformElements(Map.of("nom", "name"));
    try (Published published =
        published(
            factory -> {
              factory.setDataBinding(new CastileJAXBDataBinding());
              factory.getInInterceptors().add(renaming);
            })) {
      String message = ENVELOPE.formatted("<bean><nom>a</nom></bean>");
      Posted posted =
          post(
              published.url(), "text/xml; charset=utf-8", message.getBytes(StandardCharsets.UTF_8));

      assertThat(posted.text()).contains("<name>a</name>");
      assertThat(Traced.READ).containsOnly("JAXB");
    }
  }

  @Test
  void messagesAreDocumentsInMemoryWhereAnInterceptorWantsThem() throws Exception {
    try (Published published =
        published(
            factory -> {
              factory.setDataBinding(new CastileJAXBDataBinding());
              factory.getInInterceptors().add(new SAAJInInterceptor());
            })) {
      TracedService port = port(published, CastileJAXBDataBinding::new);
      ClientProxy.getClient(port).getInInterceptors().add(new SAAJInInterceptor());

      assertThat(port.same(new Traced("it")).getName()).isEqualTo("it");
    }
  }

  @Test
  void aGivenContextIsLeftToJaxb() throws Exception {
    JAXBDataBinding binding = new CastileJAXBDataBinding();
    binding.setContext(JAXBContext.newInstance(Traced.class));

    assertThat(binding.createReader(XMLStreamReader.class)).hasSameClassAs(plainReader());
    binding.initialize(new ServiceImpl());
    assertThat(binding.createReader(XMLStreamReader.class)).hasSameClassAs(plainReader());
    assertThat(binding.getInInterceptors()).isNotEmpty().noneMatch(DataBindingTest::isOfCodecs);
  }

  private static Object plainReader() throws Exception {
    return new JAXBDataBinding(Traced.class).createReader(XMLStreamReader.class);
  }

  private static boolean isOfCodecs(Object interceptor) {
    return interceptor.getClass().getPackage().equals(CastileJAXBDataBinding.class.getPackage());
  }

  @Test
  void aBusMakesBindingsOfWhichItHasTheClass() throws Exception {
    Bus bus = new ExtensionManagerBus();
    bus.setProperty(DataBinding.class.getName(), CastileJAXBDataBinding.class);
    try (Published published = published(factory -> factory.setBus(bus))) {
      assertThat(published.server().getEndpoint().getService().getDataBinding())
          .isInstanceOf(CastileJAXBDataBinding.class);
      assertCalls(port(published, CastileJAXBDataBinding::new), "Castile");
    } finally {
      bus.shutdown(true);
    }
  }

  // ---- messages that are not as they should be ----

  private static final String ENVELOPE =
      "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
          + "<t:same xmlns:t=\"urn:traced\">%s</t:same></s:Body></s:Envelope>";

  private record Posted(int status, String text) {}

  private static Posted post(String url, String type, byte[] message) throws Exception {
    HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
    connection.setDoOutput(true);
    connection.setRequestProperty("Content-Type", type);
    connection.setRequestProperty("SOAPAction", "\"\"");
    connection.getOutputStream().write(message);
    int status = connection.getResponseCode();
    try (InputStream in =
        status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
      return new Posted(status, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static void assertAlike(String type, Charset charset, String message, int status)
      throws Exception {
    try (Published plain = published(factory -> {});
        Published bound =
            published(factory -> factory.setDataBinding(new CastileJAXBDataBinding()))) {
      Posted expected = post(plain.url(), type, message.getBytes(charset));
      Posted found = post(bound.url(), type, message.getBytes(charset));

      assertThat(expected.status()).isEqualTo(status);
      assertThat(found.status()).as(found.text()).isEqualTo(status);
      assertThat(tag(found.text(), "name")).isEqualTo(tag(expected.text(), "name"));
      assertThat(tag(found.text(), "faultcode")).isEqualTo(tag(expected.text(), "faultcode"));
    }
  }

  private static String tag(String text, String name) {
    int from = text.indexOf("<" + name + ">");
    return from < 0 ? "" : text.substring(from, text.indexOf("</" + name + ">"));
  }

  @Test
  void requestsComeInAllEncodings() throws Exception {
    String message = ENVELOPE.formatted("<bean><name>grüße</name></bean>");

    assertAlike("text/xml; charset=utf-8", StandardCharsets.UTF_8, message, 200);
    assertAlike("text/xml; charset=ISO-8859-1", StandardCharsets.ISO_8859_1, message, 200);
    assertAlike("text/xml; charset=UTF-16", StandardCharsets.UTF_16, message, 200);
    assertAlike(
        "text/xml; charset=utf-8",
        StandardCharsets.UTF_8,
        "<?xml version='1.0' encoding='UTF-8'?><!-- a --><?b c?>\n" + message + "\n<!-- d -->",
        200);
  }

  @Test
  void whatJaxbRefusesIsRefusedAndWhatItPassesOverIsPassedOver() throws Exception {
    String type = "text/xml; charset=utf-8";

    assertAlike(
        type,
        StandardCharsets.UTF_8,
        ENVELOPE.formatted("<bean><name>a</name><other/></bean>"),
        500);
    assertAlike(
        type,
        StandardCharsets.UTF_8,
        ENVELOPE.formatted("<bean other=\"1\"><name>a</name></bean>"),
        200);
    assertAlike(
        type, StandardCharsets.UTF_8, ENVELOPE.formatted("<bean>text<name>a</name></bean>"), 200);
    assertAlike(type, StandardCharsets.UTF_8, ENVELOPE.formatted("<bean><name>a</bean>"), 500);
    assertAlike(type, StandardCharsets.UTF_8, ENVELOPE.substring(0, 90), 500);
    assertAlike(type, StandardCharsets.UTF_8, "no XML", 500);
  }

  @Test
  void anErrorSaysWhatIsUnexpected() throws Exception {
    try (Published bound =
        published(factory -> factory.setDataBinding(new CastileJAXBDataBinding()))) {
      Posted posted =
          post(
              bound.url(),
              "text/xml; charset=utf-8",
              ENVELOPE.formatted("<bean><nam>a</nam></bean>").getBytes(StandardCharsets.UTF_8));

      assertThat(posted.text()).contains("Unmarshalling Error", "nam", "name");
    }
  }

  @Test
  void aDocumentTypeIsRefused() throws Exception {
    try (Published bound =
        published(factory -> factory.setDataBinding(new CastileJAXBDataBinding()))) {
      String bomb =
          "<!DOCTYPE b [<!ENTITY a \"aaaa\">]>"
              + ENVELOPE.formatted("<bean><name>&a;</name></bean>");

      Posted posted =
          post(bound.url(), "text/xml; charset=utf-8", bomb.getBytes(StandardCharsets.UTF_8));

      assertThat(posted.status()).isEqualTo(500);
      assertThat(posted.text()).doesNotContain("aaaa");
    }
  }

  @Test
  void aClientTellsOfAnAnswerThatIsNoAnswer() throws Exception {
    try (Published published = published(factory -> {})) {
      TracedService port = port(published, CastileJAXBDataBinding::new);
      ClientProxy.getClient(port)
          .getInInterceptors()
          .add(
              new ReplacedBody(
                  ENVELOPE.replace("same", "sameResponse").formatted("<return><x/></return>")));

      assertThatThrownBy(() -> port.same(new Traced("it")))
          .isInstanceOf(SOAPFaultException.class)
          .hasMessageContaining("Unmarshalling Error");
    }
  }
}
