package io.castile.xml;

/**
 * Makes the text that a range of a document stands for: references replaced, lines ended by LF (XML
 * 1.0, §2.11), attribute values normalised (§3.3.3), CDATA sections opened, comments, processing
 * instructions and child elements left out. The range has been checked before; nothing can be wrong
 * with it here.
 */
final class TextExpander {
  private TextExpander() {}

  /**
   * Expands character data, with all the markup that may stand between.
   *
   * @param to has room for {@code end - start} bytes: no expansion is longer than its source
   * @return the length of the text
   */
  static int text(byte[] b, int start, int end, byte[] to) {
    int p = start;
    int n = 0;
    int nested = 0;
    while (p < end) {
      byte c = b[p];
      if (c == '<') {
        byte kind = b[p + 1];
        if (kind == '!' && b[p + 2] == '[') {
          int close = find(b, p + 9, ']', ']', '>');
          if (nested == 0) {
            n = literal(b, p + 9, close, to, n);
          }
          p = close + 3;
        } else if (kind == '!') {
          p = find(b, p + 4, '-', '-', '>') + 3;
        } else if (kind == '?') {
          p = find(b, p + 2, '?', '>', '>') + 2;
        } else {
          int close = tagEnd(b, p + 1);
          nested += kind == '/' ? -1 : b[close - 1] == '/' ? 0 : 1;
          p = close + 1;
        }
      } else if (nested > 0) {
        p++;
      } else if (c == '&') {
        n = reference(b, p, to, n);
        p = referenceEnd(b, p);
      } else if (c == '\r') {
        to[n++] = '\n';
        p += p + 1 < end && b[p + 1] == '\n' ? 2 : 1;
      } else {
        to[n++] = c;
        int run = plainRun(b, ++p, end, to, n);
        p += run;
        n += run;
      }
    }
    return n;
  }

  /**
   * Copies plain ASCII eight bytes at a time up to the first byte that may need more; returns how
   * many. There is room: as much is free in {@code to} as is left of the source.
   */
  private static int plainRun(byte[] b, int from, int end, byte[] to, int at) {
    int p = from;
    for (int n = at; p <= end - 8; p += 8, n += 8) {
      long x = Bytes.longAt(b, p);
      long stops = Bytes.textStops(x);
      Bytes.LONGS.set(to, n, x);
      if (stops != 0) {
        return p - from + (Long.numberOfTrailingZeros(stops) >>> 3);
      }
    }
    return p - from;
  }

  /** Where what follows the reference at {@code p} begins. */
  private static int referenceEnd(byte[] b, int p) {
    return switch (b[p + 1]) {
      case 'l', 'g' -> p + 4;
      case 'q' -> p + 6;
      case 'a' -> b[p + 2] == 'm' ? p + 5 : p + 6;
      default -> find(b, p + 1, ';', ';', ';') + 1;
    };
  }

  /** Expands an attribute value of type CDATA, which all are without a DTD. */
  static int value(byte[] b, int start, int end, byte[] to) {
    int p = start;
    int n = 0;
    while (p < end) {
      byte c = b[p];
      if (c == '&') {
        n = reference(b, p, to, n);
        p = referenceEnd(b, p);
      } else if (c == '\r') {
        to[n++] = ' ';
        p += p + 1 < end && b[p + 1] == '\n' ? 2 : 1;
      } else {
        to[n++] = c == '\n' || c == '\t' ? (byte) ' ' : c;
        p++;
      }
    }
    return n;
  }

  /** Copies what is not to be expanded but for its line ends; returns the length of {@code to}. */
  static int literal(byte[] b, int start, int end, byte[] to, int length) {
    int p = start;
    int n = length;
    while (p < end) {
      byte c = b[p++];
      if (c == '\r') {
        c = '\n';
        if (p < end && b[p] == '\n') {
          p++;
        }
      }
      to[n++] = c;
    }
    return n;
  }

  /** Writes what the reference at {@code p} stands for; returns the length of {@code to}. */
  private static int reference(byte[] b, int p, byte[] to, int length) {
    if (b[p + 1] == '#') {
      return XmlChars.encode(characterReference(b, p), to, length);
    }
    to[length] = predefined(b, p);
    return length + 1;
  }

  /** The character that the reference to a predefined entity at {@code p} stands for. */
  static byte predefined(byte[] b, int p) {
    return switch (b[p + 1]) {
      case 'l' -> '<';
      case 'g' -> '>';
      case 'q' -> '"';
      default -> b[p + 2] == 'm' ? (byte) '&' : (byte) '\'';
    };
  }

  /** Code point of the character reference at {@code p}; 0x110000 stands for all beyond Unicode. */
  static int characterReference(byte[] b, int p) {
    boolean hex = b[p + 2] == 'x';
    int code = 0;
    for (int i = hex ? p + 3 : p + 2; b[i] != ';'; i++) {
      code = Math.min(code * (hex ? 16 : 10) + Character.digit(b[i], 16), 0x110000);
    }
    return code;
  }

  private static int find(byte[] b, int from, char first, char second, char third) {
    int p = from;
    if (first == second && second == third) {
      while (b[p] != first) {
        p++;
      }
    } else if (second == third) {
      while (b[p] != first || b[p + 1] != second) {
        p++;
      }
    } else {
      while (b[p] != first || b[p + 1] != second || b[p + 2] != third) {
        p++;
      }
    }
    return p;
  }

  /** The {@code >} of the tag, which is none inside an attribute value. */
  private static int tagEnd(byte[] b, int from) {
    int p = from;
    while (b[p] != '>') {
      byte c = b[p++];
      if (c == '"' || c == '\'') {
        while (b[p] != c) {
          p++;
        }
        p++;
      }
    }
    return p;
  }
}
