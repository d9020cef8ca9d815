package io.castile;

import java.nio.charset.StandardCharsets;

/**
 * Where services are published: the path of a URL, decoded, which requests have to have exactly.
 */
final class ServicePath {
  /**
   * The characters that end a path, are cut off from it, stay encoded in requests, or are a pattern
   * elsewhere.
   */
  private static final String REFUSED = "?#;%*{}\\ \"<>^`|";

  private static final String LEGAL = "-._~!$&'()+,=:@/?;%";

  private ServicePath() {}

  /**
   * @throws IllegalArgumentException if no request can have the path, saying why
   */
  static void check(String path) {
    if (path.contains("://")) {
      throw new IllegalArgumentException(
          "expected a path, found the address '" + path + "'; set host(…) and port(…)");
    }
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException(
          "expected a path that begins with '/' but was '" + path + "'");
    }
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (REFUSED.indexOf(c) >= 0 || Character.isISOControl(c)) {
        throw new IllegalArgumentException(
            "expected the path of one service, decoded, without query, fragment, parameters and"
                + " wildcards, but '"
                + path
                + "' has '"
                + c
                + "' at index "
                + i);
      }
    }
    if (path.contains("//") || (path + "/").contains("/./") || (path + "/").contains("/../")) {
      throw new IllegalArgumentException(
          "expected a path without empty segments, '.' and '..', but was '" + path + "'");
    }
  }

  /** The path, perhaps with a query, as it stands in a URL (RFC 3986 §2.1). */
  static String encoded(String path) {
    StringBuilder encoded = new StringBuilder(path.length());
    for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
      if (isLegal((char) (b & 0xFF))) {
        encoded.append((char) b);
      } else {
        encoded.append(String.format("%%%02X", b & 0xFF));
      }
    }
    return encoded.toString();
  }

  private static boolean isLegal(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || LEGAL.indexOf(c) >= 0;
  }
}
