package io.castile.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.castile.cache.CacheStatistics;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.RepresentationKind;
import io.castile.cxf.Shops.Published;
import io.castile.shop.BareShop;
import io.castile.shop.BareShopService;
import io.castile.shop.ClassyShop;
import io.castile.shop.ClassyShopService;
import io.castile.shop.Item;
import io.castile.shop.RpcShop;
import io.castile.shop.RpcShopService;
import io.castile.shop.SpecialItem;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapVersion;
import jakarta.xml.ws.Holder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.xml.datatype.DatatypeFactory;
import org.apache.cxf.feature.Feature;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What every operation of every style answers is the same without the cache, on a miss and on a
 * hit, whatever callers have done to what they got.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class StylesTest {
  private static final Item ITEM =
      new Item("Smørrebrød 鮨 🍣 <&>", "12.50", 3, Item.Color.GREEN, "ä", "");

  /** Where the cache is. */
  enum Side {
    CLIENT,
    /** Which keeps the messages of CXF. */
    CLIENT_OF_MESSAGES,
    SERVER;

    boolean isServer() {
      return this == SERVER;
    }

    CachePolicy policy() {
      return this == CLIENT_OF_MESSAGES
          ? Shops.hour(rule -> rule.representation(RepresentationKind.XML_MESSAGE))
          : Shops.hour();
    }
  }

  interface Call<T> {
    /** Returns all that the call brings. */
    List<Object> of(T port) throws Exception;
  }

  private static <T> void repeat(
      Side side, SoapVersion version, Class<T> sei, T service, List<Call<T>> calls)
      throws Exception {
    try (CastileFeature feature = new CastileFeature(side.policy())) {
      Feature[] none = {};
      Feature[] some = {feature};
      try (Published published =
          Shops.publish(
              sei,
              service,
              version,
              factory ->
                  factory.getFeatures().addAll(Arrays.asList(side.isServer() ? some : none)))) {
        var factory = Shops.clientOf(sei, published.url());
        factory.setBindingId(version.bindingId());
        T plain = factory.create(sei);
        factory = Shops.clientOf(sei, published.url());
        factory.setBindingId(version.bindingId());
        factory.getFeatures().addAll(Arrays.asList(side.isServer() ? none : some));
        T cached = factory.create(sei);

        for (Call<T> call : calls) {
          feature.getCache().invalidateAll();
          List<Object> expected = call.of(plain);
          feature.getCache().invalidateAll();
          published.served().clear();

          for (int i = 0; i < 4; i++) {
            List<Object> found = call.of(cached);
            assertThat(found).usingRecursiveComparison().isEqualTo(expected);
            found.forEach(StylesTest::spoil);
          }
          assertThat(published.served()).hasSize(1);
        }
      }
      List<CacheStatistics.Row> rows = feature.getCache().statistics().rows();
      assertThat(rows).isNotEmpty();
      assertThat(rows).allSatisfy(row -> assertThat(row.hits()).isPositive());
      assertThat(rows).allSatisfy(row -> assertThat(row.bypasses()).isZero());
    }
  }

  private static void spoil(Object value) {
    if (value instanceof Item item) {
      spoil(item);
    } else if (value instanceof double[] numbers) {
      Arrays.fill(numbers, -1);
    } else if (value instanceof byte[] bytes) {
      Arrays.fill(bytes, (byte) -1);
    } else if (value instanceof List<?> list && !list.isEmpty()) {
      list.forEach(StylesTest::spoil);
      list.clear();
    } else if (value instanceof javax.xml.datatype.XMLGregorianCalendar time) {
      time.setYear(1);
    }
  }

  private static void spoil(Item item) {
    try {
      for (String name : List.of("name", "price", "color", "tags", "note")) {
        var field = Item.class.getDeclaredField(name);
        field.setAccessible(true);
        if (name.equals("tags") && field.get(item) instanceof List<?> tags) {
          tags.clear();
        }
        field.set(item, null);
      }
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  static List<Object> brought(Object... values) {
    return new ArrayList<>(Arrays.asList(values));
  }

  static List<Call<WrappedShop>> wrapped() {
    double[] numbers = {-1.5, 2e300, 0};
    byte[] bytes = {0, 1, -1};
    return List.of(
        port -> brought(port.echo("grüße")),
        port -> brought(port.echo("")),
        port -> brought(port.echo(null)),
        port -> brought(port.echo("ab", 3)),
        port -> brought(port.add(1, -7)),
        port -> brought((Object) port.numbers(numbers.clone())),
        port -> brought(port.sameItem(ITEM)),
        port -> brought(port.sameItem(null)),
        port -> brought(port.sameItems(List.of(ITEM, new SpecialItem("s", "1", 0.25)))),
        port -> brought((Object) port.bytes(bytes.clone())),
        port ->
            brought(
                port.time(
                    DatatypeFactory.newInstance()
                        .newXMLGregorianCalendar("2026-02-28T23:59:59.125+05:30"))),
        port -> {
          port.ping();
          return brought();
        },
        port -> {
          Holder<String> both = new Holder<>("b");
          Holder<Item> out = new Holder<>();
          return brought(port.exchange("four", both, out), both.value, out.value);
        },
        port -> {
          Holder<String> session = new Holder<>("s");
          return brought(port.session("text", "tøken", session), session.value);
        });
  }

  @ParameterizedTest
  @EnumSource(Side.class)
  void wrappedSoap11(Side side) throws Exception {
    repeat(side, SoapVersion.SOAP_1_1, WrappedShop.class, new WrappedShopService(), wrapped());
  }

  @ParameterizedTest
  @EnumSource(Side.class)
  void wrappedSoap12(Side side) throws Exception {
    repeat(side, SoapVersion.SOAP_1_2, WrappedShop.class, new WrappedShopService(), wrapped());
  }

  @ParameterizedTest
  @EnumSource(Side.class)
  void wrapperClasses(Side side) throws Exception {
    repeat(
        side,
        SoapVersion.SOAP_1_1,
        ClassyShop.class,
        new ClassyShopService(),
        List.of(port -> brought(port.search("q", 3)), port -> brought(port.halve(5))));
  }

  static List<Call<BareShop>> bareCalls() {
    return List.of(
        port -> brought(port.find(ITEM)),
        port -> brought(port.length("seven 7")),
        port -> {
          Holder<Item> item = new Holder<>(new Item("c", "1", 2, null, "x"));
          port.change(item, "#");
          return brought(item.value);
        },
        port -> brought((Object) port.values(new double[] {0.5, -3})),
        port -> {
          port.nothing();
          return brought();
        });
  }

  @ParameterizedTest
  @EnumSource(Side.class)
  void bare(Side side) throws Exception {
    repeat(side, SoapVersion.SOAP_1_1, BareShop.class, new BareShopService(), bareCalls());
  }

  static List<Call<RpcShop>> rpcCalls() {
    return List.of(
        port -> brought(port.add(2, 3)),
        port -> brought(port.item(ITEM)),
        port -> brought((Object) port.numbers(new double[] {1, -0.5})),
        port -> {
          Holder<Item> both = new Holder<>(new Item("r", "1", 2, Item.Color.RED, "y"));
          Holder<Integer> out = new Holder<>();
          return brought(port.exchange(both, out), both.value, out.value);
        },
        port -> {
          port.ping();
          return brought();
        });
  }

  @ParameterizedTest
  @EnumSource(Side.class)
  void rpc(Side side) throws Exception {
    repeat(side, SoapVersion.SOAP_1_1, RpcShop.class, new RpcShopService(), rpcCalls());
  }

  @ParameterizedTest
  @EnumSource(Side.class)
  void callsThatDifferAreNotAnsweredByEachOther(Side side) throws Exception {
    try (CastileFeature feature = new CastileFeature(side.policy());
        Published published =
            side.isServer()
                ? Shops.publish(WrappedShop.class, new WrappedShopService(), feature)
                : Shops.publish(WrappedShop.class, new WrappedShopService())) {
      WrappedShop port =
          side.isServer()
              ? Shops.client(WrappedShop.class, published.url())
              : Shops.client(WrappedShop.class, published.url(), feature);

      assertThat(port.add(1, 2)).isEqualTo(3);
      assertThat(port.add(2, 2)).isEqualTo(4);
      assertThat(port.session("t", "one", new Holder<>("s"))).isEqualTo("t by one");
      assertThat(port.session("t", "two", new Holder<>("s"))).isEqualTo("t by two");
      Holder<String> other = new Holder<>("other");
      assertThat(port.session("t", "two", other)).isEqualTo("t by two");
      assertThat(other.value).isEqualTo("other+1");
      assertThat(port.echo("")).isEmpty();
      assertThat(port.echo(null)).isNull();
    }
  }

  /** The caller of the first call wants no holder filled; that of the second does. */
  @ParameterizedTest
  @EnumSource(Side.class)
  void whatNobodyWantedAtFirstIsThereForOthers(Side side) throws Exception {
    try (CastileFeature feature = new CastileFeature(side.policy());
        Published published =
            side.isServer()
                ? Shops.publish(WrappedShop.class, new WrappedShopService(), feature)
                : Shops.publish(WrappedShop.class, new WrappedShopService())) {
      WrappedShop port =
          side.isServer()
              ? Shops.client(WrappedShop.class, published.url())
              : Shops.client(WrappedShop.class, published.url(), feature);

      port.exchange("four", new Holder<>("b"), null);
      Holder<Item> out = new Holder<>();
      port.exchange("four", new Holder<>("b"), out);

      assertThat(out.value.getName()).isEqualTo("four");
      assertThat(published.calls("exchange")).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(Side.class)
  void faultsAndOneWayCallsAreNeverKept(Side side) throws Exception {
    WrappedShopService service = new WrappedShopService();
    try (CastileFeature feature = new CastileFeature(side.policy());
        Published published =
            side.isServer()
                ? Shops.publish(WrappedShop.class, service, feature)
                : Shops.publish(WrappedShop.class, service)) {
      WrappedShop plain = Shops.client(WrappedShop.class, published.url());
      WrappedShop port =
          side.isServer()
              ? Shops.client(WrappedShop.class, published.url())
              : Shops.client(WrappedShop.class, published.url(), feature);

      for (int i = 0; i < 2; i++) {
        assertSame(catchThrowable(() -> port.find("p")), catchThrowable(() -> plain.find("p")));
        assertSame(
            catchThrowable(() -> port.fail("fault")), catchThrowable(() -> plain.fail("fault")));
        assertSame(catchThrowable(() -> port.fail("x")), catchThrowable(() -> plain.fail("x")));
        port.tell("told");
        assertThat(service.told.poll(10, TimeUnit.SECONDS)).isEqualTo("told");
      }

      assertThat(published.calls("find")).isEqualTo(4);
      assertThat(published.calls("fail")).isEqualTo(8);
      assertThat(published.calls("tell")).isEqualTo(2);
      assertThat(feature.getCache().statistics().row("find").hits()).isZero();
      assertThat(feature.getCache().statistics().row("find").entries()).isZero();
    }
  }

  private static void assertSame(Throwable found, Throwable expected) {
    assertThat(found).hasSameClassAs(expected).hasMessage(expected.getMessage());
    if (expected.getCause() == null) {
      assertThat(found).hasNoCause();
    } else {
      assertThat(found.getCause()).hasSameClassAs(expected.getCause());
    }
  }
}
