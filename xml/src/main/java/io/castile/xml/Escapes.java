package io.castile.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Which characters stand for themselves in element content or in an attribute value, and what
 * stands for the others (XML 1.0, §2.4 and §3.3.3). {@code >} is always escaped, which keeps {@code
 * ]]>} out; a carriage return, and white space other than the space in attributes, since the reader
 * would normalise them away.
 */
final class Escapes {
  static final Escapes TEXT = new Escapes().markup();
  static final Escapes ATTRIBUTE = new Escapes().markup().whiteSpaceAndQuotes();

  /** Escapes nothing, but refuses what XML cannot carry: for comments and the like. */
  static final Escapes VERBATIM = new Escapes();

  /** The most bytes that one char can take: {@code "} as an entity. */
  private static final int MAX_BYTES_PER_CHAR = 6;

  /** {@link #classes}: an ASCII character that is replaced, or cannot be written. */
  private static final int REPLACED = 1;

  /** {@link #classes}: not ASCII. */
  private static final int NOT_ASCII = 2;

  // As constants, of which a compiler knows the length.
  private static final byte[] CLASSES_IN_TEXT = TEXT.classes;
  private static final byte[] CLASSES_IN_ATTRIBUTE = ATTRIBUTE.classes;

  /**
   * The class of a char, 0 for an ASCII character that stands for itself. As long as there are
   * chars, so that the loop over a text needs no comparison; of ASCII texts it touches two lines.
   */
  private final byte[] classes = new byte[1 << 16];

  /** The replacements of the others; null for those that cannot be written. */
  private final byte[][] replacements = new byte[0x80][];

  private Escapes() {
    Arrays.fill(classes, (byte) NOT_ASCII);
    Arrays.fill(classes, 0, ' ', (byte) REPLACED);
    Arrays.fill(classes, ' ', 0x80, (byte) 0);
    classes['\t'] = 0;
    classes['\n'] = 0;
    classes['\r'] = 0;
  }

  private Escapes markup() {
    replace('<', "&lt;");
    replace('>', "&gt;");
    replace('&', "&amp;");
    replace('\r', "&#13;");
    return this;
  }

  private Escapes whiteSpaceAndQuotes() {
    replace('"', "&quot;");
    replace('\t', "&#9;");
    replace('\n', "&#10;");
    return this;
  }

  private void replace(char c, String replacement) {
    classes[c] = REPLACED;
    replacements[c] = replacement.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * The classes of all characters of the text, joined: 0 if it is ASCII that stands for itself.
   * Looks at all of it: a loop without a way out is twice as fast as one that stops, and most texts
   * have none.
   */
  static int classesInText(String value) {
    int length = value.length();
    int any = 0;
    for (int i = 0; i < length; i++) {
      any |= CLASSES_IN_TEXT[value.charAt(i)];
    }
    return any;
  }

  /** The same for attribute values; not one method for both, which would see no constants. */
  static int classesInAttribute(String value) {
    int length = value.length();
    int any = 0;
    for (int i = 0; i < length; i++) {
      any |= CLASSES_IN_ATTRIBUTE[value.charAt(i)];
    }
    return any;
  }

  /**
   * Like {@link #write(XmlWriter, int, String)} for a text of these classes; ASCII goes run by run.
   */
  int write(XmlWriter writer, int pos, String value, int classesOfText) {
    return classesOfText == REPLACED ? writeAscii(writer, pos, value) : write(writer, pos, value);
  }

  @SuppressWarnings("deprecation") // drops the high bytes of chars, which are zero
  private int writeAscii(XmlWriter writer, int pos, String value) {
    int length = value.length();
    byte[] from = writer.scratch(length);
    value.getBytes(0, length, from, 0);
    byte[] b = writer.buffer();
    int run = 0;
    while (true) {
      // Invariant: everything before run is written, and there is room for all that is left.
      int i = nextReplaced(from, run, length);
      System.arraycopy(from, run, b, pos, i - run);
      pos += i - run;
      if (i == length) {
        return pos;
      }
      byte[] replacement = replacements[from[i]];
      if (replacement == null) {
        throw writer.unwritable(from[i], i);
      }
      int needed = replacement.length + length - i - 1;
      if (b.length - pos < needed) {
        b = writer.grow(pos, needed);
      }
      System.arraycopy(replacement, 0, b, pos, replacement.length);
      pos += replacement.length;
      run = i + 1;
    }
  }

  /** Index of the first byte from {@code start} on that does not stand for itself, or the end. */
  private int nextReplaced(byte[] ascii, int start, int end) {
    int i = start;
    while (i < end) {
      if (i <= end - 8) {
        long stops = Bytes.escapeStops(Bytes.longAt(ascii, i));
        if (stops == 0) {
          i += 8;
          continue;
        }
        i += Long.numberOfTrailingZeros(stops) >>> 3;
      }
      if (classes[ascii[i]] != 0) {
        return i;
      }
      i++;
    }
    return end;
  }

  /**
   * Writes a text at {@code pos} of the writer's buffer, where there is room for its length, and
   * returns the position after it.
   */
  int write(XmlWriter writer, int pos, String value) {
    int length = value.length();
    byte[] b = writer.buffer();
    for (int i = 0; i < length; i++) {
      // Invariant: there is room for one byte for each char that is left.
      char c = value.charAt(i);
      if (classes[c] == 0) {
        b[pos++] = (byte) c;
        continue;
      }
      int left = length - i - 1;
      if (b.length - pos < left + MAX_BYTES_PER_CHAR && b.length - pos < left + bytes(c)) {
        b = writer.grow(pos, left + bytes(c));
      }
      if (c < 0x80) {
        byte[] replacement = replacements[c];
        if (replacement == null) {
          throw writer.unwritable(c, i);
        }
        System.arraycopy(replacement, 0, b, pos, replacement.length);
        pos += replacement.length;
      } else if (c < 0x800) {
        b[pos] = (byte) (0xC0 | (c >> 6));
        b[pos + 1] = (byte) (0x80 | (c & 0x3F));
        pos += 2;
      } else if (c < Character.MIN_SURROGATE || (c > Character.MAX_SURROGATE && c < 0xFFFE)) {
        b[pos] = (byte) (0xE0 | (c >> 12));
        b[pos + 1] = (byte) (0x80 | ((c >> 6) & 0x3F));
        b[pos + 2] = (byte) (0x80 | (c & 0x3F));
        pos += 3;
      } else {
        char next = i + 1 < length ? value.charAt(i + 1) : 0;
        if (!Character.isSurrogatePair(c, next)) {
          throw writer.unwritable(c, i);
        }
        int codePoint = Character.toCodePoint(c, next);
        b[pos] = (byte) (0xF0 | (codePoint >> 18));
        b[pos + 1] = (byte) (0x80 | ((codePoint >> 12) & 0x3F));
        b[pos + 2] = (byte) (0x80 | ((codePoint >> 6) & 0x3F));
        b[pos + 3] = (byte) (0x80 | (codePoint & 0x3F));
        pos += 4;
        i++;
      }
    }
    return pos;
  }

  /** How many bytes this char, not plain, adds; for both of a pair, the first counts three. */
  private int bytes(char c) {
    if (c < 0x80) {
      return replacements[c] == null ? 0 : replacements[c].length;
    }
    return c < 0x800 ? 2 : 3;
  }
}
