package io.castile.soap.multipart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.soap.SoapMessageException;
import io.castile.soap.mime.AttachmentOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts in transfer encodings (RFC 2045 §6), whole and malformed, as documents and beside them. */
class TransferEncodingsTest {
  private static final String ENCODING = "Content-Transfer-Encoding: ";

  private static String unescaped(String text) {
    return text.replace("\\r", "\r").replace("\\n", "\n").replace("\\t", "\t").replace('_', ' ');
  }

  private static MultipartContent read(String encoding, String content, boolean isDocument)
      throws SoapMessageException, IOException {
    String field = ENCODING + encoding + "\r\n";
    String message =
        isDocument
            ? "--b\r\n" + field + "\r\n" + content + "\r\n--b--"
            : "--b\r\n\r\n<a/>\r\n--b\r\nContent-ID: <x>\r\n"
                + field
                + "\r\n"
                + content
                + "\r\n--b--";
    return MultipartContent.read(
        new ByteArrayInputStream(message.getBytes(StandardCharsets.ISO_8859_1)),
        MultipartType.of("multipart/related; boundary=b"),
        AttachmentOptions.DEFAULT,
        1 << 20);
  }

  private static byte[] part(String encoding, String content) throws Exception {
    try (var part = read(encoding, content, false).parts().get("x").open()) {
      return part.readAllBytes();
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** An underscore stands for a blank. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "quoted-printable | a=3Db=3db | a=b=b",
        "Quoted-Printable | a=00=FF=0D=0A | a\u0000\u00ff\\r\\n",
        "quoted-printable | a=\\r\\nb | ab",
        "quoted-printable | a=\\nb | ab",
        "quoted-printable | a_=_\\t\\r\\nb | a_b",
        "quoted-printable | a\\nb\\r\\nc | a\\nb\\r\\nc",
        "quoted-printable | a_\\t\\r\\n_b_c_\\n_ | a\\r\\n_b_c\\n",
        "quoted-printable | `` | ``",
        "base64 | QUJD | ABC",
        "BASE64 | QU_JD\\r\\nRE\\tVG\\n | ABCDEF",
        "base64 | QUI= | AB",
        "base64 | QQ=\\r\\n=_ | A",
        "base64 | `` | ``",
        "7bit | a=zz | a=zz",
        "8bit | \u00e9 | \u00e9",
      })
  void whatIsWholeIsDecoded(String encoding, String content, String expected) throws Exception {
    assertThat(text(part(encoding, unescaped(content)))).isEqualTo(unescaped(expected));
    assertThat(text(read(encoding, unescaped(content), true).root()))
        .isEqualTo(unescaped(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "quoted-printable | ab=zz | two hexadecimal digits or a line's end behind '=' at byte 3 | 'z'",
        "quoted-printable | a=3 | two hexadecimal digits behind '=' at byte 3 | the end",
        "quoted-printable | a=3xb | two hexadecimal digits behind '=' at byte 3 | 'x'",
        "quoted-printable | a= | two hexadecimal digits or a line's end behind '=' at byte 2 | the end",
        "quoted-printable | a==3D | or a line's end behind '=' at byte 2 | '='",
        "quoted-printable | a=_b | or a line's end behind '=' at byte 3 | 'b'",
        "quoted-printable | a=\\rb | or a line's end behind '=' at byte 3 | 'b'",
        "quoted-printable | a\\rb | LF behind CR at byte 2 | 'b'",
        "quoted-printable | caf\u00e9 | printable ASCII, or =XX, at byte 3 | 0xe9",
        "quoted-printable | a\u0001b | printable ASCII, or =XX, at byte 1 | 0x01",
        "base64 | QUJD*EVG | one of A-Z a-z 0-9 + / at byte 4 | '*'",
        "base64 | QU-_ | one of A-Z a-z 0-9 + / at byte 2 | '-'",
        "base64 | QUJDRA | one of A-Z a-z 0-9 + / at byte 6 | the end",
        "base64 | QUJDRA= | '=' at byte 7 | the end",
        "base64 | QUI=\\r\\nQUJD | nothing behind its padding at byte 6 | 'Q'",
        "base64 | QUI== | nothing behind its padding at byte 4 | '='",
        "base64 | QU=C | '=' at byte 3 | 'C'",
        "base64 | Q=== | one of A-Z a-z 0-9 + / at byte 1 | '='",
        "base64 | ==== | one of A-Z a-z 0-9 + / at byte 0 | '='",
        "base64 | QU\u00e9D | one of A-Z a-z 0-9 + / at byte 2 | 0xe9",
      })
  void whatIsMalformedIsRefusedWithItsPlace(
      String encoding, String content, String expected, String found) {
    String wrong = expected + ", found " + found;
    assertThatThrownBy(() -> read(encoding, unescaped(content), false))
        .isInstanceOf(SoapMessageException.class)
        .hasMessageStartingWith("the multipart message: in part 2: expected " + encoding + ": ")
        .hasMessageEndingWith(wrong);
    assertThatThrownBy(() -> read(encoding, unescaped(content), true))
        .isInstanceOf(SoapMessageException.class)
        .hasMessageStartingWith("the multipart message: in part 1: expected " + encoding + ": ")
        .hasMessageEndingWith(wrong);
  }

  /** Also behind what is read at once. */
  @ParameterizedTest
  @ValueSource(ints = {8191, 8192, 8193, 20_000})
  void placesAreThoseOfTheWholeContent(int length) {
    assertThatThrownBy(() -> read("quoted-printable", "x".repeat(length) + "=zz", false))
        .hasMessageContaining("at byte " + (length + 1) + ", found 'z'");
    assertThatThrownBy(() -> read("quoted-printable", "x".repeat(length) + "=\rz", false))
        .hasMessageContaining("at byte " + (length + 2) + ", found 'z'");
    assertThatThrownBy(() -> read("base64", "QUJD".repeat(length) + "*", false))
        .hasMessageContaining("at byte " + 4L * length + ", found '*'");
  }

  @ParameterizedTest
  @ValueSource(ints = {999, 1000, 1001})
  void blanksInARowAreBounded(int count) throws Exception {
    String content = "a" + " ".repeat(count) + "b";
    if (count <= 1000) {
      assertThat(text(part("quoted-printable", content))).isEqualTo(content);
    } else {
      assertThatThrownBy(() -> part("quoted-printable", content))
          .hasMessageContaining("at most 1000 blanks in a row at byte 1001");
    }
  }

  @Property(tries = 300)
  void anyBytesComeBack(
      @ForAll byte[] content, @ForAll @IntRange(min = 4, max = 76) int line, @ForAll boolean lf)
      throws Exception {
    String end = lf ? "\n" : "\r\n";
    byte[] separator = end.getBytes(StandardCharsets.US_ASCII);
    String base64 = Base64.getMimeEncoder(line, separator).encodeToString(content);
    assertThat(part("base64", base64)).isEqualTo(content);
    assertThat(part("quoted-printable", quotedPrintable(content, line, end))).isEqualTo(content);
  }

  private static String quotedPrintable(byte[] content, int line, String end) {
    StringBuilder text = new StringBuilder();
    int width = 0;
    for (int i = 0; i < content.length; i++) {
      int c = content[i] & 0xFF;
      boolean isLast = i == content.length - 1;
      boolean isPlain = c == ' ' ? !isLast : c > ' ' && c <= '~' && c != '=' && c != '-';
      String piece = isPlain ? Character.toString(c) : "=%02X".formatted(c);
      if (width + piece.length() >= line) {
        text.append('=').append(end);
        width = 0;
      }
      text.append(piece);
      width += piece.length();
    }
    return text.toString();
  }
}
