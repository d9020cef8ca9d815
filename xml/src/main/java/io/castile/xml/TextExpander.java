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
    return text(b, start, end, to, 0);
  }

  /** Appends to {@code length} bytes that are there; returns the new length. */
  private static int text(byte[] b, int start, int end, byte[] to, int length) {
    int p = start;
    int n = length;
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
   * Expands character data with child elements, and puts a {@link XmlText#GAP} between two pieces
   * that one of these stands between: they are one text, but no one value of a simple type.
   *
   * @return the length of the text
   */
  static int pieces(byte[] b, int start, int end, byte[] to) {
    int n = 0;
    boolean hasInk = false;
    for (int p = start; p < end; ) {
      int child = nextChild(b, p, end);
      int length = text(b, p, child, to, n);
      if (hasInk(to, n, length)) {
        if (hasInk) {
          System.arraycopy(to, n, to, n + 1, length - n);
          to[n] = XmlText.GAP;
          length++;
        }
        hasInk = true;
      }
      n = length;
      p = child < end ? childEnd(b, child) : end;
    }
    return n;
  }

  private static boolean hasInk(byte[] text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!XmlChars.isWhite(text[i])) {
        return true;
      }
    }
    return false;
  }

  /** Where the next start tag begins; {@code end} for nowhere. */
  private static int nextChild(byte[] b, int from, int end) {
    int p = from;
    while (p < end) {
      if (b[p] != '<') {
        p++;
      } else if (b[p + 1] == '!' || b[p + 1] == '?') {
        p = markupEnd(b, p);
      } else {
        return p;
      }
    }
    return end;
  }

  /** Where what follows the element at {@code start} begins. */
  private static int childEnd(byte[] b, int start) {
    int nested = 0;
    int p = start;
    do {
      if (b[p] != '<') {
        p++;
      } else if (b[p + 1] == '!' || b[p + 1] == '?') {
        p = markupEnd(b, p);
      } else {
        int close = tagEnd(b, p + 1);
        nested += b[p + 1] == '/' ? -1 : b[close - 1] == '/' ? 0 : 1;
        p = close + 1;
      }
    } while (nested > 0);
    return p;
  }

  /** Where what follows a CDATA section, a comment or a processing instruction begins. */
  private static int markupEnd(byte[] b, int p) {
    if (b[p + 1] == '?') {
      return find(b, p + 2, '?', '>', '>') + 2;
    }
    return b[p + 2] == '[' ? find(b, p + 9, ']', ']', '>') + 3 : find(b, p + 4, '-', '-', '>') + 3;
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
