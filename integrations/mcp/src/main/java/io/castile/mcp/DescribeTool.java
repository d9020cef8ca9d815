package io.castile.mcp;

import io.castile.bridge.OperationSchemas;
import io.castile.mcp.KeptResponses.Part;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.util.List;
import java.util.Map;

/** The tool that gives the schema of a type that is left out of a large one. Thread-safe. */
final class DescribeTool {
  static final String NAME = "describe";

  private static final String TYPE = "type";

  private final OperationSchemas schemas;
  private final KeptResponses kept;

  DescribeTool(OperationSchemas schemas, KeptResponses kept) {
    this.schemas = schemas;
    this.kept = kept;
  }

  SyncToolSpecification specification() {
    Map<String, Object> input =
        Map.of(
            "type",
            "object",
            "properties",
            Map.of(TYPE, Map.of("type", "string", "description", "The name of the type.")),
            "required",
            List.of(TYPE),
            "additionalProperties",
            false);
    Tool tool =
        Tool.builder(NAME, input)
            .title("The schema of a type")
            .description(
                "Gives the JSON schema of a type that the schemas of other tools name and do not"
                    + " show. It may name others in the same way, as #/$defs/NAME.")
            .annotations(
                ToolAnnotations.builder()
                    .readOnlyHint(true)
                    .idempotentHint(true)
                    .openWorldHint(false)
                    .build())
            .build();
    return new SyncToolSpecification(tool, (context, request) -> call(request));
  }

  private CallToolResult call(CallToolRequest request) {
    Object name = request.arguments() == null ? null : request.arguments().get(TYPE);
    Object definition = name instanceof String type ? schemas.definition(type) : null;
    if (definition == null) {
      return Results.error("expected the name of a type, found another text", "$." + TYPE);
    }
    Part part = kept.first(Results.json(definition));
    return part == null
        ? Results.error("Cannot give the schema, because it is too large.", "$." + TYPE)
        : Results.part(part).build();
  }
}
