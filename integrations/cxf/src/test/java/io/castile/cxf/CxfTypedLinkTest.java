package io.castile.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.Castile;
import io.castile.delta.LinkStatistics;
import io.castile.shop.BareShop;
import io.castile.shop.BareShopService;
import io.castile.shop.Item;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.template.internal.TemplateStore;
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
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.datatype.DatatypeFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers as values between two ends, of which at least one is CXF. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class CxfTypedLinkTest extends TypedEnds {
  private static Stream<Arguments> ends() {
    return Stream.of(
        Arguments.of(End.CXF, End.CXF),
        Arguments.of(End.CXF, End.CASTILE),
        Arguments.of(End.CASTILE, End.CXF));
  }

  /** That nothing of CXF has written or read the XML of an answer of an operation. */
  private void assertNoXmlMade(String operation) {
    assertThat(ofServer.statistics().rows())
        .noneMatch(
            row -> row.direction() == Direction.RESPONSE && row.operation().equals(operation));
    assertThat(TemplateStore.of(ofClient).reading().statistics(Direction.RESPONSE, operation))
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

    assertThat(wire.passed()).hasSize(6).noneMatch(TypedEnds::isXml);
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

    assertThat(wire.passed()).hasSize(10).noneMatch(TypedEnds::isXml);
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
    assertThat(wire.passed().subList(0, 3)).noneMatch(TypedEnds::isXml);
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
      assertThat(port.one(seed)).usingRecursiveComparison().isEqualTo(plain.one(seed));
      assertThat(port.all(seed)).usingRecursiveComparison().isEqualTo(plain.all(seed));
    }

    assertThat(wire.passed().stream().filter(TypedEnds::isXml)).hasSize(14);
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

    assertThat(wire.passed()).hasSize(90).noneMatch(TypedEnds::isXml);
    assertThat(clientLink.statistics().mismatches()).isZero();
    assertThat(clientLink.statistics().deltas()).isPositive();
  }

  @Test
  void asynchronousCallsGetValues() throws Exception {
    Wire wire = serve(End.CXF, WrappedShop.class, new WrappedShopService(), factory -> {});
    AsyncShop port = caller(End.CXF, AsyncShop.class, wire.url(), factory -> {});

    for (int i = 0; i < 3; i++) {
      assertThat(port.addAsync(i, 2).get().result).isEqualTo(i + 2);
    }

    assertThat(wire.passed()).hasSize(3).noneMatch(TypedEnds::isXml);
  }

  @ParameterizedTest
  @MethodSource("ends")
  void damagedValuesAreFetched(End client, End server) throws Exception {
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
    assertThat(isXml(wire.passed().get(2))).as("all values, by their version").isFalse();
    assertThat(isXml(wire.passed().get(3))).isFalse();
  }
}
