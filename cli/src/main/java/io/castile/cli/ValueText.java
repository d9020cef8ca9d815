package io.castile.cli;

import java.io.PrintWriter;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints values of messages: trees for people, plain values for JSON. */
final class ValueText {
  private ValueText() {}

  /** Prints fields, each in a line, with what is in it below. */
  static void print(Map<?, ?> fields, String indent, PrintWriter out) {
    fields.forEach((name, value) -> print(String.valueOf(name), value, indent, out));
  }

  private static void print(String name, @Nullable Object value, String indent, PrintWriter out) {
    if (value instanceof Map<?, ?> fields) {
      out.println(indent + name);
      print(fields, indent + "  ", out);
    } else if (value instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        print(name + "[" + i + "]", list.get(i), indent, out);
      }
      if (list.isEmpty()) {
        out.println(indent + name + ": none");
      }
    } else {
      out.println(indent + name + ": " + text(value));
    }
  }

  private static String text(@Nullable Object value) {
    return value instanceof byte[] bytes
        ? Base64.getEncoder().encodeToString(bytes)
        : String.valueOf(value);
  }

  /** Returns a value of which JSON has the parts: others, such as dates, as their texts. */
  static @Nullable Object json(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      map.forEach((name, each) -> fields.put(String.valueOf(name), json(each)));
      return fields;
    }
    if (value instanceof List<?> list) {
      return list.stream().map(ValueText::json).toList();
    }
    return value == null || value instanceof Number || value instanceof Boolean
        ? value
        : text(value);
  }
}
