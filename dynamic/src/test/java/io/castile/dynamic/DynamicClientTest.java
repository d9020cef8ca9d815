package io.castile.dynamic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.SoapServer;
import io.castile.cache.policy.CachePolicy;
import io.castile.template.Templates;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.model.ValueException;
import java.math.BigDecimal;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class DynamicClientTest {
  private static final String CACHED =
      "rules:\n- operation: order\n  cache: true\n  ttl: 1h\n  ignore: [{argument: note}]\n";

  private static final Shop SHOP = new Shop();
  private static SoapServer server;
  private static Description description;

  @BeforeAll
  static void start() throws Exception {
    server = Shop.serve(SHOP);
    description = WsdlReader.create().read(URI.create(server.url("/shop") + "?wsdl"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static DynamicClientBuilder client() {
    return DynamicClient.of(description).endpoint(server.url("/shop").toString());
  }

  private static Map<String, Object> item(String sku, Object count, Object price) {
    Map<String, Object> item = new LinkedHashMap<>();
    item.put("@sku", sku);
    item.put("count", count);
    item.put("price", price);
    return item;
  }

  private static Object total(Map<String, Object> answer) {
    return ((Map<?, ?>) answer.get("order")).get("total");
  }

  @Test
  void anOperationIsCalledByValues() {
    try (DynamicClient client = client().build()) {
      Map<String, Object> answer =
          client.call(
              "order",
              Map.of(
                  "items",
                  List.of(item("pen", 2, "1.50"), item("ink", 3L, new BigDecimal("4.25")))));

      assertThat(answer)
          .isEqualTo(
              Map.of(
                  "order",
                  Map.of(
                      "items",
                      List.of(
                          item("pen", 2, new BigDecimal("1.50")),
                          item("ink", 3, new BigDecimal("4.25"))),
                      "total",
                      new BigDecimal("15.75"))));
    }
  }

  @Test
  void binaryDataIsBytes() {
    try (DynamicClient client = client().mtom(0).build()) {
      Map<String, Object> item = new LinkedHashMap<>(item("pen", 1, "2"));
      item.put("label", new byte[] {1, 2, 3});

      Map<?, ?> order =
          (Map<?, ?>) client.call("order", Map.of("items", List.of(item))).get("order");

      assertThat(((Map<?, ?>) ((List<?>) order.get("items")).get(0)).get("label"))
          .isEqualTo(new byte[] {1, 2, 3});
    }
  }

  @Test
  void argumentsAreCheckedBeforeAnythingIsSent() {
    try (DynamicClient client = client().build()) {
      int before = SHOP.calls.get();
      assertThatThrownBy(() -> client.call("order", Map.of("items", List.of(item("pen", "x", 1)))))
          .isInstanceOf(ValueException.class)
          .hasMessage("items[0].count: expected int, found 'x'");
      assertThatThrownBy(() -> client.call("order", Map.of("items", List.of(Map.of("count", 1)))))
          .isInstanceOf(ValueException.class)
          .hasMessage("items[0]: expected the attribute @sku, found none");
      assertThatThrownBy(() -> client.call("order", Map.of("itms", List.of())))
          .hasMessage("expected fields of items, note, found itms");
      assertThatThrownBy(() -> client.call("oder", Map.of()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("expected an operation, one of count, order, whoAmI, found oder");
      assertThat(SHOP.calls.get()).isEqualTo(before);
    }
  }

  @Test
  void aFaultHasItsDetailAsValues() {
    try (DynamicClient client = client().build()) {
      assertThatThrownBy(
              () -> client.call("order", Map.of("items", List.of(item("pen", 101, "1")))))
          .isInstanceOfSatisfying(
              DynamicFaultException.class,
              fault -> {
                assertThat(fault.getFault().getFaultString()).isEqualTo("pen is sold out");
                assertThat(fault.details().get("SoldOut"))
                    .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                    .containsEntry("sku", "pen")
                    .containsEntry("left", 100);
              });
    }
  }

  @Test
  void headerBlocksOfTheDescriptionAreArgumentsOrOptions() {
    try (DynamicClient client = client().build()) {
      assertThat(client.call("whoAmI", Map.of("session", "s1")))
          .isEqualTo(Map.of("token", "session s1"));
      assertThat(client.call("whoAmI", Map.of(), DynamicOptions.NONE.soapHeader("session", "s2")))
          .isEqualTo(Map.of("token", "session s2"));
      assertThatThrownBy(
              () -> client.call("whoAmI", Map.of(), DynamicOptions.NONE.soapHeader("other", 1)))
          .hasMessage("expected a header block as {namespace}name, or one of session, found other");
      assertThat(
              client.call(
                  "whoAmI",
                  Map.of("session", "s3"),
                  DynamicOptions.NONE.soapHeader("{urn:trace}id", Map.of("{urn:trace}n", 7))))
          .isEqualTo(Map.of("token", "session s3"));
    }
  }

  @Test
  void aHeaderBlockThatIsGivenTwiceIsRefusedWithBothPlaces() {
    try (DynamicClient client = client().build()) {
      DynamicOptions options = DynamicOptions.NONE.soapHeader("session", "s2");
      assertThatThrownBy(() -> client.call("whoAmI", Map.of("session", "s1"), options))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageMatching(
              "expected header block \\{.*}session once, found it twice: as argument session,"
                  + " and as header block session of the options");
    }
  }

  @Test
  void answersAreCachedByTheMeaningOfTheArguments() {
    try (DynamicClient client = client().cache(CachePolicy.parse("policy", CACHED)).build()) {
      int before = SHOP.calls.get();
      Map<String, Object> first =
          client.call("order", Map.of("items", List.of(item("pen", 2, "1.50")), "note", "a"));
      Map<String, Object> again =
          client.call(
              "order",
              Map.of("items", List.of(item("pen", "2", new BigDecimal("1.50"))), "note", "b"));

      assertThat(SHOP.calls.get()).isEqualTo(before + 1);
      assertThat(again).isEqualTo(first).isNotSameAs(first);
      again.clear(); // is the caller's own
      assertThat(total(client.call("order", Map.of("items", List.of(item("pen", 2, "1.50"))))))
          .isEqualTo(new BigDecimal("3.00"));
      assertThat(total(client.call("order", Map.of("items", List.of(item("pen", 3, "1.50"))))))
          .isEqualTo(new BigDecimal("4.50"));
      assertThat(SHOP.calls.get()).isEqualTo(before + 2);
    }
  }

  @Test
  void manyCallsOfChangingSizeAreRightWithTemplatesAndLink() {
    for (Templates templates : List.of(Templates.off(), Templates.shared())) {
      for (boolean isLinked : new boolean[] {false, true}) {
        try (DynamicClient client = client().templates(templates).differential(isLinked).build()) {
          for (int i = 0; i < 60; i++) {
            List<Map<String, Object>> items = new ArrayList<>();
            int size = 40 + i % 7;
            for (int j = 0; j < size; j++) {
              items.add(item("sku" + (j + i / 5), 1 + (i + j) % 90, BigDecimal.valueOf(j)));
            }
            Map<String, Object> answer = client.call("order", Map.of("items", items));

            int round = i;
            int total = IntStream.range(0, size).map(j -> j * (1 + (round + j) % 90)).sum();
            assertThat(total(answer)).isEqualTo(BigDecimal.valueOf(total));
            assertThat(((Map<?, ?>) answer.get("order")).get("items")).isEqualTo(items);
          }
        }
      }
    }
  }

  @Test
  void templatesAreUsed() {
    Templates templates = Templates.builder().build();
    try (DynamicClient client = client().templates(templates).build()) {
      Map<String, Object> arguments = new HashMap<>();
      for (int i = 0; i < 20; i++) {
        arguments.put("items", List.of(item("pen", i, "1")));
        client.call("order", arguments);
      }
      assertThat(templates.statistics().rows())
          .anySatisfy(
              row -> {
                assertThat(row.operation()).isEqualTo("order");
                assertThat(row.firstTime() + row.content() + row.perfectStructural()).isPositive();
              });
    }
  }
}
