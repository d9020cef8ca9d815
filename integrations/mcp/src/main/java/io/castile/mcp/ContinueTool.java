package io.castile.mcp;

import io.castile.mcp.KeptResponses.Part;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.util.List;
import java.util.Map;

/** The tool that gives the next part of a response that is too large for one. Thread-safe. */
final class ContinueTool {
  static final String NAME = "continue";

  private static final String CURSOR = "cursor";

  private final KeptResponses kept;

  ContinueTool(KeptResponses kept) {
    this.kept = kept;
  }

  SyncToolSpecification specification() {
    Map<String, Object> input =
        Map.of(
            "type",
            "object",
            "properties",
            Map.of(
                CURSOR,
                Map.of(
                    "type", "string",
                    "description", "The cursor that the part before has given.")),
            "required",
            List.of(CURSOR),
            "additionalProperties",
            false);
    Tool tool =
        Tool.builder(NAME, input)
            .title("The next part of a response")
            .description(
                "Gives the next part of a response that was too large for one. The parts, one after"
                    + " the other, are the JSON of the response.")
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
    if (request.arguments() == null
        || !(request.arguments().get(CURSOR) instanceof String cursor)) {
      return Results.error("expected a text", "$." + CURSOR);
    }
    Part part = kept.at(cursor);
    return part == null
        ? Results.error(
            "expected the cursor of a response that is kept, found another one. Call the operation"
                + " again.",
            "$." + CURSOR)
        : Results.part(part).build();
  }
}
