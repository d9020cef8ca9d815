package io.castile.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.Bypass;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.Vary;
import io.castile.cxf.Shops.Published;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapVersion;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.Serial;
import java.security.Principal;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.security.auth.callback.CallbackHandler;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.security.SecurityContext;
import org.apache.cxf.security.transport.TLSSessionInfo;
import org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server with the cache never gives anybody what another caller was told. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@Tag("long")
class ServerLeaksTest {
  /** Stands for whatever else the server has. */
  private static final class Before extends AbstractPhaseInterceptor<Message> {
    private final Consumer<Message> action;

    Before(String phase, Consumer<Message> action) {
      super(phase);
      this.action = action;
    }

    @Override
    public void handleMessage(Message message) {
      action.accept(message);
    }
  }

  private static Published publish(CastileFeature feature, Before... before) {
    return Shops.publish(
        WrappedShop.class,
        new WrappedShopService(),
        SoapVersion.SOAP_1_1,
        factory -> {
          factory.getFeatures().add(feature);
          factory.getInInterceptors().addAll(List.of(before));
        });
  }

  private static WSS4JInInterceptor userNameTokens() {
    Map<String, Object> properties = new HashMap<>();
    properties.put("action", "UsernameToken");
    CallbackHandler passwords =
        callbacks -> ((WSPasswordCallback) callbacks[0]).setPassword("secret");
    properties.put("passwordCallbackRef", passwords);
    return new WSS4JInInterceptor(properties);
  }

  /** Calls twice for each user in turn, and returns how often the service was called. */
  private static long calls(CastileFeature feature, Senders sender, String... users)
      throws Exception {
    try (Published published =
        Shops.publish(
            WrappedShop.class,
            new WrappedShopService(),
            SoapVersion.SOAP_1_1,
            factory -> {
              factory.getFeatures().add(feature);
              if (sender == Senders.WSS4J) {
                factory.getInInterceptors().add(userNameTokens());
              }
            })) {
      for (String user : users) {
        WrappedShop port = Shops.client(WrappedShop.class, published.url());
        sender.set(port, user);
        assertThat(port.add(1, 2)).isEqualTo(3);
        assertThat(port.add(1, 2)).isEqualTo(3);
      }
      return published.calls("add");
    }
  }

  private static final String SEEN_BY_SERVERS =
      "HTTP_HEADER|USER_NAME_PROPERTY|CONDUIT|COOKIE_HEADER|COOKIE_OF_CONDUIT|EARLIER_INTERCEPTOR"
          + "|LATER_INTERCEPTOR|AUTH_SUPPLIER|HANDLER|HEADER_BLOCK|BOUND_HEADER_BLOCK"
          + "|SECURITY_BLOCK|WSS4J";

  @ParameterizedTest
  @EnumSource(value = Senders.class, names = SEEN_BY_SERVERS, mode = EnumSource.Mode.MATCH_ALL)
  void noAnswerIsKeptOrGivenWhereTheRequestSaysWhoCalls(Senders sender) throws Exception {
    try (CastileFeature feature = new CastileFeature(Shops.hour())) {
      assertThat(calls(feature, sender, "alice", "bob")).isEqualTo(4);
      assertThat(feature.getCache().statistics().row("add").bypassed().values())
          .containsExactly(4L);
      assertThat(feature.getCache().statistics().row("add").entries()).isZero();
    }
  }

  private static final String AUTHENTICATED =
      "HTTP_HEADER|USER_NAME_PROPERTY|CONDUIT|COOKIE_HEADER|COOKIE_OF_CONDUIT|EARLIER_INTERCEPTOR"
          + "|LATER_INTERCEPTOR|AUTH_SUPPLIER|HANDLER|HEADER_BLOCK|BOUND_HEADER_BLOCK|WSS4J";

  @ParameterizedTest
  @EnumSource(value = Senders.class, names = AUTHENTICATED, mode = EnumSource.Mode.MATCH_ALL)
  void whatThePolicyVariesByGivesEachCallerAnswersOfTheirOwn(Senders sender) throws Exception {
    CachePolicy policy =
        Shops.hour(
            rule ->
                rule.vary(
                    Vary.httpHeader("Authorization"),
                    Vary.httpHeader("Cookie"),
                    Vary.soapHeader("caller"),
                    Vary.wsSecurityUser()));
    try (CastileFeature feature = new CastileFeature(policy)) {
      assertThat(calls(feature, sender, "alice", "bob", "alice")).isEqualTo(2);
    }
  }

  @Test
  void aCertificateOfTheClientsIsSeen() {
    Before tls =
        new Before(
            Phase.RECEIVE,
            message ->
                message.put(
                    TLSSessionInfo.class,
                    new TLSSessionInfo("suite", null, new Certificate[] {new Paper()})));

    assertBypassed(tls, Bypass.CERTIFICATE);
  }

  @Test
  void aSenderWhoIsKnownByOtherMeansIsSeen() {
    Before login =
        new Before(
            Phase.RECEIVE,
            message ->
                message.put(
                    SecurityContext.class,
                    new SecurityContext() {
                      @Override
                      public Principal getUserPrincipal() {
                        return () -> "alice";
                      }

                      @Override
                      public boolean isUserInRole(String role) {
                        return false;
                      }
                    }));

    assertBypassed(login, Bypass.WS_SECURITY);
  }

  private static void assertBypassed(Before before, Bypass bypass) {
    try (CastileFeature feature = new CastileFeature(Shops.hour());
        Published published = publish(feature, before)) {
      WrappedShop port = Shops.client(WrappedShop.class, published.url());
      port.add(1, 2);
      port.add(1, 2);

      assertThat(published.calls("add")).isEqualTo(2);
      assertThat(feature.getCache().statistics().row("add").bypassed())
          .isEqualTo(Map.of(bypass, 2L));
    }
  }

  /** As one that authorizes would, in whichever order they come. */
  @Test
  void interceptorsThatRefuseRequestsAreAskedOnHitsToo() {
    boolean[] refuse = new boolean[1];
    Before refusing =
        new Before(
            Phase.PRE_INVOKE,
            message -> {
              if (refuse[0]) {
                throw new Fault(new SecurityException("not for you"));
              }
            });
    try (CastileFeature feature = new CastileFeature(Shops.hour(rule -> rule.shared(true)));
        Published published = publish(feature, refusing)) {
      WrappedShop port = Shops.client(WrappedShop.class, published.url());
      port.add(1, 2);
      port.add(1, 2);
      assertThat(published.calls("add")).isEqualTo(1);

      refuse[0] = true;

      assertThatThrownBy(() -> port.add(1, 2))
          .isInstanceOf(SOAPFaultException.class)
          .hasMessage("not for you");
    }
  }

  private static final class Paper extends Certificate {
    @Serial private static final long serialVersionUID = 1L;

    Paper() {
      super("paper");
    }

    @Override
    public byte[] getEncoded() {
      return new byte[0];
    }

    @Override
    public void verify(PublicKey key) {}

    @Override
    public void verify(PublicKey key, String provider) {}

    @Override
    public String toString() {
      return "paper";
    }

    @Override
    public PublicKey getPublicKey() {
      return null;
    }
  }
}
