package io.castile.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.castile.Castile;
import io.castile.cxf.Shops.Published;
import io.castile.cxf.Wire.Passed;
import io.castile.cxf.databinding.CastileJAXBDataBinding;
import io.castile.cxf.link.DifferentialFeature;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.delta.LinkStatistics;
import io.castile.shop.FreePorts;
import io.castile.shop.Item;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.configuration.security.AuthorizationPolicy;
import org.apache.cxf.databinding.DataBinding;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.common.gzip.GZIPFeature;
import org.apache.cxf.transport.http.Cookie;
import org.apache.cxf.transport.http.HTTPConduit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The differential link in CXF, beside the one of Castile. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LinkTest {
  private static final int ITEMS = 60;

  private final List<AutoCloseable> opened = new ArrayList<>();

  private <T extends AutoCloseable> T opened(T resource) {
    opened.add(0, resource);
    return resource;
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  // ---- the parts ----

  /** Items of which one is another for each number. */
  private static List<Item> items(int number) {
    return IntStream.range(0, ITEMS)
        .mapToObj(i -> item("item " + i, i == number % ITEMS ? number : 2))
        .toList();
  }

  private static Item item(String name, int quantity) {
    return new Item(name, "1.50", quantity, Item.Color.RED, "x");
  }

  private Published published(Feature... features) {
    return opened(Shops.publish(WrappedShop.class, new WrappedShopService(), features));
  }

  private Wire wire(String url) throws Exception {
    return opened(new Wire(url));
  }

  private static WrappedShop client(String url, Feature... features) {
    return Shops.client(WrappedShop.class, url, features);
  }

  private static void assertCalls(WrappedShop port, int calls) {
    for (int i = 0; i < calls; i++) {
      assertThat(port.sameItems(items(i))).isEqualTo(items(i));
    }
  }

  /** Which stack an end is of, and with which binding. */
  enum End {
    CASTILE,
    CXF_WITH_JAXB,
    CXF_WITH_CODECS;

    DataBinding binding() {
      return this == CXF_WITH_JAXB ? new JAXBDataBinding() : new CastileJAXBDataBinding();
    }
  }

  private static Stream<Arguments> ends() {
    return Stream.of(End.values())
        .flatMap(client -> Stream.of(End.values()).map(server -> Arguments.of(client, server)));
  }

  /** An end of the link. */
  private record Opened(String url, Differential link) {}

  private Opened server(End end, SoapVersion version) throws Exception {
    WrappedShopService service = new WrappedShopService();
    if (end == End.CASTILE) {
      Differential link = Differential.of(DifferentialOptions.DEFAULT);
      var server =
          Castile.server().sameVersion(false).publish("/shop", service).differential(link).start();
      opened(server::close);
      return new Opened("http://localhost:" + server.port() + "/shop", link);
    }
    DifferentialFeature feature = new DifferentialFeature();
    Published published =
        opened(
            Shops.publish(
                WrappedShop.class,
                service,
                version,
                factory -> {
                  factory.setDataBinding(end.binding());
                  factory.getFeatures().add(feature);
                }));
    return new Opened(published.url(), feature.getLink());
  }

  private record Caller(WrappedShop port, Differential link) {}

  private static Caller caller(End end, String url, SoapVersion version) {
    if (end == End.CASTILE) {
      Differential link = Differential.of(DifferentialOptions.DEFAULT);
      WrappedShop port = Castile.client(WrappedShop.class).endpoint(url).differential(link).build();
      return new Caller(port, link);
    }
    DifferentialFeature feature = new DifferentialFeature();
    JaxWsProxyFactoryBean factory = Shops.clientOf(WrappedShop.class, url);
    factory.setBindingId(version.bindingId());
    factory.setDataBinding(end.binding());
    factory.getFeatures().add(feature);
    return new Caller(factory.create(WrappedShop.class), feature.getLink());
  }

  // ---- who speaks with whom ----

  @ParameterizedTest
  @MethodSource("ends")
  void bothDirectionsAreDifferences(End client, End server) throws Exception {
    Opened service = server(server, SoapVersion.SOAP_1_1);
    Wire wire = wire(service.url());
    Caller caller = caller(client, wire.url(), SoapVersion.SOAP_1_1);

    assertCalls(caller.port(), 5);

    LinkStatistics received = caller.link().statistics();
    LinkStatistics sent = service.link().statistics();
    assertThat(received.deltas()).isEqualTo(4);
    assertThat(received.requestDeltas()).isEqualTo(4);
    assertThat(received.mismatches()).isZero();
    assertThat(sent.deltas()).isEqualTo(4);
    assertThat(sent.requestDeltas()).isEqualTo(4);
    Passed whole = wire.passed().get(0);
    assertThat(wire.passed().subList(1, wire.passed().size()))
        .hasSize(4)
        .allSatisfy(
            each -> {
              assertThat(each.isRequestDelta()).isTrue();
              assertThat(each.isDelta()).isTrue();
              assertThat(each.question().length).isLessThan(whole.question().length / 10);
              assertThat(each.answer().length).isLessThan(whole.answer().length / 20);
            });
  }

  @Test
  void messagesOfSoap12AreDifferencesToo() throws Exception {
    Opened service = server(End.CXF_WITH_JAXB, SoapVersion.SOAP_1_2);
    Caller caller = caller(End.CXF_WITH_JAXB, service.url(), SoapVersion.SOAP_1_2);

    assertCalls(caller.port(), 3);

    assertThat(caller.link().statistics().deltas()).isEqualTo(2);
    assertThat(caller.link().statistics().requestDeltas()).isEqualTo(2);
  }

  @Test
  void aServiceThatDoesNotKnowTheLinkIsCalledAsEver() throws Exception {
    Wire wire = wire(published().url());
    DifferentialFeature feature = new DifferentialFeature();
    WrappedShop port = client(wire.url(), feature);

    assertCalls(port, 3);

    assertThat(feature.getLink().statistics().deltas()).isZero();
    assertThat(feature.getLink().statistics().requestDeltas()).isZero();
    assertThat(wire.passed()).noneMatch(Passed::isRequestDelta);
  }

  @Test
  void aClientThatDoesNotKnowTheLinkIsToldNothingOfIt() throws Exception {
    Wire wire = wire(published(new DifferentialFeature()).url());
    WrappedShop port = client(wire.url());

    assertCalls(port, 2);

    assertThat(wire.passed())
        .hasSize(2)
        .allSatisfy(each -> assertThat(each.told()).doesNotContainKeys("castile", "vary"));
  }

  // ---- what may go wrong ----

  @Test
  void aServerThatHasStartedAnewIsSentAllAgain() throws Exception {
    DifferentialFeature feature = new DifferentialFeature();
    Published first =
        Shops.publish(WrappedShop.class, new WrappedShopService(), new DifferentialFeature());
    WrappedShop port = client(first.url(), feature);
    assertCalls(port, 3);
    first.close();
    Published second = publishedAt(first.url(), new DifferentialFeature());

    for (int i = 10; i < 13; i++) { // the answers to other questions are bases by operation
      assertThat(port.sameItems(items(i))).isEqualTo(items(i));
    }

    assertThat(feature.getLink().statistics().unknownRequestBases()).isEqualTo(1);
    assertThat(feature.getLink().statistics().deltas()).isEqualTo(4);
    assertThat(second.calls("sameItems")).isEqualTo(3);
  }

  private Published publishedAt(String url, Feature... features) {
    return opened(
        Shops.publish(
            WrappedShop.class,
            new WrappedShopService(),
            SoapVersion.SOAP_1_1,
            factory -> {
              factory.setAddress(url);
              factory.getFeatures().addAll(Arrays.asList(features));
            }));
  }

  @Test
  void aDeltaThatIsDamagedIsFetched() throws Exception {
    Published published = published(new DifferentialFeature());
    Wire wire = wire(published.url());
    DifferentialFeature feature = new DifferentialFeature();
    WrappedShop port = client(wire.url(), feature);
    assertCalls(port, 2);
    wire.damageNext(
        delta -> {
          delta[delta.length - 1] ^= 1;
          return delta;
        });

    assertThat(port.sameItems(items(7))).isEqualTo(items(7));
    assertThat(port.sameItems(items(8))).isEqualTo(items(8));

    LinkStatistics statistics = feature.getLink().statistics();
    assertThat(statistics.mismatches()).isEqualTo(1);
    assertThat(statistics.fetched()).isEqualTo(1);
    assertThat(published.calls("sameItems")).isEqualTo(4);
    assertThat(wire.passed()).hasSize(5);
    assertThat(wire.passed().get(3).asked("castile")).contains(";f=");
    assertThat(wire.passed().get(4).isDelta()).isTrue();
  }

  @Test
  void whatTheServerHasNotKeptComesWhole() throws Exception {
    DifferentialOptions nothing = DifferentialOptions.builder().maxBytes(1).build();
    Published published = published(new DifferentialFeature(nothing));
    DifferentialFeature feature = new DifferentialFeature();

    assertCalls(client(published.url(), feature), 4);

    assertThat(feature.getLink().statistics().deltas()).isZero();
    assertThat(feature.getLink().statistics().full()).isEqualTo(4);
    assertThat(published.calls("sameItems")).isEqualTo(4);
  }

  @Test
  void messagesBeyondTheBoundPass() throws Exception {
    DifferentialOptions small = DifferentialOptions.builder().maxMessageBytes(2_000).build();
    Published published = published(new DifferentialFeature(small));
    DifferentialFeature feature = new DifferentialFeature(small);
    WrappedShop port = client(published.url(), feature);

    assertCalls(port, 3);
    assertCalls(client(published.url(), new DifferentialFeature()), 3);
    WrappedShop other = client(published(new DifferentialFeature()).url(), feature);
    assertCalls(other, 3);
    assertThat(port.echo("ab", 3_000)).isEqualTo("ab".repeat(3_000));
    assertThat(other.echo("ab", 3_000)).isEqualTo("ab".repeat(3_000));

    assertThat(feature.getLink().statistics().deltas()).isZero();
  }

  @Test
  void aDeltaOfAMessageBeyondTheBoundIsFetchedAndPasses() throws Exception {
    Published published = published(new DifferentialFeature());
    Wire wire = wire(published.url());
    DifferentialOptions small = DifferentialOptions.builder().maxMessageBytes(2_000).build();
    WrappedShop port = client(wire.url(), new DifferentialFeature(small));

    assertThat(port.echo("a", 1_000)).isEqualTo("a".repeat(1_000));
    String text =
        new Random(7)
            .ints(300, 'a', 'z')
            .mapToObj(Character::toString)
            .collect(Collectors.joining());
    assertThat(port.echo(text, 20)).isEqualTo(text.repeat(20));

    assertThat(wire.passed().get(1).isDelta()).isTrue();
    assertThat(wire.passed().get(1).answer().length).isGreaterThan(2_000);
    assertThat(published.calls("echo")).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fault", "exception"})
  void faultsAreAsWithoutTheLink(String how) throws Exception {
    Wire wire = wire(published(new DifferentialFeature()).url());
    WrappedShop port = client(wire.url(), new DifferentialFeature());
    WrappedShop plain = client(published().url());
    assertCalls(port, 1);

    assertAlike(catchThrowable(() -> port.fail(how)), catchThrowable(() -> plain.fail(how)));
    assertAlike(catchThrowable(() -> port.find("p")), catchThrowable(() -> plain.find("p")));
    assertCalls(port, 2);

    assertThat(wire.passed().get(1).status()).isEqualTo(500);
    assertThat(wire.passed().get(1).told("castile")).isEmpty();
  }

  private static void assertAlike(Throwable found, Throwable expected) {
    assertThat(found).hasSameClassAs(expected).hasMessage(expected.getMessage());
  }

  @Test
  void nobodyThereIsAsWithoutTheLink() {
    String url = "http://localhost:" + FreePorts.next() + "/nobody";

    Throwable found = catchThrowable(() -> client(url, new DifferentialFeature()).add(1, 2));
    Throwable expected = catchThrowable(() -> client(url).add(1, 2));

    assertAlike(found, expected);
    assertThat(found.getCause()).hasSameClassAs(expected.getCause());
  }

  @Test
  void aStatusThatIsNoAnswerIsAsWithoutTheLink() throws Exception {
    Wire wire = wire(published(new DifferentialFeature()).url().replace("/shop", "/elsewhere"));

    Throwable found = catchThrowable(() -> client(wire.url(), new DifferentialFeature()).add(1, 2));
    Throwable expected = catchThrowable(() -> client(wire.url()).add(1, 2));

    assertAlike(found, expected);
  }

  @Test
  void oneWayCallsPass() throws Exception {
    WrappedShopService service = new WrappedShopService();
    Wire wire =
        wire(opened(Shops.publish(WrappedShop.class, service, new DifferentialFeature())).url());
    WrappedShop port = client(wire.url(), new DifferentialFeature());

    port.tell("one");
    port.tell("two");

    assertThat(List.of(told(service), told(service))).containsExactlyInAnyOrder("one", "two");
    assertThat(wire.passed())
        .hasSize(2)
        .allSatisfy(each -> assertThat(each.asked()).doesNotContainKey("castile"));
  }

  private static String told(WrappedShopService service) throws InterruptedException {
    return service.told.poll(60, TimeUnit.SECONDS);
  }

  @Test
  void messagesWithAttachmentsPass() throws Exception {
    Published published =
        opened(
            Shops.publish(
                WrappedShop.class,
                new WrappedShopService(),
                SoapVersion.SOAP_1_1,
                factory -> {
                  factory.setProperties(new HashMap<>(Map.of("mtom-enabled", true)));
                  factory.getFeatures().add(new DifferentialFeature());
                }));
    Wire wire = wire(published.url());
    JaxWsProxyFactoryBean factory = Shops.clientOf(WrappedShop.class, wire.url());
    factory.setProperties(new HashMap<>(Map.of("mtom-enabled", true)));
    factory.getFeatures().add(new DifferentialFeature());
    WrappedShop port = factory.create(WrappedShop.class);
    byte[] bytes = new byte[30_000];
    bytes[7] = 7;

    assertThat(port.bytes(bytes)).isEqualTo(bytes);
    assertThat(port.bytes(bytes)).isEqualTo(bytes);

    assertThat(wire.passed())
        .hasSize(2)
        .allSatisfy(
            each -> {
              assertThat(each.asked("content-type")).startsWith("multipart/related");
              assertThat(each.isRequestDelta()).isFalse();
              assertThat(each.isDelta()).isFalse();
            });
  }

  // ---- who is calling ----

  @Test
  void eachCallerHasBasesOfItsOwn() throws Exception {
    Wire wire = wire(published(new DifferentialFeature()).url());
    DifferentialFeature feature = new DifferentialFeature();
    WrappedShop one = client(wire.url(), feature);
    WrappedShop other = client(wire.url(), feature);
    Requests.put(one, "Authorization", "Basic YTpi");
    Requests.put(other, "Authorization", "Basic Yzpk");

    assertCalls(one, 2);
    assertCalls(other, 2);

    assertThat(wire.passed().stream().map(Passed::isDelta))
        .containsExactly(false, true, false, true);
    assertThat(wire.passed().stream().map(Passed::isRequestDelta))
        .containsExactly(false, true, false, true);
  }

  @Test
  void credentialsOfTheConduitTellCallersApart() throws Exception {
    Wire wire = wire(published(new DifferentialFeature()).url());
    DifferentialFeature feature = new DifferentialFeature();

    for (String user : List.of("a", "b")) {
      WrappedShop port = client(wire.url(), feature);
      AuthorizationPolicy policy = new AuthorizationPolicy();
      policy.setUserName(user);
      policy.setPassword("secret");
      ((HTTPConduit) ClientProxy.getClient(port).getConduit()).setAuthorization(policy);
      assertCalls(port, 2);
    }

    assertThat(wire.passed().stream().map(Passed::isDelta))
        .containsExactly(false, true, false, true);
    assertThat(wire.passed().stream().map(each -> each.asked("authorization")))
        .containsExactly(
            "Basic YTpzZWNyZXQ=", "Basic YTpzZWNyZXQ=", "Basic YjpzZWNyZXQ=", "Basic YjpzZWNyZXQ=");
  }

  @Test
  void aBaseOfAnotherCallerIsNotUsed() throws Exception {
    Wire wire = wire(published(new DifferentialFeature()).url());
    WrappedShop port = client(wire.url(), new DifferentialFeature());
    Requests.put(port, "Authorization", "Basic YTpi");
    assertCalls(port, 2);
    String base = wire.passed().get(0).told("castile");
    assertThat(base).startsWith("1;v=");
    WrappedShop forged = client(wire.url());
    Requests.put(forged, "Castile", "1;b" + base.substring("1;v".length()));

    assertThat(forged.sameItems(items(1))).isEqualTo(items(1));

    assertThat(wire.passed().get(2).isDelta()).isFalse();
  }

  @Test
  void cookiesOfTheSessionAreSentOnce() throws Exception {
    Wire wire = wire(published(new DifferentialFeature()).url());
    WrappedShop port = client(wire.url(), new DifferentialFeature());
    Requests.put(port, "Cookie", "a=b");
    Requests.context(port).put(Message.MAINTAIN_SESSION, true);
    HTTPConduit conduit = (HTTPConduit) ClientProxy.getClient(port).getConduit();
    conduit.getCookies().put("session", new Cookie("session", "1"));

    assertCalls(port, 3);

    assertThat(wire.passed())
        .hasSize(3)
        .allSatisfy(
            each -> assertThat(each.asked("cookie")).containsOnlyOnce("session=").contains("a=b"));
  }

  // ---- beside other things ----

  @Test
  void manyCallsAtOnceGetTheirOwnAnswers() throws Exception {
    DifferentialFeature feature = new DifferentialFeature();
    WrappedShop port = client(published(new DifferentialFeature()).url(), feature);
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

    assertThat(feature.getLink().statistics().deltas()).isPositive();
    assertThat(feature.getLink().statistics().requestDeltas()).isPositive();
    assertThat(feature.getLink().statistics().mismatches()).isZero();
  }

  @Test
  void withTheResponseCacheMissesAreDifferences() throws Exception {
    try (CastileFeature cacheOfClient = new CastileFeature(Shops.hour());
        CastileFeature cacheOfServer = new CastileFeature(Shops.hour())) {
      Published published = published(new DifferentialFeature(), cacheOfServer);
      DifferentialFeature feature = new DifferentialFeature();
      WrappedShop port = client(published.url(), cacheOfClient, feature);
      WrappedShop other = client(published.url(), feature);

      assertCalls(port, 3);
      assertCalls(port, 3);
      assertCalls(other, 3);

      assertThat(published.calls("sameItems")).isEqualTo(3);
      assertThat(cacheOfClient.getCache().statistics().row("sameItems").hits()).isEqualTo(3);
      assertThat(feature.getLink().statistics().deltas()).isEqualTo(5);
    }
  }

  @Test
  void withGzipAnswersAreDifferencesStill() throws Exception {
    GZIPFeature gzip = new GZIPFeature();
    gzip.setThreshold(0);
    Wire wire = wire(published(new DifferentialFeature(), gzip).url());
    DifferentialFeature feature = new DifferentialFeature();

    assertCalls(client(wire.url(), gzip, feature), 3);
    assertCalls(client(wire.url(), gzip), 2);

    assertThat(feature.getLink().statistics().deltas()).isEqualTo(2);
    assertThat(wire.passed().get(4).told("content-encoding")).isEqualTo("gzip");
  }

  @Test
  void onABusForAllClientsAndServers() throws Exception {
    Bus bus = new CXFBusFactory().createBus();
    opened(() -> bus.shutdown(true));
    DifferentialFeature feature = new DifferentialFeature();
    feature.initialize(bus);
    Published published =
        opened(
            Shops.publish(
                WrappedShop.class,
                new WrappedShopService(),
                SoapVersion.SOAP_1_1,
                factory -> factory.setBus(bus)));
    JaxWsProxyFactoryBean factory = Shops.clientOf(WrappedShop.class, published.url());
    factory.setBus(bus);

    assertCalls(factory.create(WrappedShop.class), 3);

    LinkStatistics ofBothEnds = feature.getLink().statistics();
    assertThat(ofBothEnds.deltas()).isEqualTo(4);
    assertThat(ofBothEnds.requestDeltas()).isEqualTo(4);
  }

  @Test
  void overTheConduitOfUrlConnectionsToo() {
    DifferentialFeature feature = new DifferentialFeature();
    WrappedShop port = client(published(new DifferentialFeature()).url(), feature);
    Requests.context(port).put("force.urlconnection.http.conduit", true);

    assertCalls(port, 3);

    assertThat(feature.getLink().statistics().deltas()).isEqualTo(2);
    assertThat(feature.getLink().statistics().requestDeltas()).isEqualTo(2);
  }

  @Test
  void aClientWithAnExecutorHasItsAnswersOnTheThreadOfTheCall() throws Exception {
    DifferentialFeature feature = new DifferentialFeature();
    AsyncShop port =
        Shops.client(AsyncShop.class, published(new DifferentialFeature()).url(), feature);
    ExecutorService executor = Executors.newSingleThreadExecutor();
    opened(executor::shutdownNow);
    ClientProxy.getClient(port).setExecutor(executor);
    assertThat(port.addAsync(1, 2).get().result).isEqualTo(3);
    String name = "x".repeat(600);

    for (int i = 0; i < 3; i++) {
      assertThat(port.sameItem(item(name, i))).isEqualTo(item(name, i));
    }

    assertThat(feature.getLink().statistics().deltas()).isEqualTo(2);
  }

  @Test
  void aServiceThatAnswersLaterIsAnsweredWhole() throws Exception {
    FeatureTest.LaterService service = new FeatureTest.LaterService();
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setServiceBean(service);
    factory.setAddress("http://localhost:" + FreePorts.next() + "/later");
    factory.getFeatures().add(new DifferentialFeature());
    Server server = factory.create();
    opened(server::destroy);
    FeatureTest.Later port =
        Shops.client(FeatureTest.Later.class, factory.getAddress(), new DifferentialFeature());

    for (int i = 0; i < 3; i++) {
      String text = "text " + i + " ".repeat(600);
      assertThat(port.twice(text)).isEqualTo(text + text);
    }

    assertThat(service.calls).hasValue(3);
  }
}
