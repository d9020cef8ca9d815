package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapTransportException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What comes in place of a SOAP message is told to whoever called, with what to do. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class AnswersThatAreNoSoapTest {
  private HttpServer server;
  private final Queue<String> authorizations = new ConcurrentLinkedQueue<>();

  @AfterEach
  void stop() {
    if (server != null) {
      server.stop(0);
    }
  }

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private void answer(int status, String type, String text, String... fields) throws IOException {
    serve(HttpServer.create(anyPort(), 0), status, type, text, fields);
  }

  private void serve(HttpServer made, int status, String type, String text, String... fields) {
    server = made;
    server.createContext(
        "/",
        exchange -> {
          authorizations.add(
              String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
          exchange.getRequestBody().readAllBytes();
          byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", type);
          for (int i = 0; i < fields.length; i += 2) {
            exchange.getResponseHeaders().set(fields[i], fields[i + 1]);
          }
          exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  private String address(String scheme) {
    return scheme + "://localhost:" + server.getAddress().getPort() + "/";
  }

  private ClientBuilder<WrappedShop> client(String scheme) {
    return Castile.client(WrappedShop.class).endpoint(address(scheme));
  }

  private SoapTransportException failure() {
    Throwable thrown = catchThrowable(() -> client("http").build().add(1, 2));
    assertThat(thrown.getCause()).isInstanceOf(SoapTransportException.class);
    assertThat(thrown.getMessage()).endsWith(thrown.getCause().getMessage());
    return (SoapTransportException) thrown.getCause();
  }

  @Test
  void theTextOfAPageIsInTheMessage() throws Exception {
    String page =
        "<!DOCTYPE html><html><head><style>p { color: red }</style><title>Oops</title></head>\n"
            + "<body><!-- build 7 --><script>var x = 1;</script><p>The   backend\n is gone</p>"
            + "</body></html>";
    answer(502, "text/html", page);

    SoapTransportException failure = failure();

    assertThat(failure)
        .hasMessageContaining("status 502")
        .hasMessageEndingWith("it says: Oops The backend is gone");
    assertThat(new String(failure.body(), StandardCharsets.UTF_8)).isEqualTo(page);
    failure.body()[0] = 0;
    assertThat(failure.body()[0]).isEqualTo((byte) '<');
  }

  @Test
  void aLongTextIsCutAndSecretsAreMasked() throws Exception {
    answer(
        404,
        "application/json",
        "{\"error\": \"no route\", \"access_token\": \"abc123\", \"password\":\"pw1\", \"h\":"
            + " \"Authorization: Bearer eyJhbGciOi.x.y\", \"rest\": \""
            + "x".repeat(1000)
            + "\"}");

    SoapTransportException failure = failure();

    assertThat(failure.getMessage())
        .contains("no route")
        .contains("***")
        .endsWith("x…")
        .doesNotContain("abc123")
        .doesNotContain("pw1")
        .doesNotContain("eyJ");
    assertThat(failure.getMessage().substring(failure.getMessage().indexOf("it says: ") + 9))
        .hasSize(201);
  }

  @Test
  void bytesAreNoText() throws Exception {
    answer(200, "image/png", "\u0000\u0001\u0002\u0003");

    assertThat(failure()).hasMessageEndingWith("content of type 'image/png'");
  }

  @Test
  void whatIsAskedForIsNamedWithTheOptionToSet() throws Exception {
    answer(401, "text/plain", "who are you?", "WWW-Authenticate", "Basic realm=\"shop\"");

    assertThat(failure())
        .hasMessageContaining("WWW-Authenticate: Basic realm=\"shop\"")
        .hasMessageContaining("basicAuth(user, password)")
        .hasMessageEndingWith("it says: who are you?");
  }

  @Test
  void whenToTryAgainIsNamed() throws Exception {
    answer(503, "text/plain", "", "Retry-After", "120");

    assertThat(failure()).hasMessageContaining("Retry-After: 120");
  }

  @Test
  void userAndPasswordAreSentWithoutBeingAskedFor() throws Exception {
    answer(500, "text/plain", "no");
    WrappedShop port = client("http").basicAuth("ada", "p\u00e4ss").build();

    assertThatThrownBy(() -> port.add(1, 2)).hasMessageContaining("it says: no");

    assertThat(authorizations).containsExactly("Basic YWRhOnDDpHNz");
    assertThatThrownBy(() -> client("http").basicAuth("a:b", "c"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  // ---- TLS ----

  private void answerOverTls(boolean asksForCertificate) throws Exception {
    SSLContext tls = LocalTls.withKey();
    HttpsServer made = HttpsServer.create(anyPort(), 0);
    made.setHttpsConfigurator(
        new HttpsConfigurator(tls) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters wanted = tls.getDefaultSSLParameters();
            wanted.setNeedClientAuth(asksForCertificate);
            parameters.setSSLParameters(wanted);
          }
        });
    serve(made, 404, "text/plain", "reached");
  }

  @Test
  void aCertificateThatNobodyTrustsIsTrustedByAKeyStore() throws Exception {
    answerOverTls(false);

    assertThatThrownBy(() -> client("https").build().add(1, 2))
        .hasMessageContaining("signed by a trusted authority")
        .hasMessageContaining("trust(KeyStore)");
    assertThatThrownBy(
            () -> client("https").transport(t -> t.trust(LocalTls.store())).build().add(1, 2))
        .hasMessageContaining("it says: reached");
  }

  @Test
  void aCertificateThatIsAskedForIsOfAKeyStore() throws Exception {
    answerOverTls(true);

    assertThatThrownBy(
            () -> client("https").transport(t -> t.trust(LocalTls.store())).build().add(1, 2))
        .hasMessageContaining("keys(KeyStore, password)");
    assertThatThrownBy(
            () ->
                client("https")
                    .transport(
                        t -> t.trust(LocalTls.store()).keys(LocalTls.store(), LocalTls.PASSWORD))
                    .build()
                    .add(1, 2))
        .hasMessageContaining("it says: reached");
  }

  @Test
  void anAddressOfTheOtherSchemeIsNamed() {
    try (SoapServer plain =
        Castile.server().host("localhost").publish("/shop", new WrappedShopService()).start()) {
      WrappedShop port =
          Castile.client(WrappedShop.class)
              .endpoint("https://localhost:" + plain.port() + "/shop")
              .build();

      assertThatThrownBy(() -> port.add(1, 2))
          .hasMessageContaining("seems to speak plain HTTP")
          .hasMessageContaining("http://");
    }
  }

  @Test
  void anAlertOfTlsIsNoStatusLine() throws Exception {
    try (OneShotServer alert = OneShotServer.answering("\u0015\u0003\u0003\0\2\2F\r\n\r\n")) {
      WrappedShop port = Castile.client(WrappedShop.class).endpoint(alert.url()).build();

      assertThatThrownBy(() -> port.add(1, 2)).hasMessageContaining("an https:// address");
    }
  }

  @Test
  void keyStoresThatAreNoGoodAreRefused() throws Exception {
    KeyStore empty = KeyStore.getInstance("PKCS12");
    empty.load(null, null);
    ClientBuilder<WrappedShop> builder =
        Castile.client(WrappedShop.class).endpoint("https://localhost/");

    assertThatThrownBy(() -> builder.transport(t -> t.trust(empty)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no certificate");
    assertThatThrownBy(() -> builder.transport(t -> t.keys(empty, new char[0])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no key");
    assertThatThrownBy(
            () -> builder.transport(t -> t.keys(LocalTls.store(), "wrong".toCharArray())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("password");
    assertThatThrownBy(
            () ->
                builder.transport(
                    t -> t.trust(LocalTls.store()).tls(LocalTls.withKey().getSocketFactory())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("tls(factory) and trust or keys");
  }

  // ---- proxies ----

  /** Names proxies, and notes which have failed. */
  private static final class Selecting extends ProxySelector {
    private final List<Proxy> proxies;
    private final Queue<SocketAddress> failed = new ConcurrentLinkedQueue<>();

    Selecting(Proxy... proxies) {
      this.proxies = List.of(proxies);
    }

    @Override
    public List<Proxy> select(URI uri) {
      return proxies;
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException failure) {
      failed.add(address);
    }
  }

  @Test
  void aSelectorNamesTheProxies() throws Exception {
    Proxy socks = new Proxy(Proxy.Type.SOCKS, anyPort());
    InetSocketAddress closed;
    try (ServerSocket socket = new ServerSocket(0, 1, anyPort().getAddress())) {
      closed = new InetSocketAddress(socket.getInetAddress(), socket.getLocalPort());
    }
    try (SoapServer shop =
        Castile.server().host("localhost").publish("/shop", new WrappedShopService()).start()) {
      ClientBuilder<WrappedShop> builder =
          Castile.client(WrappedShop.class).endpoint(shop.url("/shop"));
      Selecting selecting = new Selecting(new Proxy(Proxy.Type.HTTP, closed), Proxy.NO_PROXY);

      assertThat(builder.transport(t -> t.proxySelector(selecting)).build().add(1, 2)).isEqualTo(3);
      assertThat(selecting.failed).containsExactly(closed);
      assertThat(builder.transport(t -> t.proxySelector(new Selecting())).build().add(1, 2))
          .isEqualTo(3);
      WrappedShop bySocks = builder.transport(t -> t.proxySelector(new Selecting(socks))).build();
      assertThatThrownBy(() -> bySocks.add(1, 2)).hasMessageContaining("expected an HTTP proxy");
    }
  }
}
