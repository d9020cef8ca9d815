package io.castile.xml;

/** The character classes of XML 1.0 (fifth edition, productions 2 to 4a) over UTF-8. */
final class XmlChars {
  /** A name may contain the byte: ASCII name characters, the colon, and all beyond ASCII. */
  static final int NAME = 1;

  /** A name may begin with the byte: as {@link #NAME} without digits, dot and hyphen. */
  static final int NAME_START = 2;

  /** White space, production 3. */
  static final int WHITE = 4;

  /** The sequence is not UTF-8. */
  static final int MALFORMED = 0;

  /** The sequence is UTF-8 of a code point that production 2 (Char) leaves out. */
  static final int NOT_A_CHAR = -1;

  private static final byte[] CLASSES = new byte[256];

  static {
    for (int c = 0; c < 256; c++) {
      boolean start =
          c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == ':' || c >= 0x80;
      boolean digit = c >= '0' && c <= '9';
      if (start) {
        CLASSES[c] = NAME | NAME_START;
      } else if (digit || c == '-' || c == '.') {
        CLASSES[c] = NAME;
      } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        CLASSES[c] = WHITE;
      }
    }
  }

  private XmlChars() {}

  static boolean isNameByte(byte b) {
    return (CLASSES[b & 0xff] & NAME) != 0;
  }

  static boolean isNameStartByte(byte b) {
    return (CLASSES[b & 0xff] & NAME_START) != 0;
  }

  static boolean isWhite(byte b) {
    return b <= ' ' && (CLASSES[b & 0xff] & WHITE) != 0;
  }

  /** Production 2. */
  static boolean isChar(int c) {
    return c >= 0x20 && c <= 0xD7FF
        || c == '\n'
        || c == '\t'
        || c == '\r'
        || c >= 0xE000 && c <= 0xFFFD
        || c >= 0x10000 && c <= 0x10FFFF;
  }

  /**
   * Length of the multi-byte sequence at {@code p}, whose first byte is not ASCII, after checking
   * it strictly (RFC 3629: no overlong forms, surrogates or code points beyond 10FFFF); or {@link
   * #MALFORMED} or {@link #NOT_A_CHAR}.
   */
  static int sequenceLength(byte[] b, int p, int end) {
    int c = b[p] & 0xff;
    if (c < 0xC2 || c > 0xF4) {
      return MALFORMED;
    }
    int length = c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    if (end - p < length || !isContinuation(b[p + 1])) {
      return MALFORMED;
    }
    if (length == 2) {
      return 2;
    }
    int second = b[p + 1] & 0xff;
    if (!isContinuation(b[p + 2])
        || c == 0xE0 && second < 0xA0
        || c == 0xED && second >= 0xA0
        || c == 0xF0 && second < 0x90
        || c == 0xF4 && second >= 0x90) {
      return MALFORMED;
    }
    if (length == 4) {
      return isContinuation(b[p + 3]) ? 4 : MALFORMED;
    }
    boolean lastTwoOfPlane = c == 0xEF && second == 0xBF && (b[p + 2] & 0xff) >= 0xBE;
    return lastTwoOfPlane ? NOT_A_CHAR : 3;
  }

  private static boolean isContinuation(byte b) {
    return (b & 0xC0) == 0x80;
  }

  /** Code point of the valid multi-byte sequence at {@code p}. */
  static int codePoint(byte[] b, int p, int length) {
    int c = b[p];
    return switch (length) {
      case 2 -> (c & 0x1F) << 6 | b[p + 1] & 0x3F;
      case 3 -> (c & 0x0F) << 12 | (b[p + 1] & 0x3F) << 6 | b[p + 2] & 0x3F;
      default ->
          (c & 0x07) << 18 | (b[p + 1] & 0x3F) << 12 | (b[p + 2] & 0x3F) << 6 | b[p + 3] & 0x3F;
    };
  }

  /** Writes the UTF-8 of {@code c} and returns the index behind it. */
  static int encode(int c, byte[] to, int at) {
    int p = at;
    if (c < 0x80) {
      to[p++] = (byte) c;
    } else if (c < 0x800) {
      to[p++] = (byte) (0xC0 | c >> 6);
      to[p++] = (byte) (0x80 | c & 0x3F);
    } else if (c < 0x10000) {
      to[p++] = (byte) (0xE0 | c >> 12);
      to[p++] = (byte) (0x80 | c >> 6 & 0x3F);
      to[p++] = (byte) (0x80 | c & 0x3F);
    } else {
      to[p++] = (byte) (0xF0 | c >> 18);
      to[p++] = (byte) (0x80 | c >> 12 & 0x3F);
      to[p++] = (byte) (0x80 | c >> 6 & 0x3F);
      to[p++] = (byte) (0x80 | c & 0x3F);
    }
    return p;
  }

  /**
   * Whether the range is an NCName (Namespaces in XML 1.0, production 4) in UTF-8: a name of the
   * fifth edition without colons.
   */
  static boolean isNcName(byte[] b, int start, int end) {
    if (start >= end) {
      return false;
    }
    int p = start;
    while (p < end) {
      byte c = b[p];
      if (c >= 0) {
        boolean ok = p == start ? isNameStartByte(c) : isNameByte(c);
        if (!ok || c == ':') {
          return false;
        }
        p++;
      } else {
        int length = sequenceLength(b, p, end);
        if (length <= 0) {
          return false;
        }
        int codePoint = codePoint(b, p, length);
        if (!NcNames.isStart(codePoint) && (p == start || !NcNames.isFurther(codePoint))) {
          return false;
        }
        p += length;
      }
    }
    return true;
  }
}
