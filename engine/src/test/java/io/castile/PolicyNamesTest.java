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

  @Test
  void aCacheOfSeveralClientsKnowsNotAllOperations() {
    assertThat(client().cache(ResponseCache.of(POLICY)).build()).isNotNull();

    assertThat(written.toString(UTF_8)).doesNotContain("WARN");
  }
}
