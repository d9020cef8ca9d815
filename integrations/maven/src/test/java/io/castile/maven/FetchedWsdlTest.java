package io.castile.maven;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.apache.maven.model.Build;
import org.apache.maven.model.Plugin;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.project.MavenProject;
import org.apache.maven.settings.Proxy;
import org.apache.maven.settings.Server;
import org.apache.maven.settings.Settings;
import org.codehaus.plexus.build.DefaultBuildContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** WSDLs of a server that speaks TLS, shows a certificate of its own, and may want one. */
@Timeout(60)
final class FetchedWsdlTest {
  private static final String PASSWORD = "castile";

  private static final String WSDL =
      """
      <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
          xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:shop" targetNamespace="urn:shop">
        <w:types><x:schema targetNamespace="urn:shop"><x:element name="order" type="x:string"/></x:schema></w:types>
        <w:message name="ask"><w:part name="p" element="t:order"/></w:message>
        <w:portType name="Shop"><w:operation name="order"><w:input message="t:ask"/></w:operation></w:portType>
        <w:binding name="B" type="t:Shop"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
          <w:operation name="order"><s:operation/><w:input><s:body use="literal"/></w:input></w:operation></w:binding>
        <w:service name="ShopService"><w:port name="ShopPort" binding="t:B"><s:address location="http://localhost/shop"/></w:port></w:service>
      </w:definitions>
      """;

  @TempDir private static Path stores;

  @TempDir private Path folder;

  private final Settings settings = new Settings();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> seen = Collections.synchronizedList(new ArrayList<>());
  private final List<AutoCloseable> open = new ArrayList<>();

  @BeforeAll
  static void makeStores() throws Exception {
    keytool(
        "-genkeypair -alias key -storetype PKCS12 -keystore keys.p12 -keyalg EC -groupname"
            + " secp256r1 -dname CN=localhost -ext san=dns:localhost,dns:shop.invalid");
    keytool("-exportcert -rfc -alias key -keystore keys.p12 -file trust.pem");
    keytool(
        "-importcert -noprompt -alias key -storetype PKCS12 -keystore trust.p12 -file trust.pem");
  }

  private static void keytool(String arguments) throws Exception {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    line.addAll(List.of(arguments.split(" ")));
    line.addAll(List.of("-storepass", PASSWORD));
    Process process =
        new ProcessBuilder(line).directory(stores.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  @BeforeEach
  void knowThePassphraseOfStores() {
    Server known = new Server();
    known.setId("localhost");
    known.setPassphrase(PASSWORD);
    settings.addServer(known);
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
    threads.shutdownNow();
  }

  /** Starts a server of the WSDL, which notes header fields, and returns its port. */
  private int serve(boolean asksForCertificate) throws Exception {
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
    return started(server);
  }

  private int started(HttpServer server) {
    server.createContext(
        "/",
        exchange -> {
          seen.add(exchange.getRequestURI() + " " + exchange.getRequestHeaders().get("X-Key"));
          byte[] body = WSDL.getBytes(UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.setExecutor(threads);
    server.start();
    open.add(() -> server.stop(0));
    return server.getAddress().getPort();
  }

  private static SSLContext context() throws Exception {
    KeyStore keys =
        KeyStore.getInstance(stores.resolve("keys.p12").toFile(), PASSWORD.toCharArray());
    KeyManagerFactory shown = KeyManagerFactory.getInstance("PKIX");
    shown.init(keys, PASSWORD.toCharArray());
    TrustManagerFactory trusted = TrustManagerFactory.getInstance("PKIX");
    trusted.init(keys);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(shown.getKeyManagers(), trusted.getTrustManagers(), null);
    return context;
  }

  private GenerateMojo mojo(String url) {
    Path target = folder.resolve("target");
    MavenProject project = new MavenProject();
    project.setFile(folder.resolve("pom.xml").toFile());
    project.setBuild(new Build());
    project.getBuild().setDirectory(target.toString());
    GenerateMojo mojo =
        new GenerateMojo(
            new DefaultBuildContext(
                new org.sonatype.plexus.build.incremental.DefaultBuildContext()),
            new PlainDecrypter());
    mojo.settings = settings;
    mojo.project = project;
    Plugin plugin = new Plugin();
    plugin.setVersion("1");
    mojo.execution = new MojoExecution(plugin, "generate", "default");
    Wsdl wsdl = new Wsdl();
    wsdl.set(url);
    mojo.wsdls = List.of(wsdl);
    mojo.outputDirectory = target.resolve("java").toFile();
    mojo.resourceDirectory = target.resolve("resources").toFile();
    mojo.force = true;
    return mojo;
  }

  private void assertGenerated(GenerateMojo mojo) throws Exception {
    mojo.execute();
    assertThat(folder.resolve("target/java/shop/Shop.java")).exists();
  }

  @Test
  void certificatesAreTrustedOfPemAndOfAStore() throws Exception {
    String url = "https://localhost:" + serve(false) + "/shop?wsdl";
    for (String store : List.of("trust.pem", "trust.p12")) {
      GenerateMojo mojo = mojo(url);
      mojo.trust = stores.resolve(store).toFile();
      assertGenerated(mojo);
    }

    assertThatThrownBy(() -> mojo(url).execute())
        .isInstanceOf(MojoFailureException.class)
        .hasMessageEndingWith(
            "expected a certificate of 'localhost' that is signed by a trusted authority; name"
                + " the authorities by <trust>, a file of certificates");
  }

  @Test
  void aCertificateIsShownToAServerThatAsks() throws Exception {
    String url = "https://localhost:" + serve(true) + "/shop?wsdl";
    GenerateMojo mojo = mojo(url);
    mojo.trust = stores.resolve("trust.pem").toFile();

    assertThatThrownBy(mojo::execute)
        .isInstanceOf(MojoFailureException.class)
        .hasMessageContaining(
            "<keys>, a key store, whose password is the <passphrase> of the <server>");
    mojo.keys = stores.resolve("keys.p12").toFile();
    assertGenerated(mojo);
  }

  @Test
  void aStoreWhosePassphraseIsMissingIsNamed() throws Exception {
    settings.getServers().clear();
    GenerateMojo mojo = mojo("https://localhost:" + serve(true) + "/shop?wsdl");
    mojo.keys = stores.resolve("keys.p12").toFile();

    assertThatThrownBy(mojo::execute)
        .hasMessage(
            "the key store "
                + stores.resolve("keys.p12")
                + " is not usable: its password is not the <passphrase> of the <server> in"
                + " settings.xml whose <id> is the host, or which <serverId> names");
    mojo.keys = folder.resolve("none.p12").toFile();
    assertThatThrownBy(mojo::execute)
        .hasMessage("there is no key store " + folder.resolve("none.p12"));
  }

  @Test
  void headerFieldsAreSent() throws Exception {
    GenerateMojo mojo = mojo("https://localhost:" + serve(false) + "/shop?wsdl");
    mojo.trust = stores.resolve("trust.pem").toFile();
    mojo.headers = List.of("X-Key: 7");

    assertGenerated(mojo);
    assertThat(seen).containsExactly("/shop?wsdl [7]");
    mojo.headers = List.of("X-Key");
    assertThatThrownBy(mojo::execute)
        .hasMessage("expected NAME:VALUE in <headers>, found no colon");
  }

  private Proxy proxy(int port) {
    Proxy proxy = new Proxy();
    proxy.setActive(true);
    proxy.setProtocol("http");
    proxy.setHost("localhost");
    proxy.setPort(port);
    settings.addProxy(proxy);
    return proxy;
  }

  /** A host that only the proxy knows, whose certificate is checked beyond the tunnel. */
  @Test
  void aProxyOfTheSettingsLeadsToAServerOfTls() throws Exception {
    proxy(tunnel(serve(false)));
    GenerateMojo mojo = mojo("https://shop.invalid/shop?wsdl");
    mojo.trust = stores.resolve("trust.pem").toFile();

    assertGenerated(mojo);
    assertThat(seen).containsExactly("CONNECT shop.invalid:443 HTTP/1.1", "/shop?wsdl null");
  }

  @Test
  void aProxyIsToldItsUserAndExceptsHosts() throws Exception {
    List<String> users = Collections.synchronizedList(new ArrayList<>());
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    int port = started(server);
    server.createContext(
        "/by-proxy",
        exchange -> {
          users.add(exchange.getRequestHeaders().getFirst("Proxy-Authorization"));
          byte[] body = WSDL.getBytes(UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    Proxy proxy = proxy(port);
    proxy.setUsername("bob");
    proxy.setPassword("s3cret");

    assertGenerated(mojo("http://shop.invalid/by-proxy?wsdl"));
    assertThat(users).containsExactly("Basic Ym9iOnMzY3JldA==");
    proxy.setNonProxyHosts("*.invalid|other");
    assertThatThrownBy(() -> mojo("http://shop.invalid/by-proxy?wsdl&again").execute())
        .hasMessageContaining(
            "the host 'shop.invalid' is not known; if a proxy knows it, name that")
        .hasMessageEndingWith("by a <proxy> of settings.xml");
  }

  /** Starts a proxy whose tunnels all lead to one port of this machine. */
  private int tunnel(int port) throws IOException {
    ServerSocket socket = new ServerSocket(0, 5, InetAddress.getByName("localhost"));
    open.add(socket);
    threads.execute(
        () -> {
          try (Socket client = socket.accept();
              Socket server = new Socket("localhost", port)) {
            BufferedReader in =
                new BufferedReader(new InputStreamReader(client.getInputStream(), UTF_8), 1);
            seen.add(in.readLine());
            for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
              assertThat(line).contains(":");
            }
            client.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(UTF_8));
            threads.execute(() -> copy(server, client));
            copy(client, server);
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
    return socket.getLocalPort();
  }

  private static void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (SocketException e) {
      return; // the test has ended
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
