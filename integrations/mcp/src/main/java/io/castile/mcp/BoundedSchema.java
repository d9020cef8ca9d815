package io.castile.mcp;

import io.castile.bridge.OperationSchemas;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A schema within a bound: the types that are nearest to its top are in it, and in place of others
 * a sentence that says how they are had. What is valid by the whole schema is valid by it.
 */
final class BoundedSchema {
  /** Bytes of the schema of a tool; a larger one costs a model more than it tells. */
  static final int MAX_BYTES = 32 << 10;

  private static final String DEFINITIONS = "$defs";

  private BoundedSchema() {}

  /** Returns how many bytes a schema has. */
  static int size(Object schema) {
    return Results.json(schema).length;
  }

  /** Whether a schema is larger than its bound. */
  static boolean isLarge(Map<String, Object> schema) {
    return schema.containsKey(DEFINITIONS) && size(schema) > MAX_BYTES;
  }

  /** Returns a schema, or as much of it as the bound allows. */
  static Map<String, Object> of(Map<String, Object> schema) {
    return isLarge(schema) ? cut(schema) : schema;
  }

  private static Map<String, Object> cut(Map<String, Object> schema) {
    Map<?, ?> definitions = (Map<?, ?>) Objects.requireNonNull(schema.get(DEFINITIONS));
    Map<String, Object> cut = new LinkedHashMap<>(schema);
    cut.remove(DEFINITIONS);
    int size = size(cut);
    Map<String, Object> shown = new TreeMap<>();
    Deque<String> open = new ArrayDeque<>(OperationSchemas.references(cut));
    while (!open.isEmpty()) {
      String name = open.remove();
      if (shown.containsKey(name)) {
        continue;
      }
      Object definition = Objects.requireNonNull(definitions.get(name), name);
      int more = size(definition) + name.length();
      if (size + more > MAX_BYTES) {
        shown.put(name, hidden(name));
      } else {
        size += more;
        shown.put(name, definition);
        open.addAll(OperationSchemas.references(definition));
      }
    }
    cut.put(DEFINITIONS, shown);
    return cut;
  }

  private static Map<String, Object> hidden(String name) {
    return Map.of(
        "description", "Not shown: the tool " + DescribeTool.NAME + " has the type " + name + ".");
  }
}
