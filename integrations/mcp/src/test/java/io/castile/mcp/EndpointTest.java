package io.castile.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

final class EndpointTest {
  /** A handler in which the machine has no stack, or no memory, any more. */
  private static final class Failing implements McpStatelessServerHandler {
    @Override
    public Mono<JSONRPCResponse> handleRequest(
        McpTransportContext context, JSONRPCRequest request) {
      if (request.method().equals("later")) {
        return Mono.fromSupplier(
            () -> {
              throw new OutOfMemoryError("of a test");
            });
      }
      throw new StackOverflowError("of a test");
    }

    @Override
    public Mono<Void> handleNotification(
        McpTransportContext context, JSONRPCNotification notification) {
      throw new StackOverflowError("of a test");
    }
  }

  @Test
  void aRequestIsAnsweredWhateverIsThrown() throws Exception {
    Endpoint endpoint = new Endpoint();
    endpoint.setMcpHandler(new Failing());
    String messages =
        """
        {"jsonrpc":"2.0","method":"notifications/initialized"}
        {"jsonrpc":"2.0","id":1,"method":"now"}
        {"jsonrpc":"2.0","id":2,"method":"later"}
        """;
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    new StdioLoop(endpoint, new ByteArrayInputStream(messages.getBytes(UTF_8)), out).run();

    assertThat(out.toString(UTF_8).lines())
        .hasSize(2)
        .allSatisfy(
            line -> {
              JsonNode answer = new ObjectMapper().readTree(line);
              assertThat(answer.path("id").asInt()).isBetween(1, 2);
              assertThat(answer.at("/error/code").asInt()).isEqualTo(-32603);
            });
  }
}
