package io.castile.stock;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.castile.gateway.Gateway;
import io.castile.gateway.GatewayConfig;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.engine.MessageReceiver;
import org.apache.axis2.rpc.receivers.RPCMessageReceiver;
import org.apache.axis2.transport.http.SimpleHTTPServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A service of Axis2, which makes its own description, called by JSON through the gateway. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class Axis2JsonTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir private static Path folder;

  private static SimpleHTTPServer server;
  private static Gateway gateway;

  @BeforeAll
  static void start() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    ConfigurationContext context =
        ConfigurationContextFactory.createConfigurationContextFromFileSystem(null, null);
    MessageReceiver receiver = new RPCMessageReceiver();
    Map<String, MessageReceiver> receivers =
        Map.of(
            "http://www.w3.org/ns/wsdl/in-out", receiver,
            "http://www.w3.org/ns/wsdl/robust-in-only", receiver);
    AxisService service =
        AxisService.createService(
            Quotes.class.getName(),
            context.getAxisConfiguration(),
            receivers,
            "urn:quotes",
            "urn:quotes",
            Quotes.class.getClassLoader());
    context.getAxisConfiguration().addService(service);
    server = new SimpleHTTPServer(context, port);
    server.start();
    Path file =
        Files.writeString(
            folder.resolve("gateway.yaml"),
            "listen: 127.0.0.1:0\nroutes: [{path: /axis2, origin: 'http://localhost:%d/axis2/services/Quotes', json: /api}]\n"
                .formatted(port));
    gateway = Gateway.start(GatewayConfig.load(file));
  }

  @AfterAll
  static void stop() throws Exception {
    gateway.close();
    server.stop();
  }

  private static HttpResponse<String> post(String operation, String content) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + gateway.port() + "/api/Quotes/" + operation))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(content))
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }

  @Test
  void valuesComeAndGoAsTheyAre() throws Exception {
    String lines =
        """
        {"lines": [
          {"symbol": "Å <&> 😀", "count": 12345678901234567890, "price": 1.10, "weight": 0.1,
           "sold": true, "picture": "AAEC/w==", "tags": ["a", "", "b"]},
          {"symbol": null, "count": -1, "weight": -2.5e-300, "sold": false}]}""";

    HttpResponse<String> response = post("echo", lines);

    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    JsonNode sent = MAPPER.readTree(lines).path("lines");
    JsonNode read = MAPPER.readTree(response.body()).path("return");
    assertThat(read).hasSize(2);
    for (String same : List.of("symbol", "weight", "sold", "picture", "tags")) {
      assertThat(read.get(0).get(same)).as(same).isEqualTo(sent.get(0).get(same));
    }
    assertThat(read.get(0).get("count").asText()).isEqualTo("12345678901234567890");
    assertThat(new BigDecimal(read.get(0).get("price").asText())).isEqualByComparingTo("1.1");
    assertThat(read.get(1).get("count").asText()).isEqualTo("-1");
    assertThat(read.get(1).get("weight").asDouble()).isEqualTo(-2.5e-300);
  }

  @Test
  void aFaultIsAProblem() throws Exception {
    assertThat(post("length", "{\"text\": \"four\"}").body()).contains("4");

    HttpResponse<String> fault = post("length", "{\"text\": \"\"}");

    assertThat(fault.statusCode()).isEqualTo(500);
    assertThat(MAPPER.readTree(fault.body()).path("detail").asText()).contains("there is no text");
  }

  @Test
  void aWrongArgumentDoesNotReachIt() throws Exception {
    HttpResponse<String> refused = post("length", "{\"texts\": \"x\"}");

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(MAPPER.readTree(refused.body()).path("detail").asText()).contains("texts");
  }
}
