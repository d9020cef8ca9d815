package io.castile.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The lexical half of {@link XmlReader}: passes over one construct of XML 1.0 at a time, checking
 * every byte of it, and says what it saw. Nothing here moves the reader: a method takes the index
 * to begin at and returns the index behind, or throws.
 *
 * <p>Text is only recognised, not expanded: {@link #flags} tells whether its bytes can be taken as
 * they are. {@link #string} and {@link #expand} do the rest on demand.
 */
abstract class XmlScanner {
  /** The range, or what it stands for, has bytes beyond ASCII. */
  static final int NON_ASCII = 1;

  /** The range is not what it stands for: it has references, CR, CDATA sections, other markup. */
  static final int EXPAND = 2;

  /** The range is an attribute value. */
  static final int VALUE = 4;

  /** The range is a comment or the data of a processing instruction. */
  static final int LITERAL = 8;

  /** The range has child elements, which text may stand around. */
  static final int CHILDREN = 16;

  final XmlLimits limits;

  /** The document, in UTF-8; belongs to the caller, never written to. */
  byte[] b = new byte[0];

  /** Index in {@link #b} that the offsets in the API count from. */
  int base;

  /** Index behind the last byte. */
  int end;

  /** Whether the document goes on behind {@link #end}, where more of it is to arrive. */
  boolean partial;

  /** The findings of the latest scan of text or of a value, added to what was there. */
  int flags;

  private static final int MIN_SCRATCH = 256;

  /** Room for expanded text, which most messages have none of. */
  byte[] scratch = {};

  final int maxTextBytes;
  final int maxNameBytes;

  XmlScanner(XmlLimits limits) {
    this.limits = limits;
    this.maxTextBytes = limits.maxTextBytes();
    this.maxNameBytes = limits.maxNameBytes();
  }

  /** Path of the elements that are open where the scan is. */
  abstract String openPath();

  // ---- names and white space ----

  /** Passes over a name; only its ASCII is checked, {@link NameCache} checks the rest. */
  final int scanName(int from) {
    byte[] b = this.b;
    int end = this.end;
    int p = from;
    while (p < end && XmlChars.isNameByte(b[p])) {
      p++;
    }
    if (p == from) {
      throw p < end ? syntax("expected a name, found " + found(p), p) : endOfInput("a name");
    }
    if (p - from > maxNameBytes) {
      throw limit("maxNameBytes", maxNameBytes, from);
    }
    return p;
  }

  /** Index of what may end the name at {@code from}, found by eight bytes at a time; or end. */
  final int findNameEnd(int from) {
    byte[] b = this.b;
    int last = end - 8;
    int p = from;
    while (p <= last) {
      long stops = Bytes.nameStops(Bytes.longAt(b, p));
      if (stops != 0) {
        return p + (Long.numberOfTrailingZeros(stops) >>> 3);
      }
      p += 8;
    }
    return end;
  }

  final int skipWhite(int from) {
    byte[] b = this.b;
    int end = this.end;
    int p = from;
    while (p < end && XmlChars.isWhite(b[p])) {
      p++;
    }
    return p;
  }

  // ---- text ----

  /** Passes over character data to the next {@code <} or the end of input. */
  final int scanText(int from) {
    final byte[] b = this.b;
    final int end = this.end;
    final int last = end - 8;
    int p = from;
    while (true) {
      while (p <= last) {
        long stops = Bytes.textStops(Bytes.longAt(b, p));
        if (stops != 0) {
          p += Long.numberOfTrailingZeros(stops) >>> 3;
          break;
        }
        p += 8;
      }
      if (p >= end) {
        return end;
      }
      byte c = b[p];
      if (c == '<') {
        return p;
      }
      if (c < 0) {
        flags |= NON_ASCII;
        do {
          p = scanSequence(p);
        } while (p < end && b[p] < 0);
      } else if (c == '&') {
        flags |= EXPAND;
        p = p <= last && isAngle((int) Bytes.longAt(b, p)) ? p + 4 : scanReference(p);
      } else {
        p = scanPlain(c, p);
      }
    }
  }

  /** Length of what the latest {@link #scanExpanding} left in {@link #scratch}. */
  int expandedLength;

  /**
   * Passes over character data to the next {@code <} as {@link #scanText}, and writes what it
   * stands for to {@link #scratch} on the way. Gives up on what is rare, or wrong: carriage
   * returns, character references, the last bytes of a document.
   *
   * @param from the first byte of the text
   * @param reference the first that is not plain ASCII, at least 8 bytes before {@link #end}
   * @return the index of the {@code <}; -1 where it has given up, and {@link #scanText} is to tell
   */
  final int scanExpanding(int from, int reference) {
    final byte[] b = this.b;
    final int last = end - 8;
    flags = EXPAND;
    byte[] to = roomFor(reference - from);
    for (int i = 0; i < reference - from; i += 8) {
      Bytes.LONGS.set(to, i, Bytes.longAt(b, from + i));
    }
    int p = reference;
    int n = reference - from;
    // Invariant: to[0, n) is what b[from, p) stands for. A round adds less than 16 bytes.
    while (p <= last) {
      if (n + 16 > to.length) {
        if (p - from > maxTextBytes) {
          return -1;
        }
        to = roomFor(n);
      }
      long x = Bytes.longAt(b, p);
      Bytes.LONGS.set(to, n, x);
      long stops = Bytes.textStops(x);
      if (stops == 0) {
        p += 8;
        n += 8;
        continue;
      }
      int run = Long.numberOfTrailingZeros(stops) >>> 3;
      p += run;
      n += run;
      byte c = b[p];
      if (c == '<') {
        expandedLength = n;
        return p;
      }
      if (c == '&') {
        int length = p <= last ? predefinedLength(Bytes.longAt(b, p)) : 0;
        if (length == 0) {
          return -1;
        }
        to[n++] = TextExpander.predefined(b, p);
        p += length;
      } else if (c < 0) {
        flags |= NON_ASCII;
        int behind = scanSequence(p);
        while (p < behind) {
          to[n++] = b[p++];
        }
      } else if (c == '\r') {
        return -1;
      } else {
        p = scanPlain(c, p);
        to[n++] = c;
      }
    }
    return -1;
  }

  /** The scratch buffer with its first bytes kept and at least 16 behind them. */
  private byte[] roomFor(int kept) {
    if (scratch.length - 16 < kept) {
      scratch =
          Arrays.copyOf(scratch, Math.max(MIN_SCRATCH, Math.max(2 * scratch.length, kept + 16)));
    }
    return scratch;
  }

  /** Length of the reference to a predefined entity that these bytes begin with; 0 for none. */
  private static int predefinedLength(long bytes) {
    if (isAngle((int) bytes)) {
      return 4;
    }
    if ((bytes & Bytes.mask(5)) == AMPERSAND) {
      return 5;
    }
    long six = bytes & Bytes.mask(6);
    return six == APOSTROPHE || six == QUOTATION ? 6 : 0;
  }

  /** Whether these four bytes, the first one lowest, are {@code &lt;} or {@code &gt;}. */
  private static boolean isAngle(int bytes) {
    return bytes == ANGLE_LEFT || bytes == ANGLE_RIGHT;
  }

  /** Passes over one ASCII character of text that is neither {@code <} nor {@code &}. */
  private int scanPlain(byte c, int p) {
    if (c < ' ') {
      if (c == '\r') {
        flags |= EXPAND;
      } else if (c != '\n' && c != '\t') {
        throw syntax("expected a character that XML allows, found " + found(p), p);
      }
    } else if (c == ']' && p + 2 < end && b[p + 1] == ']' && b[p + 2] == '>') {
      throw syntax("']]>' is not allowed in text", p);
    }
    return p + 1;
  }

  /**
   * Passes over text, CDATA sections and references that touch, to the next other markup or the end
   * of input.
   *
   * @return the index behind; the text is empty only if nothing but empty CDATA sections was there,
   *     which {@link #sawText} tells
   */
  final int scanCharacterData(int from) {
    int p = from;
    sawText = false;
    while (true) {
      int q = scanText(p);
      sawText |= q > p;
      if (q >= end || !isCdata(q)) {
        if (q - from > maxTextBytes) {
          throw limit("maxTextBytes", maxTextBytes, from);
        }
        return q;
      }
      p = scanCdata(q);
      sawText |= p - q > 12;
      flags |= EXPAND;
    }
  }

  /** Whether the latest {@link #scanCharacterData} found any character. */
  boolean sawText;

  /** Whether a CDATA section begins at the {@code <} at {@code p}. */
  final boolean isCdata(int p) {
    return p + 1 < end && b[p + 1] == '!' && startsWith(p + 2, CDATA);
  }

  private int scanCdata(int from) {
    byte[] b = this.b;
    int end = this.end;
    int p = from + 9;
    while (p < end) {
      byte c = b[p];
      if (c == ']' && p + 2 < end && b[p + 1] == ']' && b[p + 2] == '>') {
        return p + 3;
      }
      p = scanLiteral(c, p);
    }
    throw endOfInput("']]>' of the CDATA section at byte " + (from - base));
  }

  /** Passes over one character where markup means nothing. */
  private int scanLiteral(byte c, int p) {
    if (c < 0) {
      flags |= NON_ASCII;
      return scanSequence(p);
    }
    if (c < ' ') {
      if (c == '\r') {
        flags |= EXPAND;
      } else if (c != '\n' && c != '\t') {
        throw syntax("expected a character that XML allows, found " + found(p), p);
      }
    }
    return p + 1;
  }

  /** Passes over an attribute value to its closing quote. */
  final int scanValue(int from, byte quote) {
    final byte[] b = this.b;
    final int end = this.end;
    final int last = end - 8;
    final long quotes = Bytes.repeat(quote);
    int p = from;
    while (true) {
      while (p <= last) {
        long stops = Bytes.valueStops(Bytes.longAt(b, p), quotes);
        if (stops != 0) {
          p += Long.numberOfTrailingZeros(stops) >>> 3;
          break;
        }
        p += 8;
      }
      if (p >= end) {
        throw endOfInput("the closing quote of an attribute value");
      }
      byte c = b[p];
      if (c == quote) {
        if (p - from > maxTextBytes) {
          throw limit("maxTextBytes", maxTextBytes, from);
        }
        return p;
      }
      if (c == '&') {
        flags |= EXPAND;
        p = scanReference(p);
      } else if (c == '<') {
        throw syntax("'<' is not allowed in an attribute value", p);
      } else {
        if (c == '\n' || c == '\t') {
          flags |= EXPAND;
        }
        p = scanLiteral(c, p);
      }
    }
  }

  private int scanSequence(int p) {
    int length = XmlChars.sequenceLength(b, p, end);
    if (length == XmlChars.MALFORMED) {
      throw syntax("expected UTF-8, found " + found(p), p);
    }
    if (length == XmlChars.NOT_A_CHAR) {
      throw syntax("expected a character that XML allows, found U+FFFE or U+FFFF", p);
    }
    return p + length;
  }

  /** Passes over a character reference or one to a predefined entity (XML 1.0, §4.1 and §4.6). */
  private int scanReference(int from) {
    byte[] b = this.b;
    int end = this.end;
    int p = from + 1;
    if (p < end && b[p] == '#') {
      boolean hex = p + 1 < end && b[p + 1] == 'x';
      int digits = hex ? p + 2 : p + 1;
      p = digits;
      while (p < end && (b[p] >= '0' && b[p] <= '9' || hex && isHexLetter(b[p]))) {
        p++;
      }
      if (p >= end) {
        throw endOfInput("';' of a character reference");
      }
      if (p == digits || b[p] != ';') {
        throw syntax("expected a digit or ';' of a character reference, found " + found(p), p);
      }
      int code = TextExpander.characterReference(b, from);
      if (code > 0x7f) {
        flags |= NON_ASCII;
      }
      if (!XmlChars.isChar(code)) {
        throw syntax(
            "expected a reference to a character that XML allows, found " + quote(from, p + 1),
            from);
      }
      return p + 1;
    }
    int length =
        startsWith(p, LT) || startsWith(p, GT)
            ? 3
            : startsWith(p, AMP) ? 4 : startsWith(p, APOS) || startsWith(p, QUOT) ? 5 : 0;
    if (length > 0) {
      return p + length;
    }
    while (p < end && p - from < 40 && XmlChars.isNameByte(b[p])) {
      p++;
    }
    if (p >= end) {
      throw endOfInput("';' of a reference");
    }
    throw syntax(
        "expected a reference to lt, gt, amp, apos, quot or a character, found "
            + quote(from, p + 1),
        from);
  }

  private static boolean isHexLetter(byte c) {
    return c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F';
  }

  // ---- comments and processing instructions ----

  /** Whether a comment begins at the {@code <} at {@code p}. */
  final boolean isComment(int p) {
    return startsWith(p + 1, COMMENT_START);
  }

  /** Passes over the comment at {@code from}: its text is 4 bytes further and ends 3 before. */
  final int scanComment(int from) {
    byte[] b = this.b;
    int end = this.end;
    int p = from + 4;
    while (p < end) {
      byte c = b[p];
      if (c == '-' && p + 1 < end && b[p + 1] == '-') {
        if (p + 2 >= end) {
          break;
        }
        if (b[p + 2] != '>') {
          throw syntax("'--' is not allowed in a comment", p);
        }
        if (p - from - 4 > maxTextBytes) {
          throw limit("maxTextBytes", maxTextBytes, from);
        }
        return p + 3;
      }
      p = scanLiteral(c, p);
    }
    throw endOfInput("'-->' of the comment at byte " + (from - base));
  }

  /** Index behind the target of the processing instruction at {@code from}. */
  final int scanPiTarget(int from) {
    int targetEnd = scanName(from + 2);
    if (!XmlChars.isNcName(b, from + 2, targetEnd)) {
      throw syntax(
          "expected a processing instruction's target without colons, found "
              + quote(from + 2, targetEnd),
          from + 2);
    }
    if (targetEnd == from + 5
        && (b[from + 2] | 0x20) == 'x'
        && (b[from + 3] | 0x20) == 'm'
        && (b[from + 4] | 0x20) == 'l') {
      throw syntax(
          "an XML declaration is allowed only at the very start, and xml names no other"
              + " processing instruction",
          from);
    }
    return targetEnd;
  }

  /** Passes over a processing instruction behind its target: its data ends 2 bytes before. */
  final int scanPiData(int from, int targetEnd) {
    byte[] b = this.b;
    int end = this.end;
    int p = targetEnd;
    if (p < end && b[p] != '?' && !XmlChars.isWhite(b[p])) {
      throw syntax(
          "expected white space or '?>' behind a processing instruction's target, found "
              + found(p),
          p);
    }
    while (p < end) {
      byte c = b[p];
      if (c == '?' && p + 1 < end && b[p + 1] == '>') {
        if (p - targetEnd > maxTextBytes) {
          throw limit("maxTextBytes", maxTextBytes, from);
        }
        return p + 2;
      }
      if (c == '?' && p == targetEnd && p + 1 < end) {
        throw syntax("expected '?>', found " + found(p + 1), p + 1);
      }
      p = scanLiteral(c, p);
    }
    throw endOfInput("'?>' of the processing instruction at byte " + (from - base));
  }

  /** Passes over the comment or processing instruction at {@code p}; refuses other such markup. */
  final int scanMisc(int p) {
    if (p + 1 < end && b[p + 1] == '?') {
      return scanPiData(p, scanPiTarget(p));
    }
    if (isComment(p)) {
      return scanComment(p);
    }
    throw unknownMarkup(p);
  }

  /** The error for {@code <!} with something else behind it than what may be there. */
  final XmlException unknownMarkup(int p) {
    if (startsWith(p + 2, DOCTYPE)) {
      return syntax(
          "a document type declaration (DTD) is refused: SOAP 1.1 §3 does not allow one", p);
    }
    if (end - p < 9) {
      return endOfInput("a comment or CDATA section");
    }
    return syntax("expected a comment or CDATA section, found " + quote(p, p + 9), p);
  }

  private static final int ANGLE_LEFT = '&' | 'l' << 8 | 't' << 16 | ';' << 24;
  private static final int ANGLE_RIGHT = '&' | 'g' << 8 | 't' << 16 | ';' << 24;

  private static final long AMPERSAND = Bytes.word("&amp;");
  private static final long APOSTROPHE = Bytes.word("&apos;");
  private static final long QUOTATION = Bytes.word("&quot;");

  private static final byte[] LT = ascii("lt;");
  private static final byte[] GT = ascii("gt;");
  private static final byte[] AMP = ascii("amp;");
  private static final byte[] APOS = ascii("apos;");
  private static final byte[] QUOT = ascii("quot;");
  private static final byte[] CDATA = ascii("[CDATA[");
  private static final byte[] COMMENT_START = ascii("!--");
  private static final byte[] DOCTYPE = ascii("DOCTYPE");

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  final boolean startsWith(int p, byte[] expected) {
    return end - p >= expected.length && Bytes.equal(b, p, p + expected.length, expected);
  }

  // ---- what a range stands for ----

  /** The text of a range, given what its scan saw and what it is. */
  final String string(int start, int stop, int seen) {
    if ((seen & EXPAND) != 0) {
      int length = expand(start, stop, seen);
      return string(scratch, 0, length, seen);
    }
    return string(b, start, stop - start, seen);
  }

  /** Decodes what a scan saw with the least work. */
  static String string(byte[] bytes, int offset, int length, int seen) {
    if (length == 0) {
      return "";
    }
    return (seen & NON_ASCII) == 0
        ? new String(bytes, offset, length, StandardCharsets.ISO_8859_1)
        : new String(bytes, offset, length, StandardCharsets.UTF_8);
  }

  /** Expands the range into {@link #scratch} and returns the length. */
  final int expand(int start, int stop, int seen) {
    if (scratch.length < stop - start) {
      int room = Math.max(MIN_SCRATCH, (int) Math.min(scratch.length * 2L, 1 << 20));
      scratch = new byte[Math.max(stop - start, room)];
    }
    if ((seen & VALUE) != 0) {
      return TextExpander.value(b, start, stop, scratch);
    }
    if ((seen & CHILDREN) != 0) {
      return TextExpander.pieces(b, start, stop, scratch);
    }
    return (seen & LITERAL) != 0
        ? TextExpander.literal(b, start, stop, scratch, 0)
        : TextExpander.text(b, start, stop, scratch);
  }

  // ---- errors ----

  final XmlSyntaxException syntax(String message, int at) {
    return new XmlSyntaxException(message, openPath(), at - base);
  }

  final XmlSyntaxException endOfInput(String expected) {
    if (partial) {
      return XmlSyntaxException.CUT_OFF;
    }
    return syntax("expected " + expected + ", found the end of the document", end);
  }

  final XmlLimitException limit(String name, int value, int at) {
    return new XmlLimitException(
        "the document exceeds the limit " + name + " = " + value, openPath(), at - base);
  }

  /** The range in quotes, shortened to 40 characters. */
  final String quote(int start, int stop) {
    return quote(b, start, Math.min(stop, end));
  }

  static String quote(byte[] bytes, int start, int stop) {
    boolean shortened = stop - start > 160;
    String text = new String(bytes, start, shortened ? 160 : stop - start, StandardCharsets.UTF_8);
    return text.length() > 40
        ? '"' + text.substring(0, 40) + "…\""
        : '"' + text + (shortened ? "…\"" : "\"");
  }

  /** The byte at {@code p} as a message shows it. */
  final String found(int p) {
    if (p >= end) {
      return "the end of the document";
    }
    int c = b[p] & 0xff;
    return c > ' ' && c < 0x7f ? "'" + (char) c + "'" : String.format("byte 0x%02X", c);
  }
}
