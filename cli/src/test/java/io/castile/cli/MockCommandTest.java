package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.bridge.mock.MockPairs;
import io.castile.bridge.mock.MockService;
import io.castile.dynamic.DynamicClient;
import io.castile.dynamic.DynamicFaultException;
import io.castile.dynamic.DynamicOptions;
import io.castile.gateway.config.ListenAddress;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.SOAPFaultException;
import jakarta.xml.ws.spi.ServiceDelegate;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.jaxws.spi.ProviderImpl;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class MockCommandTest {
  private static final String SCHEMA =
      """
      <x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:shop" targetNamespace="urn:shop" elementFormDefault="qualified">
        <x:element name="order"><x:complexType><x:sequence><x:element name="sku" type="x:string"/>
          <x:element name="count" type="x:int"/></x:sequence></x:complexType></x:element>
        <x:element name="orderResponse"><x:complexType><x:sequence>
          <x:element name="number" type="x:long"/></x:sequence></x:complexType></x:element>
        <x:element name="soldOut"><x:complexType><x:sequence><x:element name="sku" type="x:string"/></x:sequence></x:complexType></x:element>
      </x:schema>
      """;

  private static final String WSDL =
      """
      <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
          xmlns:s12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:t="urn:shop" targetNamespace="urn:shop">
        <w:types><x:schema xmlns:x="http://www.w3.org/2001/XMLSchema">
          <x:import namespace="urn:shop" schemaLocation="shop.xsd"/></x:schema></w:types>
        <w:message name="ask"><w:part name="p" element="t:order"/></w:message>
        <w:message name="tell"><w:part name="p" element="t:orderResponse"/></w:message>
        <w:message name="fail"><w:part name="p" element="t:soldOut"/></w:message>
        <w:portType name="Shop"><w:operation name="order"><w:input message="t:ask"/><w:output message="t:tell"/>
          <w:fault name="soldOut" message="t:fail"/></w:operation></w:portType>
        <w:binding name="B" type="t:Shop"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
          <w:operation name="order"><s:operation soapAction="urn:order"/><w:input><s:body use="literal"/></w:input>
            <w:output><s:body use="literal"/></w:output>
            <w:fault name="soldOut"><s:fault name="soldOut" use="literal"/></w:fault></w:operation></w:binding>
        <w:binding name="B12" type="t:Shop"><s12:binding transport="http://schemas.xmlsoap.org/soap/http"/>
          <w:operation name="order"><s12:operation soapAction="urn:order"/><w:input><s12:body use="literal"/></w:input>
            <w:output><s12:body use="literal"/></w:output>
            <w:fault name="soldOut"><s12:fault name="soldOut" use="literal"/></w:fault></w:operation></w:binding>
        <w:service name="ShopService">
          <w:port name="ShopPort" binding="t:B"><s:address location="https://shop.example/services/shop"/></w:port>
          <w:port name="ShopPort12" binding="t:B12"><s12:address location='https://shop.example/services/shop12?a=b'/></w:port>
        </w:service>
      </w:definitions>
      """;

  private static final Map<String, Object> ORDER = Map.of("sku", "pen", "count", 2);

  @TempDir private Path folder;

  private String wsdl() throws IOException {
    Files.writeString(folder.resolve("shop.xsd"), SCHEMA);
    return Files.writeString(folder.resolve("shop.wsdl"), WSDL).toString();
  }

  private MockServer server(MockPairs pairs, Duration delay) throws IOException {
    Description description = WsdlReader.create().read(wsdl());
    MockService service = MockService.of(description).withPairs(pairs, false);
    return new MockServer(description, service, new ListenAddress("127.0.0.1", 0), delay);
  }

  private MockServer server() throws IOException {
    return server(MockPairs.NONE, Duration.ZERO);
  }

  private static String address(MockServer server) {
    return "http://127.0.0.1:" + server.port() + "/services/shop";
  }

  private static HttpResponse<String> get(String address) throws Exception {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--examples a --replay b | Cannot use --examples and --replay together.",
        "--port 70000 | expected a port from 0 to 65535",
        "--delay -1 | a delay of at least 0",
        "--fault offer | expected an operation in --fault, one of order, found offer",
        "--examples absent | expected a folder of pairs, found none at absent"
      })
  void argumentsThatAreWrongAreUsage(String arguments, String words) throws Exception {
    Cli cli = new Cli();
    String[] all = ("mock " + wsdl() + " " + arguments).split(" ");

    assertThat(cli.run(all)).isEqualTo(2);
    assertThat(cli.message()).contains(words);
  }

  @Test
  void theDescriptionHasTheAddressesOfTheMockAndItsImportsAreServed() throws Exception {
    try (MockServer server = server()) {
      String host = "http://127.0.0.1:" + server.port();

      HttpResponse<String> description = get(host + "/?wsdl");
      HttpResponse<String> schema = get(host + "/services/shop.xsd");

      assertThat(description.body())
          .contains("\"" + host + "/services/shop\"", host + "/services/shop12")
          .doesNotContain("shop.example");
      assertThat(schema.body()).contains("orderResponse");
      assertThat(get(host + "/other").statusCode()).isEqualTo(404);
    }
  }

  @ParameterizedTest
  @CsvSource({"ShopPort, 0", "ShopPort12, 0", "ShopPort, 5"})
  void aDynamicClientReadsTheDescriptionAndCalls(String port, int delay) throws Exception {
    try (MockServer server = server(MockPairs.NONE, Duration.ofMillis(delay));
        DynamicClient client = DynamicClient.of(address(server) + "?wsdl").port(port).build()) {
      assertThat(client.call("order", ORDER)).containsOnlyKeys("number");
    }
  }

  @ParameterizedTest
  @CsvSource({"ShopPort", "ShopPort12"})
  void aDynamicClientGetsTheFaultThatItAsksFor(String port) throws Exception {
    try (MockServer server = server();
        DynamicClient client = DynamicClient.of(address(server) + "?wsdl").port(port).build()) {
      DynamicOptions asks = DynamicOptions.NONE.header(MockService.FAULT_FIELD, "soldOut");

      assertThatThrownBy(() -> client.call("order", ORDER, asks))
          .isInstanceOfSatisfying(
              DynamicFaultException.class,
              fault -> assertThat(fault.details()).containsOnlyKeys("soldOut"));
    }
  }

  @Test
  void aPairAnswersItsRequest() throws Exception {
    Files.writeString(
        folder.resolve("order.request.xml"),
        "<o:order xmlns:o='urn:shop'> <o:sku>pen</o:sku> <o:count>2</o:count> </o:order>");
    Files.writeString(
        folder.resolve("order.response.xml"),
        "<orderResponse xmlns='urn:shop'><number>4711</number></orderResponse>");
    try (MockServer server = server(MockPairs.read(folder, List.of("order")), Duration.ZERO);
        DynamicClient client = DynamicClient.of(address(server) + "?wsdl").build()) {
      assertThat(client.call("order", ORDER)).containsEntry("number", 4711L);
      assertThat(client.call("order", Map.of("sku", "ink", "count", 2)))
          .doesNotContainEntry("number", 4711L);
    }
  }

  /** CXF reads the description of the mock, and calls the address that it has. */
  @ParameterizedTest
  @CsvSource({"ShopPort", "ShopPort12"})
  void cxfIsAnswered(String port) throws Exception {
    try (MockServer server = server()) {
      Dispatch<Source> dispatch = cxf(server, port);

      StringWriter answer = new StringWriter();
      TransformerFactory.newDefaultInstance()
          .newTransformer()
          .transform(dispatch.invoke(order("2")), new StreamResult(answer));

      assertThat(answer.toString()).contains("orderResponse", "number");
    }
  }

  /** By SOAP 1.1: CXF does not read the fault of a response with status 400, as SOAP 1.2 has it. */
  @Test
  void cxfGetsTheFaultOfARequestThatTheSchemaRefuses() throws Exception {
    try (MockServer server = server()) {
      Dispatch<Source> dispatch = cxf(server, "ShopPort");

      assertThatThrownBy(() -> dispatch.invoke(order("many")))
          .isInstanceOf(SOAPFaultException.class)
          .hasMessageContaining("count");
    }
  }

  private static Dispatch<Source> cxf(MockServer server, String port) throws Exception {
    ServiceDelegate service =
        new ProviderImpl()
            .createServiceDelegate(
                URI.create(address(server) + "?wsdl").toURL(),
                new QName("urn:shop", "ShopService"),
                Service.class);
    return service.createDispatch(new QName("urn:shop", port), Source.class, Service.Mode.PAYLOAD);
  }

  private static Source order(String count) {
    return new StreamSource(
        new StringReader(
            "<order xmlns='urn:shop'><sku>pen</sku><count>" + count + "</count></order>"));
  }

  @Test
  void whatIsCodedOrInPartsOfXopIsRefused() throws Exception {
    try (MockServer server = server()) {
      HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address(server)));
      HttpRequest coded =
          request
              .copy()
              .header("Content-Encoding", "gzip")
              .POST(BodyPublishers.ofString("x"))
              .build();
      HttpRequest parts =
          request
              .header("Content-Type", "multipart/related; type=\"application/xop+xml\"; boundary=b")
              .POST(BodyPublishers.ofString("x"))
              .build();

      HttpClient client = HttpClient.newHttpClient();
      assertThat(client.send(coded, BodyHandlers.ofString()).statusCode()).isEqualTo(415);
      assertThat(client.send(parts, BodyHandlers.ofString()).statusCode()).isEqualTo(415);
    }
  }

  /** Without a media type, or with these, a page of any server may post. */
  @ParameterizedTest
  @CsvSource({"text/plain", "''", "text/plain;text/xml", "application/x-www-form-urlencoded"})
  void whatIsNoEnvelopeByItsMediaTypeIsRefused(String type) throws Exception {
    try (MockServer server = server()) {
      HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address(server)));
      if (!type.isEmpty()) {
        request.header("Content-Type", type);
      }
      HttpRequest post = request.POST(BodyPublishers.ofString("<a/>")).build();

      assertThat(HttpClient.newHttpClient().send(post, BodyHandlers.ofString()).statusCode())
          .isEqualTo(415);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "evil.example, 403",
    "127.0.0.1.evil.example, 403",
    "localhost, 200",
    "localhost:1, 200",
    "127.0.0.1:8080, 200",
    "[::1]:8080, 200"
  })
  void aHostThatIsNotThisMachineIsRefused(String host, int status) throws Exception {
    try (MockServer server = server();
        Socket socket = new Socket("127.0.0.1", server.port())) {
      socket
          .getOutputStream()
          .write(
              ("GET /?wsdl HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      String response = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(response).startsWith("HTTP/1.1 " + status);
      assertThat(response).doesNotContain("evil.example");
    }
  }

  @Test
  void aRequestOfHttp10WithoutAHostIsRefused() throws Exception {
    try (MockServer server = server();
        Socket socket = new Socket("127.0.0.1", server.port())) {
      socket
          .getOutputStream()
          .write("GET /?wsdl HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .containsPattern("^HTTP/1\\.[01] 40[03] ");
    }
  }

  @Test
  void aPortThatIsTakenIsNamed() throws Exception {
    try (MockServer server = server()) {
      Cli cli = new Cli();

      assertThat(cli.run("mock", wsdl(), "--port", String.valueOf(server.port()))).isEqualTo(1);
      assertThat(cli.err()).contains("127.0.0.1:" + server.port());
    }
  }

  /** In a process of its own, which is asked to end as the system asks. */
  @Test
  @Tag("long")
  void aReplayServesUntilItIsStoppedAndSaysWhatItDidNotKnow() throws Exception {
    Path pairs = Files.createDirectories(folder.resolve("pairs"));
    Path err = folder.resolve("err.txt");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Main.class.getName(),
                    "mock",
                    wsdl(),
                    "--port",
                    "0",
                    "--replay",
                    pairs.toString()))
            .redirectError(err.toFile())
            .start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = out.readLine();
      assertThat(line).matches("castile: 1 operations? at http://127.0.0.1:\\d+/, described at .*");
      String address = line.replaceAll(".* at (http://\\S+/), .*", "$1");
      try (DynamicClient client = DynamicClient.of(address + "?wsdl").build()) {
        assertThatThrownBy(() -> client.call("order", ORDER))
            .hasMessageContaining("no pair is recorded for this request of operation order");
      }

      process.destroy();

      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(err).content().contains("castile: no pair for a request of order");
    } finally {
      process.destroyForcibly();
    }
  }
}
