package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.castile.Castile;
import io.castile.SoapServer;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import jakarta.annotation.Resource;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.handler.MessageContext;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command in a process of its own, called by the client of the SDK. */
final class McpCommandTest {
  /** Knows what time zones are called, to those who say who they are. */
  @WebService(serviceName = "Zones", portName = "ZonesPort", targetNamespace = "urn:zones")
  public static class Zones {
    private final AtomicInteger calls = new AtomicInteger();
    private final List<Object> users = new CopyOnWriteArrayList<>();

    @Resource private WebServiceContext context;

    @WebMethod
    @WebResult(name = "name")
    public String getZoneName(@WebParam(name = "code") String code) {
      calls.incrementAndGet();
      Map<?, ?> fields =
          (Map<?, ?>) context.getMessageContext().get(MessageContext.HTTP_REQUEST_HEADERS);
      fields.forEach(
          (name, values) -> {
            if (String.valueOf(name).equalsIgnoreCase("Authorization")) {
              users.addAll((List<?>) values);
            }
          });
      return "zone " + code;
    }

    @WebMethod
    @WebResult(name = "code")
    public String deleteZone(@WebParam(name = "code") String code) {
      calls.incrementAndGet();
      return code;
    }
  }

  /** JSON for the client. */
  private static final class Jackson implements McpJsonMapper {
    private final ObjectMapper mapper =
        new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    @Override
    public <T> T readValue(String content, Class<T> type) throws IOException {
      return mapper.readValue(content, type);
    }

    @Override
    public <T> T readValue(byte[] content, Class<T> type) throws IOException {
      return mapper.readValue(content, type);
    }

    @Override
    public <T> T readValue(String content, TypeRef<T> type) throws IOException {
      return mapper.readValue(content, mapper.constructType(type.getType()));
    }

    @Override
    public <T> T readValue(byte[] content, TypeRef<T> type) throws IOException {
      return mapper.readValue(content, mapper.constructType(type.getType()));
    }

    @Override
    public <T> T convertValue(Object from, Class<T> type) {
      return mapper.convertValue(from, type);
    }

    @Override
    public <T> T convertValue(Object from, TypeRef<T> type) {
      return mapper.convertValue(from, mapper.constructType(type.getType()));
    }

    @Override
    public String writeValueAsString(Object value) throws IOException {
      return mapper.writeValueAsString(value);
    }

    @Override
    public byte[] writeValueAsBytes(Object value) throws IOException {
      return mapper.writeValueAsBytes(value);
    }
  }

  private static final Zones ZONES = new Zones();
  private static SoapServer service;

  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    service = Castile.server().port(0).publish("/zones", ZONES).start();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static String wsdl() {
    return service.url("/zones") + "?wsdl";
  }

  private static List<String> command(String... options) {
    return commandFor(wsdl(), options);
  }

  /** Returns the command in a process of its own. */
  static List<String> commandFor(String wsdl, String... options) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "mcp",
                wsdl));
    command.addAll(List.of(options));
    return command;
  }

  /** Returns the address at which the command says that it listens. */
  static String address(BufferedReader err) throws IOException {
    String line = err.readLine();
    while (line != null && !line.startsWith("castile: MCP at ")) {
      line = err.readLine();
    }
    assertThat(line).isNotNull();
    return line.substring(line.indexOf("http"));
  }

  private static McpSyncClient client(McpClientTransport transport) {
    McpSyncClient client =
        McpClient.sync(transport)
            .requestTimeout(Duration.ofSeconds(60))
            .initializationTimeout(Duration.ofSeconds(60))
            .jsonSchemaValidator((schema, content) -> ValidationResponse.asValid(""))
            .build();
    client.initialize();
    return client;
  }

  private static StdioClientTransport process(List<String> said, String... options) {
    List<String> command = command(options);
    StdioClientTransport transport =
        new StdioClientTransport(
            ServerParameters.builder(command.get(0))
                .args(command.subList(1, command.size()))
                .build(),
            new Jackson());
    transport.setStdErrorHandler(said::add);
    return transport;
  }

  private static CallToolResult name(McpSyncClient client, String code) {
    return client.callTool(
        CallToolRequest.builder("getZoneName").arguments(Map.of("code", code)).build());
  }

  @Test
  void aClientStartsTheCommandAndCallsTheServiceOnceForEqualQuestions() throws Exception {
    Path policy = folder.resolve("policy.yaml");
    Files.writeString(
        policy, "rules:\n- operation: getZoneName\n  cache: true\n  ttl: 1h\n  shared: true\n");
    List<String> said = new CopyOnWriteArrayList<>();

    try (McpSyncClient client =
        client(
            process(
                said, "--policy", policy.toString(), "--user", "ann", "--password", "secret"))) {
      assertThat(client.listTools().tools())
          .extracting(Tool::name)
          .containsExactlyInAnyOrder("getZoneName", "continue");
      int before = ZONES.calls.get();

      assertThat(name(client, "CET").structuredContent()).isEqualTo(Map.of("name", "zone CET"));
      assertThat(name(client, "CET").structuredContent()).isEqualTo(Map.of("name", "zone CET"));

      assertThat(ZONES.calls).hasValue(before + 1);
      assertThat(ZONES.users)
          .contains(
              "Basic "
                  + Base64.getEncoder()
                      .encodeToString("ann:secret".getBytes(StandardCharsets.UTF_8)));
    }
    assertThat(said)
        .contains("castile: not offered, as they may change something (--allow): deleteZone");
  }

  @Test
  void requestsAreAnsweredThatStandBeforeTheEndOfTheInputAndNothingElseIsWritten()
      throws Exception {
    Process process =
        new ProcessBuilder(command("--allow", "delete*"))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    StringBuilder requests = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      requests
          .append("{\"jsonrpc\":\"2.0\",\"id\":")
          .append(i)
          .append(",\"method\":\"tools/call\",\"params\":{\"name\":\"deleteZone\",")
          .append("\"arguments\":{\"code\":\"Z\"}}}\n");
    }
    try (OutputStream in = process.getOutputStream()) {
      in.write(requests.toString().getBytes(StandardCharsets.UTF_8));
    }

    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).isZero();
    assertThat(out.lines())
        .hasSize(40)
        .allSatisfy(
            line ->
                assertThat(new ObjectMapper().readTree(line).at("/result/structuredContent"))
                    .hasToString("{\"code\":\"Z\"}"));
  }

  /** An operation of a port type of its own, with a port in a service of its own. */
  private record Written(String service, String port, String operation, String documentation) {
    private String messages() {
      return """
          <message name="SERVICEIn"><part name="p" element="t:request"/></message>
          <message name="SERVICEOut"><part name="p" element="t:response"/></message>
          """
          .replace("SERVICE", service);
    }

    private String portType() {
      return """
          <portType name="SERVICEType"><operation name="NAME"><documentation>DOCUMENTATION</documentation>
            <input message="t:SERVICEIn"/><output message="t:SERVICEOut"/></operation></portType>
          """
          .replace("SERVICE", service)
          .replace("NAME", operation)
          .replace("DOCUMENTATION", documentation);
    }

    private String bindings() {
      return """
          <binding name="SERVICESoap" type="t:SERVICEType">
            <s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
            <operation name="NAME"><s:operation soapAction="NAME"/>
              <input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation>
          </binding>
          <binding name="SERVICEGet" type="t:SERVICEType">
            <h:binding verb="GET"/>
            <operation name="NAME"><h:operation location="/NAME"/>
              <input><h:urlEncoded/></input><output><m:mimeXml/></output></operation>
          </binding>
          """
          .replace("SERVICE", service)
          .replace("NAME", operation);
    }

    private String portOfService(String host) {
      return """
          <service name="SERVICE"><port name="PORT" binding="t:SERVICESoap">
            <s:address location="HOST/SERVICE"/></port></service>
          """
          .replace("SERVICE", service)
          .replace("PORT", port)
          .replace("HOST", host);
    }
  }

  private String written(String host, Written... operations) throws IOException {
    StringBuilder wsdl =
        new StringBuilder(
            """
            <definitions xmlns="http://schemas.xmlsoap.org/wsdl/"
                xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:h="http://schemas.xmlsoap.org/wsdl/http/"
                xmlns:m="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:t="urn:t" targetNamespace="urn:t">
              <types><x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">
                <x:element name="request"><x:complexType><x:sequence>
                  <x:element name="id" type="x:string"/></x:sequence></x:complexType></x:element>
                <x:element name="response"><x:complexType><x:sequence>
                  <x:element name="id" type="x:string"/></x:sequence></x:complexType></x:element>
              </x:schema></types>
            """);
    List<Written> all = List.of(operations);
    all.forEach(each -> wsdl.append(each.messages()));
    all.forEach(each -> wsdl.append(each.portType()));
    all.forEach(each -> wsdl.append(each.bindings()));
    all.forEach(each -> wsdl.append(each.portOfService(host)));
    Path file = folder.resolve("written.wsdl");
    Files.writeString(file, wsdl.append("</definitions>"));
    return file.toString();
  }

  /** Returns the answer to one message. */
  private static JsonNode answer(String message, List<String> command) throws Exception {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (OutputStream in = process.getOutputStream()) {
      in.write((message + "\n").getBytes(StandardCharsets.UTF_8));
    }
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return new ObjectMapper().readTree(out);
  }

  /** Returns the names of the tools of operations, and whether each says that it only reads. */
  private static Map<String, Boolean> tools(List<String> command) throws Exception {
    Map<String, Boolean> tools = new TreeMap<>();
    answer("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}", command)
        .at("/result/tools")
        .forEach(
            each ->
                tools.put(
                    each.path("name").asText(), each.at("/annotations/readOnlyHint").asBoolean()));
    tools.remove("continue");
    return tools;
  }

  @Test
  @Tag("long")
  void anOperationOnlyReadsWhereEachServiceThatHasItsNameSaysSo() throws Exception {
    String wsdl =
        written(
            "http://service.invalid",
            new Written("Read", "R", "ticket", "Returns the order."),
            new Written("Write", "W", "ticket", "Places a new order, and charges the card."),
            new Written("Other", "O", "getPrice", ""));

    assertThat(tools(commandFor(wsdl))).isEqualTo(Map.of("getPrice", true));
    assertThat(tools(commandFor(wsdl, "--allow", "ticket")))
        .isEqualTo(Map.of("getPrice", true, "ticket", false, "Write_ticket", false));
  }

  @Test
  @Tag("long")
  void aBindingOfHttpGetAloneMakesNoOperationATool() throws Exception {
    String wsdl =
        written(
            "http://service.invalid",
            new Written("A", "P", "Payment", ""),
            new Written("B", "P", "isolateHost", ""),
            new Written("C", "P", "getPrice", ""));

    assertThat(tools(commandFor(wsdl))).isEqualTo(Map.of("getPrice", true));
  }

  @Test
  @Tag("long")
  void aToolCallsTheServiceThatItNamesWhereAnotherOneHasAPortOfItsName() throws Exception {
    List<String> called = new CopyOnWriteArrayList<>();
    HttpServer host = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    host.createContext(
        "/",
        exchange -> {
          called.add(exchange.getRequestURI().getPath());
          exchange.sendResponseHeaders(500, -1);
          exchange.close();
        });
    host.start();
    try {
      String wsdl =
          written(
              "http://127.0.0.1:" + host.getAddress().getPort(),
              new Written("First", "P", "getA", ""),
              new Written("Second", "P", "getA", ""));

      JsonNode answer =
          answer(
              "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
                  + "{\"name\":\"Second_getA\",\"arguments\":{\"id\":\"1\"}}}",
              commandFor(wsdl));

      assertThat(answer.at("/result/isError").asBoolean()).as("%s", answer).isTrue();
      assertThat(called).isNotEmpty().containsOnly("/Second");
    } finally {
      host.stop(0);
    }
  }

  @Test
  @Tag("long")
  void theCommandListensByHttp() throws Exception {
    Process process = new ProcessBuilder(command("--listen", "127.0.0.1:0")).start();
    try (BufferedReader err =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
      String address = address(err);
      String url = address.substring(0, address.length() - "/mcp".length());

      try (McpSyncClient client =
          client(
              HttpClientStreamableHttpTransport.builder(url).jsonMapper(new Jackson()).build())) {
        assertThat(name(client, "MEZ").structuredContent()).isEqualTo(Map.of("name", "zone MEZ"));
      }
    } finally {
      process.destroy();
      process.waitFor();
    }
  }

  @Test
  void optionsThatCannotBeAreUsageErrors() {
    assertWrong("expected HOST:PORT, found 'nowhere' (--listen)", "--listen", "nowhere");
    assertWrong("found rename*", "--allow", "rename*");
    assertWrong("found 1", "--max-answer", "1");
    assertWrong("no file", "--policy", folder.resolve("none.yaml").toString());
    assertWrong("there is no port other", "--port", "other");
  }

  private static void assertWrong(String message, String... options) {
    Cli cli = new Cli();
    List<String> arguments = new ArrayList<>(List.of("mcp", wsdl()));
    arguments.addAll(List.of(options));

    assertThat(cli.run(arguments.toArray(new String[0]))).as(cli.err()).isEqualTo(2);

    assertThat(cli.message()).startsWith("castile: ").contains(message);
    assertThat(cli.out()).isEmpty();
  }
}
