package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.castile.shop.WrappedShop;
import io.castile.soap.SoapTransportException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls by an HTTP proxy. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class ProxyTest {
  private static final String BODY =
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
          + "<s:addResponse xmlns:s='http://shop.castile.io/'><return>3</return>"
          + "</s:addResponse></e:Body></e:Envelope>";
  private static final String ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: "
          + BODY.length()
          + "\r\n\r\n"
          + BODY;

  /** Of "me:open sesame". */
  private static final String CREDENTIALS = "Proxy-Authorization: Basic bWU6b3BlbiBzZXNhbWU=\r\n";

  private HttpsServer server;

  @BeforeEach
  void start() throws Exception {
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(LocalTls.withKey()));
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          boolean told = exchange.getRequestHeaders().containsKey("Proxy-Authorization");
          exchange.getResponseHeaders().set("Content-Type", "text/xml");
          exchange.sendResponseHeaders(told ? 400 : 200, BODY.length());
          exchange.getResponseBody().write(BODY.getBytes(StandardCharsets.US_ASCII));
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private static ClientBuilder<WrappedShop> client(String endpoint) throws Exception {
    return Castile.client(WrappedShop.class)
        .endpoint(endpoint)
        .transport(t -> t.tls(LocalTls.withoutKey().getSocketFactory()));
  }

  /** The host is known to the proxy only. */
  @Test
  void plainRequestsAreInAbsoluteForm() throws Exception {
    try (TestProxy proxy = TestProxy.answering(ANSWER)) {
      WrappedShop port =
          client("http://shop.invalid:8080/shop?a=b")
              .transport(t -> t.proxy("localhost", proxy.port(), "me", "open sesame"))
              .build();

      assertThat(port.add(1, 2)).isEqualTo(3);
      assertThat(port.add(1, 2)).isEqualTo(3);

      assertThat(proxy.heads)
          .hasSize(2)
          .allSatisfy(
              head ->
                  assertThat(head)
                      .startsWith("POST http://shop.invalid:8080/shop?a=b HTTP/1.1\r\n")
                      .contains("\r\nHost: shop.invalid:8080\r\n", "\r\n" + CREDENTIALS));
    }
  }

  @Test
  void requestsOverTlsGoThroughATunnel() throws Exception {
    try (TestProxy proxy = TestProxy.tunnelTo(server.getAddress().getPort())) {
      WrappedShop port =
          client("https://localhost/shop")
              .transport(t -> t.proxy("localhost", proxy.port(), "me", "open sesame"))
              .build();

      assertThat(port.add(1, 2)).isEqualTo(3);
      assertThat(port.add(1, 2)).isEqualTo(3);

      assertThat(proxy.heads)
          .containsExactly(
              "CONNECT localhost:443 HTTP/1.1\r\nHost: localhost:443\r\n" + CREDENTIALS + "\r\n");
    }
  }

  @Test
  void withoutAUserNoCredentialsAreSent() throws Exception {
    try (TestProxy proxy = TestProxy.tunnelTo(server.getAddress().getPort())) {
      assertThat(
              client("https://localhost/shop")
                  .transport(t -> t.proxy("localhost", proxy.port()))
                  .build()
                  .add(1, 2))
          .isEqualTo(3);
      assertThat(proxy.heads).noneMatch(head -> head.contains("Authorization"));
    }
  }

  /** What the tunnel leads to must be the host that was called, not the proxy. */
  @Test
  void theCertificateIsForTheHostBehindTheTunnel() throws Exception {
    try (TestProxy proxy = TestProxy.tunnelTo(server.getAddress().getPort())) {
      WrappedShop port =
          client("https://shop.invalid/shop")
              .transport(t -> t.proxy("localhost", proxy.port()))
              .build();

      assertThatThrownBy(() -> port.add(1, 2))
          .hasCauseInstanceOf(SoapTransportException.class)
          .hasMessageContaining("expected a certificate for the name 'shop.invalid'");
    }
  }

  @Test
  void proxiesThatRefuseAreNamed() throws Exception {
    String refusal =
        "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=x\r\n\r\n";
    try (TestProxy proxy = TestProxy.refusing(refusal)) {
      assertRefused(
          client("https://localhost/").transport(t -> t.proxy("localhost", proxy.port())),
          "refused a tunnel to localhost:443: expected status 200, found 407",
          "it wants a user name");
      assertRefused(
          client("https://localhost/")
              .transport(t -> t.proxy("localhost", proxy.port(), "me", "secret")),
          "found 407",
          "did not accept");
      assertRefused(
          client("http://localhost/")
              .transport(t -> t.proxy("localhost", proxy.port(), "me", "secret")),
          "407");
    }
    for (String answer :
        new String[] {"", "HTTP/1.1 200", "SSH-2.0\r\n\r\n", "HTTP/1.1 200 OK\r\nX: "}) {
      try (TestProxy proxy = TestProxy.refusing(answer)) {
        assertRefused(
            client("https://localhost/").transport(t -> t.proxy("localhost", proxy.port())), "");
      }
    }
  }

  @Test
  void proxiesThatAnswerWithoutEndAreCut() throws Exception {
    try (TestProxy proxy = TestProxy.refusing("HTTP/1.1 200 OK\r\n" + "X: 1\r\n".repeat(10_000))) {
      assertRefused(
          client("https://localhost/").transport(t -> t.proxy("localhost", proxy.port())),
          "more than 16384 bytes");
    }
  }

  @Test
  void proxiesThatAreNotThereAreNamed() throws Exception {
    int port;
    try (TestProxy proxy = TestProxy.refusing("")) {
      port = proxy.port();
    }
    assertRefused(
        client("http://shop.invalid/").transport(t -> t.proxy("localhost", port)),
        "connection refused by proxy localhost:" + port + " for shop.invalid:80");
    assertRefused(
        client("http://shop.invalid/").transport(t -> t.proxy("proxy.invalid", 3128)),
        "the proxy's host 'proxy.invalid' is not known");
    assertRefused(client("http://shop.invalid/"), "the host 'shop.invalid' is not known");
  }

  private static void assertRefused(ClientBuilder<WrappedShop> builder, String... parts)
      throws IOException {
    WrappedShop port = builder.transport(t -> t.connectTimeout(Duration.ofSeconds(10))).build();
    assertThatThrownBy(() -> port.add(1, 2))
        .hasCauseInstanceOf(SoapTransportException.class)
        .hasMessageContaining("operation add")
        .hasMessageContainingAll(parts)
        .hasMessageNotContaining("secret");
  }
}
