package io.castile.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.castile.cache.observe.CallRecorder;
import io.castile.cache.observe.ObservedCall;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.OperationPolicy;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AdviseCommandTest {
  private static final CachePolicy.Target GET =
      new CachePolicy.Target("", "http://a.test/", "{urn:s}get");

  @TempDir private Path folder;

  private final Cli cli = new Cli();
  private Path file;

  /** A question each second, whose answer changes each 500 seconds. */
  @BeforeEach
  void record() throws Exception {
    CallRecorder recorder = CallRecorder.create();
    for (int i = 0; i < 5_000; i++) {
      recorder.record(
          ObservedCall.of(
                  new QName("urn:s", "get"), "http://a.test/", Instant.ofEpochSecond(1_000_000 + i))
              .question(recorder.digest("q"))
              .answer(recorder.digest("a" + i / 500))
              .bytes(1_000, 9_000)
              .originNanos(100_000_000)
              .build());
    }
    file = folder.resolve("calls.rec");
    try (OutputStream out = Files.newOutputStream(file)) {
      recorder.snapshot().write(out);
    }
  }

  private static void assertCached(String yaml) {
    OperationPolicy policy = CachePolicy.parse("advised", yaml).forTarget(GET);
    assertThat(policy.cached()).as(yaml).isTrue();
    assertThat(policy.ttl().orElseThrow())
        .isBetween(Duration.ofSeconds(14), Duration.ofSeconds(26));
  }

  @Test
  void itPrintsAPolicyWithReasons() {
    assertThat(cli.run("advise", file.toString())).isZero();

    assertCached(cli.out());
    assertThat(cli.out()).contains("# ", "answers change every 9.2 min", "ms per call");
    assertThat(cli.err()).isEmpty();
  }

  @Test
  void aGreaterRiskIsALongerLifetime() {
    assertThat(cli.run("advise", file.toString(), "--stale-risk", "20")).isZero();

    assertThat(CachePolicy.parse("advised", cli.out()).forTarget(GET).ttl().orElseThrow())
        .isGreaterThan(Duration.ofSeconds(100));
  }

  @Test
  void itWritesThePolicyToAFile() throws Exception {
    Path policy = folder.resolve("policy.yaml");

    assertThat(cli.run("advise", file.toString(), "--output", policy.toString())).isZero();

    assertCached(Files.readString(policy));
    assertThat(cli.out()).isEmpty();
  }

  @Test
  void forMachinesItHasTheFigures() throws Exception {
    assertThat(cli.run("advise", "--json", file.toString())).isZero();

    JsonNode operation = cli.json().get("operations").get(0);
    assertThat(operation.get("operation").asText()).isEqualTo("{urn:s}get");
    assertThat(operation.get("service").isNull()).isTrue();
    assertThat(operation.get("verdict").asText()).isEqualTo("cache");
    assertThat(operation.get("totals").get("calls").asInt()).isEqualTo(5_000);
    assertThat(operation.get("changeIntervalMillis").asLong()).isBetween(500_000L, 600_000L);
    assertThat(operation.get("expectation").get("stale").asDouble()).isLessThanOrEqualTo(0.02);
    assertThat(operation.get("expectation").get("savedMillis").asDouble()).isBetween(90.0, 100.0);
    assertCached(cli.json().get("policy").asText());
  }

  // ---- what only reads ----

  private static final CachePolicy.Target PRICE =
      new CachePolicy.Target("", "http://a.test/", "{urn:s}price");

  /** A recording of an operation whose name says nothing. */
  private String recordedPrice() throws Exception {
    Path price = folder.resolve("price.rec");
    Files.writeString(price, Files.readString(file).replace("{urn:s}get", "{urn:s}price"));
    return price.toString();
  }

  private boolean isCached() {
    return CachePolicy.parse("advised", cli.out()).forTarget(PRICE).cached();
  }

  @Test
  void aNameThatDoesNotSayThatItReadsIsAComment() throws Exception {
    assertThat(cli.run("advise", recordedPrice())).isZero();

    assertThat(isCached()).isFalse();
    assertThat(cli.out()).contains("its name does not say that it only reads", "  #   cache: true");
  }

  @Test
  void theOperatorSaysWhatOnlyReads() throws Exception {
    assertThat(cli.run("advise", recordedPrice(), "--reads", "find*,pri*")).isZero();

    assertThat(isCached()).isTrue();
    assertThat(cli.out()).contains("the operator says that it only reads");
  }

  @ParameterizedTest
  @CsvSource({"Returns the price., true", "Charges for a price., false", "'', false"})
  void theWsdlSaysWhatOnlyReads(String documentation, boolean isCached) throws Exception {
    Path wsdl =
        Files.writeString(
            folder.resolve("a.wsdl"),
            """
            <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
                xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
              <w:types><x:schema targetNamespace="urn:s">
                <x:element name="price" type="x:string"/><x:element name="answer" type="x:string"/>
              </x:schema></w:types>
              <w:message name="in"><w:part name="p" element="e:price" xmlns:e="urn:s"/></w:message>
              <w:message name="out"><w:part name="p" element="e:answer" xmlns:e="urn:s"/></w:message>
              <w:portType name="P"><w:operation name="ofWhat"><w:documentation>SAYS</w:documentation>
                <w:input message="t:in"/><w:output message="t:out"/></w:operation></w:portType>
              <w:binding name="B" type="t:P">
                <s:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
                <w:operation name="ofWhat"><s:operation soapAction=""/>
                  <w:input><s:body use="literal"/></w:input>
                  <w:output><s:body use="literal"/></w:output></w:operation>
              </w:binding>
            </w:definitions>
            """
                .replace("SAYS", documentation));

    assertThat(cli.run("advise", recordedPrice(), "--wsdl", wsdl.toString())).isZero();

    assertThat(isCached()).as(cli.out()).isEqualTo(isCached);
  }

  @Test
  void aRecordingIsFetchedWithAToken() throws Exception {
    byte[] content = Files.readAllBytes(file);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/recording",
        exchange -> {
          String given = exchange.getRequestHeaders().getFirst("Authorization");
          boolean isKnown = "Bearer s3cret".equals(given);
          exchange.sendResponseHeaders(isKnown ? 200 : 401, isKnown ? content.length : -1);
          if (isKnown) {
            exchange.getResponseBody().write(content);
          }
          exchange.close();
        });
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/recording";
      Path token = Files.writeString(folder.resolve("token"), "s3cret\n");

      assertThat(cli.run("advise", url, "--token-file", token.toString())).isZero();
      assertCached(cli.out());

      Cli without = new Cli();
      assertThat(without.run("advise", url)).isEqualTo(1);
      assertThat(without.err()).contains("expected status 200, found 401");
    } finally {
      server.stop(0);
    }
  }

  /** Serves the recording to a user only, and notes what it is asked and by whom. */
  private HttpServer guarded(List<String> seen) throws Exception {
    byte[] content = Files.readAllBytes(file);
    HttpServer server = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
    server.createContext(
        "/recording",
        exchange -> {
          String given = exchange.getRequestHeaders().getFirst("Authorization");
          seen.add(given + " " + exchange.getRequestHeaders().getFirst("X-Key"));
          boolean isKnown = "Basic Ym9iOnMzY3JldA==".equals(given);
          exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"calls\"");
          exchange.sendResponseHeaders(isKnown ? 200 : 401, isKnown ? content.length : -1);
          if (isKnown) {
            exchange.getResponseBody().write(content);
          }
          exchange.close();
        });
    server.createContext(
        "/away",
        exchange -> {
          exchange.getResponseHeaders().set("Location", "http://127.0.0.1:1/recording");
          exchange.sendResponseHeaders(302, -1);
          exchange.close();
        });
    server.start();
    return server;
  }

  @Test
  void aRecordingIsFetchedAsAUser() throws Exception {
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    HttpServer server = guarded(seen);
    try {
      String host = "localhost:" + server.getAddress().getPort();
      String url = "http://" + host + "/recording";

      assertThat(
              cli.run("advise", url, "--user", "bob", "--password=s3cret", "--header", "X-Key: 7"))
          .isZero();
      assertCached(cli.out());
      assertThat(seen).containsExactly("Basic Ym9iOnMzY3JldA== 7");

      Cli named = new Cli();
      assertThat(named.run("advise", url.replace("//", "//bob:s3cret@"))).isZero();
      assertThat(named.run("advise", url.replace("//", "//bob:wr0ng@"))).isEqualTo(1);
      assertThat(named.out() + named.err()).doesNotContain("s3cret", "wr0ng");

      Cli without = new Cli();
      assertThat(without.run("advise", url)).isEqualTo(1);
      assertThat(without.message())
          .isEqualTo(
              "castile: "
                  + url
                  + ": expected status 200, found 401; WWW-Authenticate: Basic realm=\"calls\"; no"
                  + " credentials were sent: give them by --user NAME --password");

      Path token = Files.writeString(folder.resolve("token"), "t0ken");
      assertThat(without.run("advise", url, "--user=bob", "--token-file", token.toString()))
          .isEqualTo(2);
      assertThat(without.message()).isEqualTo("castile: expected --token-file or a user, not both");
      assertThat(
              without.run("advise", "http://" + host + "/away", "--token-file", token.toString()))
          .isEqualTo(1);
      assertThat(without.message()).contains("the server sends elsewhere");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void theUserOfARecordingIsNotToldToAnotherServer() throws Exception {
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    List<String> others = Collections.synchronizedList(new ArrayList<>());
    HttpServer server = guarded(seen);
    HttpServer other = guarded(others);
    try {
      String url = "http://localhost:" + server.getAddress().getPort() + "/recording";
      String wsdl = "http://localhost:" + other.getAddress().getPort() + "/recording?wsdl";

      assertThat(cli.run("advise", url, "--user=bob", "--password=s3cret", "--wsdl", wsdl))
          .isEqualTo(1);

      assertThat(others).containsExactly("null null");
    } finally {
      server.stop(0);
      other.stop(0);
    }
  }

  @Test
  @Tag("long")
  void aRecordingIsFetchedFromAServerThatIsTrusted() throws Exception {
    keytool(
        "-genkeypair -alias key -storetype PKCS12 -keystore keys.p12 -keyalg EC -groupname"
            + " secp256r1 -dname CN=localhost -ext san=dns:localhost");
    keytool("-exportcert -rfc -alias key -keystore keys.p12 -file trust.pem");
    KeyStore keys =
        KeyStore.getInstance(folder.resolve("keys.p12").toFile(), "castile".toCharArray());
    KeyManagerFactory shown = KeyManagerFactory.getInstance("PKIX");
    shown.init(keys, "castile".toCharArray());
    TrustManagerFactory trusted = TrustManagerFactory.getInstance("PKIX");
    trusted.init(keys);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(shown.getKeyManagers(), trusted.getTrustManagers(), null);
    byte[] content = Files.readAllBytes(file);
    HttpsServer server = HttpsServer.create(new InetSocketAddress("localhost", 0), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(context) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters all = context.getDefaultSSLParameters();
            all.setNeedClientAuth(true);
            parameters.setSSLParameters(all);
          }
        });
    server.createContext(
        "/recording",
        exchange -> {
          exchange.sendResponseHeaders(200, content.length);
          exchange.getResponseBody().write(content);
          exchange.close();
        });
    server.start();
    try {
      String url = "https://localhost:" + server.getAddress().getPort() + "/recording";
      String trust = folder.resolve("trust.pem").toString();
      String store = folder.resolve("keys.p12").toString();

      assertThat(cli.run("advise", url)).isEqualTo(1);
      assertThat(cli.message())
          .endsWith(
              "expected a certificate of 'localhost' that is signed by a trusted authority;"
                  + " name the authorities by --trust FILE");
      assertThat(cli.run("advise", url, "--trust", trust)).isEqualTo(1);
      assertThat(cli.message()).contains("--keys FILE");
      assertThat(
              cli.run("advise", url, "--trust", trust, "--keys", store, "--store-password=castile"))
          .isZero();
      assertCached(cli.out());
    } finally {
      server.stop(0);
    }
  }

  private void keytool(String arguments) throws Exception {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    line.addAll(List.of(arguments.split(" ")));
    line.addAll(List.of("-storepass", "castile"));
    Process process =
        new ProcessBuilder(line).directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  @Test
  void aServerThatDoesNotAnswerIsNamed() throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0)) {
      port = closed.getLocalPort();
    }
    String url = "http://localhost:" + port + "/recording";

    assertThat(cli.run("advise", url)).isEqualTo(1);
    assertThat(cli.message())
        .isEqualTo(
            "castile: " + url + ": cannot be fetched: connection refused by localhost:" + port);
    assertThat(cli.run("advise", "http://nosuch.invalid/r")).isEqualTo(1);
    assertThat(cli.message())
        .endsWith(
            "the host 'nosuch.invalid' is not known; if a proxy knows it, name that by --proxy"
                + " HOST:PORT");
    assertThat(cli.run("advise", "http://nosuch.invalid/r", "--proxy", "localhost:" + port))
        .isEqualTo(1);
    assertThat(cli.message())
        .contains("connection refused by proxy localhost:" + port + " for nosuch.invalid:80");
  }

  @Test
  void aTokenIsNotSentInClearToAnotherMachine() throws Exception {
    Path token = Files.writeString(folder.resolve("token"), "s3cret");

    assertThat(cli.run("advise", "http://192.0.2.1/", "--token-file", token.toString()))
        .isEqualTo(2);

    assertThat(cli.err()).contains("expected https for a token");
  }

  @Test
  void whatIsNoRecordingIsRefusedWithItsPlace() throws Exception {
    Path bad = Files.writeString(folder.resolve("bad.rec"), "castile-recording\t1\nothers\tx\n");

    assertThat(cli.run("advise", bad.toString())).isEqualTo(1);

    assertThat(cli.err()).contains("bad.rec: line 2, column 8: expected a number");
    assertThat(cli.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "advise no-such-file.rec",
        "advise .",
        "advise no-such-file.rec --stale-risk 0",
        "advise calls.rec --wsdl no-such-file.wsdl",
        "advise calls.rec --reads ,",
        "advise no-such-file.rec --output no-such-folder/a.yaml",
        "advise http://[bad",
        "advise http://127.0.0.1:1/ --token-file no-such-file"
      })
  void wrongArgumentsAreUsage(String line) {
    assertThat(cli.run(line.split(" "))).isEqualTo(2);

    assertThat(cli.out()).isEmpty();
    assertThat(cli.message()).startsWith("castile: ");
  }
}
