package io.castile.delta.typed;

import io.castile.codec.typed.NotTypedException;

/** Which characters a message may have (XML 1.0 §2.2). */
final class XmlTexts {
  static final NotTypedException NOT_ALLOWED =
      new NotTypedException("a character that XML does not have");

  private XmlTexts() {}

  /**
   * Whether XML has all characters of a text.
   *
   * @param encoded the text as UTF-8, in which what is no character has become another one
   */
  static boolean areAllowed(String text, byte[] encoded) {
    int controls = 0;
    for (byte b : encoded) {
      controls |= b >= 0 && b < ' ' ? 1 << b : 0;
    }
    int allowed = 1 << '\t' | 1 << '\n' | 1 << '\r';
    if ((controls & ~allowed) != 0) {
      return false;
    }
    return encoded.length == text.length() || hasNoOddOnes(text);
  }

  private static boolean hasNoOddOnes(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0xFFFE) {
        return false;
      }
      if (Character.isSurrogate(c)) {
        boolean isPair =
            Character.isHighSurrogate(c)
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
        if (!isPair) {
          return false;
        }
        i++;
      }
    }
    return true;
  }
}
