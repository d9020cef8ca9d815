package io.castile.codec.compile;

import io.castile.xml.XmlName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.lang.model.SourceVersion;

/** The constants of one generated class: each value once, in the order of first use. */
final class Constants {
  /** Stands on both sides of a namespace URI in markup whose prefix is not decided yet. */
  private static final char URI_MARK = '\u0001';

  private final Map<String, String> names = new LinkedHashMap<>(); // initializer with type to name
  private final Set<String> taken = new HashSet<>(Set.of("BINDING"));
  private final Map<String, String> byKey = new HashMap<>();

  /** A name as it stands in markup, its namespace still by URI. */
  static String qualified(XmlName name) {
    return name.uri().isEmpty() ? name.local() : URI_MARK + name.uri() + URI_MARK + name.local();
  }

  /** A constant of that markup, a concatenation of literals and {@link #qualified} names. */
  String markup(String suggestedName, String markup) {
    String[] pieces = markup.split(String.valueOf(URI_MARK), -1);
    StringBuilder pattern = new StringBuilder();
    List<String> uris = new ArrayList<>();
    for (int i = 0; i < pieces.length; i++) {
      if (i % 2 == 0) {
        pattern.append(pieces[i]);
      } else {
        if (!uris.contains(pieces[i])) {
          uris.add(pieces[i]);
        }
        pattern.append('{').append(uris.indexOf(pieces[i])).append('}');
      }
    }
    StringBuilder call = new StringBuilder("BINDING.markup(").append(literal(pattern.toString()));
    uris.forEach(uri -> call.append(", ").append(literal(uri)));
    return constant(suggestedName, "byte[]", call.append(')').toString());
  }

  /** A constant of the name object that readers report. */
  String name(String suggestedName, XmlName name) {
    return constant(
        suggestedName,
        "XmlName",
        "BINDING.name(" + literal(name.uri()) + ", " + literal(name.local()) + ")");
  }

  /** A constant with any initializer; the one that is there already where it is the same. */
  String constant(String suggestedName, String type, String initializer) {
    String key = type + ' ' + initializer;
    String known = byKey.get(key);
    if (known != null) {
      return known;
    }
    String base = upperSnake(suggestedName);
    String name = base;
    for (int i = 2; !taken.add(name); i++) {
      name = base + "_" + i;
    }
    byKey.put(key, name);
    names.put(name, type + " " + name + " = " + initializer);
    return name;
  }

  /** The declarations of all constants. */
  String declarations() {
    StringBuilder text = new StringBuilder();
    names
        .values()
        .forEach(
            declaration -> {
              String line = "private static final " + declaration + ";";
              if (line.length() > 98) {
                line = line.replaceFirst(" = ", " =\n    ");
              }
              text.append(line).append('\n');
            });
    return text.toString();
  }

  /** {@code lineItem} becomes {@code LINE_ITEM}, and {@code line-item}, too. */
  static String upperSnake(String camel) {
    StringBuilder text = new StringBuilder(camel.length() + 8);
    for (int i = 0; i < camel.length(); i++) {
      char c = camel.charAt(i);
      if (i > 0 && Character.isUpperCase(c) && Character.isLowerCase(camel.charAt(i - 1))) {
        text.append('_');
      }
      text.append(Character.isJavaIdentifierPart(c) ? c : '_');
    }
    boolean isName = SourceVersion.isName(text.toString().toUpperCase(Locale.ROOT));
    return (isName ? text : text.insert(0, '_')).toString().toUpperCase(Locale.ROOT);
  }

  /** A string literal of Java. */
  static String literal(String value) {
    StringBuilder text = new StringBuilder(value.length() + 2).append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c == '\n' || c == '\r') { // whose Unicode escapes would end the line
        text.append(c == '\n' ? "\\n" : "\\r");
      } else if (c < ' ' || c > '~') {
        text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        text.append(c);
      }
    }
    return text.append('"').toString();
  }
}
