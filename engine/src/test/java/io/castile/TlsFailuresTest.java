package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapTransportException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said where two ends do not come to speak TLS, and what the user can set then. */
@Tag("long") // makes its certificates by some twenty calls of keytool
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TlsFailuresTest {
  private static final String KEY_OPTION = "keys(KeyStore, password)";

  @TempDir static Path folder;

  private static Certificates certificates;
  private static Certificates others;

  @BeforeAll
  static void makeCertificates() throws Exception {
    certificates = new Certificates(folder);
    certificates.sign("good", "dns:localhost", "-1d", 9);
    certificates.sign("expired", "dns:localhost", "-9d", 2);
    certificates.sign("early", "dns:localhost", "+2d", 9);
    certificates.sign("other", "dns:shop.example", "-1d", 9);
    others = new Certificates(Files.createDirectory(folder.resolve("others")));
    others.sign("stranger", "dns:localhost", "-1d", 9);
  }

  private static ServerBuilder server() {
    return Castile.server().host("localhost").publish("/shop", new WrappedShopService());
  }

  private static ServerBuilder server(SSLContext tls) {
    return server().transport(t -> t.tls(tls));
  }

  private static WrappedShop client(String url, SSLContext tls) {
    ClientBuilder<WrappedShop> client = Castile.client(WrappedShop.class).endpoint(url);
    return (tls == null ? client : client.transport(t -> t.tls(tls.getSocketFactory()))).build();
  }

  /** What a call fails with, which the service has not processed. */
  private static SoapTransportException failure(String url, SSLContext tls) {
    SoapTransportException failure = anyFailure(client(url, tls));
    assertThat(failure.unsent()).isTrue();
    return failure;
  }

  private static SoapTransportException anyFailure(WrappedShop port) {
    Throwable failure = catchThrowable(() -> port.add(1, 2));
    assertThat(failure).hasCauseInstanceOf(SoapTransportException.class);
    assertThat(failure.getMessage()).contains(failure.getCause().getMessage());
    return (SoapTransportException) failure.getCause();
  }

  private static SoapTransportException failureAt(String key, SSLContext tls) throws Exception {
    try (SoapServer server = server(certificates.showing(key)).start()) {
      return failure(server.url("/shop"), tls);
    }
  }

  @Test
  void aGoodCertificateIsTaken() throws Exception {
    try (SoapServer server = server(certificates.showing("good")).start()) {
      assertThat(client(server.url("/shop"), certificates.trusting()).add(1, 2)).isEqualTo(3);
    }
  }

  @Test
  void aCertificateOfAnAuthorityThatIsNotTrustedIsSaidToBeSo() throws Exception {
    assertThat(failureAt("good", null))
        .hasMessageContaining("no connection to https://localhost:")
        .hasMessageContaining(
            "expected a certificate of 'localhost' that is signed by a trusted authority")
        .hasMessageContaining("trust(KeyStore)")
        .hasMessageContaining("unable to find valid certification path");
  }

  @Test
  void aCertificateThatHasExpiredIsSaidToBeSo() throws Exception {
    assertThat(failureAt("expired", certificates.trusting()))
        .hasMessageContaining(
            "expected a certificate of 'localhost' that is valid now, found: one that")
        .hasMessageContaining("has expired (NotAfter: ");
  }

  @Test
  void aCertificateThatIsNotValidYetIsSaidToBeSo() throws Exception {
    assertThat(failureAt("early", certificates.trusting()))
        .hasMessageContaining("is not valid yet (NotBefore: ");
  }

  @Test
  void aCertificateForAnotherHostIsSaidToBeSo() throws Exception {
    assertThat(failureAt("other", certificates.trusting()))
        .hasMessageContaining("for the name 'localhost', which the endpoint has, found: No ");
    try (SoapServer server = server(certificates.showing("good")).start()) {
      String byAddress = server.url("/shop").replace("localhost", "127.0.0.1");
      assertThat(failure(byAddress, certificates.trusting()))
          .hasMessageContaining("for the name '127.0.0.1', which the endpoint has, found: No ");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aServerThatWantsACertificateAndIsShownNoneSaysSo(String protocol) throws Exception {
    try (RefusingTlsServer server = new RefusingTlsServer(certificates.showing("good"))) {
      assertThat(failure(server.url(), certificates.showingNothing(protocol)))
          .hasMessageContaining("the server refused this client's certificate, or wants one")
          .hasMessageContaining("set key and certificate by " + KEY_OPTION);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aServerThatRefusesACertificateSaysSo(String protocol) throws Exception {
    SSLContext stranger = certificates.showing(others, "stranger", protocol);
    try (RefusingTlsServer server = new RefusingTlsServer(certificates.showing("good"))) {
      assertThat(failure(server.url(), stranger))
          .hasMessageContaining("the server refused this client's certificate")
          .hasMessageContaining("set key and certificate by " + KEY_OPTION);
    }
  }

  /** Whether its alert comes before the end of the connection is chance. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void castilesServerThatRefusesACertificateSaysSoOrEndsTheConnection(String protocol)
      throws Exception {
    SSLContext stranger = certificates.showing(others, "stranger", protocol);
    SSLContext good = certificates.showing("good");
    try (SoapServer server = server().transport(t -> t.mutualTls(good)).start()) {
      assertThat(anyFailure(client(server.url("/shop"), stranger)))
          .message()
          .containsPattern("refused this client's certificate|wants a client certificate")
          .contains("set key and certificate by " + KEY_OPTION);
      assertThat(anyFailure(client(server.url("/shop"), certificates.trusting())))
          .message()
          .containsPattern("refused this client's certificate|wants a client certificate")
          .contains("set key and certificate by " + KEY_OPTION);
    }
  }

  /** The JDK's server ends the connection without an alert that arrives. */
  @Test
  void aServerThatRefusesWithoutAWordMayHaveWantedACertificate() throws Exception {
    SSLContext tls = certificates.showing("good");
    HttpsServer server = HttpsServer.create(anyPort(), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(tls) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters wanted = tls.getDefaultSSLParameters();
            wanted.setNeedClientAuth(true);
            parameters.setSSLParameters(wanted);
          }
        });
    server.start();
    try {
      String url = "https://localhost:" + server.getAddress().getPort() + "/";
      assertThat(anyFailure(client(url, certificates.trusting())))
          .hasMessageContaining("client")
          .hasMessageContaining("certificate")
          .hasMessageContaining("set key and certificate by " + KEY_OPTION);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void httpsToAnHttpPortIsSaidToBeSo() throws Exception {
    try (SoapServer server = server().start()) {
      String https = server.url("/shop").replace("http:", "https:");

      assertThat(failure(https, certificates.trusting()))
          .hasMessageContaining("the port seems to speak plain HTTP")
          .hasMessageContaining("is the endpoint 'http://localhost:" + server.port());
    }
  }

  @Test
  void httpsToAnHttpPortThatIsSilentIsSaidToBeSo() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
      WrappedShop port =
          Castile.client(WrappedShop.class)
              .endpoint("https://localhost:" + silent.getLocalPort() + "/")
              .transport(t -> t.connectTimeout(Duration.ofMillis(500)))
              .build();

      assertThat(anyFailure(port))
          .hasMessageContaining("has not answered to TLS")
          .hasMessageContaining("is the endpoint 'http://localhost:")
          .hasMessageContaining("within the connect timeout of 500 ms");
    }
  }

  @Test
  void httpToAnHttpsPortIsSaidToBeSo() throws Exception {
    try (SoapServer server = server(certificates.showing("good")).start()) {
      String http = server.url("/shop").replace("https:", "http:");

      assertThat(anyFailure(client(http, null)))
          .hasMessageContaining("found a record of TLS: the endpoint is to be an https:// address");
    }
  }

  @Test
  void httpToAnHttpsPortThatEndsWithoutAWordIsSaidToBePossible() throws Exception {
    HttpsServer server = HttpsServer.create(anyPort(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(certificates.showing("good")));
    server.start();
    try {
      String http = "http://localhost:" + server.getAddress().getPort() + "/";
      assertThat(anyFailure(client(http, null)))
          .hasMessageContaining("if the port speaks TLS, the endpoint begins with https");
    } finally {
      server.stop(0);
    }
  }

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }
}
