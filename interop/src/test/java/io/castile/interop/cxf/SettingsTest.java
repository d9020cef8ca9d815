package io.castile.interop.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cxf.databinding.CastileJAXBDataBinding;
import io.castile.interop.Infoset;
import jakarta.jws.WebService;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.ValidationEventHandler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.cxf.Bus;
import org.apache.cxf.annotations.DataBinding;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.interceptor.StaxOutInterceptor;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.hello_world_soap_http.Greeter;
import org.apache.hello_world_soap_http.GreeterImpl;
import org.apache.hello_world_soap_http.types.GreetMe;
import org.apache.hello_world_soap_http.types.GreetMeResponse;
import org.glassfish.jaxb.core.marshaller.CharacterEscapeHandler;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each setting that CXF's data binding has, on Castile's: it does what it does on CXF's. */
@Tag("long")
final class SettingsTest {
  private static final class Counting {
    private final AtomicInteger times = new AtomicInteger();
    private final Marshaller.Listener ofMarshaller =
        new Marshaller.Listener() {
          @Override
          public void beforeMarshal(Object source) {
            times.incrementAndGet();
          }
        };
    private final Unmarshaller.Listener ofUnmarshaller =
        new Unmarshaller.Listener() {
          @Override
          public void afterUnmarshal(Object target, Object parent) {
            times.incrementAndGet();
          }
        };
  }

  /** What a client sends, and how often Jakarta XML Binding was asked. */
  private record Sent(String text, Object answer, int jaxbUses) {}

  private static Sent send(Ends ends, Consumer<JAXBDataBinding> settings, Call<Depot> call)
      throws Exception {
    Wire wire = new Wire();
    Setup<Depot> setup =
        Setup.of(Depot.class, DepotService::new)
            .settings(settings)
            .client(factory -> factory.getOutInterceptors().add(wire));
    try (Setup.Running<Depot> running = setup.start(ends)) {
      Outcome answer = Outcome.of(call, running.port());
      assertThat(answer.thrown()).isNull();
      return new Sent(wire.sent(), answer.value(), running.jaxbUses());
    }
  }

  /**
   * Asserts that messages are left to Jakarta XML Binding, at least those that are written; returns
   * the one that was sent.
   */
  private static String assertLeftToJaxb(Consumer<JAXBDataBinding> settings) throws Exception {
    Call<Depot> call = port -> port.shelf(shelf());
    Sent expected = send(Ends.NEITHER, settings, call);
    Sent found = send(Ends.BOTH, settings, call);

    assertThat(Infoset.difference(bytes(expected.text()), bytes(found.text()))).isNull();
    assertThat(
            new Outcome(found.answer(), null).differenceFrom(new Outcome(expected.answer(), null)))
        .isNull();
    assertThat(found.jaxbUses()).isBetween(expected.jaxbUses() / 2, expected.jaxbUses());
    assertThat(found.jaxbUses()).isPositive();
    return found.text();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Shelf shelf() {
    Shelf shelf = new Shelf();
    shelf.label = "label";
    shelf.items.add(new Item.Barrel(1, 2));
    return shelf;
  }

  @Test
  void withoutSettingsNothingIsLeft() throws Exception {
    Sent sent = send(Ends.BOTH, binding -> {}, port -> port.shelf(shelf()));

    assertThat(sent.text()).contains("#label");
    assertThat(sent.jaxbUses()).isZero();
  }

  @Test
  void prefixes() throws Exception {
    Map<String, String> prefixes = Map.of("urn:castile:depot", "depot");

    assertThat(assertLeftToJaxb(binding -> binding.setNamespaceMap(prefixes)))
        .contains("<depot:shelf");
  }

  @Test
  void prefixesOfTheEnvelope() throws Exception {
    Map<String, Object> ofEnvelope =
        Map.of("soap.env.ns.map", Map.of("depot", "urn:castile:depot"));
    Wire wire = new Wire();

    Setup.of(Depot.class, DepotService::new)
        .settings(
            binding -> binding.setContextualNamespaceMap(Map.of("urn:castile:depot", "depot")))
        .server(factory -> factory.setProperties(ofEnvelope))
        .client(factory -> factory.setProperties(new LinkedHashMap<>(ofEnvelope)))
        .client(factory -> factory.getOutInterceptors().add(wire))
        .compare(Map.of("adapters", port -> port.shelf(shelf())));

    assertThat(wire.sent()).contains("<depot:shelf>", "xmlns:depot=\"urn:castile:depot\"");
  }

  @Test
  void propertiesOfMarshallers() throws Exception {
    assertThat(
            assertLeftToJaxb(
                binding ->
                    binding.setMarshallerProperties(
                        Map.of(Marshaller.JAXB_SCHEMA_LOCATION, "urn:castile:depot depot.xsd"))))
        .contains("schemaLocation=\"urn:castile:depot depot.xsd\"");
  }

  @Test
  void propertiesOfUnmarshallers() throws Exception {
    // Which one does not matter: those that are unknown are passed over.
    Consumer<JAXBDataBinding> settings =
        binding -> binding.setUnmarshallerProperties(Map.of("a.property", "of others"));

    Sent expected = send(Ends.NEITHER, settings, port -> port.shelf(shelf()));
    Sent found = send(Ends.BOTH, settings, port -> port.shelf(shelf()));

    assertThat(found.jaxbUses()).as("reads").isEqualTo(expected.jaxbUses() / 2);
  }

  @Test
  void propertiesOfTheContext() throws Exception {
    assertThat(
            assertLeftToJaxb(
                binding ->
                    binding.setContextProperties(
                        Map.of("org.glassfish.jaxb.defaultNamespaceRemap", "urn:other"))))
        .contains("shelf");
  }

  @Test
  void adaptersThatWereMadeBefore() throws Exception {
    assertThat(
            assertLeftToJaxb(
                binding -> binding.setConfiguredXmlAdapters(List.of(new Shelf.LabelAdapter("@@")))))
        .contains("@@label");
  }

  @Test
  void listeners() throws Exception {
    Counting counting = new Counting();
    Sent written =
        send(
            Ends.BOTH,
            binding -> binding.setMarshallerListener(counting.ofMarshaller),
            port -> port.shelf(shelf()));
    assertThat(counting.times).hasValueGreaterThan(2);
    assertThat(written.jaxbUses()).as("writes").isEqualTo(2);

    counting.times.set(0);
    Sent read =
        send(
            Ends.BOTH,
            binding -> binding.setUnmarshallerListener(counting.ofUnmarshaller),
            port -> port.shelf(shelf()));
    assertThat(counting.times).hasValueGreaterThan(2);
    assertThat(read.jaxbUses()).as("reads").isEqualTo(2);
  }

  @Test
  void handlersOfEvents() throws Exception {
    ValidationEventHandler handler = event -> true;
    assertThat(assertLeftToJaxb(binding -> binding.setValidationEventHandler(handler)))
        .contains("shelf");
  }

  /** As properties of clients and services, by the names that CXF documents. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        JAXBDataBinding.VALIDATION_EVENT_HANDLER,
        JAXBDataBinding.READER_VALIDATION_EVENT_HANDLER,
        JAXBDataBinding.WRITER_VALIDATION_EVENT_HANDLER
      })
  void handlersOfEventsThatArePropertiesAreAsked(String name) throws Exception {
    boolean isOfReaders = !name.equals(JAXBDataBinding.WRITER_VALIDATION_EVENT_HANDLER);
    Map<Ends, Integer> events = new EnumMap<>(Ends.class);
    Map<Ends, Integer> uses = new EnumMap<>(Ends.class);
    for (Ends ends : Ends.values()) {
      AtomicInteger times = new AtomicInteger();
      ValidationEventHandler handler =
          event -> {
            times.incrementAndGet();
            return true;
          };
      Setup<Depot> setup =
          Setup.of(Depot.class, DepotService::new)
              .server(factory -> factory.setProperties(Map.of(name, handler)))
              .client(factory -> factory.setProperties(new LinkedHashMap<>(Map.of(name, handler))));
      if (isOfReaders) {
        setup.client(factory -> factory.getOutInterceptors().add(new Misspelling()));
      }
      try (Setup.Running<Depot> running = setup.start(ends)) {
        assertThat(Outcome.of(port -> port.shelf(shelf()), running.port()).thrown()).isNull();
        uses.put(ends, running.jaxbUses());
      }
      events.put(ends, times.get());
    }

    assertThat(events.values()).containsOnly(events.get(Ends.NEITHER));
    boolean isOfBoth = name.equals(JAXBDataBinding.VALIDATION_EVENT_HANDLER);
    assertThat(uses.get(Ends.BOTH)).isEqualTo(isOfBoth ? uses.get(Ends.NEITHER) : 2);
    assertThat(events.get(Ends.BOTH)).isEqualTo(isOfReaders ? 1 : 0);
  }

  /** What is not made of an element is an error without handlers, and passed over with none. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whetherThereAreHandlersOfEvents(boolean areSet) throws Exception {
    Map<String, Object> properties =
        Map.of(JAXBDataBinding.SET_VALIDATION_EVENT_HANDLER, String.valueOf(areSet));

    Map<String, Outcome> found =
        Setup.of(Depot.class, DepotService::new)
            .server(factory -> factory.setProperties(properties))
            .client(factory -> factory.setProperties(new LinkedHashMap<>(properties)))
            .client(factory -> factory.getOutInterceptors().add(new Misspelling()))
            .compare(Map.of("an unknown element", port -> port.shelf(shelf())));

    assertThat(found.get("an unknown element").thrown() == null).isEqualTo(!areSet);
  }

  /** Puts an element into what is sent that nothing is made of. */
  private static final class Misspelling extends AbstractPhaseInterceptor<Message> {
    Misspelling() {
      super(Phase.PRE_STREAM);
      addBefore(StaxOutInterceptor.class.getName());
    }

    @Override
    public void handleMessage(Message message) {
      OutputStream out = message.getContent(OutputStream.class);
      message.setContent(
          OutputStream.class,
          new ByteArrayOutputStream() {
            @Override
            public void close() throws IOException {
              String text = toString(StandardCharsets.UTF_8);
              out.write(bytes(text.replaceFirst("(<([a-z0-9]+:)?label)", "<unknown/>$1")));
              out.close();
            }
          });
    }
  }

  private static final CharacterEscapeHandler NUMBERS =
      (characters, from, length, isAttribute, out) ->
          out.write(new String(characters, from, length).replace("<", "&#60;"));

  private static Object label(Depot port, String label) {
    Shelf shelf = shelf();
    shelf.label = label;
    return port.shelf(shelf);
  }

  /** CXF replaces it when it makes the service. */
  @Test
  void anEscapeHandlerThatIsSetBeforeTheServiceIsMadeHasNoEffect() throws Exception {
    Consumer<JAXBDataBinding> settings = binding -> binding.setEscapeHandler(NUMBERS);
    Call<Depot> call = port -> label(port, "a < b");

    Sent expected = send(Ends.NEITHER, settings, call);
    Sent found = send(Ends.BOTH, settings, call);

    assertThat(expected.text()).contains("a &lt; b");
    assertThat(found.text()).contains("a &lt; b");
    assertThat(found.jaxbUses()).as("writes").isEqualTo(expected.jaxbUses() / 2);
  }

  /** The exception that is told of: CXF's writer of XML escapes then. */
  @Test
  void anEscapeHandlerThatIsSetAfterwardsHasAnEffectOnCxfsBindingAlone() throws Exception {
    assertThat(answered(Ends.NEITHER)).contains("a &#60; b");
    assertThat(answered(Ends.BOTH)).contains("a &lt; b");
  }

  private static String answered(Ends ends) throws Exception {
    Wire wire = new Wire();
    Setup<Depot> setup =
        Setup.of(Depot.class, DepotService::new)
            .server(factory -> factory.getOutInterceptors().add(wire));
    try (Setup.Running<Depot> running = setup.start(ends)) {
      running.serverBinding().setEscapeHandler(NUMBERS);
      assertThat(((Shelf) label(running.port(), "a < b")).label).isEqualTo("a < b");
    }
    return wire.sent();
  }

  @Test
  void classesBesideThoseOfTheInterface() throws Exception {
    Consumer<JAXBDataBinding> settings =
        binding -> binding.setExtraClass(new Class<?>[] {Item.Parcel.class});
    Sent sent = send(Ends.BOTH, settings, port -> port.item(new Item.Parcel(1, "me")));

    assertThat(sent.answer()).isInstanceOf(Item.Parcel.class);
    assertThat(sent.jaxbUses()).isZero();
    Setup.of(Depot.class, DepotService::new)
        .settings(settings)
        .compare(Map.of("a bean of an extra class", port -> port.item(new Item.Parcel(1, "me"))));
  }

  @Test
  void elementsThatStayInTheirElements() throws Exception {
    // A method that takes the value is given the element, and cannot be called: with both alike.
    Setup.of(Depot.class, DepotService::new)
        .settings(binding -> binding.setUnwrapJAXBElement(false))
        .compare(
            Map.of(
                "a bean", port -> port.item(new Item(1, "a")),
                "no bean", port -> port.item(null)));
  }

  @Test
  void aContextThatWasGiven() throws Exception {
    Call<Greeter> call = port -> port.greetMe("me");
    Setup<Greeter> setup =
        Setup.of(Greeter.class, GreeterImpl::new).settings(SettingsTest::giveContext);

    assertThat(setup.compare(Map.of("a wrapper", call)).get("a wrapper").value())
        .isEqualTo("Hello me");
    try (Setup.Running<Greeter> running = setup.start(Ends.BOTH)) {
      call.through(running.port());
      assertThat(running.jaxbUses()).isEqualTo(4);
    }
  }

  private static void giveContext(JAXBDataBinding binding) {
    try {
      binding.setContext(JAXBContext.newInstance(GreetMe.class, GreetMeResponse.class));
    } catch (JAXBException e) {
      throw new AssertionError("classes that can be bound", e);
    }
  }

  // ---- bindings that CXF makes ----

  /** An interface that names the class of its binding. */
  @WebService(targetNamespace = "urn:castile:bound")
  @DataBinding(CastileJAXBDataBinding.class)
  public interface Bound {
    String same(String text);
  }

  private static <T> T client(Bus bus, Class<T> sei, String url) {
    JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
    factory.setBus(bus);
    factory.setServiceClass(sei);
    factory.setAddress(url);
    return factory.create(sei);
  }

  private static Server publish(Bus bus, Class<?> sei, Object service, String url) {
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setBus(bus);
    factory.setServiceClass(sei);
    factory.setServiceBean(service);
    factory.setAddress(url);
    return factory.create();
  }

  private static String url() {
    return "http://localhost:" + Setup.freePort() + "/service";
  }

  @Test
  void aBusMakesTheBindingsOfAll() throws Exception {
    Bus plain = new ExtensionManagerBus();
    Bus bus = new ExtensionManagerBus();
    bus.setProperty(
        org.apache.cxf.databinding.DataBinding.class.getName(), CastileJAXBDataBinding.class);
    try {
      String plainUrl = url();
      publish(plain, Depot.class, new DepotService(), plainUrl);
      String url = url();
      Server server = publish(bus, Depot.class, new DepotService(), url);
      Depot port = client(bus, Depot.class, url);

      assertThat(server.getEndpoint().getService().getDataBinding())
          .isInstanceOf(CastileJAXBDataBinding.class);
      assertThat(ClientProxy.getClient(port).getEndpoint().getService().getDataBinding())
          .isInstanceOf(CastileJAXBDataBinding.class);
      assertThat(port.item(new Item.Crate(1, new Item(2, "in")))).isInstanceOf(Item.Crate.class);
      assertThat(client(plain, Depot.class, url).item(new Item(1, "a")).name).isEqualTo("a");
      assertThat(Setup.description(url))
          .isEqualTo(Setup.description(plainUrl))
          .contains("urn:castile:depot");
    } finally {
      bus.shutdown(true);
      plain.shutdown(true);
    }
  }

  @Test
  void anInterfaceNamesTheClassOfItsBinding() {
    Bus bus = new ExtensionManagerBus();
    try {
      String url = url();
      Bound service = text -> text;
      Server server = publish(bus, Bound.class, service, url);
      Bound port = client(bus, Bound.class, url);

      assertThat(server.getEndpoint().getService().getDataBinding())
          .isInstanceOf(CastileJAXBDataBinding.class);
      assertThat(ClientProxy.getClient(port).getEndpoint().getService().getDataBinding())
          .isInstanceOf(CastileJAXBDataBinding.class);
      assertThat(port.same("text")).isEqualTo("text");
    } finally {
      bus.shutdown(true);
    }
  }
}
