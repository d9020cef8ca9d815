package io.castile.wss4j;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.Gateway;
import io.castile.gateway.GatewayConfig;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Routes of the gateway before services of CXF that demand WS-Security. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class SecuredRouteTest {
  private static final String NS = "urn:greeter";
  private static final String PASSWORD = Keys.PASSWORD;
  private static final String SIGNED = "Timestamp Signature Encrypt";
  private static final String TOKEN = "UsernameToken Timestamp";
  private static final String WSSE =
      "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir private Path folder;
  private final List<String> greeted = new CopyOnWriteArrayList<>();
  private final GreeterService service = new GreeterService(greeted);

  // ---- keys, settings and ends ----

  /** Writes the key store of the gateway, and the properties that name it. */
  @BeforeEach
  void writeKeys() throws Exception {
    writeKeys("client", "server");
    write(
        "keys.properties",
        "org.apache.wss4j.crypto.provider = org.apache.wss4j.common.crypto.Merlin",
        "org.apache.wss4j.crypto.merlin.keystore.type = PKCS12",
        "org.apache.wss4j.crypto.merlin.keystore.file = keys.p12",
        "org.apache.wss4j.crypto.merlin.keystore.password = " + PASSWORD);
  }

  private void writeKeys(String own, String trusted) throws Exception {
    try (OutputStream out = Files.newOutputStream(folder.resolve("keys.p12"))) {
      Keys.keyStore(own, trusted).store(out, PASSWORD.toCharArray());
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
        "ws-security.signature.username = client",
        "ws-security.signature.password = " + PASSWORD,
        "ws-security.encryption.username = server",
        "ws-security.username = alice",
        "ws-security.password = wonderland");
  }

  private Ends.Published publish(String action) throws Exception {
    return publish(action, action.equals(TOKEN) ? "" : action.replace("UsernameToken ", ""));
  }

  /**
   * @param answered the action of responses; empty for none
   */
  private Ends.Published publish(String action, String answered) throws Exception {
    return Ends.cxfServer(
        service,
        Ends.cxf(action, "server", "client"),
        answered.isEmpty() ? null : Ends.cxf(answered, "server", "client"));
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
  @ValueSource(
      strings = {TOKEN, SIGNED, "UsernameToken Timestamp Signature", "Timestamp Signature"})
  void aClientWithoutSecurityCallsTheService(String action) throws Exception {
    writeSettings(action);
    try (Ends.Published published = publish(action);
        Gateway gateway = gateway(published.url())) {
      for (String name : List.of("Ann", "Bob &amp; Åse")) {
        HttpResponse<String> response = post(gateway, request(name));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type"))
            .hasValueSatisfying(type -> assertThat(type).startsWith("text/xml"));
        assertThat(response.body()).contains("hello " + name).doesNotContain(WSSE);
      }
      assertThat(greeted).containsExactly("Ann", "Bob & Åse");
    }
  }

  @Test
  void theServiceItselfRefusesWhatDoesNotComeByTheRoute() throws Exception {
    try (Ends.Published published = publish(SIGNED)) {
      HttpRequest direct =
          HttpRequest.newBuilder(URI.create(published.url()))
              .header("Content-Type", "text/xml; charset=utf-8")
              .POST(BodyPublishers.ofString(request("Ann")))
              .build();

      assertThat(HTTP.send(direct, BodyHandlers.ofString()).statusCode()).isEqualTo(500);
      assertThat(greeted).isEmpty();
    }
  }

  @Test
  void aCallByJsonIsSecured() throws Exception {
    writeSettings(SIGNED);
    try (Ends.Published published = publish(SIGNED);
        Gateway gateway = gateway(published.url(), "    wsdl: origin", "    json: /api")) {
      HttpRequest request =
          HttpRequest.newBuilder(
                  URI.create("http://127.0.0.1:" + gateway.port() + "/api/GreeterService/greet"))
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString("{\"name\": \"Ann\"}"))
              .build();

      HttpResponse<String> response = HTTP.send(request, BodyHandlers.ofString());

      assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
      assertThat(response.body()).contains("\"hello Ann from ");
    }
  }

  @Test
  void aKeptResponseCostsNoCallOfTheService() throws Exception {
    writeSettings(SIGNED);
    try (Ends.Published published = publish(SIGNED);
        Gateway gateway = gateway(published.url())) {
      gateway.policy(
          CachePolicy.parse("test", "rules: [{operation: greet, cache: true, ttl: 1h}]"));

      String first = post(gateway, request("Ann")).body();
      HttpResponse<String> second = post(gateway, request("Ann"));

      assertThat(second.headers().firstValue("Cache-Status")).contains("Castile; hit");
      assertThat(second.body()).isEqualTo(first).contains("hello Ann").doesNotContain(WSSE);
      assertThat(greeted).containsExactly("Ann");
    }
  }

  @Test
  void routesOfOneServiceShareNoResponseThatTheirSecurityTellsApart() throws Exception {
    writeSettings(SIGNED);
    HttpServer origin =
        origin(200, "text/xml; charset=utf-8", envelope("", "<r xmlns='urn:greeter'/>"));
    try (Gateway gateway = gateway(url(origin), "  - path: /open", "    origin: " + url(origin))) {
      gateway.policy(
          CachePolicy.parse("test", "rules: [{operation: greet, cache: true, ttl: 1h}]"));
      HttpRequest open =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + "/open"))
              .header("Content-Type", "text/xml; charset=utf-8")
              .POST(BodyPublishers.ofString(request("Ann")))
              .build();

      assertThat(HTTP.send(open, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
      assertThat(post(gateway, request("Ann")).statusCode()).isEqualTo(502);
    } finally {
      origin.stop(0);
    }
  }

  @Test
  void aFaultOfTheServiceKeepsItsDetail() throws Exception {
    writeSettings(SIGNED);
    try (Ends.Published published = publish(SIGNED);
        Gateway gateway = gateway(published.url())) {
      HttpResponse<String> response = post(gateway, request("nobody"));

      assertThat(response.statusCode()).isEqualTo(500);
      assertThat(response.body()).contains("not greeted", "nobody is here").doesNotContain(WSSE);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Timestamp", "Timestamp Signature"})
  void aResponseThatIsNotProtectedAsItMustBeIsRefused(String answered) throws Exception {
    writeSettings(SIGNED);
    try (Ends.Published published = publish(SIGNED, answered);
        Gateway gateway = gateway(published.url())) {
      checkRefused(gateway);
    }
  }

  @Test
  void aResponseThatAStrangerHasSignedIsRefused() throws Exception {
    writeSettings("Timestamp Signature");
    try (OutputStream out = Files.newOutputStream(folder.resolve("others.p12"))) {
      Keys.keyStore("client", "stranger").store(out, PASSWORD.toCharArray());
    }
    Files.writeString(
        folder.resolve("others.properties"),
        Files.readString(folder.resolve("keys.properties")).replace("keys.p12", "others.p12"));
    Files.writeString(
        folder.resolve("security.properties"),
        Files.readString(folder.resolve("security.properties"))
            + "ws-security.encryption.properties = others.properties\n");
    try (Ends.Published published = publish("Timestamp Signature");
        Gateway gateway = gateway(published.url())) {
      checkRefused(gateway);
    }
  }

  private void checkRefused(Gateway gateway) throws Exception {
    gateway.policy(CachePolicy.parse("test", "rules: [{operation: greet, cache: true, ttl: 1h}]"));
    for (int i = 0; i < 2; i++) {
      HttpResponse<String> response = post(gateway, request("Ann"));

      assertThat(response.statusCode()).isEqualTo(502);
      assertThat(response.headers().firstValue("Proxy-Status"))
          .contains("Castile; error=http_protocol_error");
      assertThat(response.body()).doesNotContain("hello");
    }
    assertThat(greeted).containsExactly("Ann", "Ann");
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
        "GET | text/xml; charset=utf-8 | <a/> | 405",
        "OPTIONS | text/xml; charset=utf-8 | <a/> | 405",
      })
  void whatIsNoEnvelopeIsRefused(String method, String type, String content, int status)
      throws Exception {
    writeSettings(TOKEN);
    try (Ends.Published published = publish(TOKEN);
        Gateway gateway = gateway(published.url())) {
      HttpResponse<String> response = send(gateway, method, type, content);

      assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
      assertThat(response.body()).contains("secured");
      assertThat(greeted).isEmpty();
    }
  }

  @Test
  void aRequestThatIsTooLargeIsRefused() throws Exception {
    writeSettings(TOKEN);
    try (Ends.Published published = publish(TOKEN);
        Gateway gateway = gateway(published.url())) {
      HttpResponse<String> response = post(gateway, request("x".repeat(200_000)));

      assertThat(response.statusCode()).isEqualTo(413);
      assertThat(response.body()).contains("limits.inspectedBytes");
      assertThat(greeted).isEmpty();
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
    try (Ends.Published published = publish(TOKEN);
        Gateway gateway = gateway(published.url())) {
      String body = "<g:greet xmlns:g=\"" + NS + "\"><name>Ann</name></g:greet>";

      HttpResponse<String> response = post(gateway, envelope(header, body));

      assertThat(response.statusCode()).isEqualTo(500);
      assertThat(response.body()).contains("InvalidSecurity");
      assertThat(greeted).isEmpty();
    }
  }

  /** A made-up response of an origin, and the status that the client gets. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "200 | text/xml; charset=utf-8 | <r xmlns='urn:greeter'/> | 502",
        "200 | text/html | <p>Hello</p> | 502",
        "200 | application/json | {\"return\": \"Hello\"} | 502",
        "307 | text/html | <p>Hello</p> | 502",
        "200 | text/xml | '' | 200",
        "202 | text/xml | '' | 202",
        "500 | application/xml | <Hello/> | 502",
        "500 | application/octet-stream | Hello | 500",
        "503 | text/html | <p>Hello</p> | 503",
        "401 | text/plain | Hello | 401",
      })
  void anotherResponseOfAnOriginIsPassedOnIfItIsAnError(
      int status, String type, String content, int passed) throws Exception {
    writeSettings(SIGNED);
    String body =
        type.startsWith("text/xml") && !content.isEmpty() ? envelope("", content) : content;
    HttpServer origin = origin(status, type, body);
    try (Gateway gateway = gateway(url(origin))) {
      HttpResponse<String> response = post(gateway, request("Ann"));

      assertThat(response.statusCode()).isEqualTo(passed);
      assertThat(response.body()).doesNotContain("Hello");
    } finally {
      origin.stop(0);
    }
  }

  @Test
  void aResponseThatIsLargerThanWhatIsHeldIsRefused() throws Exception {
    writeSettings(TOKEN);
    HttpServer origin =
        origin(200, "text/xml; charset=utf-8", envelope("", "<r>" + "x".repeat(17 << 20) + "</r>"));
    try (Gateway gateway = gateway(url(origin))) {
      HttpResponse<String> response = post(gateway, request("Ann"));

      assertThat(response.statusCode()).isEqualTo(502);
      assertThat(response.headers().firstValue("Proxy-Status"))
          .contains("Castile; error=http_response_body_size");
    } finally {
      origin.stop(0);
    }
  }

  @Test
  void aResponseInAnUnknownCodingIsRefused() throws Exception {
    writeSettings(TOKEN);
    HttpServer origin = origin(200, "text/xml; charset=utf-8", envelope("", "<r/>"), "br");
    try (Gateway gateway = gateway(url(origin))) {
      assertThat(post(gateway, request("Ann")).statusCode()).isEqualTo(502);
    } finally {
      origin.stop(0);
    }
  }

  @Test
  void aCachedOperationIsAskedOnceMoreByAnotherMessage() throws Exception {
    writeSettings(TOKEN);
    List<String> came = new CopyOnWriteArrayList<>();
    HttpServer origin =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    origin.createContext(
        "/",
        exchange -> {
          came.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          if (came.size() == 1) {
            exchange.close(); // without a response
            return;
          }
          byte[] bytes = envelope("", "<r xmlns='urn:greeter'/>").getBytes(UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "text/xml; charset=utf-8");
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    origin.start();
    try (Gateway gateway = gateway(url(origin))) {
      gateway.policy(
          CachePolicy.parse("test", "rules: [{operation: greet, cache: true, ttl: 1h}]"));

      assertThat(post(gateway, request("Ann")).statusCode()).isEqualTo(200);
      assertThat(came).hasSize(2).doesNotHaveDuplicates();
      assertThat(came).allSatisfy(each -> assertThat(each).contains("Nonce"));
    } finally {
      origin.stop(0);
    }
  }

  @Test
  void ofAFaultWithoutProtectionCodeAndReasonAreLeft() throws Exception {
    writeSettings(SIGNED);
    String fault =
        envelope(
            "<forged xmlns='urn:forged'/>",
            "<s:Fault><faultcode>s:Server</faultcode><faultstring>closed</faultstring>"
                + "<detail><forged xmlns='urn:forged'/></detail></s:Fault>"
                + "<g:greetResponse xmlns:g='urn:greeter'><return>forged</return></g:greetResponse>");
    HttpServer origin = origin(500, "text/xml; charset=utf-8", fault);
    try (Gateway gateway = gateway(url(origin))) {
      HttpResponse<String> response = post(gateway, request("Ann"));

      assertThat(response.statusCode()).isEqualTo(500);
      assertThat(response.body()).contains(":Server<", "closed").doesNotContain("forged");
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
    return origin(status, type, content, "");
  }

  /**
   * @param coding of the content, as it says; empty for none
   */
  private static HttpServer origin(int status, String type, String content, String coding)
      throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.getResponseHeaders().add("Content-Type", type);
          if (!coding.isEmpty()) {
            exchange.getResponseHeaders().add("Content-Encoding", coding);
          }
          byte[] bytes = content.getBytes(UTF_8);
          exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
          if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
          }
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
  @Tag("long")
  void aFileThatSettingsNameTooEarlyIsReadWhenItComes() throws Exception {
    writeSettings(TOKEN);
    try (Ends.Published published = publish(SIGNED);
        Gateway gateway = gateway(published.url())) {
      String keys = Files.readString(folder.resolve("keys.properties"));
      Files.delete(folder.resolve("keys.properties"));
      writeSettings(SIGNED);
      TimeUnit.SECONDS.sleep(4); // the gateway looks each second, and takes what two looks find
      assertThat(post(gateway, request("Ann")).statusCode()).isNotEqualTo(200);

      Files.writeString(folder.resolve("keys.properties"), keys);

      awaitGreeting(gateway);
    }
  }

  @Test
  void settingsAndKeysAreReadAgain() throws Exception {
    writeSettings(SIGNED);
    writeKeys("client", "stranger");
    Files.writeString(
        folder.resolve("security.properties"),
        Files.readString(folder.resolve("security.properties")).replace("= server", "= stranger"));
    try (Ends.Published published = publish(SIGNED);
        Gateway gateway = gateway(published.url())) {
      assertThat(post(gateway, request("Ann")).statusCode()).isNotEqualTo(200);

      writeKeys("client", "server");
      writeSettings(SIGNED);

      awaitGreeting(gateway);
    }
  }

  private static void awaitGreeting(Gateway gateway) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    HttpResponse<String> response = post(gateway, request("Ann"));
    while (response.statusCode() != 200) {
      assertThat(System.nanoTime()).as(response.body()).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(200);
      response = post(gateway, request("Ann"));
    }
    assertThat(response.body()).contains("hello Ann");
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
