package io.castile.mcp;

import io.castile.mcp.ClientMessage.InvalidMessageException;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** Where messages of clients reach the server of the SDK, whatever brings them. Thread-safe. */
final class Endpoint implements McpStatelessServerTransport {
  /** The versions of the protocol that the server speaks, the latest one last. */
  static final List<String> VERSIONS =
      List.of(
          ProtocolVersions.MCP_2024_11_05,
          ProtocolVersions.MCP_2025_03_26,
          ProtocolVersions.MCP_2025_06_18,
          ProtocolVersions.MCP_2025_11_25);

  /** The key of what is wrong with the arguments of a call, in its context. */
  static final String PROBLEM = "io.castile.mcp.problem";

  private static final Logger LOG = LoggerFactory.getLogger(Endpoint.class);

  private volatile @Nullable McpStatelessServerHandler handler;

  @Override
  public void setMcpHandler(McpStatelessServerHandler handler) {
    this.handler = handler;
  }

  @Override
  public List<String> protocolVersions() {
    return VERSIONS;
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }

  /**
   * Answers a message; blocks until it is done.
   *
   * @param isCut whether more followed than is taken
   * @return null if nothing is to be answered
   */
  byte @Nullable [] answer(byte[] text, boolean isCut) {
    Object response;
    try {
      response = answered(ClientMessage.read(text, isCut));
    } catch (InvalidMessageException e) {
      response = error(e.id(), e.code(), String.valueOf(e.getMessage()));
    }
    try {
      return response == null ? null : Json.SHARED.writeValueAsBytes(response);
    } catch (IOException e) { // of values that all have a form in JSON
      throw new UncheckedIOException(e);
    }
  }

  private @Nullable Object answered(ClientMessage message) {
    McpStatelessServerHandler known = Objects.requireNonNull(handler, "handler");
    McpTransportContext context =
        message.problem() == null
            ? McpTransportContext.EMPTY
            : McpTransportContext.create(Map.of(PROBLEM, message.problem()));
    Object id = message.id();
    try {
      if (id == null) {
        known
            .handleNotification(
                context, new JSONRPCNotification(message.method(), message.params()))
            .block();
        return null;
      }
      return known
          .handleRequest(context, new JSONRPCRequest(message.method(), id, message.params()))
          .block();
    } catch (McpError e) {
      JSONRPCError error = e.getJsonRpcError();
      return error == null
          ? error(id, -32603, String.valueOf(e.getMessage()))
          : JSONRPCResponse.error(id, error);
    } catch (RuntimeException e) {
      LOG.warn("Cannot answer {}, because of an error of the server.", message.method(), e);
      return id == null ? null : error(id, -32603, "an error of the server, which its log has");
    }
  }

  /**
   * @param id null where that of the request is not known (JSON-RPC 2.0 §5), for which the SDK has
   *     no class
   */
  private static Object error(@Nullable Object id, int code, String message) {
    if (id != null) {
      return JSONRPCResponse.error(id, new JSONRPCError(code, message));
    }
    Map<String, @Nullable Object> response = new LinkedHashMap<>();
    response.put("jsonrpc", "2.0");
    response.put("id", null);
    response.put("error", Map.of("code", code, "message", message));
    return response;
  }
}
