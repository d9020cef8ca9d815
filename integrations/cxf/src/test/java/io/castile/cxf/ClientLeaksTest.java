package io.castile.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.CacheStatistics;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.Vary;
import io.castile.cxf.Shops.Published;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Clients that share a cache never get what another caller was told. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@Tag("long")
class ClientLeaksTest {
  private static WrappedShop port(
      Published published, CastileFeature feature, Senders sender, String user) throws Exception {
    WrappedShop port = Shops.client(WrappedShop.class, published.url(), feature);
    if (user != null) {
      sender.set(port, user);
    }
    return port;
  }

  /** Calls twice for each user in turn, and returns how often the service was called. */
  private static long calls(CachePolicy policy, Senders sender, String... users) throws Exception {
    try (CastileFeature feature = new CastileFeature(policy);
        Published published = Shops.publish(WrappedShop.class, new WrappedShopService())) {
      for (String user : users) {
        WrappedShop port = port(published, feature, sender, user);
        assertThat(port.add(1, 2)).isEqualTo(3);
        assertThat(port.add(1, 2)).isEqualTo(3);
      }
      return published.calls("add");
    }
  }

  @ParameterizedTest
  @EnumSource(Senders.class)
  void noAnswerIsKeptOrGivenWhereSomethingSaysWhoCalls(Senders sender) throws Exception {
    try (CastileFeature feature = new CastileFeature(Shops.hour());
        Published published = Shops.publish(WrappedShop.class, new WrappedShopService())) {
      WrappedShop anonymous = port(published, feature, sender, null);
      anonymous.add(1, 2);
      anonymous.add(1, 2);
      assertThat(published.calls("add")).isEqualTo(1);

      WrappedShop alice = port(published, feature, sender, "alice");
      alice.add(1, 2);
      alice.add(1, 2);
      port(published, feature, sender, "bob").add(1, 2);

      assertThat(published.calls("add")).isEqualTo(4);
      CacheStatistics.Row row = feature.getCache().statistics().row("add");
      assertThat(row.bypassed()).isEqualTo(Map.of(sender.bypass, 3L));
      assertThat(row.entries()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Senders.class,
      names = {
        "HTTP_HEADER",
        "USER_NAME_PROPERTY",
        "CONDUIT",
        "COOKIE_HEADER",
        "COOKIE_OF_CONDUIT",
        "EARLIER_INTERCEPTOR",
        "HEADER_BLOCK",
        "BOUND_HEADER_BLOCK",
        "SECURITY_BLOCK"
      })
  void whatThePolicyVariesByGivesEachCallerAnswersOfTheirOwn(Senders sender) throws Exception {
    CachePolicy policy =
        Shops.hour(
            rule ->
                rule.vary(
                    Vary.httpHeader("Authorization"),
                    Vary.httpHeader("Cookie"),
                    Vary.soapHeader("{urn:who}caller"),
                    Vary.wsSecurityUser()));

    assertThat(calls(policy, sender, "alice", "bob", "alice", null)).isEqualTo(3);
  }

  /** Nobody can tell what the user will be. */
  @ParameterizedTest
  @EnumSource(value = Senders.class, names = "WSS4J")
  void varyingByWhatIsNotThereYetKeepsNothing(Senders sender) throws Exception {
    CachePolicy policy = Shops.hour(rule -> rule.vary(Vary.wsSecurityUser()));

    assertThat(calls(policy, sender, "alice", "bob")).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource(value = Senders.class, mode = Mode.MATCH_ALL)
  void callersShareAnswersWhereThePolicySaysSo(Senders sender) throws Exception {
    assertThat(calls(Shops.hour(rule -> rule.shared(true)), sender, "alice", "bob", null))
        .isEqualTo(1);
  }

  @Test
  void interceptorsThatAreNamedAsHarmlessHideNothing() throws Exception {
    try (CastileFeature feature = new CastileFeature(Shops.hour());
        Published published = Shops.publish(WrappedShop.class, new WrappedShopService())) {
      feature.setHarmlessInterceptors(
          List.of("io.castile.cxf.Senders$AddingInterceptor")); // which is not true
      WrappedShop port = port(published, feature, Senders.LATER_INTERCEPTOR, "alice");
      port.add(1, 2);
      port.add(1, 2);

      assertThat(published.calls("add")).isEqualTo(1);
    }
  }
}
