package io.castile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Names in a cache policy that fit nothing are told, once for each cache. */
class PolicyNamesTest {
  private static final CachePolicy POLICY =
      CachePolicy.parse(
          "cache.yaml",
          """
          rules:
            - operation: sameItm
              cache: true
              ttl: 1h
            - service: Another
              operation: anything
              cache: true
              ttl: 1h
          """);

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private PrintStream usual;

  @BeforeEach
  void listen() {
    usual = System.err;
    System.setErr(new PrintStream(written, true, UTF_8));
  }

  @AfterEach
  void restore() {
    System.setErr(usual);
  }

  private void assertWarnedOnce() {
    assertThat(written.toString(UTF_8))
        .containsOnlyOnce("WARN")
        .contains("cache.yaml:2:5: operation 'sameItm' fits nothing, did you mean 'sameItem'?")
        .contains("cache.yaml:5:5: service 'Another' fits nothing; there are: ")
        .doesNotContain("anything");
  }

  private static ClientBuilder<WrappedShop> client() {
    return Castile.client(WrappedShop.class).endpoint("http://localhost/");
  }

  @Test
  void aClientWarns() {
    assertThat(client().cache(POLICY).build()).isNotNull();

    assertWarnedOnce();
  }

  @Test
  void aServerWarns() {
    try (SoapServer server =
        Castile.server()
            .host("localhost")
            .publish("/shop", new WrappedShopService())
            .publish("/more", new WrappedShopService())
            .cache(POLICY)
            .start()) {
      assertThat(server.cache()).isPresent();
    }

    assertWarnedOnce();
  }

  @Test
  void aCachedPortWarns() {
    assertThat(Castile.cached(client().build(), POLICY)).isNotNull();

    assertWarnedOnce();
  }

  private void assertWarnedOf(String yaml, String... words) {
    assertThat(client().cache(ResponseCache.of(CachePolicy.parse("cache.yaml", yaml))).build())
        .isNotNull();

    if (words.length == 0) {
      assertThat(written.toString(UTF_8)).doesNotContain("WARN");
    } else {
      assertThat(written.toString(UTF_8)).containsOnlyOnce("WARN").contains(words);
    }
  }

  /** A cache that several clients share knows not all of them: what is like a name is told. */
  @Test
  void aMisspeltOperationIsToldInACacheThatClientsShare() {
    assertWarnedOf(
        "rules: [{operation: sameItm, cache: true, ttl: 1h}]",
        "operation 'sameItm' fits nothing, did you mean 'sameItem'?");
  }

  @Test
  void aWrongNamespaceIsToldInACacheThatClientsShare() {
    assertWarnedOf(
        "rules: [{operation: '{urn:shp}sameItem', cache: true, ttl: 1h}]",
        "operation '{urn:shp}sameItem' fits nothing, did you mean '{http://shop.castile.io/}sameItem'?");
  }

  @Test
  void aMisspeltServiceIsToldInACacheThatClientsShare() {
    assertWarnedOf(
        "rules: [{service: WrapedShopService, cache: true, ttl: 1h}]",
        "service 'WrapedShopService' fits nothing, did you mean 'WrappedShopService'?");
  }

  @Test
  void aMisspeltOperationOfInvalidatesIsTold() {
    assertWarnedOf(
        "rules: [{operation: '*', cache: true, ttl: 1h}, {operation: sameItem, invalidates: sesion}]",
        "invalidates 'sesion' fits nothing, did you mean 'session'?");
  }

  @Test
  void namesThatMayBeOfOtherClientsAreNotTold() {
    assertWarnedOf(
        """
        rules:
          - {operation: getWeather, cache: true, ttl: 1h}
          - {service: Weather, cache: true, ttl: 1h}
          - {operation: [sameItem, sameItems], cache: true, ttl: 1h}
          - {endpoint: 'http://other/', operation: sameItm, cache: true, ttl: 1h}
        """);
  }

  @Test
  void anEditedPolicyIsComparedAgain() {
    ResponseCache cache = ResponseCache.of(CachePolicy.NOTHING);
    assertThat(client().cache(cache).build()).isNotNull();

    cache.policy(
        CachePolicy.parse("cache.yaml", "rules: [{operation: sameItm, cache: true, ttl: 1h}]"));
    cache.policy(
        CachePolicy.parse("cache.yaml", "rules: [{operation: sameItm, cache: true, ttl: 2h}]"));

    assertThat(written.toString(UTF_8)).containsOnlyOnce("did you mean 'sameItem'?");
  }
}
