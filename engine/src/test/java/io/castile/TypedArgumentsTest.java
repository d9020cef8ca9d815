package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.shop.Item;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebServiceException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a service gets of arguments that came as values: the same as of XML. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TypedArgumentsTest extends TypedKinds {
  private static final DifferentialOptions TYPED =
      DifferentialOptions.builder().typed(true).build();

  private final Differential clientLink = Differential.of(TYPED);
  private final List<AutoCloseable> open = new ArrayList<>();

  // ---- both ways ----

  private SoapServer serve(Object service) {
    SoapServer server =
        Castile.server()
            .host("localhost")
            .differential(Differential.of(TYPED))
            .publish("/kinds", service)
            .start();
    open.add(server);
    return server;
  }

  private <T> T client(SoapServer server, Class<T> type, boolean isLinked, boolean isLocal) {
    ClientBuilder<T> builder = Castile.client(type).endpoint(server.url("/kinds"));
    if (isLocal) {
      builder = builder.transport(server.localTransport());
    }
    T client = (isLinked ? builder.differential(clientLink) : builder).build();
    open.add((AutoCloseable) client);
    return client;
  }

  @AfterEach
  void close() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  /** Calls both, of which the one with the link sends values from its second call on. */
  private <T> void same(T linked, T plain, List<Function<T, Object>> calls) {
    for (int round = 0; round < 3; round++) {
      for (Function<T, Object> call : calls) {
        assertThat(outcome(linked, call)).isEqualTo(outcome(plain, call));
      }
    }
  }

  private static <T> String outcome(T client, Function<T, Object> call) {
    try {
      return described(call.apply(client));
    } catch (WebServiceException e) {
      return e.getMessage();
    }
  }

  private static XMLGregorianCalendar date(String text) {
    try {
      return DatatypeFactory.newInstance().newXMLGregorianCalendar(text);
    } catch (javax.xml.datatype.DatatypeConfigurationException e) {
      throw new AssertionError(e);
    }
  }

  private static Node tree(int depth) {
    Node node = Node.of("n" + depth);
    node.number = depth % 2 == 0 ? null : depth;
    node.when = date("2026-11-2" + depth % 10 + "T10:00:00Z");
    node.numbers = new double[] {depth, -0.0, 1e300};
    node.item = new Item("i" + depth, "1E+3", depth, Item.Color.GREEN, "a", "", " b ");
    if (depth > 0) {
      node.children.add(tree(depth - 1));
      node.children.add(tree(depth / 2));
    }
    return node;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void argumentsOfEveryKindAreThoseOfXml(boolean isLocal) {
    SoapServer server = serve(new KindsService());
    Kinds linked = client(server, Kinds.class, true, isLocal);
    Kinds plain = client(server, Kinds.class, false, isLocal);
    byte[] bytes = {1, 2, 3};
    Item item = new Item("x", "12.50", 3, Item.Color.RED, "t");
    List<Function<Kinds, Object>> calls =
        List.of(
            k ->
                k.simple(
                    "a",
                    1,
                    2L,
                    true,
                    0.1,
                    new BigDecimal("1.50"),
                    date("2026-01-01"),
                    Item.Color.RED,
                    null),
            k -> k.simple(null, -1, null, false, Double.NaN, null, null, null, null),
            k ->
                k.simple(
                    "",
                    0,
                    0L,
                    false,
                    -0.0,
                    new BigDecimal("1E+30"),
                    date("10:00:00.123"),
                    null,
                    null),
            k ->
                k.simple(
                    " \t\r\n<&>]]>\u00e9\ud83d\ude00",
                    5,
                    5L,
                    true,
                    1e-300,
                    BigDecimal.ZERO,
                    date("2026-01-01T00:00:00+01:00"),
                    Item.Color.GREEN,
                    null),
            k -> k.simple("bytes", 1, 1L, true, 1, null, null, null, bytes),
            k -> k.simple("\u0001", 1, 1L, true, 1, null, null, null, null),
            k -> k.simple("x".repeat(5000), 1, 1L, true, 1, null, null, null, null),
            k ->
                k.lists(
                    List.of("a", "", "b"),
                    new double[] {1, 2},
                    List.of(1, 2),
                    new Item[] {item},
                    List.of(tree(1))),
            k -> k.lists(null, null, null, null, null),
            k -> k.lists(List.of(), new double[0], List.of(), new Item[0], List.of()),
            k ->
                k.lists(
                    Arrays.asList("a", null),
                    null,
                    Arrays.asList(1, null),
                    new Item[] {item, null, item},
                    null),
            k -> k.node(tree(5)),
            k -> k.node(tree(4)),
            k -> k.node(null),
            k -> k.node(new Node()),
            k -> k.any("text"),
            k -> k.any(null),
            Kinds::nothing,
            k -> {
              Holder<String> a = new Holder<>("in");
              Holder<Integer> b = new Holder<>(5);
              return k.holders(a, b) + a.value + b.value;
            },
            k -> k.divide(7),
            k -> k.divide(0));
    same(linked, plain, calls);
    assertThat(clientLink.statistics().requestDeltas()).isGreaterThan(40);
    assertThat(clientLink.statistics().unknownRequestBases()).isZero();
    assertThat(clientLink.statistics().mismatches()).isZero();
  }

  @Test
  void argumentsOfRpcAreThoseOfXml() {
    SoapServer server = serve(new RpcService());
    same(
        client(server, Rpc.class, true, true),
        client(server, Rpc.class, false, true),
        List.of(
            rpc -> rpc.take("a", 1, tree(3)),
            rpc -> rpc.take("", 2, tree(4)),
            rpc -> rpc.take("b", 2, new Node())));
    assertThat(clientLink.statistics().requestDeltas()).isEqualTo(8);
  }

  @Test
  void theActionTellsOperationsWithOneElementApart() {
    SoapServer server = serve(new BareService());
    same(
        client(server, Bare.class, true, true),
        client(server, Bare.class, false, true),
        List.of(bare -> bare.one(tree(3)), bare -> bare.two(tree(2)), bare -> bare.one(tree(4))));
    assertThat(clientLink.statistics().requestDeltas()).isEqualTo(7);
  }

  /** It is XML: an element in a wildcard, which has no column. */
  @Test
  void anArgumentWithAValueThatHasNoColumnIsXml() throws Exception {
    SoapServer server = serve(new KindsService());
    org.w3c.dom.Document document =
        javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument();
    Node odd = tree(3);
    odd.any = document.createElementNS("urn:odd", "odd");
    same(
        client(server, Kinds.class, true, true),
        client(server, Kinds.class, false, true),
        List.of(k -> k.node(tree(3)), k -> k.node(odd), k -> k.node(tree(4))));
    assertThat(clientLink.statistics().unknownRequestBases()).isZero();
  }

  @Test
  void aOneWayRequestIsXml() throws Exception {
    KindsService service = new KindsService();
    SoapServer server = serve(service);
    Kinds linked = client(server, Kinds.class, true, true);
    for (int i = 0; i < 3; i++) {
      linked.tell("text " + i);
    }
    for (int i = 0; i < 3; i++) {
      assertThat(service.told.poll(10, TimeUnit.SECONDS)).isEqualTo("text " + i);
    }
    assertThat(service.told).isEmpty();
    assertThat(clientLink.statistics().requestDeltas()).isZero();
  }

  /** The values of a few bytes are not given any amount of memory: they are asked for as XML. */
  @Test
  void valuesOfWhichThereAreTooManyForTheirBytesAreXml() {
    SoapServer server = serve(new KindsService());
    Kinds linked = client(server, Kinds.class, true, true);
    Kinds plain = client(server, Kinds.class, false, true);
    linked.lists(null, null, null, null, null);
    double[] zeros = new double[200_000];
    for (int i = 0; i < 4; i++) {
      assertThat(linked.lists(null, zeros, null, null, null))
          .isEqualTo(plain.lists(null, zeros, null, null, null));
    }
    assertThat(clientLink.statistics().unknownRequestBases()).isEqualTo(2);
  }

  /** It is not taken for the fault of a server that could not read the values. */
  @Test
  void aFaultThatBlamesTheSenderIsOfTheService() {
    KindsService service = new KindsService();
    SoapServer server = serve(service);
    Kinds linked = client(server, Kinds.class, true, false);
    Kinds plain = client(server, Kinds.class, false, false);
    linked.divide(1);
    linked.divide(2);
    int before = service.divided.get();
    for (int i = 0; i < 3; i++) {
      assertThat(outcome(linked, k -> k.divide(-1))).contains("yours");
    }
    assertThat(service.divided.get()).isEqualTo(before + 3);
    assertThat(outcome(linked, k -> k.divide(-1))).isEqualTo(outcome(plain, k -> k.divide(-1)));
    assertThat(clientLink.statistics().requestDeltas()).isEqualTo(5);
  }

  /** What the caller does with its objects afterwards changes no base. */
  @Test
  void argumentsMayBeChangedAfterTheCall() {
    SoapServer server = serve(new KindsService());
    Kinds linked = client(server, Kinds.class, true, true);
    Kinds plain = client(server, Kinds.class, false, true);
    Node node = tree(5);
    for (int i = 0; i < 10; i++) {
      assertThat(linked.node(node)).isEqualTo(plain.node(node));
      node.numbers[1] = i;
      node.children.get(0).children.add(Node.of("new " + i));
      node.when.setDay(i + 1);
      node.item = i % 3 == 0 ? null : new Item("i" + i, "1", i, Item.Color.RED);
    }
    assertThat(clientLink.statistics().requestDeltas()).isEqualTo(9);
  }
}
