package io.castile.wss4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.shop.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.transport.http.HTTPConduit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls between Castile and CXF by the policies of one WSDL, and policies that are refused. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class PolicyTest {
  @TempDir private Path folder;

  static Stream<Arguments> policies() {
    String parts = Policies.SIGNED + Policies.ENCRYPTED;
    return Stream.of(
        Arguments.of(
            "asymmetric",
            Policies.wsdl(
                Policies.asymmetric("Basic256Sha256", "<sp:OnlySignEntireHeadersAndBody/>")
                    + parts),
            "CN=client"),
        Arguments.of(
            "asymmetric, encrypted first",
            Policies.wsdl(Policies.asymmetric("Basic128", "<sp:EncryptBeforeSigning/>") + parts),
            "CN=client"),
        Arguments.of(
            "asymmetric with a token, signature encrypted",
            Policies.wsdl(
                Policies.asymmetric("Basic256", "<sp:EncryptSignature/>")
                    + parts
                    + Policies.token("SignedEncryptedSupportingTokens", "<sp:HashPassword/>")),
            "alice"),
        Arguments.of(
            "asymmetric, parts of messages",
            Policies.wsdl(
                Policies.asymmetric("Basic256", "<sp:OnlySignEntireHeadersAndBody/>"),
                Policies.SIGNED),
            "CN=client"),
        Arguments.of(
            "symmetric", Policies.wsdl(Policies.symmetric("Basic128Sha256", "") + parts), "?"),
        Arguments.of(
            "symmetric with a token",
            Policies.wsdl(
                Policies.symmetric("Basic256", "")
                    + parts
                    + Policies.token("SignedSupportingTokens", "")),
            "alice"));
  }

  /** What an end says; the policy says the rest. */
  private static Map<String, Object> settings(String own, String other) {
    Map<String, Object> settings = Ends.settings("", own, other);
    settings.remove("action");
    settings.put("ws-security.encryption.crypto", settings.get("ws-security.signature.crypto"));
    return settings;
  }

  private static SoapServer server(String wsdl, Map<String, Object> settings) {
    return Castile.server()
        .host("localhost")
        .publish("/greeter", new GreeterService(), Policies.described(wsdl))
        .security(s -> s.messageSecurity(Wss4jSecurity.of(settings)))
        .start();
  }

  private static Greeter client(String wsdl, String url, Map<String, Object> settings) {
    return Castile.client(Greeter.class)
        .endpoint(url)
        .jaxws(j -> j.port(Policies.described(wsdl)))
        .security(s -> s.messageSecurity(Wss4jSecurity.of(settings)))
        .build();
  }

  private String file(String wsdl) throws Exception {
    return Files.writeString(folder.resolve("greeter.wsdl"), wsdl).toUri().toString();
  }

  private Greeter cxfClient(String wsdl, String url) throws Exception {
    JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
    factory.setServiceClass(Greeter.class);
    factory.setWsdlURL(file(wsdl));
    factory.setServiceName(Policies.SERVICE);
    factory.setEndpointName(Policies.PORT);
    factory.setAddress(url);
    factory.setProperties(new HashMap<>(settings("client", "server")));
    return factory.create(Greeter.class);
  }

  private Ends.Published cxfServer(String wsdl) throws Exception {
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setServiceClass(Greeter.class);
    factory.setServiceBean(new GreeterService());
    factory.setWsdlURL(file(wsdl));
    factory.setServiceName(Policies.SERVICE);
    factory.setEndpointName(Policies.PORT);
    String url = "http://localhost:" + FreePorts.next() + "/greeter";
    factory.setAddress(url);
    factory.setProperties(new HashMap<>(settings("server", "client")));
    Server server = factory.create();
    return new Ends.Published(url, server);
  }

  @ParameterizedTest(name = "{0}")
  @Tag("long")
  @MethodSource("policies")
  void aClientOfCastileCallsAServiceOfCxf(String name, String wsdl, String caller)
      throws Exception {
    try (Ends.Published server = cxfServer(wsdl)) {
      Greeter client = client(wsdl, server.url(), settings("client", "server"));

      assertThat(client.greet("grüße")).startsWith("hello grüße from " + caller);
      assertThatThrownBy(() -> client.greet("nobody")).isInstanceOf(Refusal.class);
      Ends.close(client);
    }
  }

  @ParameterizedTest(name = "{0}")
  @Tag("long")
  @MethodSource("policies")
  void aClientOfCxfCallsAServiceOfCastile(String name, String wsdl, String caller)
      throws Exception {
    try (SoapServer server = server(wsdl, settings("server", "client"))) {
      Greeter client = cxfClient(wsdl, server.url("/greeter"));

      assertThat(client.greet("grüße")).isEqualTo("hello grüße from " + caller);
      assertThatThrownBy(() -> client.greet("nobody")).isInstanceOf(Refusal.class);
      Ends.close(client);
    }
  }

  @Test
  void anOperationWithoutPolicyIsCalledWithoutProtection() throws Exception {
    String all = Policies.wsdl("", Policies.asymmetric("Basic256", "") + Policies.SIGNED);
    int last = all.lastIndexOf("<wsp:PolicyReference"); // that of note
    String wsdl = all.substring(0, last) + all.substring(all.indexOf("/>", last) + 2);
    GreeterService service = new GreeterService();
    try (SoapServer server =
        Castile.server()
            .host("localhost")
            .publish("/greeter", service, Policies.described(wsdl))
            .security(s -> s.messageSecurity(Wss4jSecurity.of(settings("server", "client"))))
            .start()) {
      String url = server.url("/greeter");
      Greeter client = client(wsdl, url, settings("client", "server"));

      client.note("once");
      assertThat(service.noted.poll(60, TimeUnit.SECONDS)).isEqualTo("once");
      assertThat(client.greet("bob")).isEqualTo("hello bob from CN=client");
      assertThat(Forge.answer(url, Forge.request("mallory"))).isEqualTo("InvalidSecurity");
      Ends.close(client);
    }
  }

  @Test
  void tokensGoOverTls() throws Exception {
    String wsdl = Policies.wsdl(Policies.transport(Policies.token("SignedSupportingTokens", "")));
    try (SoapServer server =
        Castile.server()
            .host("localhost")
            .transport(t -> t.tls(Keys.tls("server", "client")))
            .publish("/greeter", new GreeterService(), Policies.described(wsdl))
            .security(s -> s.messageSecurity(Wss4jSecurity.of(settings("server", "client"))))
            .start()) {
      Greeter castile =
          Castile.client(Greeter.class)
              .endpoint(server.url("/greeter"))
              .transport(t -> t.tls(Keys.tls("client", "server").getSocketFactory()))
              .jaxws(j -> j.port(Policies.described(wsdl)))
              .security(s -> s.messageSecurity(Wss4jSecurity.of(settings("client", "server"))))
              .build();
      Greeter cxf = cxfClient(wsdl, server.url("/greeter"));
      TLSClientParameters parameters = new TLSClientParameters();
      parameters.setSslContext(Keys.tls("client", "server"));
      ((HTTPConduit) ClientProxy.getClient(cxf).getConduit()).setTlsClientParameters(parameters);

      assertThat(castile.greet("bob")).isEqualTo("hello bob from alice");
      assertThat(cxf.greet("bob")).isEqualTo("hello bob from alice");
      Ends.close(castile);
      Ends.close(cxf);
    }
  }

  @Test
  void whatAPolicyDemandsIsRefusedWhereItIsMissing() throws Exception {
    String wsdl =
        Policies.wsdl(Policies.asymmetric("Basic256", "") + Policies.SIGNED + Policies.ENCRYPTED);
    try (SoapServer server = server(wsdl, settings("server", "client"))) {
      String url = server.url("/greeter");
      Map<String, Object> weaker = Ends.settings("Timestamp Signature", "client", "server");
      weaker.put("signatureAlgorithm", "http://www.w3.org/2000/09/xmldsig#rsa-sha1");
      weaker.put("signatureDigestAlgorithm", "http://www.w3.org/2000/09/xmldsig#sha1");

      assertThat(Forge.answer(url, Forge.request("mallory"))).isEqualTo("InvalidSecurity");
      assertThat(Forge.answer(url, Forge.secured(Forge.request("mallory"), weaker)))
          .isEqualTo("InvalidSecurity");
    }
  }

  static Stream<Arguments> refused() {
    String binding = Policies.asymmetric("Basic256", "");
    return Stream.of(
        Arguments.of(Policies.transport(""), "TransportBinding"),
        Arguments.of(Policies.asymmetric("TripleDesRsa15", ""), "TripleDesRsa15"),
        Arguments.of(Policies.asymmetric("Basic256", "<sp:ProtectTokens/>"), "ProtectTokens"),
        Arguments.of(
            binding.replace(
                "<sp:WssX509V3Token10/>", "<sp:WssX509V3Token10/><sp:RequireDerivedKeys/>"),
            "RequireDerivedKeys"),
        Arguments.of(binding.replace("<sp:Lax/>", "<sp:LaxTsFirst/>"), "LaxTsFirst"),
        Arguments.of(
            binding.replace("<sp:MustSupportRefThumbprint/>", "<sp:RequireSignatureConfirmation/>"),
            "RequireSignatureConfirmation"),
        Arguments.of(
            binding + Policies.token("EndorsingSupportingTokens", ""), "EndorsingSupportingTokens"),
        Arguments.of(
            binding + Policies.token("SignedSupportingTokens", "<sp:NoPassword/>"), "NoPassword"),
        Arguments.of(
            binding + "<sp:SignedElements><sp:XPath>//x</sp:XPath></sp:SignedElements>",
            "SignedElements"),
        Arguments.of(
            binding + "<sp:EncryptedParts><sp:Header Namespace=\"urn:x\"/></sp:EncryptedParts>",
            "EncryptedParts"),
        Arguments.of(
            binding + "<sp:RequiredParts><sp:Header Namespace=\"urn:x\"/></sp:RequiredParts>",
            "RequiredParts"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("refused")
  void whatIsNotDoneIsRefusedByItsName(String assertions, String name) {
    String wsdl = Policies.wsdl(assertions);

    assertThatThrownBy(
            () -> client(wsdl, "http://localhost:9/greeter", settings("client", "server")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("}" + name + ", which cannot be met");
    assertThatThrownBy(() -> server(wsdl, settings("server", "client")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("}" + name + ", which cannot be met");
  }

  /** The server takes either, but neither with the algorithms of the other. */
  @Test
  void anAlternativeIsMetByItsOwnAlgorithmsOnly() throws Exception {
    String weak = Policies.asymmetric("Basic256", "") + Policies.SIGNED;
    String encrypted =
        Policies.asymmetric("Basic128Sha256", "") + Policies.SIGNED + Policies.ENCRYPTED;
    String both = Policies.wsdl(encrypted + "</wsp:All><wsp:All>" + weak);
    try (SoapServer server = server(both, settings("server", "client"))) {
      String url = server.url("/greeter");
      Map<String, Object> mixed = Ends.settings("Timestamp Signature Encrypt", "client", "server");
      mixed.put("signatureAlgorithm", "http://www.w3.org/2000/09/xmldsig#rsa-sha1");
      mixed.put("signatureDigestAlgorithm", "http://www.w3.org/2000/09/xmldsig#sha1");
      mixed.put("encryptionSymAlgorithm", "http://www.w3.org/2001/04/xmlenc#aes128-cbc");
      Greeter first = client(both, url, settings("client", "server"));
      Greeter second = client(Policies.wsdl(weak), url, settings("client", "server"));

      assertThat(first.greet("bob")).isEqualTo("hello bob from CN=client");
      assertThat(second.greet("bob")).isEqualTo("hello bob from CN=client");
      assertThat(Forge.answer(url, Forge.secured(Forge.request("mallory"), mixed)))
          .isEqualTo("InvalidSecurity");
      Ends.close(first);
      Ends.close(second);
    }
  }

  @Test
  void anAlternativeThatIsDoneIsTaken() throws Exception {
    String wsdl =
        Policies.wsdl(
            Policies.transport("")
                + "</wsp:All><wsp:All>"
                + Policies.asymmetric("Basic256Sha256", "")
                + Policies.SIGNED);
    try (SoapServer server = server(wsdl, settings("server", "client"))) {
      Greeter client = client(wsdl, server.url("/greeter"), settings("client", "server"));

      assertThat(client.greet("bob")).isEqualTo("hello bob from CN=client");
      Ends.close(client);
    }
  }

  @Test
  void actionsBesideAPolicyAreRefused() {
    String wsdl = Policies.wsdl(Policies.asymmetric("Basic256", "") + Policies.SIGNED);

    assertThatThrownBy(
            () ->
                client(
                    wsdl,
                    "http://localhost:9/greeter",
                    Ends.settings("Signature", "client", "server")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Remove one of them.");
    assertThatThrownBy(
            () -> Ends.client("http://localhost:9/greeter", settings("client", "server")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has no policies of security. Set the property action.");
  }
}
