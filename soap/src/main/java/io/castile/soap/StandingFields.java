package io.castile.soap;

import java.nio.charset.StandardCharsets;
import java.util.AbstractMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Header fields that requests have again and again: checked once, with the lines that they are in a
 * request's head. Immutable.
 */
final class StandingFields extends AbstractMap<String, String> {
  private final Map<String, String> fields;
  private final byte[] lines;

  /**
   * @param fields in the order in which they are sent; copied
   * @throws IllegalArgumentException if one may not stand in a request (see {@link
   *     HttpSyntax#checkRequestField})
   */
  StandingFields(Map<String, String> fields) {
    this.fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    for (Entry<String, String> field : this.fields.entrySet()) {
      HttpSyntax.checkRequestField(field.getKey(), field.getValue());
    }
    this.lines = lines(this.fields);
  }

  /** The lines of any fields, each with its end. */
  static byte[] lines(Map<String, String> fields) {
    if (fields instanceof StandingFields standing) {
      return standing.lines;
    }
    StringBuilder lines = new StringBuilder(256);
    for (Entry<String, String> field : fields.entrySet()) {
      lines.append(field.getKey()).append(": ").append(field.getValue()).append("\r\n");
    }
    return lines.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public String get(Object name) {
    return fields.get(name);
  }

  @Override
  public Set<Entry<String, String>> entrySet() {
    return fields.entrySet();
  }
}
