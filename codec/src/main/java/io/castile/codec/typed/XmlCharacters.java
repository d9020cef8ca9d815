package io.castile.codec.typed;

/** Which strings stay what they are in XML (XML 1.0 §2.2; XML Schema part 2, §4.3.6). */
public final class XmlCharacters {
  private XmlCharacters() {}

  /** Whether XML has all characters of a string. */
  public static boolean areAllowed(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ' && c != '\t' && c != '\n' && c != '\r' || c >= 0xFFFE) {
        return false;
      }
      if (Character.isSurrogate(c)) {
        boolean isPair =
            Character.isHighSurrogate(c)
                && i + 1 < value.length()
                && Character.isLowSurrogate(value.charAt(i + 1));
        if (!isPair) {
          return false;
        }
        i++;
      }
    }
    return true;
  }

  /** Whether a string has white space that {@code normalizedString} replaces. */
  static boolean hasBreaks(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\t' || c == '\n' || c == '\r') {
        return true;
      }
    }
    return false;
  }

  /** Whether a string has white space that {@code token} collapses. */
  static boolean collapses(String value) {
    boolean afterSpace = true; // a space at the beginning goes, too
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\t' || c == '\n' || c == '\r' || c == ' ' && afterSpace) {
        return true;
      }
      afterSpace = c == ' ';
    }
    return afterSpace && !value.isEmpty();
  }
}
