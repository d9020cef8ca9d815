package io.castile.delta.typed;

import io.castile.codec.typed.NotTypedException;
import io.castile.codec.typed.XmlCharacters;

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
    boolean isPlain = true; // ASCII, and nothing in it that stands for what is no character
    for (byte b : encoded) {
      controls |= b >= 0 && b < ' ' ? 1 << b : 0;
      isPlain &= b >= 0 && b != '?';
    }
    int allowed = 1 << '\t' | 1 << '\n' | 1 << '\r';
    if ((controls & ~allowed) != 0) {
      return false;
    }
    return isPlain || XmlCharacters.areAllowed(text);
  }

  /** Whether a part of a text begins or ends between the two halves of one character. */
  static boolean isCut(String text, int start, int end) {
    return start < end
        && (Character.isLowSurrogate(text.charAt(start))
            || Character.isHighSurrogate(text.charAt(end - 1)));
  }
}
