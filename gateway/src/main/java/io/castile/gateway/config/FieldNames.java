package io.castile.gateway.config;

import java.util.regex.Pattern;

/** The names of header fields in a configuration. */
final class FieldNames {
  /** RFC 9110 §5.6.2. */
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  private FieldNames() {}

  /**
   * Reads a name.
   *
   * @throws IllegalArgumentException with what was expected
   */
  static String name(String text) {
    if (!TOKEN.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "expected the name of a header field but found '" + text + "'");
    }
    return text;
  }
}
