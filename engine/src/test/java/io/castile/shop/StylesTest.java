package io.castile.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.castile.Castile;
import io.castile.MadePayload;
import io.castile.shop.Stack.Published;
import io.castile.soap.SoapVersion;
import io.castile.soap.model.internal.ServiceModel;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every style of message, between Castile and each stack in both roles. */
@Tag("long")
class StylesTest {
  private static final Item ITEM =
      new Item("Smørrebrød 鮨 🍣 <&>", "12.50", 3, Item.Color.GREEN, "ä", "");

  /** Castile is at one end at least: server, client. */
  static Stream<Arguments> pairs() {
    return Stream.of(
        Arguments.of(Stack.CASTILE, Stack.CASTILE),
        Arguments.of(Stack.CASTILE, Stack.CXF),
        Arguments.of(Stack.CASTILE, Stack.METRO),
        Arguments.of(Stack.CXF, Stack.CASTILE),
        Arguments.of(Stack.METRO, Stack.CASTILE),
        Arguments.of(Stack.STUFFED, Stack.STUFFED),
        Arguments.of(Stack.STUFFED, Stack.CXF),
        Arguments.of(Stack.STUFFED, Stack.METRO),
        Arguments.of(Stack.CXF, Stack.STUFFED),
        Arguments.of(Stack.METRO, Stack.STUFFED));
  }

  private interface Calls<T> {
    void on(T port) throws Exception;
  }

  private static <T> void with(
      Stack server, Stack client, Class<T> sei, Object service, Calls<T> calls) throws Exception {
    try (Published published = server.publish(service)) {
      T port = client.client(sei, published, ServiceModel.ofImplementation(service.getClass()));
      calls.on(port);
      if (server == Stack.STUFFED || client == Stack.STUFFED) {
        calls.on(port); // now there are templates
      }
    }
  }

  @ParameterizedTest(name = "{0} server, {1} client")
  @MethodSource("pairs")
  void wrappedSoap11(Stack server, Stack client) throws Exception {
    WrappedShopService service = new WrappedShopService();
    with(server, client, WrappedShop.class, service, port -> callWrapped(port, service, client));
  }

  @ParameterizedTest(name = "{0} server, {1} client")
  @MethodSource("pairs")
  void wrappedSoap12(Stack server, Stack client) throws Exception {
    WrappedShopService service = new WrappedShop12Service();
    assertThat(ServiceModel.ofImplementation(service.getClass()).version())
        .isEqualTo(SoapVersion.SOAP_1_2);
    with(server, client, WrappedShop.class, service, port -> callWrapped(port, service, client));
  }

  @ParameterizedTest
  @EnumSource(
      value = Stack.class,
      names = {"CASTILE", "CXF", "METRO"})
  void chunkedRequestsAreUnderstood(Stack server) throws Exception {
    try (Published published = server.publish(new WrappedShopService())) {
      WrappedShop port =
          Castile.client(WrappedShop.class)
              .endpoint(published.url())
              .interceptor(
                  chain -> {
                    byte[] bytes = chain.request().bytes();
                    return chain.proceed(
                        chain.request().withPayload(new MadePayload(bytes, 10_000)));
                  })
              .build();
      double[] numbers = DoubleStream.iterate(-1.1e-300, n -> n * -1.7).limit(30_000).toArray();

      assertThat(port.numbers(numbers)).isEqualTo(numbers);
      assertThat(port.echo("short")).isEqualTo("short");
    }
  }

  private static void callWrapped(WrappedShop port, WrappedShopService service, Stack client)
      throws Exception {
    assertThat(port.echo("grüße, 世界 🌍 <&>\"'\ttab")).isEqualTo("grüße, 世界 🌍 <&>\"'\ttab");
    assertThat(port.echo("")).isEmpty();
    assertThat(port.echo(null)).isNull();
    assertThat(port.echo("ab", 3)).isEqualTo("ababab");
    assertThat(port.add(Integer.MAX_VALUE, -7)).isEqualTo(Integer.MAX_VALUE - 7);

    double[] numbers = DoubleStream.iterate(-1.1e-300, n -> n * -1.7).limit(3000).toArray();
    assertThat(port.numbers(numbers)).isEqualTo(numbers);
    assertThat(port.sameItem(ITEM)).isEqualTo(ITEM);
    assertThat(port.sameItem(null)).isNull();
    List<Item> items = List.of(ITEM, new SpecialItem("s", "1", 0.25));
    assertThat(port.sameItems(new ArrayList<>(items))).isEqualTo(items);
    byte[] bytes = {0, 1, -1, 127, -128};
    assertThat(port.bytes(bytes)).isEqualTo(bytes);
    XMLGregorianCalendar time =
        DatatypeFactory.newInstance().newXMLGregorianCalendar("2026-02-28T23:59:59.125+05:30");
    assertThat(port.time(time)).isEqualTo(time);

    port.ping();
    port.tell("once");
    assertThat(service.told.poll(10, TimeUnit.SECONDS)).isEqualTo("once");

    Holder<String> both = new Holder<>("b");
    Holder<Item> out = new Holder<>();
    assertThat(port.exchange("four", both, out)).isEqualTo(4);
    assertThat(both.value).isEqualTo("b!");
    assertThat(out.value.getName()).isEqualTo("four");

    Holder<String> session = new Holder<>("s");
    assertThat(port.session("text", "tøken", session)).isEqualTo("text by tøken");
    assertThat(session.value).isEqualTo("s+1");

    callFaults(port, client);
  }

  private static void callFaults(WrappedShop port, Stack client) {
    NoSuchItem noItem = catchThrowableOfType(NoSuchItem.class, () -> port.find("piñata"));
    assertThat(noItem).hasMessageContaining("no item piñata");
    assertThat(noItem.getFaultInfo().wanted).isEqualTo("piñata");
    assertThat(noItem.getFaultInfo().similar).containsExactly("a", "b");

    Throwable sold = catchThrowable(() -> port.find("sold"));
    assertThat(sold)
        .hasMessageContaining(client == Stack.CXF ? "getGenericReturnType" : "none left");
    switch (client) {
      case CASTILE, STUFFED -> {
        assertThat(((OutOfStock) sold).getMissing()).isEqualTo(7);
        assertThat(((OutOfStock) sold).getSupplier()).isEqualTo("Ærø (søn)");
      }
      // Metro's client makes the exception of its message only.
      case METRO -> assertThat(sold).isInstanceOf(OutOfStock.class);
      // CXF's client stumbles over "message", which §3.7 has in the fault bean.
      case CXF -> assertThat(sold).isInstanceOf(SOAPFaultException.class);
    }
  }

  @ParameterizedTest(name = "{0} server, {1} client")
  @MethodSource("pairs")
  void faultsOfTheServicesOwn(Stack server, Stack client) throws Exception {
    with(
        server,
        client,
        WrappedShop.class,
        new WrappedShopService(),
        port -> {
          SOAPFaultException fault =
              catchThrowableOfType(SOAPFaultException.class, () -> port.fail("fault"));
          assertThat(fault.getFault().getFaultString()).isEqualTo("no such way");
          assertThat(fault.getFault().getFaultCodeAsQName().getLocalPart()).isEqualTo("Closed");
          assertThat(fault.getFault().getFaultCodeAsQName().getNamespaceURI())
              .isEqualTo("urn:shop:codes");
          assertThat(fault.getFault().getFaultActor()).isEqualTo("urn:shop:door");
          assertThat(fault.getFault().getDetail().getTextContent()).isEqualTo("late");
        });
  }

  @ParameterizedTest(name = "{0} server, {1} client")
  @MethodSource("pairs")
  void bare(Stack server, Stack client) throws Exception {
    with(
        server,
        client,
        BareShop.class,
        new BareShopService(),
        port -> {
          assertThat(port.find(ITEM)).isEqualTo(ITEM);
          assertThat(port.length("seven 7")).isEqualTo("7");
          Holder<Item> item = new Holder<>(ITEM);
          port.change(item, "#");
          assertThat(item.value.getName()).isEqualTo(ITEM.getName() + "#");
          assertThat(port.values(new double[] {0.5, -3})).containsExactly(0.5, -3);
          port.nothing();
        });
  }

  @ParameterizedTest(name = "{0} server, {1} client")
  @MethodSource("pairs")
  void rpc(Stack server, Stack client) throws Exception {
    with(
        server,
        client,
        RpcShop.class,
        new RpcShopService(),
        port -> {
          assertThat(port.add(2, 3)).isEqualTo(5);
          assertThat(port.item(ITEM)).isEqualTo(ITEM);
          assertThat(port.numbers(new double[] {1, -0.5})).containsExactly(1, -0.5);
          Holder<Item> both = new Holder<>(ITEM);
          Holder<Integer> out = new Holder<>();
          assertThat(port.exchange(both, out)).isEqualTo("done");
          assertThat(both.value.getName()).isEqualTo(ITEM.getName() + "!");
          assertThat(out.value).isEqualTo(4);
          port.ping();
          assertThatThrownBy(
                  () -> port.exchange(new Holder<>(new Item("none", "1", 0, null)), new Holder<>()))
              .isInstanceOf(client == Stack.CXF ? SOAPFaultException.class : OutOfStock.class);
        });
  }

  @ParameterizedTest(name = "{0} server, {1} client")
  @MethodSource("pairs")
  void wrapperClasses(Stack server, Stack client) throws Exception {
    with(
        server,
        client,
        ClassyShop.class,
        new ClassyShopService(),
        port -> {
          assertThat(port.search("q", 3)).containsExactly("q0", "q1", "q2");
          assertThat(port.halve(5)).isEqualTo(2.5);
        });
  }

  @ParameterizedTest(name = "{0} server, {1} client")
  @MethodSource("pairs")
  void wrapperClassesThatHoldElements(Stack server, Stack client) throws Exception {
    with(
        server,
        client,
        RemarkShop.class,
        new RemarkShopService(),
        port -> {
          assertThat(port.remark("ö", 3)).isEqualTo("ööö");
          assertThat(port.remark("o", null)).isEqualTo("o");
          assertThat(port.remark(null, null)).isNull();
        });
  }

  /** The other stacks take a type variable for an unknown class. */
  @Test
  void inheritedGenerics() throws Exception {
    with(
        Stack.CASTILE,
        Stack.CASTILE,
        GenericShop.class,
        new GenericShopService(),
        port -> {
          assertThat(port.name()).isEqualTo("generic");
          assertThat(port.one(ITEM)).isEqualTo(ITEM);
          assertThat(port.many(List.of(ITEM, ITEM))).containsExactly(ITEM, ITEM);
        });
  }
}
