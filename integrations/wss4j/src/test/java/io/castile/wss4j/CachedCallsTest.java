package io.castile.wss4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.Vary;
import io.castile.soap.SoapVersion;
import jakarta.activation.DataHandler;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.wss4j.common.crypto.Crypto;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Signed and encrypted calls with what Castile has beside: caches, addressing, attachments. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class CachedCallsTest {
  private static final String ACTION = "Timestamp Signature Encrypt";

  private final List<String> greeted = new CopyOnWriteArrayList<>();

  private static CachePolicy hour(boolean shared) {
    return CachePolicy.builder()
        .rule(
            CacheRule.forOperations("greet")
                .cache(true)
                .ttl(Duration.ofHours(1))
                .shared(shared)
                .vary(shared ? new Vary[0] : new Vary[] {Vary.wsSecurityUser()})
                .build())
        .build();
  }

  /** Trusts two signers, and answers to each with what only it can read. */
  private SoapServer server(CachePolicy policy) {
    Crypto all = Keys.store("server", "client", "stranger");
    Map<String, Object> settings = Ends.settings(ACTION, "server", "client");
    settings.put("ws-security.signature.crypto", all);
    settings.put("ws-security.encryption.username", "useReqSigCert");
    var server =
        Castile.server()
            .sameVersion(false)
            .host("localhost")
            .publish("/greeter", new GreeterService(greeted))
            .addressing(true)
            .security(s -> s.messageSecurity(Wss4jSecurity.of(settings)));
    return (policy == null ? server : server.cache(policy)).start();
  }

  private static Greeter client(String url, String signer, ResponseCache cache) {
    var client =
        Castile.client(Greeter.class)
            .endpoint(url)
            .addressing(true)
            .security(
                s -> s.messageSecurity(Wss4jSecurity.of(Ends.settings(ACTION, signer, "server"))));
    return (cache == null ? client : client.cache(cache)).build();
  }

  @Test
  void anAnswerOfAServersCacheIsForItsSignerOnly() throws Exception {
    try (SoapServer server = server(hour(false))) {
      Greeter one = client(server.url("/greeter"), "client", null);
      Greeter other = client(server.url("/greeter"), "stranger", null);

      for (int i = 0; i < 2; i++) {
        assertThat(one.greet("bob")).isEqualTo("hello bob from CN=client");
        assertThat(other.greet("bob")).isEqualTo("hello bob from CN=stranger");
      }

      assertThat(greeted).containsExactly("bob", "bob");
      Ends.close(one);
      Ends.close(other);
    }
  }

  @Test
  void anAnswerOfASharedCacheOfClientsIsForNobodyElse() throws Exception {
    try (SoapServer server = server(null);
        ResponseCache cache = ResponseCache.builder().policy(hour(false)).build()) {
      Greeter one = client(server.url("/greeter"), "client", cache);
      Greeter other = client(server.url("/greeter"), "stranger", cache);

      assertThat(one.greet("bob")).isEqualTo("hello bob from CN=client");
      assertThat(other.greet("bob")).isEqualTo("hello bob from CN=stranger");

      Ends.close(one);
      Ends.close(other);
    }
  }

  @Test
  void anAnswerThatIsSharedOnPurposeIsNotSignedAgain() throws Exception {
    try (SoapServer server = server(null);
        ResponseCache cache = ResponseCache.builder().policy(hour(true)).build()) {
      Greeter client = client(server.url("/greeter"), "client", cache);

      assertThat(client.greet("bob")).isEqualTo(client.greet("bob"));

      assertThat(greeted).containsExactly("bob");
      Ends.close(client);
    }
  }

  @Test
  void attachmentsAreRefused() throws Exception {
    Greeter client = client("http://localhost:9/greeter", "client", null);
    ((BindingProvider) client)
        .getRequestContext()
        .put(
            MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS,
            Map.of("a", new DataHandler("text", "text/plain")));

    assertThatThrownBy(() -> client.greet("bob"))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("Send it without attachments");
    Ends.close(client);
  }

  @Test
  void messagesOfSoap12AreProtectedToo() throws Exception {
    try (SoapServer server = server(null)) {
      Greeter client =
          Castile.client(Greeter.class)
              .endpoint(server.url("/greeter"))
              .soapVersion(SoapVersion.SOAP_1_2)
              .security(
                  s ->
                      s.messageSecurity(
                          Wss4jSecurity.of(Ends.settings(ACTION, "client", "server"))))
              .build();
      Greeter plain =
          Castile.client(Greeter.class)
              .endpoint(server.url("/greeter"))
              .soapVersion(SoapVersion.SOAP_1_2)
              .build();

      assertThat(client.greet("bob")).isEqualTo("hello bob from CN=client");
      assertThatThrownBy(() -> client.greet("nobody")).isInstanceOf(Refusal.class);
      assertThatThrownBy(() -> plain.greet("mallory"))
          .isInstanceOfSatisfying(
              SOAPFaultException.class,
              e ->
                  assertThat(e.getFault().getFaultSubcodes().next().toString())
                      .endsWith("InvalidSecurity"));
      Ends.close(client);
      Ends.close(plain);
    }
  }

  @Test
  void responsesAloneMayBeProtected() throws Exception {
    Map<String, Object> settings =
        Ends.settings("NoSecurity", "server", "client", "responseAction", "Timestamp Signature");
    try (SoapServer server = Ends.server(new GreeterService(), settings)) {
      String url = server.url("/greeter");
      Greeter client =
          Ends.client(
              url,
              Ends.settings(
                  "NoSecurity", "client", "server", "responseAction", "Timestamp Signature"));

      assertThat(client.greet("bob")).isEqualTo("hello bob from ?");
      assertThat(Forge.answer(url, Forge.request("bob"))).contains("SignatureValue");
      Ends.close(client);
    }
  }

  @Test
  void aUserWhomNothingWouldSayIsAnError() throws Exception {
    Greeter client = client("http://localhost:9/greeter", "client", null);
    Map<String, Object> context = ((BindingProvider) client).getRequestContext();
    context.put(Castile.WS_SECURITY_USERNAME, "alice");
    context.put(Castile.WS_SECURITY_PASSWORD, "wonderland");

    assertThatThrownBy(() -> client.greet("bob"))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("Add the action UsernameToken");
    Ends.close(client);
  }

  @Test
  void whatDoesNotGoTogetherIsRefused() {
    Wss4jSecurity security = Wss4jSecurity.of(Ends.settings(ACTION, "client", "server"));

    assertThatThrownBy(
            () ->
                Castile.client(Greeter.class)
                    .endpoint("http://localhost:9/greeter")
                    .differential(true)
                    .security(s -> s.messageSecurity(security))
                    .build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Cannot use messageSecurity and differential");
    assertThatThrownBy(
            () ->
                Castile.client(Greeter.class)
                    .endpoint("http://localhost:9/greeter")
                    .security(s -> s.usernameToken("alice", "wonderland").messageSecurity(security))
                    .build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("username token");
    assertThatThrownBy(
            () ->
                Castile.server()
                    .sameVersion(false)
                    .publish("/greeter", new GreeterService())
                    .security(s -> s.usernameTokens(user -> "wonderland").messageSecurity(security))
                    .start())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("usernameTokens");
  }

  @Test
  void whatIsMissingShowsAtTheBeginning() {
    for (String action : List.of("Signature", "Encrypt")) {
      assertThatThrownBy(() -> Ends.client("http://localhost:9/", Map.of("action", action)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(".properties. Set it.");
    }
    assertThatThrownBy(() -> Ends.server(new GreeterService(), Map.of("action", "UsernameToken")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ws-security.callback-handler. Set it.");
  }

  @Test
  void aKeyThatIsNotKnownIsRefused() {
    assertThatThrownBy(() -> Wss4jSecurity.of(Map.of("ws-security.signature.propertys", "x")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("found ws-security.signature.propertys");
    assertThatThrownBy(
            () -> Wss4jSecurity.of(Map.of("ws-security.signature.properties", "none.properties")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("found none: none.properties");
    assertThatThrownBy(() -> Ends.client("http://localhost:9/", Map.of("action", "Sign")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("found 'Sign'");
  }
}
