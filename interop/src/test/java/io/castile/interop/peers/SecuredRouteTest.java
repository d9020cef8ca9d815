package io.castile.interop.peers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.Gateway;
import io.castile.gateway.GatewayConfig;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.security.auth.callback.CallbackHandler;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JOutInterceptor;
import org.apache.wss4j.common.crypto.Merlin;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Routes of the gateway before services of CXF that demand WS-Security. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class SecuredRouteTest {
  private static final String NS = "urn:castile:greeter";
  private static final String PASSWORD = "change it";
  private static final String SIGNED = "Timestamp Signature Encrypt";
  private static final String TOKEN = "UsernameToken Timestamp";
  private static final String WSSE =
      "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir private static Path keys;
  private static KeyStore all;

  @TempDir private Path folder;
  private final GreeterService service = new GreeterService();

  /** The service. */
  @WebService(serviceName = "GreeterService", portName = "GreeterPort", targetNamespace = NS)
  public static final class GreeterService {
    private final List<String> greeted = new CopyOnWriteArrayList<>();

    @WebMethod
    public String greet(@WebParam(name = "name") String name) {
      greeted.add(name);
      if (name.isEmpty()) {
        throw new IllegalArgumentException("there is no name");
      }
      return "Hello " + name;
    }
  }

  private static final CallbackHandler PASSWORDS =
      callbacks -> {
        WSPasswordCallback asked = (WSPasswordCallback) callbacks[0];
        boolean isUser = asked.getUsage() == WSPasswordCallback.USERNAME_TOKEN;
        asked.setPassword(isUser ? "wonderland" : PASSWORD);
      };

  // ---- keys, settings and ends ----

  @BeforeAll
  static void makeKeys() throws Exception {
    Path store = keys.resolve("all.p12");
    for (String name : List.of("gateway", "service", "stranger")) {
      List<String> line = new ArrayList<>();
      line.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
      line.addAll(List.of("-genkeypair", "-alias", name, "-dname", "CN=" + name));
      line.addAll(List.of("-keyalg", "RSA", "-keysize", "2048", "-storetype", "PKCS12"));
      line.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
      Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
      String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
      assertThat(process.waitFor()).as(printed).isZero();
    }
    all = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      all.load(in, PASSWORD.toCharArray());
    }
  }

  private static KeyStore store(String own, String trusted) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    Key key = all.getKey(own, PASSWORD.toCharArray());
    store.setKeyEntry(own, key, PASSWORD.toCharArray(), new Certificate[] {all.getCertificate(own)});
    store.setCertificateEntry(trusted, all.getCertificate(trusted));
    return store;
  }

  /** Writes the key store of the gateway, and the properties that name it. */
  @BeforeEach
  void writeKeys() throws Exception {
    writeKeys("gateway", "service");
    write(
        "keys.properties",
        "org.apache.wss4j.crypto.provider = org.apache.wss4j.common.crypto.Merlin",
        "org.apache.wss4j.crypto.merlin.keystore.type = PKCS12",
        "org.apache.wss4j.crypto.merlin.keystore.file = keys.p12",
        "org.apache.wss4j.crypto.merlin.keystore.password = " + PASSWORD);
  }

  private void writeKeys(String own, String trusted) throws Exception {
    try (OutputStream out = Files.newOutputStream(folder.resolve("keys.p12"))) {
      store(own, trusted).store(out, PASSWORD.toCharArray());
    }
  }

  private void write(String file, String... lines) throws IOException {
    Files.write(folder.resolve(file), List.of(lines));
  }

  private void writeSettings(String action) throws IOException {
    if (action.equals(TOKEN)) {
      write(
          "security.properties",
          "action = " + TOKEN,
          "responseAction = NoSecurity",
          "passwordType = PasswordDigest",
          "ws-security.username = alice",
          "ws-security.password = wonderland");
      return;
    }
    write(
        "security.properties",
        "action = " + action,
        "ws-security.signature.properties = keys.properties",
        "ws-security.signature.username = gateway",
        "ws-security.signature.password = " + PASSWORD,
        "ws-security.encryption.username = service",
        "ws-security.username = alice",
        "ws-security.password = wonderland");
  }

  private static Map<String, Object> cxf(String action, String own) throws Exception {
    Merlin store = new Merlin();
    store.setKeyStore(store(own, "gateway"));
    Map<String, Object> settings = new HashMap<>();
    settings.put("action", action);
    settings.put("user", own);
    settings.put("signatureUser", own);
    settings.put("encryptionUser", "gateway");
    settings.put("keys", store);
    settings.put("signaturePropRefId", "keys");
    settings.put("signatureVerificationPropRefId", "keys");
    settings.put("encryptionPropRefId", "keys");
    settings.put("decryptionPropRefId", "keys");
    settings.put("passwordCallbackRef", PASSWORDS);
    settings.put(
        "signatureParts",
        "{}{http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd}Timestamp;"
            + "{}{http://schemas.xmlsoap.org/soap/envelope/}Body");
    settings.put("signatureKeyIdentifier", "DirectReference");
    settings.put("signatureAlgorithm", "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
    settings.put("signatureDigestAlgorithm", "http://www.w3.org/2001/04/xmlenc#sha256");
    settings.put("encryptionSymAlgorithm", "http://www.w3.org/2009/xmlenc11#aes256-gcm");
    return settings;
  }

  /** A published service. */
  private record Published(String url, Server server) implements AutoCloseable {
    @Override
    public void close() {
      server.destroy();
    }
  }

  private Published publish(String action) throws Exception {
    String answered = action.equals(TOKEN) ? "" : action.replace("UsernameToken ", "");
    return publish(action, answered, "service");
  }

  /**
   * @param answered the action of responses; empty for none
   * @param signer whose key the service has
   */
  private Published publish(String action, String answered, String signer) throws Exception {
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setServiceBean(service);
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    String url = "http://localhost:" + port + "/greeter";
    factory.setAddress(url);
    factory.getInInterceptors().add(new WSS4JInInterceptor(cxf(action, signer)));
    if (!answered.isEmpty()) {
      factory.getOutInterceptors().add(new WSS4JOutInterceptor(cxf(answered, signer)));
      factory.getOutFaultInterceptors().add(new WSS4JOutInterceptor(cxf(answered, signer)));
    }
    return new Published(url, factory.create());
  }

  private Gateway gateway(String url, String... more) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("listen: 127.0.0.1:0");
    lines.add("limits: {inspectedBytes: 100KiB}");
    lines.add("routes:");
    lines.add("  - path: /greeter");
    lines.add("    origin: " + url);
    lines.add("    security: security.properties");
    lines.addAll(List.of(more));
    write("gateway.yaml", lines.toArray(String[]::new));
    return Gateway.start(GatewayConfig.load(folder.resolve("gateway.yaml")));
  }

  private static String envelope(String header, String body) {
    return "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\">"
        + (header.isEmpty() ? "" : "<s:Header>" + header + "</s:Header>")
        + "<s:Body>"
        + body
        + "</s:Body></s:Envelope>";
  }

  private static String request(String name) {
    return envelope("", "<g:greet xmlns:g=\"" + NS + "\"><name>" + name + "</name></g:greet>");
  }

  private static HttpResponse<String> send(
      Gateway gateway, String method, String type, String content) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + "/greeter"))
            .header("Content-Type", type)
            .method(method, BodyPublishers.ofString(content))
            .build();
    return HTTP.send(request, BodyHandlers.ofString());
  }

  private static HttpResponse<String> post(Gateway gateway, String content) throws Exception {
    return send(gateway, "POST", "text/xml; charset=utf-8", content);
  }

  // ---- with the service ----

  @ParameterizedTest
  @ValueSource(strings = {TOKEN, SIGNED, "UsernameToken Timestamp Signature", "Timestamp Signature"})
  void aClientWithoutSecurityCallsTheService(String action) throws Exception {
    writeSettings(action);
    try (Published published = publish(action);
        Gateway gateway = gateway(published.url())) {
      for (String name : List.of("Ann", "Bob &amp; Åse")) {
        HttpResponse<String> response = post(gateway, request(name));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValueSatisfying(
            type -> assertThat(type).startsWith("text/xml"));
        assertThat(response.body()).contains("Hello " + name).doesNotContain(WSSE);
      }
      assertThat(service.greeted).containsExactly("Ann", "Bob & Åse");
    }
  }

  @Test
  void theServiceItselfRefusesWhatDoesNotComeByTheRoute() throws Exception {
    try (Published published = publish(SIGNED)) {
      HttpRequest direct =
          HttpRequest.newBuilder(URI.create(published.url()))
              .header("Content-Type", "text/xml; charset=utf-8")
              .POST(BodyPublishers.ofString(request("Ann")))
              .build();

      assertThat(HTTP.send(direct, BodyHandlers.ofString()).body()).contains("Fault");
      assertThat(service.greeted).isEmpty();
    }
  }

  @Test
  void aCallByJsonIsSecured() throws Exception {
    writeSettings(SIGNED);
    try (Published published = publish(SIGNED);
        Gateway gateway = gateway(published.url(), "    wsdl: origin", "    json: /api")) {
      HttpRequest request =
          HttpRequest.newBuilder(
                  URI.create(
                      "http://127.0.0.1:" + gateway.port() + "/api/GreeterService/greet"))
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString("{\"name\": \"Ann\"}"))
              .build();

      HttpResponse<String> response = HTTP.send(request, BodyHandlers.ofString());

      assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
      assertThat(response.body()).contains("\"Hello Ann\"");
    }
  }

  @Test
  void aKeptResponseCostsNoCallOfTheService() throws Exception {
    writeSettings(SIGNED);
    try (Published published = publish(SIGNED);
        Gateway gateway = gateway(published.url())) {
      gateway.policy(CachePolicy.parse("test", "rules: [{operation: greet, cache: true, ttl: 1h}]"));

      String first = post(gateway, request("Ann")).body();
      HttpResponse<String> second = post(gateway, request("Ann"));

      assertThat(second.headers().firstValue("Cache-Status")).contains("Castile; hit");
      assertThat(second.body()).isEqualTo(first).contains("Hello Ann").doesNotContain(WSSE);
      assertThat(service.greeted).containsExactly("Ann");
    }
  }

  @Test
  void aFaultOfTheServiceKeepsItsReason() throws Exception {
    writeSettings(SIGNED);
    try (Published published = publish(SIGNED);
        Gateway gateway = gateway(published.url())) {
      HttpResponse<String> response = post(gateway, request(""));

      assertThat(response.statusCode()).isEqualTo(500);
      assertThat(response.body()).contains("there is no name").doesNotContain(WSSE);
    }
  }

  @ParameterizedTest
  @CsvSource({"'', service", "Timestamp, service", "Timestamp Signature, service", SIGNED + ", stranger"})
  void aResponseThatIsNotProtectedAsItMustBeIsRefused(String answered, String signer)
      throws Exception {
    writeSettings(SIGNED);
    writeKeys("gateway", "service");
    try (Published published = publish(SIGNED, answered, "service");
        Gateway gateway = signer.equals("service") ? gateway(published.url()) : strange(published)) {
      gateway.policy(CachePolicy.parse("test", "rules: [{operation: greet, cache: true, ttl: 1h}]"));
      for (int i = 0; i < 2; i++) {
        HttpResponse<String> response = post(gateway, request("Ann"));

        assertThat(response.statusCode()).isEqualTo(502);
        assertThat(response.headers().firstValue("Proxy-Status"))
            .contains("Castile; error=http_protocol_error");
        assertThat(response.body()).doesNotContain("Hello");
      }
      assertThat(service.greeted).containsExactly("Ann", "Ann");
    }
  }

  /** A gateway that encrypts for the service, and trusts the signatures of a stranger alone. */
  private Gateway strange(Published published) throws Exception {
    try (OutputStream out = Files.newOutputStream(folder.resolve("others.p12"))) {
      KeyStore others = store("stranger", "stranger");
      others.setCertificateEntry("service", all.getCertificate("service"));
      others.store(out, PASSWORD.toCharArray());
    }
    Files.writeString(
        folder.resolve("others.properties"),
        Files.readString(folder.resolve("keys.properties")).replace("keys.p12", "others.p12"));
    Files.writeString(
        folder.resolve("security.properties"),
        Files.readString(folder.resolve("security.properties"))
            + "\nws-security.encryption.properties = others.properties\n"
            + "ws-security.subject.cert.constraints = .*CN=stranger.*\n");
    return gateway(published.url());
  }

  // ---- without it ----

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST | text/xml; charset=utf-8 | <s:Envelope | 400",
        "POST | text/xml; charset=utf-8 | <not/> | 400",
        "POST | application/json | {} | 415",
        "POST | multipart/related; boundary=x | --x-- | 415",
        "PUT | text/xml; charset=utf-8 | <a/> | 405",
        "PATCH | text/xml; charset=utf-8 | <a/> | 405",
        "DELETE | text/xml; charset=utf-8 | <a/> | 405",
      })
  void whatIsNoEnvelopeIsRefused(String method, String type, String content, int status)
      throws Exception {
    writeSettings(TOKEN);
    try (Published published = publish(TOKEN);
        Gateway gateway = gateway(published.url())) {
      HttpResponse<String> response = send(gateway, method, type, content);

      assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
      assertThat(response.body()).contains("secured");
      assertThat(service.greeted).isEmpty();
    }
  }

  @Test
  void aRequestThatIsTooLargeIsRefused() throws Exception {
    writeSettings(TOKEN);
    try (Published published = publish(TOKEN);
        Gateway gateway = gateway(published.url())) {
      HttpResponse<String> response = post(gateway, request("x".repeat(200_000)));

      assertThat(response.statusCode()).isEqualTo(413);
      assertThat(response.body()).contains("limits.inspectedBytes");
      assertThat(service.greeted).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<w:Security xmlns:w='" + WSSE + "'/>",
        "<w:Security xmlns:w='" + WSSE + "' s:actor='urn:other'/>",
        "<w:Security xmlns:w='" + WSSE + "' s:mustUnderstand='1'><w:UsernameToken/></w:Security>"
      })
  void aRequestWithSecurityOfItsOwnIsRefused(String header) throws Exception {
    writeSettings(TOKEN);
    try (Published published = publish(TOKEN);
        Gateway gateway = gateway(published.url())) {
      String body = "<g:greet xmlns:g=\"" + NS + "\"><name>Ann</name></g:greet>";

      HttpResponse<String> response = post(gateway, envelope(header, body));

      assertThat(response.statusCode()).isEqualTo(500);
      assertThat(response.body()).contains("InvalidSecurity");
      assertThat(service.greeted).isEmpty();
    }
  }

  /** A made-up response of an origin, and the status that the client gets. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "200 | text/xml; charset=utf-8 | <r xmlns='urn:castile:greeter'/> | 502",
        "200 | text/html | <p>Hello</p> | 502",
        "200 | application/json | {\"return\": \"Hello\"} | 502",
        "500 | application/xml | <Hello/> | 502",
        "503 | text/html | <p>Hello</p> | 503",
        "401 | text/plain | Hello | 401",
      })
  void anotherResponseOfAnOriginIsPassedOnIfItIsAnError(
      int status, String type, String content, int passed) throws Exception {
    writeSettings(SIGNED);
    String body = type.startsWith("text/xml") ? envelope("", content) : content;
    HttpServer origin = origin(status, type, body);
    try (Gateway gateway = gateway(url(origin))) {
      HttpResponse<String> response = post(gateway, request("Ann"));

      assertThat(response.statusCode()).isEqualTo(passed);
      assertThat(response.body().contains("<p>Hello</p>")).isEqualTo(status == 503);
    } finally {
      origin.stop(0);
    }
  }

  @Test
  void aFaultWithoutProtectionLosesItsDetail() throws Exception {
    writeSettings(SIGNED);
    String fault =
        envelope(
            "",
            "<s:Fault><faultcode>s:Server</faultcode><faultstring>closed</faultstring>"
                + "<detail><forged xmlns='urn:forged'/></detail></s:Fault>");
    HttpServer origin = origin(500, "text/xml; charset=utf-8", fault);
    try (Gateway gateway = gateway(url(origin))) {
      HttpResponse<String> response = post(gateway, request("Ann"));

      assertThat(response.statusCode()).isEqualTo(500);
      assertThat(response.body()).contains("closed").doesNotContain("forged");
    } finally {
      origin.stop(0);
    }
  }

  @Test
  void theHeaderBlockOfAResponseThatNeedsNoneIsTakenOut() throws Exception {
    writeSettings(TOKEN);
    String header = "<w:Security xmlns:w='" + WSSE + "' s:mustUnderstand='1'/>";
    String response = envelope(header, "<g:greetResponse xmlns:g=\"" + NS + "\"/>");
    HttpServer origin = origin(200, "text/xml; charset=utf-8", response);
    try (Gateway gateway = gateway(url(origin))) {
      assertThat(post(gateway, request("Ann")).body())
          .contains("greetResponse")
          .doesNotContain(WSSE);
    } finally {
      origin.stop(0);
    }
  }

  private static HttpServer origin(int status, String type, String content) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.getResponseHeaders().add("Content-Type", type);
          byte[] bytes = content.getBytes(UTF_8);
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static String url(HttpServer origin) {
    return "http://127.0.0.1:" + origin.getAddress().getPort() + "/greeter";
  }

  // ---- settings ----

  @Test
  void settingsAndKeysAreReadAgain() throws Exception {
    writeSettings(SIGNED);
    writeKeys("gateway", "stranger");
    Files.writeString(
        folder.resolve("security.properties"),
        Files.readString(folder.resolve("security.properties")).replace("= service", "= stranger"));
    try (Published published = publish(SIGNED);
        Gateway gateway = gateway(published.url())) {
      assertThat(post(gateway, request("Ann")).statusCode()).isNotEqualTo(200);

      writeKeys("gateway", "service");
      writeSettings(SIGNED);

      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      HttpResponse<String> response = post(gateway, request("Ann"));
      while (response.statusCode() != 200) {
        assertThat(System.nanoTime()).as(response.body()).isLessThan(deadline);
        TimeUnit.MILLISECONDS.sleep(200);
        response = post(gateway, request("Ann"));
      }
      assertThat(response.body()).contains("Hello Ann");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "acton = Timestamp | acton",
        "action = Timestmp | Timestmp",
        "ws-security.username = alice | action",
        "action = Signature | ws-security.signature.properties",
        "action = Signature\\nws-security.signature.properties = none.properties | none.properties",
      })
  void settingsThatAreWrongAreRefusedWhenTheGatewayStarts(String settings, String found)
      throws Exception {
    write("security.properties", settings.split("\\\\n"));

    assertThatThrownBy(() -> gateway("http://127.0.0.1:1/greeter"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("security.properties")
        .hasMessageContaining(found);
  }

  @Test
  void aKeyStoreThatIsAbsentIsNamed() throws Exception {
    writeSettings(SIGNED);
    Files.delete(folder.resolve("keys.p12"));

    assertThatThrownBy(() -> gateway("http://127.0.0.1:1/greeter"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("keys.p12");
  }

  @ParameterizedTest
  @CsvSource({
    "'    link: true', link",
    "'    health: {path: /greeter, body: gateway.yaml}', health.body"
  })
  void settingsThatDoNotGoTogetherAreRefused(String line, String found) throws Exception {
    writeSettings(TOKEN);

    assertThatThrownBy(() -> gateway("http://127.0.0.1:1/greeter", line))
        .hasMessageContaining("security")
        .hasMessageContaining(found);
  }
}
