package io.castile.gateway;

import static io.castile.gateway.Soap.envelope;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.postTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.AdminConfig;
import io.castile.gateway.config.DescribedRoute;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenAddress;
import io.castile.gateway.config.RouteConfig;
import io.castile.gateway.config.Validation;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The console in a browser, before a gateway that clients call: {@code console.mjs} does what a
 * person does, and has axe look at every view. With the system property {@code
 * castile.console.screenshots} it leaves pictures in that folder.
 */
@Tag("long")
final class ConsoleTest {
  private static final Path FOLDER = Path.of("src/test/npm");
  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final String TOKEN = "a-token-of-some-length";
  private static final String READER = "a-token-that-reads";
  private static final String POLICY =
      "# by hand\n"
          + "rules:\n"
          + "  - operation: [getRatings, searchCatalog]\n"
          + "    cache: true\n"
          + "    ttl: 2s\n"
          + "  - operation: getCountries\n"
          + "    cache: true\n"
          + "    ttl: 1d\n";

  /** Of one operation, which has another name than the element of its requests. */
  private static final String WSDL =
      """
      <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
          xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:p="urn:portal" targetNamespace="urn:portal">
        <types><xs:schema targetNamespace="urn:portal">
          <xs:element name="placeOrder"><xs:complexType><xs:sequence>
            <xs:element name="text" type="xs:string"/>
          </xs:sequence></xs:complexType></xs:element>
        </xs:schema></types>
        <message name="order"><part name="parameters" element="p:placeOrder"/></message>
        <portType name="Portal"><operation name="order">
          <documentation>Places an order. It cannot be undone.</documentation><input message="p:order"/>
        </operation></portType>
        <binding name="Portal" type="p:Portal">
          <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
          <operation name="order"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation>
        </binding>
        <service name="Portal"><port name="Portal" binding="p:Portal"><soap:address location="http://localhost/"/></port></service>
      </definitions>
      """;

  @TempDir private Path folder;

  private static String call(String operation, String text) {
    return envelope(
        "",
        "<p:"
            + operation
            + " xmlns:p=\"urn:portal\"><text>"
            + text
            + "</text></p:"
            + operation
            + ">");
  }

  /** Some operations are slow, as those of old systems are; one fails for a question in fifty. */
  private static Answer answer(TestOrigin.Request request) throws InterruptedException {
    String text = request.text();
    TimeUnit.MILLISECONDS.sleep(text.contains("searchCatalog") ? 120 : 40);
    return text.contains("orders 7<")
        ? Answer.of(500, envelope("", "<s:Fault/>"), "Content-Type: text/xml")
        : Answer.soap(
            envelope("", "<r>" + "x".repeat(2_000) + "</r>"),
            "Surrogate-Key: " + (text.contains("quinces") ? "quince" : "other"));
  }

  private static void load(Gateway gateway, AtomicBoolean isOver) {
    int i = 0;
    try {
      while (!isOver.get()) {
        post(gateway, call("getRatings", "stock " + i % 4));
        post(gateway, call("getQuote", "stock " + i % 3));
        post(gateway, call("searchCatalog", "word " + i % 11));
        post(gateway, call("getCountries", List.of("apples", "plums").get(i % 2)));
        post(gateway, call("placeOrder", "orders " + i % 50));
        i++;
      }
    } catch (IOException | InterruptedException e) {
      isOver.set(true); // the gateway ends
    }
  }

  @Test
  void aPersonSeesAndDoesAllOfItInABrowser() throws Exception {
    seeAndDoAll("127.0.0.1");
  }

  /** Where browsers take a page for less secure, and have it do less. */
  @Test
  void aPersonSeesAndDoesAllOfItOffLoopback() throws Exception {
    Optional<String> address =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(each -> each instanceof Inet4Address && !each.isLoopbackAddress())
            .map(InetAddress::getHostAddress)
            .findFirst();
    assumeTrue(address.isPresent(), "the machine has addresses of loopback only (add another)");
    seeAndDoAll(address.get());
  }

  private void seeAndDoAll(String host) throws Exception {
    assumeTrue(Files.isExecutable(CHROMIUM), "Chromium is absent (apt install chromium)");
    assumeTrue(
        Files.isDirectory(FOLDER.resolve("node_modules/playwright-core")),
        "Playwright is absent (Node.js, then in gateway: npm install --prefix src/test/npm)");
    Path policy = Files.writeString(folder.resolve("cache.yaml"), POLICY);
    Path wsdl = Files.writeString(folder.resolve("portal.wsdl"), WSDL);
    Path token = Files.writeString(folder.resolve("token"), TOKEN);
    Path tokens = Files.writeString(folder.resolve("tokens"), sha256(READER) + "  ann read\n");
    ListenAddress listen = new ListenAddress(host, 0);
    Path audit = folder.resolve("audit.log");
    AtomicBoolean isOver = new AtomicBoolean();
    try (TestOrigin origin = new TestOrigin(ConsoleTest::answer);
        Gateway gateway =
            Gateway.start(
                GatewaySettings.of(Soap.ANY_PORT, origin.uri("/portal"))
                    .withRoutes(List.of(route(origin.uri("/portal"), wsdl)))
                    .withPolicy(policy)
                    .withAdmin(new AdminConfig(listen, token, tokens, null, List.of(), audit)),
                2)) {
      for (String each : List.of("pears", "quinces", "medlars")) {
        post(gateway, call("getCountries", each));
      }
      postTo(gateway, "/figs", call("getCountries", "figs"));
      List<Thread> clients = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        clients.add(new Thread(() -> load(gateway, isOver), "client " + i));
        clients.get(i).start();
      }

      String seen = drive(host, gateway);
      isOver.set(true);
      for (Thread client : clients) {
        client.join();
      }

      assertThat(seen).endsWith("all done\n");
      assertThat(seen.lines().filter(line -> line.startsWith("ok "))).hasSizeGreaterThan(60);
      CachePolicy.Target quote =
          new CachePolicy.Target("", origin.uri("/portal").toString(), "{urn:portal}getQuote");
      assertThat(gateway.policy().forTarget(quote).cached()).isTrue();
      assertThat(CachePolicy.load(policy)).isEqualTo(gateway.policy());
      assertThat(Files.readString(policy)).startsWith("# by hand");
    } // writes what waits
    assertThat(Files.readString(audit))
        .contains("\"parameters\":{\"tag\":\"quince\",\"soft\":true},\"status\":200,\"purged\":1}")
        .contains("{\"operation\":\"getCount*\",\"path\":\"/fi?s\"},\"status\":200,\"purged\":1}")
        .contains("\"action\":\"PUT /api/policy\"")
        .doesNotContain(TOKEN, READER, "\"token\":\"ann\"");
  }

  private static RouteConfig route(URI origin, Path wsdl) {
    return RouteConfig.of(origin)
        .withDescribed(new DescribedRoute(wsdl.toString(), null, Validation.NONE, null));
  }

  private static String sha256(String text) throws Exception {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  private String drive(String host, Gateway gateway) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add("node");
    command.add("console.mjs");
    command.add("http://" + host + ":" + gateway.adminPort().orElseThrow());
    command.add(TOKEN);
    command.add(READER);
    String screenshots = System.getProperty("castile.console.screenshots");
    if (screenshots != null) {
      command.add(Path.of(screenshots).toAbsolutePath().toString());
    }
    Path out = folder.resolve("out");
    Process process =
        new ProcessBuilder(command)
            .directory(FOLDER.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    boolean ended = process.waitFor(300, TimeUnit.SECONDS);
    if (!ended) {
      process.destroy();
    }
    String text = Files.readString(out, StandardCharsets.UTF_8);
    assertThat(ended).as("the browser came to an end: %s", text).isTrue();
    return text;
  }
}
