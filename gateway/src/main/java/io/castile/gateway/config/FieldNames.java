package io.castile.gateway.config;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The names of header fields in a configuration. */
final class FieldNames {
  /** RFC 9110 §5.6.2. */
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  /** RFC 9110 §5.5, without bytes beyond ASCII. */
  private static final Pattern VALUE = Pattern.compile("([!-~]([ \\t!-~]*[!-~])?)?");

  private static final int MOST_IN_VALUE = 4_096;

  /**
   * The fields that belong to a connection (RFC 9110 §7.6.1), delimit or name the message, or are
   * set by the gateway itself; in lower case.
   */
  private static final Set<String> NOT_OF_CLIENTS =
      Set.of(
          "connection",
          "content-encoding",
          "content-length",
          "content-range",
          "expect",
          "host",
          "http2-settings",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authentication-info",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "via");

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

  /**
   * Reads the name of a cookie (RFC 6265 §4.1.1).
   *
   * @throws IllegalArgumentException with what was expected
   */
  static String cookie(String text) {
    if (!TOKEN.matcher(text).matches()) {
      throw new IllegalArgumentException("expected the name of a cookie but found '" + text + "'");
    }
    return text;
  }

  /**
   * Reads the name of a field that is set or removed.
   *
   * @throws IllegalArgumentException with what was expected
   */
  static String ofEdit(String text) {
    if (NOT_OF_CLIENTS.contains(name(text).toLowerCase(Locale.ROOT))) {
      throw new IllegalArgumentException(
          "expected a field that goes from end to end and does not delimit or name the message,"
              + " but found '"
              + text
              + "'");
    }
    return text;
  }

  /**
   * Reads the value of a field: printable ASCII, spaces and tabs, none of these at the ends.
   *
   * @throws IllegalArgumentException with what was expected
   */
  static String value(String text) {
    if (text.length() > MOST_IN_VALUE || !VALUE.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "expected the value of a field, of at most "
              + MOST_IN_VALUE
              + " printable characters of ASCII, without line ends, and without spaces at its"
              + " ends");
    }
    return text;
  }

  /**
   * Reads the name of a field in which callers show a key: one that says nothing else.
   *
   * @throws IllegalArgumentException with what was expected
   */
  static String ofKey(String text) {
    if (NOT_OF_CLIENTS.contains(name(text).toLowerCase(Locale.ROOT))
        || text.equalsIgnoreCase("authorization")) {
      throw new IllegalArgumentException(
          "expected a field of callers' own, as X-Api-Key, but found '" + text + "'");
    }
    return text;
  }
}
