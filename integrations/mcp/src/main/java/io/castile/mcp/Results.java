package io.castile.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.mcp.KeptResponses.Part;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Results of tools. */
final class Results {
  private static final int MAX_ERROR = 4_000;

  private Results() {}

  /**
   * Returns an error that a model reads.
   *
   * @param path of the argument that is wrong; null for none
   */
  static CallToolResult error(String reason, @Nullable String path) {
    Map<String, Object> error = new LinkedHashMap<>();
    error.put("error", shortened(reason));
    if (path != null) {
      error.put("path", shortened(path));
    }
    return error(error);
  }

  /** Returns an error of several members. */
  static CallToolResult error(Map<String, ?> error) {
    return CallToolResult.builder()
        .addTextContent(new String(json(error), UTF_8))
        .isError(true)
        .build();
  }

  /** Returns a text that is no longer than a model can use: names in it may be the caller's. */
  static String shortened(String text) {
    if (text.length() <= MAX_ERROR) {
      return text;
    }
    int end = text.offsetByCodePoints(0, MAX_ERROR / 4);
    int start = text.offsetByCodePoints(text.length(), -(MAX_ERROR / 4));
    return text.substring(0, end) + " … " + text.substring(start);
  }

  /** Returns a part of a response, and how the next one is had. */
  static CallToolResult.Builder part(Part part) {
    CallToolResult.Builder result = CallToolResult.builder().addTextContent(part.text());
    if (part.next() != null) {
      result.addTextContent(
          "This is a part of a response of "
              + part.bytes()
              + " bytes. The tool "
              + ContinueTool.NAME
              + " gives the next part for the cursor "
              + part.next());
    }
    return result.isError(false);
  }

  static byte[] json(Object value) {
    try {
      return Json.SHARED.writeValueAsBytes(value);
    } catch (IOException e) { // of values that all have a form in JSON
      throw new UncheckedIOException(e);
    }
  }
}
