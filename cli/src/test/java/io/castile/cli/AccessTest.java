package io.castile.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A service that asks for a user, as its description does, and what a new user gets wrong. */
@Timeout(60)
final class AccessTest {
  private static final String ANSWER =
      """
      <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>
        <weighResponse xmlns="urn:scales"><mass unit="kg">7</mass></weighResponse>
      </s:Body></s:Envelope>
      """;

  @TempDir private Path folder;

  private final Cli cli = new Cli();
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private HttpServer server;
  private String host;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
    host = "localhost:" + server.getAddress().getPort();
    server
        .createContext(
            "/scales",
            exchange -> {
              requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
              boolean isWsdl = "wsdl".equals(exchange.getRequestURI().getQuery());
              boolean isCall = exchange.getRequestMethod().equals("POST");
              byte[] body = (isCall ? ANSWER : isWsdl ? wsdl() : "<p>Scales").getBytes(UTF_8);
              exchange
                  .getResponseHeaders()
                  .set("Content-Type", isWsdl || isCall ? "text/xml" : "text/html");
              exchange.sendResponseHeaders(200, body.length);
              exchange.getResponseBody().write(body);
              exchange.close();
            })
        .setAuthenticator(
            new BasicAuthenticator("scales") {
              @Override
              public boolean checkCredentials(String user, String password) {
                return user.equals("bob") && password.equals("s3cr@t");
              }
            });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String wsdl() {
    return """
    <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
        xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:scales" targetNamespace="urn:scales">
      <w:types><x:schema targetNamespace="urn:scales" elementFormDefault="qualified">
        <x:element name="weigh"><x:complexType><x:sequence/></x:complexType></x:element>
        <x:element name="weighResponse"><x:complexType><x:sequence><x:element name="mass"><x:complexType>
          <x:simpleContent><x:extension base="x:int"><x:attribute name="unit" type="x:string"/></x:extension></x:simpleContent>
        </x:complexType></x:element></x:sequence></x:complexType></x:element>
      </x:schema></w:types>
      <w:message name="ask"><w:part name="p" element="t:weigh"/></w:message>
      <w:message name="tell"><w:part name="p" element="t:weighResponse"/></w:message>
      <w:portType name="Scales"><w:operation name="weigh"><w:input message="t:ask"/><w:output message="t:tell"/></w:operation></w:portType>
      <w:binding name="B" type="t:Scales"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
        <w:operation name="weigh"><s:operation soapAction=""/><w:input><s:body use="literal"/></w:input><w:output><s:body use="literal"/></w:output></w:operation></w:binding>
      <w:service name="ScalesService"><w:port name="P" binding="t:B"><s:address location="http://%s/scales"/></w:port></w:service>
    </w:definitions>
    """
        .formatted(host);
  }

  @Test
  void aDescriptionIsFetchedAndItsServiceCalledAsOneUser() {
    String url = "http://" + host + "/scales?wsdl";

    assertThat(cli.run("call", url, "weigh", "--user", "bob", "--password=s3cr@t")).isZero();

    assertThat(cli.err()).isEmpty();
    assertThat(cli.out()).isEqualTo("mass\n  @unit: kg\n  $: 7\n");
    assertThat(requests).containsExactly("GET /scales?wsdl", "POST /scales");
  }

  @Test
  void aPasswordInAUrlIsForDescriptionAndServiceAndIsNotPrinted() throws Exception {
    String url = "http://bob:s3cr%40t@" + host + "/scales";

    assertThat(cli.run("call", url, "weigh")).isZero();
    assertThat(cli.err())
        .isEqualTo(
            "castile: no description at http://%1$s/scales; read from http://%1$s/scales?wsdl\n"
                .formatted(host));

    Cli described = new Cli();
    assertThat(described.run("wsdl", url)).isZero();
    assertThat(described.run("policy", "suggest", url)).isZero();
    assertThat(described.run("generate", url, "-d", folder.resolve("out").toString())).isZero();
    assertThat(described.run("wsdl", url.replace("s3", "sE"))).isEqualTo(1);
    assertThat(described.out() + described.err()).doesNotContain("s3cr", "sEcr", "bob");

    Path file = Files.writeString(folder.resolve("scales.wsdl"), wsdl());
    Cli other = new Cli();
    assertThat(other.run("call", file.toString(), "weigh", "--endpoint", url)).isZero();
    assertThat(other.err()).isEmpty();
  }

  @Test
  void noOptionsAreMissedWhereAUserIsAskedFor() throws Exception {
    String url = "http://" + host + "/scales?wsdl";
    Path file = Files.writeString(folder.resolve("scales.wsdl"), wsdl());

    assertThat(cli.run("wsdl", url)).isEqualTo(1);
    assertThat(cli.message())
        .isEqualTo(
            "castile: %s: expected status 200, found 401; WWW-Authenticate: Basic realm=\"scales\", charset=\"UTF-8\"; no credentials were sent: give them by --user NAME --password"
                .formatted(url));
    assertThat(cli.run("call", file.toString(), "weigh")).isEqualTo(1);
    assertThat(cli.message())
        .contains("found status 401", "give them by --user NAME --password")
        .doesNotContain("basicAuth");
  }

  @Test
  void aTokenOfSoapIsNotSentForTheDescription() {
    assertThat(
            cli.run(
                "call",
                "http://" + host + "/scales?wsdl",
                "weigh",
                "--user=bob",
                "--password=s3cr@t",
                "--username-token"))
        .isEqualTo(1);

    assertThat(cli.message()).contains("found 401", "no credentials were sent");
  }

  @Test
  void aServiceBehindTlsThatIsNotTrustedIsToldTheOption() throws Exception {
    assertThat(cli.run("wsdl", "http://localhost:1/a?wsdl")).isEqualTo(1);
    assertThat(cli.message())
        .isEqualTo(
            "castile: http://localhost:1/a?wsdl: cannot be fetched: connection refused by"
                + " localhost:1");
    assertThat(
            CommandWords.of(
                "set the authorities by trust(KeyStore) or tls(factory) of the client's"
                    + " HttpOptions"))
        .isEqualTo("set the authorities by --trust FILE");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--trust none.pem | no file none.pem (--trust)",
        "--header none | expected NAME:VALUE, found 'none' (--header)",
        "--header Host:a | Cannot set header Host, because the transport sets it.",
        "--proxy somewhere | expected HOST:PORT, found 'somewhere' (--proxy)",
        "--proxy bob:s3cret@ | expected HOST:PORT, found '***@' (--proxy)",
        "--timeout 0 | expected a positive number of seconds, found 0 (--timeout)",
        "--password=x | Cannot use --password without a user. Add --user."
      })
  void wrongOptionsAreSaidLastAndByTheirNames(String option, String message) throws Exception {
    Path file = Files.writeString(folder.resolve("scales.wsdl"), wsdl());
    for (String command : List.of("wsdl", "generate", "call")) {
      List<String> line = new ArrayList<>(List.of(command, file.toString()));
      line.addAll(List.of(option.split(" ")));
      if (command.equals("call")) {
        line.add("weigh");
      }

      assertThat(cli.run(line.toArray(String[]::new))).isEqualTo(2);

      assertThat(cli.message()).isEqualTo("castile: " + message);
    }
  }

  /** The command as a process, whose output has what loggers write. */
  @Test
  void aWarningIsALineOfTheCommandAndNoneOfALogger() throws Exception {
    server.createContext(
        "/odd",
        exchange -> {
          byte[] body = ANSWER.replace("<mass", "<more a='1'/><mass").getBytes(UTF_8);
          exchange.getRequestBody().readAllBytes();
          exchange.getResponseHeaders().set("Content-Type", "text/xml");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    Path file =
        Files.writeString(
            folder.resolve("odd.wsdl"),
            wsdl()
                .replace("/scales\"", "/odd\"")
                .replace("x:attribute name=\"unit\"", "x:attribute name=\"other\""));

    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "io.castile.cli.Main",
                "call",
                file.toString(),
                "weigh")
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);

    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).contains("$: 7").doesNotContain("[main]", "io.castile.", "passed over");
  }

  @Test
  void bothAnOriginAndAConfigurationAreTooMany() {
    assertThat(cli.run("gateway", "--origin", "http://localhost:1", "--config", "g.yaml"))
        .isEqualTo(2);
    assertThat(cli.message())
        .isEqualTo("castile: Cannot use --origin and --config together. Remove one of them.");
    assertThat(cli.run("gateway")).isEqualTo(2);
    assertThat(cli.message())
        .isEqualTo(
            "castile: Cannot start the gateway without an origin. Set --origin URL or --config"
                + " FILE.");
  }

  @Test
  void explainingNothingHasFailed() {
    for (String type : List.of("java.lang.Object", "java.lang.String")) {
      assertThat(cli.run("explain", type)).isEqualTo(1);
      assertThat(cli.message())
          .startsWith("castile: Cannot explain " + type + ", because it has no form in XML. ");
    }
    assertThat(cli.out()).isEmpty();
  }
}
