package io.castile.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.Castile;
import io.castile.ServerBuilder;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.Vary;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.InputStream;
import java.security.KeyStore;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Callers of whom the container has made sure, by something that no message says: each gets his own
 * answers, whatever is saved.
 */
@Timeout(60)
final class CallersTest {
  /** Says who calls, to the filter that stands for the container. */
  private static final String USER = "X-Test-As";

  private static X509Certificate certificate;

  /** What the services run in. */
  enum Container {
    TOMCAT,
    JETTY;

    Host host() {
      Filter filter =
          (request, response, chain) ->
              chain.doFilter(new Authenticated((HttpServletRequest) request), response);
      return this == TOMCAT
          ? new TomcatHost("/shop", "/*", filter)
          : new JettyHost("/shop", "/*", filter);
    }
  }

  /** A request of a user whom a container has authenticated; or of one with a certificate. */
  private static final class Authenticated extends HttpServletRequestWrapper {
    Authenticated(HttpServletRequest request) {
      super(request);
      if ("certificate".equals(request.getHeader(USER))) {
        request.setAttribute(
            "jakarta.servlet.request.X509Certificate", new X509Certificate[] {certificate});
      }
    }

    @Override
    public Principal getUserPrincipal() {
      String user = getHeader(USER);
      return user == null || user.equals("certificate") ? null : () -> user;
    }

    @Override
    public boolean isUserInRole(String role) {
      return role.equals("role of " + getHeader(USER));
    }
  }

  private final DepotService service = new DepotService();
  private Host.Running running;

  @BeforeAll
  static void readCertificate() throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = CallersTest.class.getResourceAsStream("/localhost.p12")) {
      store.load(in, "castile".toCharArray());
    }
    certificate = (X509Certificate) store.getCertificate(store.aliases().nextElement());
  }

  @AfterEach
  void close() throws Exception {
    running.close();
  }

  private void start(Container container, UnaryOperator<ServerBuilder> options) throws Exception {
    running = container.host().start(options.apply(Castile.server().publish("/depot", service)));
  }

  private Depot client(String user, Differential link) {
    return Castile.client(Depot.class)
        .endpoint(running.base() + "/depot")
        .header(USER, user)
        .differential(link)
        .build();
  }

  private static Differential link() {
    return Differential.of(DifferentialOptions.DEFAULT);
  }

  @ParameterizedTest
  @EnumSource
  void servicesKnowCallerRolesAndRequest(Container container) throws Exception {
    start(container, server -> server);

    assertThat(client("anna", link()).caller("role of anna")).isEqualTo("anna, true, /depot, true");
    assertThat(client("anna", link()).caller("role of bert"))
        .isEqualTo("anna, false, /depot, true");
    assertThat(client("certificate", link()).caller("any"))
        .isEqualTo(certificate.getSubjectX500Principal().getName() + ", false, /depot, true");
  }

  @ParameterizedTest
  @EnumSource
  void equalRequestsOfTwoCallersGetTheirOwnAnswers(Container container) throws Exception {
    Differential link = link();
    try (ResponseCache cache = ResponseCache.of(policy(Vary.wsSecurityUser()))) {
      start(container, server -> server.cache(cache).differential(link));
      Depot anna = client("anna", link());
      Depot bert = client("bert", link());

      for (int i = 0; i < 5; i++) {
        assertThat(anna.caller("role of anna")).isEqualTo("anna, true, /depot, true");
        assertThat(bert.caller("role of anna")).isEqualTo("bert, false, /depot, true");
      }

      assertThat(service.calls()).isEqualTo(2);
      assertThat(link.statistics().deltas()).isPositive();
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsCachedOfCallersUnlessThePolicySaysByWhatTheyDiffer(Container container)
      throws Exception {
    try (ResponseCache cache = ResponseCache.of(policy())) {
      start(container, server -> server.cache(cache));
      Depot anna = client("anna", link());
      Depot bert = client("bert", link());

      for (int i = 0; i < 3; i++) {
        assertThat(anna.caller("any")).startsWith("anna");
        assertThat(bert.caller("any")).startsWith("bert");
      }

      assertThat(service.calls()).isEqualTo(6);
    }
  }

  /** A client that calls for both names a base that is the other one's. */
  @ParameterizedTest
  @EnumSource
  void basesOfOneCallerAreNotThoseOfAnother(Container container) throws Exception {
    Differential ofServer = link();
    Differential ofBoth = link();
    start(container, server -> server.differential(ofServer));

    for (int i = 0; i < 2; i++) {
      assertThat(client("anna", ofBoth).names(300)).hasSize(300);
    }
    assertThat(ofServer.statistics().deltas()).isEqualTo(1);
    assertThat(client("bert", ofBoth).names(300)).hasSize(300);

    assertThat(ofServer.statistics().deltas()).isEqualTo(1);
    assertThat(ofServer.statistics().unknownBases()).isEqualTo(1);
  }

  private static CachePolicy policy(Vary... vary) {
    return CachePolicy.builder()
        .rule(
            CacheRule.forOperations("caller")
                .cache(true)
                .ttl(Duration.ofMinutes(1))
                .vary(vary)
                .build())
        .build();
  }
}
