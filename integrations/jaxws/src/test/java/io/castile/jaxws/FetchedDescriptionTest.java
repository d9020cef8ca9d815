package io.castile.jaxws;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is said where a WSDL of the network does not come. */
@Timeout(60)
final class FetchedDescriptionTest {
  private static final char[] PASSWORD = "castile".toCharArray();
  private static final QName SERVICE = new QName("urn:quotes", "QuoteService");

  @TempDir private static Path folder;

  private final List<HttpServer> servers = new ArrayList<>();
  private final SSLSocketFactory usual = HttpsURLConnection.getDefaultSSLSocketFactory();

  @BeforeAll
  static void makeCertificate() throws Exception {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "key",
                "-storetype",
                "PKCS12",
                "-keystore",
                folder.resolve("keys.p12").toString(),
                "-storepass",
                new String(PASSWORD),
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
  }

  @AfterEach
  void stop() {
    servers.forEach(each -> each.stop(0));
    HttpsURLConnection.setDefaultSSLSocketFactory(usual);
  }

  private static SSLContext context(boolean hasKeys) throws Exception {
    KeyStore keys = KeyStore.getInstance(folder.resolve("keys.p12").toFile(), PASSWORD);
    KeyManagerFactory shown = KeyManagerFactory.getInstance("PKIX");
    shown.init(keys, PASSWORD);
    TrustManagerFactory trusted = TrustManagerFactory.getInstance("PKIX");
    trusted.init(keys);
    TrustManager[] trust = trusted.getTrustManagers();
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(hasKeys ? shown.getKeyManagers() : null, trust, null);
    return context;
  }

  /** Starts a server that has answers with a status at {@code /STATUS}, and returns its port. */
  private int serve(HttpServer server) {
    server.createContext(
        "/",
        exchange -> {
          int status = Integer.parseInt(exchange.getRequestURI().getPath().substring(1));
          if (status == 401) {
            exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"quotes\"");
          }
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
    servers.add(server);
    return server.getAddress().getPort();
  }

  private int serve() throws Exception {
    return serve(HttpServer.create(new InetSocketAddress("localhost", 0), 0));
  }

  private int serveTls(boolean asksForCertificate) throws Exception {
    SSLContext context = context(true);
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
    return serve(server);
  }

  private static void assertFails(String url, String reason) {
    assertThatThrownBy(
            () -> Service.create(URI.create(url).toURL(), SERVICE).getPort(Quotes.class).price("a"))
        .isInstanceOf(WebServiceException.class)
        .message()
        .satisfies(
            said -> {
              assertThat(said).contains(reason);
              assertThat(said).doesNotContain("Exception", "PKIX", "secret");
            });
  }

  @Test
  void statusesSayWhatToGive() throws Exception {
    String base = "http://localhost:" + serve();

    assertFails(
        base + "/401",
        base
            + "/401 cannot be read: expected status 200, found 401; WWW-Authenticate: Basic"
            + " realm=\"quotes\"; give a user by java.net.Authenticator.setDefault");
    assertFails(base + "/403", "found 403; if it asks for a user, give one by java.net.Authent");
    assertFails(base + "/404", base + "/404 cannot be read: expected status 200, found 404");
    assertFails(base + "/500", "/500 cannot be read: expected status 200, found 500");
    assertFails(
        base.replace("//", "//bob:secret@") + "/404", base + "/404 cannot be read: expected");
  }

  @Test
  void hostsAndPortsThatDoNotAnswerAreNamed() throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0)) {
      port = closed.getLocalPort();
    }
    assertFails(
        "http://localhost:" + port + "/a?wsdl",
        "/a?wsdl cannot be read: connection refused by localhost:" + port);
    assertFails("https://localhost:" + port + "/a?wsdl", "connection refused by localhost:" + port);
    assertFails(
        "http://nosuch.invalid/a?wsdl",
        "the host 'nosuch.invalid' is not known; if a proxy knows it, name that by the properties"
            + " http.proxyHost and https.proxyHost");
  }

  @Test
  void certificatesThatAreNotTrustedOrMissingAreToldWithWhatToSet() throws Exception {
    int plain = serveTls(false);
    int asking = serveTls(true);

    assertFails(
        "https://localhost:" + plain + "/200",
        "TLS with localhost:"
            + plain
            + " failed: expected a certificate of 'localhost' that is signed by a trusted"
            + " authority; name the authorities by the property javax.net.ssl.trustStore");
    HttpsURLConnection.setDefaultSSLSocketFactory(context(false).getSocketFactory());
    assertFails("https://localhost:" + plain + "/404", "expected status 200, found 404");
    assertFails("https://localhost:" + asking + "/404", "the property javax.net.ssl.keyStore");
    assertFails(
        "https://127.0.0.1:" + plain + "/404",
        "expected a certificate for the name '127.0.0.1', which the URL has, found: No subject"
            + " alternative names");
    HttpsURLConnection.setDefaultSSLSocketFactory(context(true).getSocketFactory());
    assertFails("https://localhost:" + asking + "/404", "expected status 200, found 404");
  }

  @Test
  void httpAndHttpsAreToldApart() throws Exception {
    assertFails("http://localhost:" + serveTls(false) + "/200", "begins with https");
    try (ServerSocket plain = new ServerSocket(0)) {
      Thread answers =
          new Thread(
              () -> {
                try (Socket client = plain.accept()) {
                  client
                      .getOutputStream()
                      .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(UTF_8));
                  client.getInputStream().readAllBytes();
                } catch (IOException e) {
                  return; // the client has gone
                }
              });
      answers.start();
      String peer = "localhost:" + plain.getLocalPort();
      assertFails(
          "https://" + peer + "/200",
          "expected an answer in TLS; the port seems to speak plain HTTP: is the URL 'http://"
              + peer);
      answers.join();
    }
  }
}
