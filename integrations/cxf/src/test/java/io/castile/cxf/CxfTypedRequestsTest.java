package io.castile.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.castile.Castile;
import io.castile.cxf.Shops.Published;
import io.castile.cxf.Wire.Passed;
import io.castile.cxf.link.DifferentialFeature;
import io.castile.delta.LinkStatistics;
import io.castile.shop.BareShop;
import io.castile.shop.BareShopService;
import io.castile.shop.Item;
import io.castile.shop.SpecialItem;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapVersion;
import io.castile.template.internal.TemplateStore;
import io.castile.template.key.Direction;
import io.castile.template.read.ReadStatistics;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.datatype.DatatypeFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests as values between two ends, of which at least one is CXF. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class CxfTypedRequestsTest extends TypedEnds {
  private static Stream<Arguments> ends() {
    return Stream.of(
        Arguments.of(End.CXF, End.CXF),
        Arguments.of(End.CXF, End.CASTILE),
        Arguments.of(End.CASTILE, End.CXF));
  }

  /** How many requests of an operation CXF has read at the service. */
  private long read(String operation) {
    ReadStatistics read =
        TemplateStore.of(ofServer).reading().statistics(Direction.REQUEST, operation);
    return read.identical() + read.changed() + read.different() + read.plain();
  }

  // ---- values ----

  @ParameterizedTest
  @MethodSource("ends")
  void onlyTheFirstRequestIsXml(End client, End server) throws Exception {
    NotingShop service = new NotingShop();
    Wire wire = serve(server, WrappedShop.class, service, factory -> {});
    WrappedShop port = caller(client, WrappedShop.class, wire.url(), factory -> {});

    for (int i = 0; i < 6; i++) {
      assertThat(port.sameItems(items(i))).isEqualTo(items(i));
    }

    assertThat(wire.requestsOfValues()).containsExactly(false, true, true, true, true, true);
    List<Passed> passed = wire.passed();
    assertThat(passed)
        .extracting(each -> each.asked("content-type"))
        .containsOnly(passed.get(0).asked("content-type"));
    assertThat(passed.get(0).question()[0]).isEqualTo((byte) '<');
    assertThat(passed.get(1).question().length).isLessThan(passed.get(0).question().length / 2);
    assertThat(passed.get(5).question().length).isLessThan(passed.get(1).question().length / 4);
    for (LinkStatistics each : List.of(clientLink.statistics(), serverLink.statistics())) {
      assertThat(each.requestDeltas()).isEqualTo(5);
      assertThat(each.unknownRequestBases()).isZero();
    }
    assertThat(service.called).isEqualTo(IntStream.range(0, 6).mapToObj(TypedEnds::items).toList());
  }

  @Test
  void noXmlIsMadeOrReadOfARequest() throws Exception {
    Wire wire = serve(End.CXF, WrappedShop.class, new NotingShop(), factory -> {});
    WrappedShop port = caller(wire);
    assertThat(port.sameItems(items(0))).isEqualTo(items(0));
    assertThat(written("sameItems")).isEqualTo(1);
    long readBefore = read("sameItems");
    assertThat(readBefore).isPositive();

    for (int i = 1; i < 6; i++) {
      assertThat(port.sameItems(items(i))).isEqualTo(items(i));
    }

    assertThat(written("sameItems")).isEqualTo(1);
    assertThat(read("sameItems")).isEqualTo(readBefore);
    assertThat(published.get(0).calls("sameItems")).isEqualTo(6);
  }

  @ParameterizedTest
  @MethodSource("ends")
  void allKindsOfWrappedArguments(End client, End server) throws Exception {
    Wire wire = serve(server, WrappedShop.class, new WrappedShopService(), factory -> {});
    WrappedShop port = caller(client, WrappedShop.class, wire.url(), factory -> {});
    Item item = new Item("a", "2.70", 3, Item.Color.GREEN, "x");
    var time = DatatypeFactory.newInstance().newXMLGregorianCalendar("2026-01-02T03:04:05Z");

    for (int i = 0; i < 2; i++) {
      Holder<String> both = new Holder<>("b");
      Holder<Item> out = new Holder<>();
      assertThat(port.echo("text")).isEqualTo("text");
      assertThat(port.echo("ab", 2)).isEqualTo("abab");
      assertThat(port.add(1, 2)).isEqualTo(3);
      assertThat(port.numbers(new double[] {1.5, Double.NaN, -0.0}))
          .containsExactly(1.5, Double.NaN, -0.0);
      assertThat(port.sameItem(item)).isEqualTo(item);
      assertThat(port.sameItem(null)).isNull();
      assertThat(port.sameItems(List.of())).isNullOrEmpty();
      assertThat(port.bytes(new byte[] {1, 2})).containsExactly(1, 2);
      assertThat(port.time(time)).isEqualTo(time);
      assertThat(port.exchange("in", both, out)).isEqualTo(2);
      assertThat(both.value).isEqualTo("b!");
      assertThat(out.value.getName()).isEqualTo("in");
      port.ping();
    }

    // sameItem was called twice before, so that one of its first requests is one of values.
    assertThat(wire.passed()).hasSize(22);
    assertThat(wire.passed().subList(11, 22)).allMatch(Passed::isRequestOfValues);
    assertThat(wire.passed().stream().filter(each -> !each.isRequestOfValues())).hasSize(10);
  }

  @ParameterizedTest
  @MethodSource("ends")
  void bareArguments(End client, End server) throws Exception {
    Wire wire = serve(server, BareShop.class, new BareShopService(), factory -> {});
    BareShop port = caller(client, BareShop.class, wire.url(), factory -> {});
    BareShop plain = Castile.client(BareShop.class).endpoint(wire.url()).build();
    Item item = new Item("a", "2.70", 3, Item.Color.GREEN, "t");

    for (int i = 0; i < 3; i++) {
      assertThat(port.find(item)).isEqualTo(plain.find(item));
      Holder<Item> changed = new Holder<>(item);
      Holder<Item> expected = new Holder<>(item);
      port.change(changed, "token");
      plain.change(expected, "token");
      assertThat(changed.value).isEqualTo(expected.value);
      port.nothing();
    }

    List<Passed> linked =
        wire.passed().stream().filter(each -> !each.asked("castile").isEmpty()).toList();
    assertThat(linked.stream().filter(Passed::isRequestOfValues)).isNotEmpty();
  }

  /** Takes nested beans, and says what it has got. */
  @WebService(targetNamespace = "urn:nested")
  public interface Nested {
    CxfTypedLinkTest.Shelf same(@WebParam(name = "shelf") CxfTypedLinkTest.Shelf shelf);
  }

  /** As above. */
  @WebService(
      targetNamespace = "urn:nested",
      endpointInterface = "io.castile.cxf.CxfTypedRequestsTest$Nested")
  public static class NestedService implements Nested {
    final List<CxfTypedLinkTest.Shelf> got = new CopyOnWriteArrayList<>();

    @Override
    public CxfTypedLinkTest.Shelf same(CxfTypedLinkTest.Shelf shelf) {
      got.add(shelf);
      return shelf;
    }
  }

  @ParameterizedTest
  @MethodSource("ends")
  void nestedBeansComeOutAsOfXml(End client, End server) throws Exception {
    NestedService service = new NestedService();
    Wire wire = serve(server, Nested.class, service, factory -> {});
    Nested port = caller(client, Nested.class, wire.url(), factory -> {});
    Nested plain = Shops.client(Nested.class, wire.url());

    for (int seed = 0; seed < 7; seed++) {
      port.same(new CxfTypedLinkTest.NestedService().one(seed));
      plain.same(new CxfTypedLinkTest.NestedService().one(seed));

      int last = service.got.size() - 1;
      assertThat(service.got.get(last - 1))
          .usingRecursiveComparison()
          .isEqualTo(service.got.get(last));
    }

    assertThat(wire.passed().stream().filter(Passed::isRequestOfValues)).hasSize(6);
  }

  @Test
  void requestsOfSoap12GoAsValues() throws Exception {
    NotingShop service = new NotingShop();
    Published shop =
        opened(
            Shops.publish(
                WrappedShop.class,
                service,
                SoapVersion.SOAP_1_2,
                factory -> {
                  factory.setDataBinding(binding(ofServer));
                  factory.getFeatures().add(serverFeature);
                }));
    Wire wire = opened(new Wire(shop.url()));
    WrappedShop port =
        caller(
            End.CXF,
            WrappedShop.class,
            wire.url(),
            factory -> factory.setBindingId(SoapVersion.SOAP_1_2.bindingId()));

    for (int i = 0; i < 3; i++) {
      assertThat(port.sameItems(items(i))).isEqualTo(items(i));
    }

    assertThat(wire.requestsOfValues()).containsExactly(false, true, true);
    assertThat(wire.passed().get(2).asked("content-type")).startsWith("application/soap+xml");
  }

  @Test
  void manyCallsAtOnceBringTheirOwnArguments() throws Exception {
    Wire wire = serve(End.CXF, WrappedShop.class, new WrappedShopService(), factory -> {});
    WrappedShop port = caller(wire);
    port.sameItems(items(0));
    ExecutorService threads = Executors.newFixedThreadPool(6);
    opened(threads::shutdownNow);
    List<Callable<Boolean>> calls = new ArrayList<>();
    for (int i = 0; i < 90; i++) {
      int number = i;
      calls.add(() -> port.sameItems(items(number)).equals(items(number)));
    }

    for (Future<Boolean> each : threads.invokeAll(calls)) {
      assertThat(each.get()).isTrue();
    }

    assertThat(wire.passed().stream().filter(Passed::isRequestOfValues)).hasSize(90);
    assertThat(clientLink.statistics().unknownRequestBases()).isZero();
    assertThat(published.get(0).calls("sameItems")).isEqualTo(91);
  }

  /** Who makes an asynchronous call may change the arguments at once. */
  @Test
  void requestsOfAsynchronousCallsAreXml() throws Exception {
    Wire wire = serve(End.CXF, WrappedShop.class, new WrappedShopService(), factory -> {});
    AsyncShop port = caller(End.CXF, AsyncShop.class, wire.url(), factory -> {});

    for (int i = 0; i < 3; i++) {
      assertThat(port.addAsync(i, 2).get().result).isEqualTo(i + 2);
    }
    assertThat(port.add(1, 2)).isEqualTo(3);

    assertThat(wire.requestsOfValues()).containsExactly(false, false, false, true);
    assertThat(wire.passed()).noneMatch(TypedEnds::isXml);
  }

  @Test
  void theFaultOfARequestOfValuesIsThatOfOneOfXml() throws Exception {
    NotingShop service = new NotingShop();
    Wire wire = serve(End.CXF, WrappedShop.class, service, factory -> {});
    WrappedShop port = caller(wire);
    WrappedShop plain = Shops.client(WrappedShop.class, wire.url());
    port.echo("good");

    Throwable expected = catchThrowable(() -> plain.echo("bad"));
    assertThatThrownBy(() -> port.echo("bad"))
        .isInstanceOf(SOAPFaultException.class)
        .hasMessage(expected.getMessage());
    assertThat(port.echo("better")).isEqualTo("better");

    assertThat(service.called).containsExactly("good", "bad", "bad", "better");
    assertThat(wire.requestsOfValues()).containsExactly(false, false, true, true);
    assertThat(wire.passed().get(2).told("castile")).as("understood").contains(";r");
  }

  // ---- values that do not go ----

  @Test
  void aValueThatHasNoColumnsGoesAsXmlAndTheNextAsValuesAgain() throws Exception {
    Wire wire = serve(End.CXF, WrappedShop.class, new WrappedShopService(), factory -> {});
    WrappedShop port = caller(wire);
    Item special = new SpecialItem();
    Item plain = new Item("a", "1.50", 1, Item.Color.RED, "x");

    assertThat(port.sameItem(plain)).isEqualTo(plain);
    assertThat(port.sameItem(special)).isEqualTo(special);
    assertThat(port.sameItem(plain)).isEqualTo(plain);

    assertThat(wire.requestsOfValues()).containsExactly(false, false, true);
    assertThat(published.get(0).calls("sameItem")).isEqualTo(3);
  }

  @Test
  void whatXmlRefusesIsRefusedAlike() throws Exception {
    Wire wire = serve(End.CXF, WrappedShop.class, new WrappedShopService(), factory -> {});
    WrappedShop port = caller(wire);
    WrappedShop plain =
        caller(
            End.CXF,
            WrappedShop.class,
            wire.url(),
            factory -> factory.getFeatures().remove(clientFeature));
    port.echo("good");

    Throwable expected = catchThrowable(() -> plain.echo("\u0001"));
    Throwable thrown = catchThrowable(() -> port.echo("\u0001"));

    assertThat(thrown).hasSameClassAs(expected).hasMessage(expected.getMessage());
    assertThat(port.echo("good")).isEqualTo("good");
    assertThat(published.get(0).served()).hasSizeBetween(2, 4);
  }

  @Test
  void requestsBeyondTheBoundOfTheClientAreXml() throws Exception {
    DifferentialFeature small =
        new DifferentialFeature(TYPED.toBuilder().maxMessageBytes(2_000).build());
    WrappedShopService service =
        new WrappedShopService() {
          @Override
          public String echo(String text) {
            return "of " + text.length();
          }
        };
    Wire wire = serve(End.CXF, WrappedShop.class, service, factory -> {});
    WrappedShop port =
        caller(
            End.CXF,
            WrappedShop.class,
            wire.url(),
            factory -> {
              factory.getFeatures().remove(clientFeature);
              factory.getFeatures().add(small);
            });
    port.echo("short");

    assertThat(port.echo("long ".repeat(3_000))).isEqualTo("of 15000");
    assertThat(port.echo("short")).isEqualTo("of 5");

    assertThat(wire.requestsOfValues()).containsExactly(false, false, true);
  }

  // ---- senders and actions ----

  private static HttpResponse<byte[]> replay(String url, Passed passed, String field, String value)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url))
            .POST(HttpRequest.BodyPublishers.ofByteArray(passed.question()));
    passed
        .asked()
        .forEach(
            (name, values) -> {
              if (!name.equalsIgnoreCase(field)) {
                values.forEach(each -> request.header(name, each));
              }
            });
    request.header(field, value);
    return HttpClient.newHttpClient()
        .send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  private static void as(Object port, String user) {
    var context = ((BindingProvider) port).getRequestContext();
    context.put(BindingProvider.USERNAME_PROPERTY, user);
    context.put(BindingProvider.PASSWORD_PROPERTY, "password of " + user);
  }

  @Test
  void aRequestIsNoBaseForAnotherSender() throws Exception {
    NotingShop service = new NotingShop();
    Wire wire = serve(End.CXF, WrappedShop.class, service, factory -> {});
    WrappedShop one = caller(wire);
    WrappedShop other = caller(wire);
    as(one, "one");
    as(other, "other");
    one.sameItems(items(0));
    one.sameItems(items(1));
    one.sameItems(items(2));

    other.sameItems(items(3));
    one.sameItems(items(4));
    other.sameItems(items(5));

    List<Passed> passed = wire.passed();
    assertThat(wire.requestsOfValues()).containsExactly(false, true, true, true, true, true);
    assertThat(passed.get(1).question()[12]).as("all values").isEqualTo((byte) 0x21);
    assertThat(passed.get(2).question()[12]).as("changes").isEqualTo((byte) 0x22);
    assertThat(passed.get(3).question()[12]).as("all values").isEqualTo((byte) 0x21);
    assertThat(passed.get(4).question()[12]).as("changes").isEqualTo((byte) 0x22);
    assertThat(passed.get(5).question()[12]).as("changes").isEqualTo((byte) 0x22);
    HttpResponse<byte[]> replayed =
        replay(
            published.get(0).url(),
            passed.get(4),
            "Authorization",
            passed.get(5).asked("authorization"));
    assertThat(replayed.headers().firstValue("Castile"))
        .hasValueSatisfying(field -> assertThat(field).contains(";u"));
    assertThat(service.called).hasSize(6);
  }

  /** The answer to XML is a base of the answer to values of the same sender, and of no other. */
  @Test
  void theSenderOfValuesIsThatOfXml() throws Exception {
    Wire wire = serve(End.CXF, WrappedShop.class, new NotingShop(), factory -> {});
    WrappedShop one = caller(wire);
    WrappedShop other = caller(wire);
    as(one, "one");
    as(other, "other");

    one.sameItems(items(0));
    one.sameItems(items(1));
    other.sameItems(items(1));

    List<Passed> passed = wire.passed();
    assertThat(wire.requestsOfValues()).containsExactly(false, true, true);
    assertThat(passed.get(1).answer()[0]).as("changes").isEqualTo((byte) 0x22);
    assertThat(passed.get(2).answer()[0]).as("all values").isEqualTo((byte) 0x21);
  }

  /** CXF's chain says what it says to XML with the action of another operation. */
  @Test
  void theActionIsCheckedAsForXml() throws Exception {
    NotingShop service = new NotingShop();
    Wire wire = serve(End.CXF, WrappedShop.class, service, factory -> {});
    WrappedShop port = caller(wire);
    port.echo("a");
    port.echo("b");
    String url = published.get(0).url();
    service.called.clear();
    for (String action : List.of("\"urn:shop:notify\"", "\"urn:nothing\"", "\"\"")) {
      HttpResponse<byte[]> ofXml = replay(url, wire.passed().get(0), "SOAPAction", action);
      int called = service.called.size();
      HttpResponse<byte[]> ofValues = replay(url, wire.passed().get(1), "SOAPAction", action);

      assertThat(ofValues.statusCode()).as(action).isEqualTo(ofXml.statusCode());
      assertThat(service.called.size() - called).as(action).isEqualTo(called);
      service.called.clear();
      if (ofXml.statusCode() != 200) {
        assertThat(ofValues.body()).isEqualTo(ofXml.body());
      }
    }
  }
}
