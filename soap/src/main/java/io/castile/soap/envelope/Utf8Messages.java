package io.castile.soap.envelope;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Tells messages in UTF-8, in whose bytes the places are that a reader tells. */
public final class Utf8Messages {
  /** A declaration that is longer tells nothing here. */
  private static final int MAX_DECLARATION = 200;

  private Utf8Messages() {}

  /**
   * Whether a message is in UTF-8 by all that says so.
   *
   * @param charset the name of its encoding as the transport gave it; null for none
   */
  public static boolean isUtf8(byte[] message, @Nullable String charset) {
    if (message.length < 2 || message[0] != '<' || message[1] == 0) {
      return false;
    }
    return (charset == null || charset.equalsIgnoreCase("utf-8")) && isDeclaredUtf8(message);
  }

  private static boolean isDeclaredUtf8(byte[] message) {
    int length = Math.min(message.length, MAX_DECLARATION);
    String head = new String(message, 0, length, StandardCharsets.ISO_8859_1);
    if (!head.startsWith("<?xml")) {
      return true;
    }
    String declaration = head.substring(0, Math.max(0, head.indexOf("?>")));
    return !declaration.isEmpty()
        && (!declaration.contains("encoding")
            || declaration.toLowerCase(Locale.ROOT).contains("utf-8"));
  }
}
