package io.castile.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cxf.Shops.Published;
import io.castile.cxf.link.DifferentialFeature;
import io.castile.delta.LinkStatistics;
import io.castile.shop.FreePorts;
import io.castile.shop.Item;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.apache.cxf.BusFactory;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.configuration.jsse.TLSServerParameters;
import org.apache.cxf.configuration.security.ClientAuthentication;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transport.http_jetty.JettyHTTPServerEngineFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Callers whom a server of CXF knows by the certificates that they show. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LinkCallersTest {
  private static final String PASSWORD = "change it";
  private static final List<String> CLIENTS = List.of("one", "other");

  @TempDir private static Path folder;
  private static int port;

  private final DifferentialFeature ofServer = new DifferentialFeature();
  private final DifferentialFeature ofClients = new DifferentialFeature();

  // ---- keys ----

  @BeforeAll
  static void open() throws Exception {
    makeKey("server");
    for (String client : CLIENTS) {
      makeKey(client);
    }
    TLSServerParameters parameters = new TLSServerParameters();
    parameters.setKeyManagers(keysOf("server"));
    parameters.setTrustManagers(trusting(CLIENTS));
    ClientAuthentication authentication = new ClientAuthentication();
    authentication.setWant(true);
    parameters.setClientAuthentication(authentication);
    port = FreePorts.next();
    engines().setTLSServerParametersForPort("localhost", port, parameters);
  }

  private static JettyHTTPServerEngineFactory engines() {
    return BusFactory.getDefaultBus().getExtension(JettyHTTPServerEngineFactory.class);
  }

  @AfterAll
  static void close() {
    JettyHTTPServerEngineFactory.destroyForPort(port);
  }

  private static void makeKey(String name) throws Exception {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=dns:localhost",
                "-storetype",
                "PKCS12",
                "-keystore",
                file(name).toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(keytool.waitFor()).as(said).isZero();
  }

  private static Path file(String name) {
    return folder.resolve(name + ".p12");
  }

  private static KeyStore store(String name) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file(name))) {
      store.load(in, PASSWORD.toCharArray());
    }
    return store;
  }

  private static KeyManager[] keysOf(String name) throws GeneralSecurityException, IOException {
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store(name), PASSWORD.toCharArray());
    return factory.getKeyManagers();
  }

  private static TrustManager[] trusting(List<String> names)
      throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    for (String name : names) {
      trusted.setCertificateEntry(name, store(name).getCertificate(name));
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trusted);
    return factory.getTrustManagers();
  }

  // ---- the service and its clients ----

  private Published published;

  private static String url() {
    return "https://localhost:" + port + "/shop";
  }

  @BeforeEach
  void publish() {
    published =
        Shops.publish(
            WrappedShop.class,
            new WrappedShopService(),
            SoapVersion.SOAP_1_1,
            factory -> {
              factory.setAddress(url());
              factory.getFeatures().add(ofServer);
            });
  }

  /**
   * A client with the bases of all.
   *
   * @param name of the certificate that it shows; empty for none
   */
  private WrappedShop client(String name) throws GeneralSecurityException, IOException {
    WrappedShop client = Shops.client(WrappedShop.class, url(), ofClients);
    TLSClientParameters parameters = new TLSClientParameters();
    parameters.setTrustManagers(trusting(List.of("server")));
    if (!name.isEmpty()) {
      parameters.setKeyManagers(keysOf(name));
    }
    ((HTTPConduit) ClientProxy.getClient(client).getConduit()).setTlsClientParameters(parameters);
    return client;
  }

  private static List<Item> items(int number) {
    return IntStream.range(0, 30)
        .mapToObj(i -> new Item("item " + i, "1.50", i == 7 ? number : 2, Item.Color.RED, "x"))
        .toList();
  }

  /** Asks two questions, which nobody else asks. */
  private static void assertCalls(WrappedShop client, int first) {
    for (int i = first; i < first + 2; i++) {
      assertThat(client.sameItems(items(i))).isEqualTo(items(i));
    }
  }

  @Test
  void callersWithOneCertificateHaveBasesTogether() throws Exception {
    try (Published server = published) {
      assertCalls(client("one"), 10);
      assertCalls(client("one"), 20);

      assertThat(server.calls("sameItems")).isEqualTo(4);
    }
    LinkStatistics sent = ofServer.getLink().statistics();
    assertThat(sent.deltas()).isEqualTo(3);
    assertThat(sent.requestDeltas()).isEqualTo(3);
    assertThat(sent.unknownRequestBases()).isZero();
    assertThat(sent.unknownBases()).isZero();
  }

  @Test
  void callersWithAnotherCertificateOrNoneHaveBasesOfTheirOwn() throws Exception {
    try (Published server = published) {
      assertCalls(client("one"), 10);
      assertCalls(client("other"), 20);
      assertCalls(client(""), 30);

      assertThat(server.calls("sameItems")).isEqualTo(6);
    }
    LinkStatistics sent = ofServer.getLink().statistics();
    assertThat(sent.deltas()).isEqualTo(3);
    assertThat(sent.requestDeltas()).isEqualTo(3);
    assertThat(sent.unknownRequestBases()).as("of two who had another one's").isEqualTo(2);
    assertThat(sent.unknownBases()).as("of two who had another one's").isEqualTo(2);
  }
}
