package io.castile.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.SoapServer;
import io.castile.dynamic.DynamicClient;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.InitializeResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The client of the SDK against a server that listens. */
final class SdkClientTest {
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

  private static final Duration CALL = Duration.ofSeconds(20);

  private static SoapServer service;
  private static ToolServer server;
  private static InetSocketAddress address;

  @BeforeAll
  static void start() throws Exception {
    service = Library.serve(new Library());
    Description description =
        WsdlReader.create().read(URI.create(service.url("/library") + "?wsdl"));
    server =
        ToolServer.of(description)
            .reads(name -> !name.startsWith("add"))
            .build(
                called ->
                    DynamicClient.of(description)
                        .port(called.service(), called.name())
                        .json()
                        .build());
    address = server.listen(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), CALL);
  }

  @AfterAll
  static void stop() {
    server.close();
    service.close();
  }

  private static String url() {
    return "http://127.0.0.1:" + address.getPort();
  }

  /** A client without the modules of the SDK for JSON, which Castile does without. */
  private static McpSyncClient client(McpClientTransport transport) {
    return McpClient.sync(transport)
        .requestTimeout(Duration.ofSeconds(30))
        .initializationTimeout(Duration.ofSeconds(30))
        .jsonSchemaValidator((schema, content) -> ValidationResponse.asValid(""))
        .build();
  }

  @Test
  void aClientListsAndCallsToolsByHttp() {
    try (McpSyncClient client =
        client(HttpClientStreamableHttpTransport.builder(url()).jsonMapper(Json.SHARED).build())) {
      InitializeResult initialized = client.initialize();
      assertThat(initialized.serverInfo().name()).isEqualTo("castile");
      assertThat(client.listTools().tools())
          .extracting(Tool::name)
          .contains("getBook", "findBooks", "continue")
          .doesNotContain("addBook");

      CallToolResult result =
          client.callTool(
              CallToolRequest.builder("getBook")
                  .arguments(Map.of("isbn", "7", "copies", 2))
                  .build());

      assertThat(result.isError()).isFalse();
      assertThat(((TextContent) result.content().get(0)).text()).contains("Zählen bis 2");
      Map<?, ?> book = (Map<?, ?>) ((Map<?, ?>) result.structuredContent()).get("book");
      assertThat(book.get("@isbn")).isEqualTo("7");
      assertThat(client.callTool(CallToolRequest.builder("getBook").build()).isError()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "200, POST, /mcp, application/json, Accept, */*",
    "200, POST, /mcp, application/json; charset=utf-8, Origin, http://localhost:3000",
    "403, POST, /mcp, application/json, Origin, https://evil.example",
    "403, POST, /mcp, application/json, Origin, null",
    "415, POST, /mcp, text/plain, Accept, */*",
    "405, GET, /mcp, application/json, Accept, text/event-stream",
    "405, DELETE, /mcp, application/json, Accept, */*",
    "404, POST, /mcp/../x, application/json, Accept, */*",
    "400, POST, /mcp, application/json, MCP-Protocol-Version, 1999-01-01",
    "200, POST, /mcp, application/json, MCP-Protocol-Version, 2025-11-25"
  })
  void requestsThatNoClientSendsAreRefused(
      int status, String method, String path, String type, String field, String value)
      throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + path))
            .method(method, HttpRequest.BodyPublishers.ofString(PING))
            .header("Content-Type", type)
            .header(field, value)
            .build();

    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request, BodyHandlers.ofString());

    assertThat(response.statusCode()).isEqualTo(status);
    if (status == 200) {
      assertThat(response.body()).contains("\"result\"");
    }
  }

  @Test
  void aNameOfAnotherHostForTheLoopbackAddressIsRefused() throws Exception {
    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
      String head =
          "POST /mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Type: application/json\r\n"
              + "Content-Length: %d\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write((head.formatted(PING.length()) + PING).getBytes(UTF_8));

      String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);

      assertThat(answer).startsWith("HTTP/1.1 403 ");
    }
  }

  /** The JDK closes the connection of a response that is not taken, which else holds a thread. */
  @Test
  void aClientHasToTakeItsResponseSoonAfterTheLongestCall() {
    assertThat(Integer.getInteger("sun.net.httpserver.maxRspTime"))
        .isBetween((int) CALL.toSeconds() + 1, (int) CALL.toSeconds() + 120);
  }

  @Test
  void aNotificationIsAccepted() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + "/mcp"))
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"))
            .header("Content-Type", "application/json")
            .build();

    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request, BodyHandlers.ofString());

    assertThat(response.statusCode()).isEqualTo(202);
    assertThat(response.body()).isEmpty();
  }
}
