package io.castile.xml;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The encoding of a document: a byte order mark decides; else what the transport says; else the
 * declaration (RFC 7303, §3; XML 1.0, appendix F). And its way to UTF-8.
 */
final class XmlEncoding {
  private XmlEncoding() {}

  /** Length of the UTF-8 byte order mark at {@code start}: 3, or 0 if there is none. */
  static int utf8Mark(byte[] b, int start, int end) {
    return end - start >= 3
            && b[start] == (byte) 0xEF
            && b[start + 1] == (byte) 0xBB
            && b[start + 2] == (byte) 0xBF
        ? 3
        : 0;
  }

  /**
   * The encoding, as far as it is to be known without the declaration.
   *
   * @param charset what the transport says, or null
   * @return the charset; null if only the declaration can tell
   */
  static @Nullable Charset detect(byte[] b, int start, int end, @Nullable String charset) {
    if (utf8Mark(b, start, end) > 0) {
      return StandardCharsets.UTF_8;
    }
    int first = end - start >= 2 ? (b[start] & 0xff) << 8 | b[start + 1] & 0xff : -1;
    int second = end - start >= 4 ? (b[start + 2] & 0xff) << 8 | b[start + 3] & 0xff : -1;
    if (first == 0xFEFF || first == 0xFFFE && second != 0) {
      return StandardCharsets.UTF_16;
    }
    if (first == 0xFFFE || first == 0 && second == 0xFEFF) {
      throw new XmlSyntaxException("the encoding UTF-32 is not supported", "", 0);
    }
    if (charset != null) {
      Charset said = named(charset.trim());
      boolean isTurned = first == '<' << 8 && second != 0;
      return isTurned && said.equals(StandardCharsets.UTF_16) ? StandardCharsets.UTF_16LE : said;
    }
    if (first == '<' && second == '?') {
      return StandardCharsets.UTF_16BE;
    }
    return first == '<' << 8 && second == '?' << 8 ? StandardCharsets.UTF_16LE : null;
  }

  /** The charset of that name, which must be one this platform knows. */
  static Charset named(String name) {
    try {
      return Charset.forName(name);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      throw new XmlSyntaxException(
          "expected an encoding that this platform supports, found \"" + name + "\"", "", 0, e);
    }
  }

  /**
   * The charset that the declaration names. A document in whose bytes the declaration could be read
   * cannot be in a charset that writes it otherwise (XML 1.0, §4.3.3).
   */
  static Charset declared(String name) {
    Charset charset = named(name);
    if (!charset.canEncode() || !Arrays.equals("<?xml".getBytes(charset), ASCII_START)) {
      throw new XmlSyntaxException(
          "the XML declaration says " + name + ", but is not written in it itself", "", 0);
    }
    return charset;
  }

  /**
   * Refuses a declaration that contradicts what the bytes themselves show (XML 1.0, §4.3.3). Only
   * where the transport says nothing: its word, or that of the mark beside it, is enough.
   *
   * @param name the declared encoding, null if none
   */
  static void checkDeclared(@Nullable String name, Charset actual) {
    if (name == null) {
      return;
    }
    Charset named = named(name);
    boolean utf16 = actual.name().startsWith("UTF-16");
    boolean same = utf16 ? named.name().startsWith("UTF-16") : named.equals(actual);
    if (!same) {
      throw new XmlSyntaxException(
          "the XML declaration says " + name + ", but the document is in " + actual.name(), "", 0);
    }
  }

  private static final byte[] ASCII_START = "<?xml".getBytes(StandardCharsets.US_ASCII);

  /**
   * The same text in UTF-8, without byte order mark. Bytes that the charset does not have are
   * errors.
   */
  static byte[] toUtf8(byte[] b, int start, int length, Charset charset) {
    ByteBuffer in = ByteBuffer.wrap(b, start, length);
    CharsetDecoder decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    try {
      CharBuffer text = decoder.decode(in);
      if (text.hasRemaining() && text.get(text.position()) == '\uFEFF') {
        text.get();
      }
      ByteBuffer utf8 =
          StandardCharsets.UTF_8
              .newEncoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .encode(text);
      return Arrays.copyOf(utf8.array(), utf8.limit());
    } catch (CharacterCodingException e) {
      throw new XmlSyntaxException(
          "expected the encoding " + charset.name() + ", found other bytes",
          "",
          in.position() - (long) start,
          e);
    }
  }
}
