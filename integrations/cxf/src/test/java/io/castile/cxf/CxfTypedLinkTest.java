package io.castile.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.Castile;
import io.castile.cxf.Shops.Published;
import io.castile.cxf.Wire.Passed;
import io.castile.cxf.databinding.CastileJAXBDataBinding;
import io.castile.cxf.link.DifferentialFeature;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.delta.LinkStatistics;
import io.castile.shop.BareShop;
import io.castile.shop.BareShopService;
import io.castile.shop.Item;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapVersion;
import io.castile.template.Templates;
import io.castile.template.key.Direction;
import io.castile.template.read.ReadStatistics;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.ws.Holder;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.datatype.DatatypeFactory;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers as values between two ends, of which at least one is CXF. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class CxfTypedLinkTest {
  private static final DifferentialOptions TYPED = DifferentialOptions.DEFAULT.withTyped(true);

  private final List<AutoCloseable> opened = new ArrayList<>();
  private final Templates ofClient = Templates.builder().build();
  private final Templates ofServer = Templates.builder().build();
  private final DifferentialFeature clientFeature = new DifferentialFeature(TYPED);
  private final DifferentialFeature serverFeature = new DifferentialFeature(TYPED);
  private Differential clientLink = clientFeature.getLink();
  private Differential serverLink = serverFeature.getLink();

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

  /** Which stack an end is of. */
  enum End {
    CASTILE,
    CXF
  }

  private static Stream<Arguments> ends() {
    return Stream.of(
        Arguments.of(End.CXF, End.CXF),
        Arguments.of(End.CXF, End.CASTILE),
        Arguments.of(End.CASTILE, End.CXF));
  }

  private static CastileJAXBDataBinding binding(Templates templates) {
    CastileJAXBDataBinding binding = new CastileJAXBDataBinding();
    binding.setTemplates(templates);
    return binding;
  }

  private <T> Wire serve(
      End end, Class<T> sei, T service, Consumer<JaxWsServerFactoryBean> options) throws Exception {
    if (end == End.CASTILE) {
      serverLink = Differential.of(TYPED);
      var server =
          Castile.server()
              .sameVersion(false)
              .publish("/shop", service)
              .differential(serverLink)
              .start();
      opened(server::close);
      return opened(new Wire("http://localhost:" + server.port() + "/shop"));
    }
    Published published =
        opened(
            Shops.publish(
                sei,
                service,
                SoapVersion.SOAP_1_1,
                factory -> {
                  factory.setDataBinding(binding(ofServer));
                  factory.getFeatures().add(serverFeature);
                  options.accept(factory);
                }));
    return opened(new Wire(published.url()));
  }

  private <T> T caller(
      End end, Class<T> sei, String url, Consumer<JaxWsProxyFactoryBean> options) {
    if (end == End.CASTILE) {
      clientLink = Differential.of(TYPED);
      return Castile.client(sei).endpoint(url).differential(clientLink).build();
    }
    JaxWsProxyFactoryBean factory = Shops.clientOf(sei, url);
    factory.setDataBinding(binding(ofClient));
    factory.getFeatures().add(clientFeature);
    options.accept(factory);
    return factory.create(sei);
  }

  private static boolean isXml(Passed passed) {
    return passed.answer()[0] == '<';
  }

  private static List<Item> items(int number) {
    return IntStream.range(0, 60)
        .mapToObj(i -> new Item("item " + i, "1.50", i == number ? 7 : 2, Item.Color.RED, "x", "y"))
        .toList();
  }

  /** That nothing of CXF has written or read the XML of an answer of an operation. */
  private void assertNoXmlMade(String operation) {
    assertThat(ofServer.statistics().rows())
        .noneMatch(row -> row.direction() == Direction.RESPONSE && row.operation().equals(operation));
    assertThat(ofClient.reading().statistics(Direction.RESPONSE, operation))
        .isEqualTo(ReadStatistics.NONE);
  }

  // ---- values ----

  @ParameterizedTest
  @MethodSource("ends")
  void listsOfBeansGoAsValues(End client, End server) throws Exception {
    Wire wire = serve(server, WrappedShop.class, new WrappedShopService(), factory -> {});
    WrappedShop port = caller(client, WrappedShop.class, wire.url(), factory -> {});

    for (int i = 0; i < 6; i++) {
      assertThat(port.sameItems(items(i))).isEqualTo(items(i));
    }

    assertThat(wire.passed()).hasSize(6).noneMatch(CxfTypedLinkTest::isXml);
    assertThat(wire.passed().get(5).answer().length)
        .isLessThan(wire.passed().get(0).answer().length / 4);
    for (LinkStatistics each : List.of(clientLink.statistics(), serverLink.statistics())) {
      assertThat(each.full()).isEqualTo(1);
      assertThat(each.deltas()).isEqualTo(5);
      assertThat(each.mismatches()).isZero();
    }
    assertNoXmlMade("sameItems");
  }

  @ParameterizedTest
  @MethodSource("ends")
  void allKindsOfWrappedAnswers(End client, End server) throws Exception {
    Wire wire = serve(server, WrappedShop.class, new WrappedShopService(), factory -> {});
    WrappedShop port = caller(client, WrappedShop.class, wire.url(), factory -> {});
    Item item = new Item("a", "2.70", 3, Item.Color.GREEN);
    Item expected = new Item("a", "2.70", 3, Item.Color.GREEN);
    Holder<String> both = new Holder<>("b");
    Holder<Item> out = new Holder<>();

    assertThat(port.echo("text")).isEqualTo("text");
    assertThat(port.echo("ab", 2)).isEqualTo("abab");
    assertThat(port.add(1, 2)).isEqualTo(3);
    assertThat(port.numbers(new double[] {1.5, Double.NaN, -0.0}))
        .containsExactly(1.5, Double.NaN, -0.0);
    assertThat(port.sameItem(item).getName()).isEqualTo(expected.getName());
    assertThat(port.sameItem(null)).isNull();
    assertThat(port.bytes(new byte[] {1, 2})).containsExactly(1, 2);
    var time = DatatypeFactory.newInstance().newXMLGregorianCalendar("2026-01-02T03:04:05Z");
    assertThat(port.time(time)).isEqualTo(time);
    assertThat(port.exchange("in", both, out)).isEqualTo(2);
    assertThat(both.value).isEqualTo("b!");
    assertThat(out.value.getName()).isEqualTo("in");
    port.ping();

    assertThat(wire.passed()).hasSize(10).noneMatch(CxfTypedLinkTest::isXml);
  }

  @ParameterizedTest
  @MethodSource("ends")
  void bareAnswers(End client, End server) throws Exception {
    Wire wire = serve(server, BareShop.class, new BareShopService(), factory -> {});
    BareShop port = caller(client, BareShop.class, wire.url(), factory -> {});
    Item item = new Item("a", "2.70", 3, Item.Color.GREEN, "t");

    Item first = port.find(item);
    Item second = port.find(item);
    Holder<Item> changed = new Holder<>(item);
    port.change(changed, "token");

    BareShop plain = Castile.client(BareShop.class).endpoint(wire.url()).build();
    Holder<Item> expected = new Holder<>(item);
    plain.change(expected, "token");
    assertThat(first).isEqualTo(plain.find(item)).isEqualTo(second);
    assertThat(changed.value).isEqualTo(expected.value);
    assertThat(wire.passed().subList(0, 3)).noneMatch(CxfTypedLinkTest::isXml);
    assertThat(port.length("four")).isEqualTo(plain.length("four"));
    port.nothing();
  }

  /** A bean in a bean, lists in lists, and absence. */
  public static class Shelf {
    public String name;
    public Item best;
    public List<Item> items = new ArrayList<>();
    public List<Shelf> shelves = new ArrayList<>();
    public Integer size;
    public BigDecimal weight;
    public int[] numbers;
  }

  /** Answers with nested beans. */
  @WebService(targetNamespace = "urn:nested")
  public interface Nested {
    @WebResult(name = "shelf")
    Shelf one(@WebParam(name = "seed") int seed);

    List<Shelf> all(@WebParam(name = "seed") int seed);
  }

  /** Answers by seed. */
  @WebService(
      targetNamespace = "urn:nested",
      endpointInterface = "io.castile.cxf.CxfTypedLinkTest$Nested")
  public static class NestedService implements Nested {
    @Override
    public Shelf one(int seed) {
      Shelf shelf = new Shelf();
      shelf.name = "shelf " + seed;
      shelf.best = seed % 2 == 0 ? null : items(seed).get(0);
      shelf.items.addAll(items(seed).subList(0, seed % 5));
      shelf.size = seed % 3 == 0 ? null : seed;
      shelf.weight = new BigDecimal("1.00");
      shelf.numbers = new int[] {seed, 2};
      if (seed > 2) {
        shelf.shelves.add(one(seed - 2));
        shelf.shelves.add(one(seed - 3));
      }
      return shelf;
    }

    @Override
    public List<Shelf> all(int seed) {
      return IntStream.range(0, seed).mapToObj(this::one).toList();
    }
  }

  @ParameterizedTest
  @MethodSource("ends")
  void nestedBeansComeOutAsOfXml(End client, End server) throws Exception {
    Wire wire = serve(server, Nested.class, new NestedService(), factory -> {});
    Nested port = caller(client, Nested.class, wire.url(), factory -> {});
    Nested plain =
        client == End.CXF
            ? Shops.client(Nested.class, wire.url())
            : Castile.client(Nested.class).endpoint(wire.url()).build();

    for (int seed = 0; seed < 7; seed++) {
      assertThat(port.one(seed))
          .usingRecursiveComparison()
          .isEqualTo(plain.one(seed));
      assertThat(port.all(seed))
          .usingRecursiveComparison()
          .isEqualTo(plain.all(seed));
    }

    assertThat(wire.passed().stream().filter(CxfTypedLinkTest::isXml)).hasSize(14);
  }

  @Test
  void manyCallsAtOnceGetTheirOwnAnswers() throws Exception {
    Wire wire = serve(End.CXF, WrappedShop.class, new WrappedShopService(), factory -> {});
    WrappedShop port = caller(End.CXF, WrappedShop.class, wire.url(), factory -> {});
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

    assertThat(wire.passed()).hasSize(90).noneMatch(CxfTypedLinkTest::isXml);
    assertThat(clientLink.statistics().mismatches()).isZero();
    assertThat(clientLink.statistics().deltas()).isPositive();
  }

  @ParameterizedTest
  @MethodSource("ends")
  void damagedValuesAreFetchedAsXml(End client, End server) throws Exception {
    Wire wire = serve(server, WrappedShop.class, new WrappedShopService(), factory -> {});
    WrappedShop port = caller(client, WrappedShop.class, wire.url(), factory -> {});
    assertThat(port.sameItems(items(1))).isEqualTo(items(1));
    wire.damageNext(
        content -> {
          content[content.length - 1] ^= 1;
          return content;
        });

    assertThat(port.sameItems(items(2))).isEqualTo(items(2));
    assertThat(port.sameItems(items(3))).isEqualTo(items(3));

    assertThat(clientLink.statistics().mismatches()).isEqualTo(1);
    assertThat(clientLink.statistics().fetched()).isEqualTo(1);
    assertThat(wire.passed()).hasSize(4);
    assertThat(wire.passed().get(2).asked("castile")).contains(";f=");
    assertThat(isXml(wire.passed().get(2))).isTrue();
    assertThat(isXml(wire.passed().get(3))).isFalse();
  }
}
