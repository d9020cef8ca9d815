package io.castile.dynamic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.SoapServer;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.model.ValueException;
import java.math.BigDecimal;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients whose values are of the form of JSON. */
final class JsonClientTest {
  private static final Shop SHOP = new Shop();
  private static final Map<String, Object> ORDER =
      Map.of("items", List.of(Map.of("@sku", "pen", "count", 2, "price", "1.5", "label", "AQI=")));
  private static final Map<String, Object> ANSWER =
      Map.of(
          "order",
          Map.of(
              "items",
              List.of(
                  Map.of(
                      "@sku", "pen", "count", 2, "price", new BigDecimal("1.5"), "label", "AQI=")),
              "total",
              new BigDecimal("3.0")));

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

  @Test
  void binaryDataIsATextInTheFormOfJson() {
    try (DynamicClient client = client().json().build()) {
      assertThat(client.call("order", ORDER)).isEqualTo(ANSWER);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"automatic", "compiledCopy", "tagsAndTexts", "events", "xmlMessage"})
  void aCacheGivesTheSameInEveryRepresentation(String representation) throws Exception {
    CachePolicy policy =
        CachePolicy.parse(
            "policy",
            "rules:\n- operation: order\n  cache: true\n  ttl: 1h\n  representation: "
                + representation
                + "\n");
    try (DynamicClient client = client().json().cache(policy).build()) {
      Map<String, Object> first = client.call("order", ORDER);
      int before = SHOP.calls.get();

      Map<String, Object> second = client.call("order", ORDER);

      assertThat(first).isEqualTo(ANSWER);
      assertThat(second).isEqualTo(ANSWER);
      assertThat(SHOP.calls).hasValue(before);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"automatic", "compiledCopy", "tagsAndTexts", "events", "xmlMessage"})
  void aHeaderBlockOfAResponseIsBesideItsValuesFromTheCacheToo(String representation)
      throws Exception {
    CachePolicy policy =
        CachePolicy.parse(
            "policy",
            "rules:\n- operation: count\n  cache: true\n  ttl: 1h\n  representation: "
                + representation
                + "\n");
    try (DynamicClient json = client().json().cache(policy).build();
        DynamicClient values = client().cache(policy).build()) {
      for (int i = 0; i < 2; i++) {
        assertThat(json.call("count", Map.of("sku", "pen")))
            .isEqualTo(Map.of("stock", 7, "valid", "AQI="));
        assertThat(json.call("count", Map.of("sku", "none"))).isEqualTo(Map.of("stock", 7));
        assertThat(values.call("count", Map.of("sku", "pen")))
            .containsEntry("stock", 7)
            .containsEntry("valid", new byte[] {1, 2});
      }
    }
  }

  @Test
  void clientsOfBothFormsOfOneCacheEachGetTheirOwn() throws Exception {
    CachePolicy policy =
        CachePolicy.parse("policy", "rules:\n- operation: order\n  cache: true\n  ttl: 1h\n");
    try (ResponseCache cache = ResponseCache.of(policy);
        DynamicClient values = client().cache(cache).build();
        DynamicClient json = client().cache(cache).json().build()) {
      Map<?, ?> order = (Map<?, ?>) values.call("order", ORDER).get("order");
      Map<?, ?> item = (Map<?, ?>) ((List<?>) order.get("items")).get(0);

      assertThat(item.get("label")).isEqualTo(new byte[] {1, 2});
      assertThat(json.call("order", ORDER)).isEqualTo(ANSWER);
      assertThat(values.call("order", ORDER))
          .usingRecursiveComparison()
          .isEqualTo(Map.of("order", order));
    }
  }

  @Test
  void theDetailsOfAFaultAreOfTheFormOfJson() {
    Map<String, Object> order = Map.of("items", List.of(Map.of("@sku", "pen", "count", 101)));
    try (DynamicClient client = client().json().build()) {
      assertThatThrownBy(() -> client.call("order", order))
          .isInstanceOfSatisfying(
              DynamicFaultException.class,
              fault ->
                  assertThat(fault.details())
                      .isEqualTo(
                          Map.of(
                              "SoldOut",
                              Map.of("message", "pen is sold out", "sku", "pen", "left", 100))));
    }
  }

  @Test
  void anArgumentThatIsNoneOfItsTypeIsNamedAndNothingIsSent() {
    int before = SHOP.calls.get();
    Map<String, Object> order = Map.of("items", List.of(Map.of("@sku", "pen", "count", "x")));
    try (DynamicClient client = client().json().build()) {
      assertThatThrownBy(() -> client.call("order", order))
          .isInstanceOfSatisfying(
              ValueException.class, e -> assertThat(e.path()).isEqualTo("items[0].count"));
    }
    assertThat(SHOP.calls).hasValue(before);
  }
}
