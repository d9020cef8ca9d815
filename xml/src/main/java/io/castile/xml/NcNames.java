package io.castile.xml;

/** The names that XML allows (XML 1.0 fifth edition, productions 4 and 4a; no colons). */
final class NcNames {
  private NcNames() {}

  /** Returns the name if it is an NCName, else refuses it. */
  static String check(String name) {
    if (!isNcName(name)) {
      throw new IllegalArgumentException(
          "expected an XML name without colon, found " + brief(name));
    }
    return name;
  }

  static boolean isNcName(String name) {
    if (name.isEmpty()) {
      return false;
    }
    for (int i = 0; i < name.length(); ) {
      int c = name.codePointAt(i);
      if (!(isStart(c) || (i > 0 && isFurther(c)))) {
        return false;
      }
      i += Character.charCount(c);
    }
    return true;
  }

  static boolean isStart(int c) {
    if (c < 0x80) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }
    return (c >= 0xC0 && c <= 0x2FF && c != 0xD7 && c != 0xF7)
        || (c >= 0x370 && c <= 0x1FFF && c != 0x37E)
        || (c >= 0x200C && c <= 0x200D)
        || (c >= 0x2070 && c <= 0x218F)
        || (c >= 0x2C00 && c <= 0x2FEF)
        || (c >= 0x3001 && c <= 0xD7FF)
        || (c >= 0xF900 && c <= 0xFDCF)
        || (c >= 0xFDF0 && c <= 0xFFFD)
        || (c >= 0x10000 && c <= 0xEFFFF);
  }

  static boolean isFurther(int c) {
    return (c >= '0' && c <= '9')
        || c == '-'
        || c == '.'
        || c == 0xB7
        || (c >= 0x300 && c <= 0x36F)
        || (c >= 0x203F && c <= 0x2040);
  }

  /** The text in quotes, shortened for a message. */
  static String brief(String text) {
    return text.length() <= 40 ? "'" + text + "'" : "'" + text.substring(0, 40) + "…'";
  }
}
