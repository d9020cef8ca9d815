package io.castile.soap;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Header fields of the transport, between the form that properties of a {@code MessageContext} have
 * (lists of values by name) and that of this engine (one value by name).
 */
public final class ContextHeaders {
  private ContextHeaders() {}

  /** Returns fields as applications and handlers see them, which the caller may change. */
  public static Map<String, List<String>> toLists(Map<String, String> fields) {
    Map<String, List<String>> lists = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    fields.forEach(
        (name, value) -> lists.put(name, new ArrayList<>(List.of(value.split("\n", -1)))));
    return lists;
  }

  /**
   * Returns the fields that a property holds, several values joined by ", ".
   *
   * @param property a map by name of values or collections of values; anything else is none
   * @throws IllegalArgumentException if a name or a value cannot stand in a header field
   */
  public static Map<String, String> fromProperty(Object property) {
    if (!(property instanceof Map<?, ?> given)) {
      return Map.of();
    }
    Map<String, String> fields = new LinkedHashMap<>();
    given.forEach(
        (name, value) -> {
          if (name != null && value != null) {
            String text = name.toString();
            fields.put(text, HttpSyntax.checkedHeader(text, joined(value)));
          }
        });
    return fields;
  }

  private static String joined(Object value) {
    return value instanceof Collection<?> several
        ? String.join(", ", several.stream().map(String::valueOf).toList())
        : String.valueOf(value);
  }
}
