package io.castile.generate.source;

import io.castile.generate.text.JavaText;
import java.util.LinkedHashMap;
import java.util.Map;

/** An annotation: its type by full name, and expressions in which full names are in backquotes. */
record Annotation(String type, Map<String, String> values) {
  static Annotation of(String type) {
    return new Annotation(type, new LinkedHashMap<>());
  }

  /** Adds a string. */
  Annotation text(String name, String value) {
    values.put(name, JavaText.literal(value));
    return this;
  }

  /** Adds a string that is not empty. */
  Annotation textIf(String name, String value) {
    return value.isEmpty() ? this : text(name, value);
  }

  /** Adds an expression. */
  Annotation value(String name, String expression) {
    values.put(name, expression);
    return this;
  }
}
