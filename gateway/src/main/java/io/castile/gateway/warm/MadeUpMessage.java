package io.castile.gateway.warm;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The head of a message of HTTP/1.1, as the client and the origin of the warm-up read it.
 *
 * @param lines each with its end
 */
record MadeUpMessage(String lines) {
  /** Returns the status of a response. */
  int status() {
    return Integer.parseInt(lines.substring(9, 12));
  }

  /** Returns the target of a request. */
  String target() {
    int from = lines.indexOf(' ') + 1;
    return lines.substring(from, lines.indexOf(' ', from));
  }

  /**
   * Returns the value of a field; null where there is none.
   *
   * @param name in small letters
   */
  @Nullable String field(String name) {
    int at = lines.toLowerCase(Locale.ROOT).indexOf("\n" + name + ":");
    if (at < 0) {
      return null;
    }
    int from = at + name.length() + 2;
    return lines.substring(from, lines.indexOf('\r', from)).strip();
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
