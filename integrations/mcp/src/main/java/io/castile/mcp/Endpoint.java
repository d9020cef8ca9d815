package io.castile.mcp;

import io.castile.mcp.ClientMessage.InvalidMessageException;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.InitializeRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import io.modelcontextprotocol.spec.ProtocolVersions;
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

  private static final String INITIALIZE = "initialize";
  private static final int INVALID_PARAMS = -32602;
  private static final int INTERNAL = -32603;
  private static final String INTERNAL_ERROR = "an error of the server, which its log has";

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
   * @return the response; null for a message that has none, such as a notification
   */
  byte @Nullable [] answer(byte[] text, boolean isCut) {
    ClientMessage message;
    try {
      message = ClientMessage.read(text, isCut);
    } catch (InvalidMessageException e) {
      return Results.json(error(e.id(), e.code(), String.valueOf(e.getMessage())));
    } catch (RuntimeException | Error e) { // which must not end the thread without an answer
      LOG.warn("Cannot read a message, because of an error of the server.", e);
      return Results.json(error(null, INTERNAL, INTERNAL_ERROR));
    }
    Object id = message.id();
    try {
      Object response = answered(message, id);
      return response == null ? null : Results.json(response);
    } catch (RuntimeException | Error e) { // so that the client does not wait for ever
      LOG.warn("Cannot answer {}, because of an error of the server.", message.method(), e);
      return id == null ? null : Results.json(error(id, INTERNAL, INTERNAL_ERROR));
    }
  }

  private @Nullable Object answered(ClientMessage message, @Nullable Object id) {
    McpStatelessServerHandler known = Objects.requireNonNull(handler, "handler");
    McpTransportContext context =
        message.problem() == null
            ? McpTransportContext.EMPTY
            : McpTransportContext.create(Map.of(PROBLEM, message.problem()));
    if (id == null) {
      try {
        known
            .handleNotification(
                context, new JSONRPCNotification(message.method(), message.params()))
            .block();
      } catch (McpError e) {
        LOG.debug("A notification was wrong.", e);
      }
      return null;
    }
    String wrong = wrong(message);
    if (wrong != null) {
      return error(id, INVALID_PARAMS, wrong);
    }
    try {
      JSONRPCResponse response =
          known
              .handleRequest(context, new JSONRPCRequest(message.method(), id, message.params()))
              .block();
      return response == null || response.error() == null ? response : error(id, response.error());
    } catch (McpError e) {
      JSONRPCError error = e.getJsonRpcError();
      return error == null ? error(id, INTERNAL, String.valueOf(e.getMessage())) : error(id, error);
    }
  }

  /** Returns what is wrong with the params of methods that need them; null for nothing. */
  private static @Nullable String wrong(ClientMessage message) {
    if (message.method().equals(ClientMessage.CALL)) {
      if (!(message.params() instanceof Map<?, ?> params)
          || !(params.get("name") instanceof String)) {
        return "expected params with the name of a tool";
      }
      return params.get("_meta") == null || params.get("_meta") instanceof Map<?, ?>
          ? null
          : "expected an object as _meta";
    }
    if (message.method().equals(INITIALIZE)) {
      String reason =
          "expected params with protocolVersion, a text, and the capabilities and clientInfo of the"
              + " client, objects";
      if (!(message.params() instanceof Map<?, ?> params)
          || !(params.get("protocolVersion") instanceof String)) {
        return reason;
      }
      try {
        Json.SHARED.convertValue(params, InitializeRequest.class);
      } catch (IllegalArgumentException e) {
        return reason;
      }
    }
    return null;
  }

  /** An error of the SDK, which may repeat names of any length. */
  private static Object error(Object id, JSONRPCError error) {
    return JSONRPCResponse.error(
        id,
        new JSONRPCError(
            error.code(),
            Results.shortened(String.valueOf(error.message())),
            error.data() == null ? null : Results.shortened(String.valueOf(error.data()))));
  }

  /**
   * @param id null where that of the request is not known (JSON-RPC 2.0 §5), for which the SDK has
   *     no class
   */
  private static Object error(@Nullable Object id, int code, String message) {
    if (id != null) {
      return error(id, new JSONRPCError(code, message));
    }
    Map<String, @Nullable Object> response = new LinkedHashMap<>();
    response.put("jsonrpc", "2.0");
    response.put("id", null);
    response.put("error", Map.of("code", code, "message", Results.shortened(message)));
    return response;
  }
}
