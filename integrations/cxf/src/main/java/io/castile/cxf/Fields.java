package io.castile.cxf;

import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.cxf.message.Message;

/** The header fields that a message of CXF has. */
final class Fields {
  private Fields() {}

  /** By name in lower case, repeated ones joined; the caller's own. */
  static Map<String, String> of(Message message) {
    Map<String, String> fields = new HashMap<>();
    if (message.get(Message.PROTOCOL_HEADERS) instanceof Map<?, ?> headers) {
      headers.forEach(
          (name, value) -> {
            if (name != null && value != null) {
              fields.merge(
                  name.toString().toLowerCase(Locale.ROOT),
                  joined(value),
                  (one, other) -> one + ", " + other);
            }
          });
    }
    return fields;
  }

  private static String joined(Object value) {
    return value instanceof Collection<?> lines
        ? String.join(", ", lines.stream().map(String::valueOf).toList())
        : value.toString();
  }
}
