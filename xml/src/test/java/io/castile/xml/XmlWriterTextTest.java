package io.castile.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts and attribute values as another parser, the JDK's, reads them back. */
class XmlWriterTextTest {
  private static final int TRIES = 20_000;
  private static final XMLInputFactory JDK = XMLInputFactory.newDefaultFactory();

  static {
    JDK.setProperty(XMLInputFactory.IS_COALESCING, true);
  }

  private final XmlWriter writer = new XmlWriter();

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      value = {
        "<, &lt;, &lt;",
        "&, &amp;, &amp;",
        ">, &gt;, &gt;",
        "]]>, ]]&gt;, ]]&gt;",
        "\", \", &quot;",
        "', ', '",
        "~\t~, ~\t~, &#9;",
        "~\n~, ~\n~, &#10;",
        "~\r~, &#13;, &#13;",
        "é, é, é",
        "~ a  b ~, ~ a  b ~, ~ a  b ~",
        "~~, ~~, ~~",
      })
  void escapes(String value, String text, String attribute) {
    assertThat(text(value)).isEqualTo(text);
    assertThat(attribute(value)).isEqualTo(attribute);
  }

  @Test
  void everyCharacterIsWrittenOrRefusedAsXmlSays() {
    for (int c = 0; c <= Character.MAX_CODE_POINT; c += c < 0x11000 ? 1 : 251) {
      String value = "ab" + Character.toString(c) + "d";
      boolean allowed =
          c == 0x9
              || c == 0xA
              || c == 0xD
              || (c >= 0x20 && c <= 0xD7FF)
              || (c >= 0xE000 && c <= 0xFFFD)
              || c >= 0x10000;
      if (!allowed) {
        assertRefused(value, c, 2);
      } else if (c > '>') {
        assertThat(text(value)).isEqualTo(value);
        assertThat(attribute(value)).isEqualTo(value);
      }
    }
  }

  @Test
  void surrogatesOutOfPlaceAreRefused() {
    assertRefused("\uD83D", 0xD83D, 0);
    assertRefused("a\uDE00", 0xDE00, 1);
    assertRefused("ab\uD83Dc", 0xD83D, 2);
    assertRefused("\uD83D\uDE00\uD83D", 0xD83D, 2);
    assertRefused("\uDE00\uD83D", 0xDE00, 0);
    assertRefused("\uD83D\uD83D\uDE00", 0xD83D, 0);
  }

  private void assertRefused(String value, int codePoint, int index) {
    String message =
        String.format(
            "XML 1.0 cannot carry U+%04X, character %d of the text at /", codePoint, index);
    assertThatThrownBy(() -> writer.reset().text(value))
        .isInstanceOf(XmlDataException.class)
        .hasMessage(message);
    assertThat(writer.size()).isZero();
    assertThatThrownBy(() -> writer.reset().attributeText(value))
        .isInstanceOf(XmlDataException.class)
        .hasMessage(message);
    assertThat(writer.size()).isZero();
  }

  @Property
  void anyStringIsReadBackOrRefused(@ForAll String value) throws XMLStreamException {
    try {
      writer.reset().text(value);
    } catch (XmlDataException refused) {
      assertThat(value.codePoints().allMatch(XmlWriterTextTest::isChar)).isFalse();
      return;
    }
    assertReadBack(value);
  }

  @Test
  void randomTextsAreReadBack() throws XMLStreamException {
    SplittableRandom random = Tries.random();
    for (int i = 0; i < Tries.count(TRIES); i++) {
      StringBuilder value = new StringBuilder();
      int kinds = random.nextInt(1, 6);
      for (int j = random.nextInt(60); j > 0; j--) {
        value.appendCodePoint(character(random, random.nextInt(kinds)));
      }
      assertReadBack(value.toString());
    }
  }

  private static int character(SplittableRandom random, int kind) {
    return switch (kind) {
      case 0 -> random.nextInt('a', 'z' + 1);
      case 1 -> "<>&\"' \t\n\r]".charAt(random.nextInt(10));
      case 2 -> random.nextInt(0x80, 0x800);
      case 3 -> random.nextInt(0x800, 0xD800);
      default -> random.nextInt(0x10000, 0x110000);
    };
  }

  private void assertReadBack(String value) throws XMLStreamException {
    writer.reset().startElement("", "a");
    writer.attribute("", "b", value);
    writer.closeStartTag();
    writer.text(value);
    writer.endElement();
    XMLStreamReader reader =
        JDK.createXMLStreamReader(
            new ByteArrayInputStream(writer.buffer(), 0, writer.size()), "UTF-8");
    reader.nextTag();
    if (!reader.getAttributeValue(0).equals(value)) {
      assertThat(reader.getAttributeValue(0)).isEqualTo(value);
    }
    String text = reader.getElementText();
    if (!text.equals(value)) {
      assertThat(text).isEqualTo(value);
    }
  }

  private static boolean isChar(int c) {
    return c == 0x9
        || c == 0xA
        || c == 0xD
        || (c >= 0x20 && c <= 0xD7FF)
        || (c >= 0xE000 && c <= 0xFFFD)
        || c >= 0x10000;
  }

  private String text(String value) {
    writer.reset().text(value);
    return new String(writer.toByteArray(), StandardCharsets.UTF_8);
  }

  private String attribute(String value) {
    writer.reset().attributeText(value);
    return new String(writer.toByteArray(), StandardCharsets.UTF_8);
  }
}
