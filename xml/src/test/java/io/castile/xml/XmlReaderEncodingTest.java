package io.castile.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which encoding a document is in: XML 1.0, §4.3.3 and appendix F; RFC 7303, §3. */
class XmlReaderEncodingTest {
  @ParameterizedTest
  @CsvSource({
    // byte order mark, written in, declared, said by the transport
    ",UTF-8,,",
    "EF BB BF,UTF-8,,",
    "EF BB BF,UTF-8,utf-8,",
    ",UTF-8,UTF-8,UTF-8",
    "FE FF,UTF-16BE,,",
    "FF FE,UTF-16LE,UTF-16,",
    ",UTF-16BE,UTF-16,",
    ",UTF-16LE,utf-16le,",
    ",UTF-16LE,,UTF-16LE",
    ",ISO-8859-1,ISO-8859-1,",
    ",ISO-8859-1,iso-8859-1,",
    ",windows-1252,windows-1252,",
    ",ISO-8859-15,ISO-8859-15,",
    // The transport's word has precedence over the declaration.
    ",ISO-8859-1,UTF-8,ISO-8859-1",
    ",UTF-8,ISO-8859-1,utf-8",
    ",windows-1252,,windows-1252",
    // A byte order mark has precedence over both.
    "EF BB BF,UTF-8,,ISO-8859-1",
    "EF BB BF,UTF-8,ISO-8859-1,ISO-8859-1",
    "FE FF,UTF-16BE,UTF-8,UTF-8",
    "FF FE,UTF-16LE,,UTF-16",
  })
  void isReadAsItIsWritten(String mark, String written, String declared, String said) {
    byte[] document = document(mark, written, declared, "<\u00e9>\u00e4\u00df</\u00e9>");

    XmlReader in = new XmlReader().reset(document, 0, document.length, said);

    assertThat(in.nextChild(null).local()).isEqualTo("\u00e9");
    assertThat(in.readText()).hasToString("\u00e4\u00df");
    assertThat(in.next()).isEqualTo(XmlReader.END_DOCUMENT);
  }

  private static byte[] document(String mark, String written, String declared, String root) {
    ByteArrayOutputStream document = new ByteArrayOutputStream();
    if (mark != null) {
      document.writeBytes(HexFormat.ofDelimiter(" ").parseHex(mark));
    }
    String declaration =
        declared == null ? "" : "<?xml version='1.0' encoding='" + declared + "'?>";
    document.writeBytes((declaration + root).getBytes(Charset.forName(written)));
    return document.toByteArray();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|UTF-8|klingon||expected an encoding that this platform supports, found \"klingon\"",
        "|UTF-8||no such|expected an encoding that this platform supports, found \"no such\"",
        "|UTF-8|UTF-16||says UTF-16, but is not written in it itself",
        "|UTF-8|IBM037||says IBM037, but is not written in it itself",
        "|ISO-8859-1|US-ASCII||expected the encoding US-ASCII, found other bytes",
        "|UTF-8||US-ASCII|expected the encoding US-ASCII, found other bytes",
        "EF BB BF|UTF-8|ISO-8859-1||says ISO-8859-1, but the document is in UTF-8",
        "FE FF|UTF-16BE|UTF-8||says UTF-8, but the document is in UTF-16",
        "FF FE 00 00|UTF-8|||UTF-32 is not supported",
        "00 00 FE FF|UTF-8|||UTF-32 is not supported",
        "FE FF D8 00|UTF-16BE|||expected the encoding UTF-16, found other bytes",
      })
  void isRefusedWhereItIsUnknownOrContradictsItself(
      String mark, String written, String declared, String said, String message) {
    byte[] document = document(mark, written, declared, "<a>\u00e9</a>");
    XmlReader in = XmlReaders.atRoot("<before/>");

    assertThat(
            XmlReaders.failure(
                in, XmlSyntaxException.class, () -> in.reset(document, 0, document.length, said)))
        .hasMessageContaining(message);
  }

  @Test
  void theDeclarationOfTheMessageBeforeIsNotKeptForAnother() {
    String[] declared = {"UTF-8", "ISO-8859-1", "ISO-8859-1", "UTF-8", "UTF-16", "UTF-8"};
    XmlReader in = new XmlReader();
    for (String name : declared) {
      byte[] document =
          document(
              name.equals("UTF-16") ? "FE FF" : null,
              name.equals("UTF-16") ? "UTF-16BE" : name,
              name,
              "<a>\u00e9</a>");

      in.reset(document, 0, document.length).nextChild(null);

      assertThat(in.readText()).as(name).hasToString("\u00e9");
    }
  }

  @Test
  void bytesBeyondTheCharsetAreErrorsNotReplaced() {
    byte[] document = XmlReaders.utf8("<a>\u0081</a>");
    XmlReader in = new XmlReader();

    assertThatThrownBy(() -> in.reset(new byte[] {'<', (byte) 0x81}, 0, 2, "windows-1252"))
        .isInstanceOf(XmlSyntaxException.class)
        .hasMessageEndingWith("byte 1");
    assertThat(in.reset(document, 0, document.length).next()).isEqualTo(XmlReader.START_ELEMENT);
  }

  @Test
  void offsetsCountFromTheStartOfTheRange() {
    XmlReader in = XmlReaders.on("\ufeff<?xml version='1.0'?> <a/>");

    assertThat(in.offset()).isEqualTo(3);
    in.next();
    assertThat(in.offset()).isEqualTo(25);
  }
}
