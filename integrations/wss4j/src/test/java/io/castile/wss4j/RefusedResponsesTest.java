package io.castile.wss4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.castile.Castile;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.wss4j.dom.WSConstants;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a client makes of responses that somebody has altered, or made. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class RefusedResponsesTest {
  private static final String SIGNED = "Timestamp Signature";

  private HttpServer server;
  private volatile String answer;
  private volatile int status = 200;
  private Greeter client;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            exchange.getRequestBody().readAllBytes();
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
          }
        });
    server.start();
    client =
        Ends.client(
            "http://localhost:" + server.getAddress().getPort() + "/greeter",
            Ends.settings(SIGNED, "client", "server"));
  }

  @AfterEach
  void stop() throws Exception {
    Ends.close(client);
    server.stop(0);
  }

  private static String signedBy(String name) throws Exception {
    Map<String, Object> settings = Ends.settings(SIGNED, name, "client");
    return Forge.secured(Forge.response("hello bob"), settings);
  }

  @Test
  void whatTheServiceHasSignedIsTakenOnce() throws Exception {
    answer = signedBy("server");

    assertThat(client.greet("bob")).isEqualTo("hello bob");
    assertThatThrownBy(() -> client.greet("bob"))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("was not received before");
  }

  @Test
  void anAlteredResponseIsRefused() throws Exception {
    answer = signedBy("server").replace("hello bob", "hello mallory");

    assertThatThrownBy(() -> client.greet("bob"))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("The signature or decryption was invalid");
  }

  @Test
  void aResponseOfAStrangerIsRefused() throws Exception {
    answer = signedBy("stranger");

    assertThatThrownBy(() -> client.greet("bob"))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("could not be authenticated");
  }

  @Test
  void aResponseWithoutSignatureIsRefused() {
    answer = Forge.response("hello mallory");

    assertThatThrownBy(() -> client.greet("bob"))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("expected the header block, found none");
  }

  /** Anybody can encrypt a key for the client, and sign with it. */
  @Test
  void aKeyThatTheClientHasNotMadeIsRefused() throws Exception {
    String wsdl = Policies.wsdl(Policies.symmetric("Basic256", "") + Policies.SIGNED);
    Map<String, Object> settings = Ends.settings("", "client", "server");
    settings.remove("action");
    Greeter symmetric =
        Castile.client(Greeter.class)
            .endpoint("http://localhost:" + server.getAddress().getPort() + "/greeter")
            .jaxws(j -> j.port(Policies.described(wsdl)))
            .security(s -> s.messageSecurity(Wss4jSecurity.of(settings)))
            .build();
    SecuritySettings forger =
        new SecuritySettings(Ends.settings("Signature", "stranger", "client"));
    Protection forged =
        new Protection(
            true,
            null,
            false,
            new Protection.Signing(true, Set.of(), Set.of(), false, Set.of(), true, 0),
            null,
            false,
            Algorithms.ofPolicy(
                WSConstants.HMAC_SHA1,
                WSConstants.SHA1,
                WSConstants.AES_256,
                WSConstants.KEYTRANSPORT_RSAOAEP));
    answer = Forge.secured(Forge.response("hello mallory"), forger, forged);

    assertThatThrownBy(() -> symmetric.greet("bob"))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("expected a Signature by the key of the exchange");
    Ends.close(symmetric);
  }

  /** It says why a request was refused, but is no exception of the service. */
  @Test
  void aFaultWithoutSignatureIsShownWithoutDetail() {
    status = 500;
    answer =
        Forge.envelope(
            "<S:Fault><faultcode>S:Server</faultcode><faultstring>out of ink</faultstring><detail>"
                + "<g:Refusal xmlns:g=\"urn:greeter\">forged</g:Refusal></detail></S:Fault>");

    assertThatThrownBy(() -> client.greet("bob"))
        .isInstanceOfSatisfying(
            SOAPFaultException.class,
            e -> {
              assertThat(e.getFault().getFaultString()).isEqualTo("out of ink");
              assertThat(e.getFault().getDetail()).isNull();
            });
  }
}
