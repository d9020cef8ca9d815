package io.castile.bench.report;

import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Writes maps, lists, strings, numbers and booleans as JSON (RFC 8259), indented. */
public final class Json {
  private final StringBuilder out = new StringBuilder();

  private Json() {}

  public static String text(Object value) {
    Json json = new Json();
    json.write(value, 0);
    return json.out.append('\n').toString();
  }

  private void write(Object value, int depth) {
    if (value instanceof Map<?, ?> map) {
      writeMap(map, depth);
    } else if (value instanceof List<?> list) {
      writeList(list, depth);
    } else if (value instanceof Double number && !Double.isFinite(number)) {
      out.append("null"); // JSON has no NaN.
    } else if (value == null || value instanceof Number || value instanceof Boolean) {
      out.append(value);
    } else {
      writeString(value.toString());
    }
  }

  private void writeMap(Map<?, ?> map, int depth) {
    out.append('{');
    Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<?, ?> entry = entries.next();
      newLine(depth + 1);
      writeString(entry.getKey().toString());
      out.append(": ");
      write(entry.getValue(), depth + 1);
      out.append(entries.hasNext() ? "," : "");
    }
    newLine(depth);
    out.append('}');
  }

  private void writeList(List<?> list, int depth) {
    out.append('[');
    for (int i = 0; i < list.size(); i++) {
      newLine(depth + 1);
      write(list.get(i), depth + 1);
      out.append(i < list.size() - 1 ? "," : "");
    }
    newLine(depth);
    out.append(']');
  }

  private void newLine(int depth) {
    out.append('\n').append("  ".repeat(depth));
  }

  private void writeString(String text) {
    out.append('"');
    text.chars()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                out.append('\\').append((char) c);
              } else if (c < ' ') {
                out.append(String.format("\\u%04x", c));
              } else {
                out.append((char) c);
              }
            });
    out.append('"');
  }
}
