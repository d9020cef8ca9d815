package io.castile.mcp;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A schema within a bound: the types that are nearest to its top are in it, and in place of others
 * a sentence that says how they are had. What is valid by the whole schema is valid by it.
 */
final class BoundedSchema {
  /** Bytes of the schema of a tool; a larger one costs a model more than it tells. */
  static final int MAX_BYTES = 32 << 10;

  private static final String DEFINITIONS = "$defs";
  private static final String REFERENCE = "$ref";
  private static final String PREFIX = "#/$defs/";

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
    Deque<String> open = new ArrayDeque<>(references(cut));
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
        open.addAll(references(definition));
      }
    }
    cut.put(DEFINITIONS, shown);
    return cut;
  }

  private static Map<String, Object> hidden(String name) {
    return Map.of(
        "description", "Not shown: the tool " + DescribeTool.NAME + " has the type " + name + ".");
  }

  private static Set<String> references(Object schema) {
    Set<String> names = new TreeSet<>();
    collect(schema, names);
    return names;
  }

  private static void collect(Object schema, Set<String> names) {
    if (schema instanceof List<?> list) {
      list.forEach(each -> collect(each, names));
    } else if (schema instanceof Map<?, ?> map) {
      map.forEach(
          (key, value) -> {
            if (REFERENCE.equals(key)
                && value instanceof String reference
                && reference.startsWith(PREFIX)) {
              names.add(reference.substring(PREFIX.length()));
            } else {
              collect(value, names);
            }
          });
    }
  }
}
