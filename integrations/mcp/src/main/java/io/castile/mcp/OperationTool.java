package io.castile.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.bridge.OperationSchemas;
import io.castile.dynamic.DynamicClient;
import io.castile.dynamic.DynamicFaultException;
import io.castile.mcp.ClientMessage.Problem;
import io.castile.mcp.KeptResponses.Part;
import io.castile.wsdl.model.ValueException;
import io.castile.xml.XmlException;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import jakarta.xml.soap.SOAPFault;
import jakarta.xml.ws.WebServiceException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An operation as a tool. Thread-safe. */
final class OperationTool {
  private static final String PART = "$part";
  private static final String NEXT = "$next";
  private static final String BYTES = "$bytes";

  private static final Logger LOG = LoggerFactory.getLogger(OperationTool.class);

  private final OperationSchemas.Described operation;
  private final DynamicClient client;
  private final KeptResponses kept;
  private final boolean isRead;

  /**
   * @param isRead whether the operation only reads
   */
  OperationTool(
      OperationSchemas.Described operation,
      DynamicClient client,
      KeptResponses kept,
      boolean isRead) {
    this.operation = operation;
    this.client = client;
    this.kept = kept;
    this.isRead = isRead;
  }

  SyncToolSpecification specification(String name) {
    String service = operation.service().getLocalPart();
    String title = service + "/" + operation.name();
    ToolAnnotations.Builder annotations =
        ToolAnnotations.builder().title(title).readOnlyHint(isRead).openWorldHint(true);
    if (isRead) {
      annotations.destructiveHint(false).idempotentHint(true);
    }
    Tool tool =
        Tool.builder(name, BoundedSchema.of(operation.request()))
            .title(title)
            .description(
                operation.documentation().isEmpty()
                    ? "Calls the operation " + operation.name() + " of " + service + "."
                    : operation.documentation())
            .outputSchema(output())
            .annotations(annotations.build())
            .build();
    return new SyncToolSpecification(tool, this::call);
  }

  /** The schema of a result: the response, or a part of it; null if none is given. */
  private @Nullable Map<String, Object> output() {
    Map<String, Object> response = operation.response();
    if (response == null || BoundedSchema.size(response) > BoundedSchema.MAX_BYTES) {
      return null;
    }
    Map<String, Object> whole = new LinkedHashMap<>(response);
    Object definitions = whole.remove("$defs");
    Map<String, Object> text = Map.of("type", "string");
    Map<String, Object> properties = new TreeMap<>();
    properties.put(PART, text);
    properties.put(NEXT, text);
    properties.put(BYTES, Map.of("type", "integer"));
    Map<String, Object> part = new LinkedHashMap<>();
    part.put("type", "object");
    part.put(
        "description",
        "A part of the JSON of a large response; the tool "
            + ContinueTool.NAME
            + " gives the next one for the cursor "
            + NEXT
            + ".");
    part.put("properties", properties);
    part.put("required", List.of(BYTES, NEXT, PART));
    Map<String, Object> output = new LinkedHashMap<>();
    output.put("type", "object");
    output.put("anyOf", List.of(whole, part));
    if (definitions != null) {
      output.put("$defs", definitions);
    }
    return output;
  }

  private CallToolResult call(McpTransportContext context, CallToolRequest request) {
    if (context.get(Endpoint.PROBLEM) instanceof Problem problem) {
      return Results.error(problem.reason(), problem.path());
    }
    Map<String, Object> arguments = request.arguments() == null ? Map.of() : request.arguments();
    try {
      return result(client.call(operation.name(), arguments));
    } catch (DynamicFaultException e) {
      return fault(e);
    } catch (ValueException e) { // before anything is sent
      return wrong(e);
    } catch (WebServiceException e) {
      LOG.warn("{}: {}", operation.name(), e.getMessage());
      return Results.error("no response from the service: " + e.getMessage(), null);
    } catch (IllegalArgumentException | UnsupportedOperationException | XmlException e) {
      return Results.error(String.valueOf(e.getMessage()), null);
    }
  }

  private static CallToolResult wrong(ValueException e) {
    String message = String.valueOf(e.getMessage());
    String path = e.path();
    String reason = path.isEmpty() ? message : message.substring(path.length() + 2);
    return Results.error(
        reason, path.isEmpty() ? "$" : path.startsWith("[") ? "$" + path : "$." + path);
  }

  private CallToolResult result(Map<String, Object> answer) {
    byte[] json = Results.json(answer);
    Part part = kept.first(json);
    if (part == null) {
      return Results.error(
          "expected a response of at most "
              + ToolServer.MOST_MAX_ANSWER
              + " bytes, found "
              + json.length
              + ". Ask for less.",
          null);
    }
    return part.next() == null
        ? Results.part(part).structuredContent(answer).build()
        : Results.part(part)
            .structuredContent(Map.of(PART, part.text(), NEXT, part.next(), BYTES, part.bytes()))
            .build();
  }

  /** What a fault says, as {@code castile call --json} has it, within the bound of a response. */
  private CallToolResult fault(DynamicFaultException e) {
    SOAPFault fault = e.getFault();
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("code", String.valueOf(fault.getFaultCodeAsQName()));
    row.put("reason", Results.shortened(String.valueOf(fault.getFaultString())));
    if (!e.details().isEmpty()) {
      byte[] details = Results.json(e.details());
      row.put(
          "details",
          kept.isWhole(details) ? e.details() : Results.shortened(new String(details, UTF_8)));
    }
    return Results.error(Map.of("fault", row));
  }
}
