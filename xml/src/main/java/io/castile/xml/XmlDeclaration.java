package io.castile.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The XML declaration at the start of a document (XML 1.0, productions 23 to 32 and 80, 81). */
final class XmlDeclaration {
  private static final byte[] START = "<?xml".getBytes(StandardCharsets.US_ASCII);

  private static final int MAX_KEPT = 128;

  private byte[] b = START;
  private int base;
  private int end;
  private int p;
  private int valueStart;
  private int valueEnd;

  // Indexes of the encoding's name in b; equal if there is none.
  private int encodingStart;
  private int encodingEnd;

  /** The last declaration that was right; empty before the first. */
  private byte[] lastBytes = new byte[0];

  private int lastEncodingStart;
  private int lastEncodingEnd;

  /** Whether a declaration begins at {@code start}. */
  static boolean isAt(byte[] b, int start, int end) {
    int behind = start + START.length;
    return behind < end && Bytes.equal(b, start, behind, START) && XmlChars.isWhite(b[behind]);
  }

  /**
   * Like {@link #read}, remembering: the same bytes as those of the last declaration need no second
   * look, and most senders write one and the same.
   */
  int parse(byte[] bytes, int start, int stop, int offsetBase) {
    byte[] last = lastBytes;
    int length = last.length;
    if (length > 0 && stop - start >= length && Bytes.equal(bytes, start, start + length, last)) {
      b = last;
      encodingStart = lastEncodingStart;
      encodingEnd = lastEncodingEnd;
      return start + length;
    }
    int behind = read(bytes, start, stop, offsetBase);
    if (behind - start <= MAX_KEPT) {
      lastBytes = Arrays.copyOfRange(bytes, start, behind);
      lastEncodingStart = encodingStart == 0 ? 0 : encodingStart - start;
      lastEncodingEnd = encodingEnd == 0 ? 0 : encodingEnd - start;
    }
    return behind;
  }

  /**
   * Reads the declaration that begins at {@code start}; its encoding is then to be had from {@link
   * #encoding}.
   *
   * @param offsetBase the index that offsets in errors count from
   * @return the index behind it
   */
  private int read(byte[] bytes, int start, int stop, int offsetBase) {
    b = bytes;
    base = offsetBase;
    end = stop;
    p = start + START.length;
    encodingStart = 0;
    encodingEnd = 0;
    if (!pseudoAttribute("version")) {
      throw error("expected version=\"1.0\" in the XML declaration");
    }
    if (!isVersion1() || valueIs("1.1")) {
      throw new XmlSyntaxException(
          "expected XML version \"1.0\", found " + XmlScanner.quote(b, valueStart, valueEnd),
          "",
          valueStart - (long) base);
    }
    if (pseudoAttribute("encoding")) {
      encodingStart = valueStart;
      encodingEnd = valueEnd;
      checkEncodingName();
    }
    if (pseudoAttribute("standalone") && !valueIs("yes") && !valueIs("no")) {
      throw error("expected standalone to be \"yes\" or \"no\"");
    }
    skipWhite();
    if (end - p < 2 || b[p] != '?' || b[p + 1] != '>') {
      throw error("expected '?>' at the end of the XML declaration");
    }
    return p + 2;
  }

  /** Name of the declared encoding, null if none. */
  @Nullable String encoding() {
    return encodingEnd == encodingStart
        ? null
        : new String(b, encodingStart, encodingEnd - encodingStart, StandardCharsets.US_ASCII);
  }

  /**
   * Whether the declaration leaves the encoding at UTF-8; as {@link #encoding}, without a string.
   */
  boolean isUtf8() {
    int n = encodingEnd - encodingStart;
    return n == 0
        || n == 5
            && (b[encodingStart] | 0x20) == 'u'
            && (b[encodingStart + 1] | 0x20) == 't'
            && (b[encodingStart + 2] | 0x20) == 'f'
            && b[encodingStart + 3] == '-'
            && b[encodingStart + 4] == '8';
  }

  /** Reads {@code S name Eq quoted} if the name is the next; else stays where it is. */
  private boolean pseudoAttribute(String name) {
    int before = p;
    skipWhite();
    if (p == before || !nextIs(name)) {
      p = before;
      return false;
    }
    p += name.length();
    skipWhite();
    if (p >= end || b[p] != '=') {
      throw error("expected '=' behind " + name + " in the XML declaration");
    }
    p++;
    skipWhite();
    if (p >= end || b[p] != '"' && b[p] != '\'') {
      throw error("expected " + name + " in quotes in the XML declaration");
    }
    byte quote = b[p++];
    valueStart = p;
    while (p < end && b[p] != quote && b[p] != '<' && b[p] != '>') {
      p++;
    }
    if (p >= end || b[p] != quote) {
      throw error("expected the closing quote of " + name + " in the XML declaration");
    }
    valueEnd = p++;
    return true;
  }

  private boolean nextIs(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (p + i >= end || b[p + i] != name.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Production 26: documents of a later 1.x are read as 1.0 (§2.8), but for 1.1, which exists. */
  private boolean isVersion1() {
    boolean is = valueEnd - valueStart > 2 && b[valueStart] == '1' && b[valueStart + 1] == '.';
    for (int i = valueStart + 2; is && i < valueEnd; i++) {
      is = b[i] >= '0' && b[i] <= '9';
    }
    return is;
  }

  private boolean valueIs(String expected) {
    boolean same = valueEnd - valueStart == expected.length();
    for (int i = 0; same && i < expected.length(); i++) {
      same = b[valueStart + i] == expected.charAt(i);
    }
    return same;
  }

  /** Production 81: a letter, then letters, digits and {@code . _ -}. */
  private void checkEncodingName() {
    for (int i = encodingStart; i < encodingEnd; i++) {
      int c = b[i];
      boolean letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
      boolean other = c >= '0' && c <= '9' || c == '.' || c == '_' || c == '-';
      if (!letter && (i == encodingStart || !other)) {
        throw error("expected the name of an encoding in the XML declaration");
      }
    }
    if (encodingStart == encodingEnd) {
      throw error("expected the name of an encoding in the XML declaration");
    }
  }

  private void skipWhite() {
    while (p < end && XmlChars.isWhite(b[p])) {
      p++;
    }
  }

  private XmlSyntaxException error(String message) {
    return new XmlSyntaxException(message, "", p - base);
  }
}
