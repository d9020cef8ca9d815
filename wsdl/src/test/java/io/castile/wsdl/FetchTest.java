package io.castile.wsdl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.document.DocumentLimits;
import io.castile.wsdl.document.FetchOptions;
import io.castile.wsdl.document.internal.Locations;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** As whom descriptions are fetched, and what is said where they do not come. */
@Timeout(60)
final class FetchTest {
  private static final String PASSWORD = "castile";

  @TempDir private static Path folder;
  private static KeyStore keys;

  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private final List<HttpServer> servers = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private String base;

  @BeforeAll
  static void makeCertificate() throws Exception {
    String store = folder.resolve("keys.p12").toString();
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "key",
                "-storetype",
                "PKCS12",
                "-keystore",
                store,
                "-storepass",
                PASSWORD,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost")
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes(), UTF_8);
    assertThat(keytool.waitFor()).as(said).isZero();
    keys = KeyStore.getInstance(folder.resolve("keys.p12").toFile(), PASSWORD.toCharArray());
  }

  @BeforeEach
  void start() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    base = started("http", server);
  }

  private String started(String scheme, HttpServer server) {
    server.setExecutor(threads);
    server.start();
    servers.add(server);
    return scheme + "://localhost:" + server.getAddress().getPort();
  }

  @AfterEach
  void stop() {
    servers.forEach(each -> each.stop(0));
    threads.shutdownNow();
  }

  /** Answers at a path, and at no longer one, and notes who asks. */
  private void answer(HttpServer server, String path, int status, String body, String... fields) {
    server.createContext(
        path,
        exchange -> {
          String user = exchange.getRequestHeaders().getFirst("Authorization");
          String key = exchange.getRequestHeaders().getFirst("X-Key");
          requests.add(
              exchange.getRequestURI()
                  + (user == null ? "" : " " + decoded(user))
                  + (key == null ? "" : " " + key));
          boolean isAsked = status != 401 || user == null || !decoded(user).equals("bob:s3 cr@t");
          for (int i = 0; i < fields.length; i += 2) {
            exchange.getResponseHeaders().set(fields[i], fields[i + 1]);
          }
          byte[] bytes = body.getBytes(UTF_8);
          exchange.sendResponseHeaders(isAsked ? status : 200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }

  private void answer(String path, int status, String body, String... fields) {
    answer(servers.get(0), path, status, body, fields);
  }

  /** Has a description at {@code ?wsdl}, and something else at the path itself. */
  private void service(String path, int status, String other) {
    servers
        .get(0)
        .createContext(
            path,
            exchange -> {
              requests.add(exchange.getRequestURI().toString());
              boolean isWsdl = "wsdl".equals(exchange.getRequestURI().getQuery());
              byte[] bytes = (isWsdl ? Wsdl.of("") : other).getBytes(UTF_8);
              exchange.sendResponseHeaders(isWsdl ? 200 : status, bytes.length);
              exchange.getResponseBody().write(bytes);
              exchange.close();
            });
  }

  private static String decoded(String user) {
    return user.startsWith("Basic ")
        ? new String(Base64.getDecoder().decode(user.substring(6)), UTF_8)
        : user;
  }

  private static Description read(String url) throws IOException {
    return read(url, FetchOptions.DEFAULT);
  }

  private static Description read(String url, FetchOptions options) throws IOException {
    return WsdlReader.create().withFetch(options).read(Locations.of(url));
  }

  // ---- users ----

  @Test
  void aServerThatAsksForAUserIsToldOne() throws Exception {
    answer("/a", 401, Wsdl.of(""), "WWW-Authenticate", "Basic realm=\"shop\"");

    assertThat(read(base + "/a", FetchOptions.DEFAULT.withUser("bob", "s3 cr@t")).problems())
        .isEmpty();

    assertThatThrownBy(() -> read(base + "/a"))
        .isInstanceOf(DocumentException.class)
        .hasMessage(
            base
                + "/a: expected status 200, found 401; WWW-Authenticate: Basic realm=\"shop\"; no"
                + " credentials were sent: give them by FetchOptions.withUser(user, password), or"
                + " withHeader(\"Authorization\", …)");
    assertThatThrownBy(() -> read(base + "/a", FetchOptions.DEFAULT.withUser("bob", "secret")))
        .hasMessageEndingWith("; the credentials that were sent are not accepted")
        .hasMessageNotContaining("secret");
    assertThat(requests).containsExactly("/a bob:s3 cr@t", "/a", "/a bob:secret");
  }

  @Test
  void aPasswordInAUrlIsUsedAndNeverSaid() throws Exception {
    answer("/a", 401, Wsdl.of("<w:import namespace='urn:u' location='b'/>"));
    answer("/b", 200, "<none/>");
    String named = base.replace("//", "//bob:s3%20cr%40t@");

    Description description = read(named + "/a");

    assertThat(requests).containsExactly("/a bob:s3 cr@t", "/b bob:s3 cr@t");
    assertThat(description.location()).hasToString(base + "/a");
    assertThat(description.problems()).hasSize(1).asString().doesNotContain("s3", "bob");
    assertThatThrownBy(() -> read(base.replace("//", "//bob:p@wd@") + "/a"))
        .hasMessageEndingWith("; the credentials that were sent are not accepted")
        .hasMessageNotContaining("wd");
    assertThatThrownBy(() -> read("http://bob:s/cret@localhost/a"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'http://***@localhost/a'")
        .hasMessageNotContaining("cret");
  }

  @Test
  void noOtherServerIsToldTheUser() throws Exception {
    HttpServer other = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    String elsewhere = started("http", other).replace("localhost", "127.0.0.1");
    answer(other, "/b", 200, Wsdl.of(""));
    answer("/c", 200, Wsdl.of(""));
    answer(
        "/a",
        200,
        Wsdl.of(
            "<w:import namespace='urn:u' location='"
                + elsewhere
                + "/b'/><w:import namespace='urn:v' location='c'/>"));
    answer("/away", 302, "", "Location", elsewhere + "/b");
    FetchOptions options = FetchOptions.DEFAULT.withUser("bob", "s3 cr@t").withHeader("X-Key", "k");

    assertThat(read(base + "/a", options).problems()).isEmpty();
    assertThat(requests).containsExactlyInAnyOrder("/a bob:s3 cr@t k", "/b", "/c bob:s3 cr@t k");

    requests.clear();
    String named = base.replace("//", "//bob:s3%20cr%40t@");
    assertThatThrownBy(() -> read(named + "/away"))
        .hasMessageContaining("the server sends elsewhere, to " + elsewhere + "/b");
    assertThat(requests).noneMatch(each -> each.startsWith("/b"));
  }

  // ---- where the description is ----

  @Test
  void theUrlOfAServiceIsThatOfItsDescription() throws Exception {
    service("/page", 200, "<html><head><meta></head>");
    service("/post", 405, "POST only");
    service("/fault", 500, "<s:Envelope xmlns:s='urn:s'/>");

    for (String path : List.of("/page", "/post", "/fault")) {
      Description description = read(base + path);

      assertThat(description.location()).hasToString(base + path + "?wsdl");
      assertThat(description.problems())
          .hasSize(1)
          .first()
          .hasToString(
              "%1$s: expected a description, found none; read from %1$s?wsdl"
                  .formatted(base + path));
    }
  }

  @Test
  void aServerWithoutADescriptionIsAskedTwiceAndQuotedOnce() {
    answer("/none", 404, "");

    assertThatThrownBy(() -> read(base + "/none"))
        .hasMessage(base + "/none: expected status 200, found 404");
    assertThatThrownBy(() -> read(base + "/none?x"))
        .hasMessage(base + "/none?x: expected status 200, found 404");
    assertThat(requests).containsExactly("/none", "/none?wsdl", "/none?x");
  }

  @Test
  void aDescriptionThatIsWrongIsNotLookedForElsewhere() {
    answer("/a", 200, "<w:definitions xmlns:w='http://schemas.xmlsoap.org/wsdl/'><oops>");

    assertThatThrownBy(() -> read(base + "/a")).hasMessageContaining(base + "/a:1:");
    assertThat(requests).containsExactly("/a");
  }

  // ---- TLS and connections ----

  private String startedTls(boolean asksForCertificate) throws Exception {
    SSLContext context = context();
    HttpsServer server = HttpsServer.create(new InetSocketAddress("localhost", 0), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(context) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters all = context.getDefaultSSLParameters();
            all.setNeedClientAuth(asksForCertificate);
            parameters.setSSLParameters(all);
          }
        });
    answer(server, "/a", 200, Wsdl.of(""));
    return started("https", server);
  }

  private static SSLContext context() throws Exception {
    KeyManagerFactory shown = KeyManagerFactory.getInstance("PKIX");
    shown.init(keys, PASSWORD.toCharArray());
    TrustManagerFactory trusted = TrustManagerFactory.getInstance("PKIX");
    trusted.init(keys);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(shown.getKeyManagers(), trusted.getTrustManagers(), null);
    return context;
  }

  @Test
  void certificatesAreTrustedAndShownAsGiven() throws Exception {
    String plain = startedTls(false);
    String asking = startedTls(true);
    FetchOptions trusting = FetchOptions.DEFAULT.withTrust(keys);

    assertThat(read(plain + "/a", trusting).problems()).isEmpty();
    assertThat(read(asking + "/a", trusting.withKeys(keys, PASSWORD.toCharArray())).problems())
        .isEmpty();

    assertThatThrownBy(() -> read(plain + "/a"))
        .hasMessageEndingWith(
            "expected a certificate of 'localhost' that is signed by a trusted authority; name"
                + " the authorities by FetchOptions.withTrust(KeyStore)");
    assertThatThrownBy(() -> read(plain.replace("localhost", "127.0.0.1") + "/a", trusting))
        .hasMessageContaining("expected a certificate for the name '127.0.0.1'");
    assertThatThrownBy(() -> read(asking + "/a", trusting))
        .hasMessageContaining("FetchOptions.withKeys(KeyStore, password)");
  }

  @Test
  @Tag("long")
  void httpAndHttpsAreToldApart() throws Exception {
    String secure = startedTls(false);
    DocumentLimits hasty = DocumentLimits.DEFAULT.withTimeout(Duration.ofSeconds(2));

    assertThatThrownBy(() -> read(secure.replace("https", "http") + "/a"))
        .hasMessageEndingWith("if the port speaks TLS, the URL begins with https");
    assertThatThrownBy(
            () ->
                WsdlReader.create()
                    .withLimits(hasty)
                    .read(URI.create(base.replace("http", "https") + "/a")))
        .hasMessageEndingWith("if the port speaks plain HTTP, the URL begins with http:");
  }

  @Test
  void hostsAndPortsThatDoNotAnswerAreNamed() throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0)) {
      port = closed.getLocalPort();
    }
    FetchOptions behindProxy = FetchOptions.DEFAULT.withProxy("localhost", port, "bob", "s3cret");

    assertThatThrownBy(() -> read("http://localhost:" + port + "/a?wsdl"))
        .hasMessageContaining("connection refused by localhost:" + port);
    assertThatThrownBy(() -> read("http://nosuch.invalid/a?wsdl"))
        .hasMessageEndingWith(
            "the host 'nosuch.invalid' is not known; if a proxy knows it, name that by"
                + " FetchOptions.withProxy(host, port)");
    assertThatThrownBy(() -> read(base + "/a?wsdl", behindProxy))
        .hasMessageContaining("connection refused by proxy localhost:" + port + " for localhost:")
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void documentsComeByAProxyThatIsToldItsUser() throws Exception {
    List<String> users = Collections.synchronizedList(new ArrayList<>());
    HttpServer proxy = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
    proxy.createContext(
        "/",
        exchange -> {
          users.add(
              exchange.getRequestURI()
                  + " "
                  + decoded(exchange.getRequestHeaders().getFirst("Proxy-Authorization")));
          byte[] bytes = Wsdl.of("").getBytes(UTF_8);
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    started("http", proxy);
    int port = proxy.getAddress().getPort();

    assertThat(
            read(
                    "http://shop.invalid/a?wsdl",
                    FetchOptions.DEFAULT.withProxy("localhost", port, "bob", "s3cret"))
                .problems())
        .isEmpty();

    assertThat(users).singleElement().asString().endsWith("/a?wsdl bob:s3cret");
  }

  @Test
  void aHeaderThatNoRequestCanCarryIsRefused() {
    assertThatThrownBy(() -> FetchOptions.DEFAULT.withHeader("X-Key", "a\nb"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("X-Key");
    assertThatThrownBy(() -> FetchOptions.DEFAULT.withHeader("Host", "a"))
        .hasMessage("Cannot set header Host, because the transport sets it.");
  }
}
