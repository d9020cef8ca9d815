package io.castile.xml;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What text stands for: references, line ends (§2.11), attribute values (§3.3.3), CDATA (§2.7). */
class XmlReaderTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "abc|abc",
        "a&lt;b&gt;c&amp;d&apos;e&quot;f|a<b>c&d'e\"f",
        "&amp;lt;|&lt;",
        "&#65;&#x42;&#x43;|ABC",
        "&#x20AC;\u20ac&#128512;|\u20ac\u20ac\ud83d\ude00",
        "a\\r\\nb\\rc\\nd|a\\nb\\nc\\nd",
        "a\\r\\r\\nb|a\\n\\nb",
        "a&#13;&#10;b|a\\r\\nb",
        "a<![CDATA[<b>&amp;]]>c|a<b>&amp;c",
        "<![CDATA[a\\r\\nb]]>\\r\\n|a\\nb\\n",
        "a<!--x-->b<?y z?>c|abc",
        "a<b>c<d e='>'>f</d>g</b>h<i/>j|ahj",
        "a<b c=\"'/>'\"/>d<e f='/e>'><![CDATA[</e>]]></e>g|adg",
        "<!--x--><b>y</b>|``",
        "]]&gt;|]]>",
      })
  void contentStandsFor(String content, String expected) {
    XmlReader in = XmlReaders.atRoot("<a>" + lines(content) + "</a>");

    assertThat(in.readText()).hasToString(lines(expected));
    assertThat(in.event()).isEqualTo(XmlReader.END_ELEMENT);
    assertThat(in.depth()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "a b|a b",
        " a  b |` a  b `",
        "a\\nb\\tc\\rd\\r\\ne|a b c d e",
        "a\\n\\r\\nb|a  b",
        "&#10;&#13;&#9;|\\n\\r\\t",
        "&lt;\u00e9&quot;>|<\u00e9\">",
      })
  void attributeValuesAreNormalized(String value, String expected) {
    XmlReader in = XmlReaders.atRoot("<a b=\"" + lines(value) + "\"/>");

    assertThat(in.attribute(0)).hasToString(lines(expected));
  }

  private static String lines(String text) {
    return text.replace("\\r", "\r").replace("\\n", "\n").replace("\\t", "\t");
  }

  @Test
  void textCdataAndReferencesThatTouchAreOneEvent() {
    XmlReader in = XmlReaders.atRoot("<a>x<![CDATA[y]]>&#122;<!--c-->w</a>");

    assertThat(in.next()).isEqualTo(XmlReader.TEXT);
    assertThat(in.text()).isEqualTo("xyz");
    assertThat(in.next()).isEqualTo(XmlReader.COMMENT);
    assertThat(in.text()).isEqualTo("c");
    assertThat(in.next()).isEqualTo(XmlReader.TEXT);
    assertThat(in.text()).isEqualTo("w");
    assertThat(in.next()).isEqualTo(XmlReader.END_ELEMENT);
  }

  @Test
  void emptyCdataSectionsAreNoText() {
    XmlReader in = XmlReaders.atRoot("<a><![CDATA[]]><![CDATA[]]><b/><![CDATA[]]></a>");

    assertThat(in.next()).isEqualTo(XmlReader.START_ELEMENT);
    assertThat(in.next()).isEqualTo(XmlReader.END_ELEMENT);
    assertThat(in.next()).isEqualTo(XmlReader.END_ELEMENT);
    assertThat(in.path()).isEqualTo("/a");
  }

  @Test
  void commentsAndInstructionsKeepWhatTextWouldExpand() {
    XmlReader in = XmlReaders.atRoot("<a><!--&lt;\r\n<b>--><?t  &lt;\r? ?></a>");

    in.next();
    assertThat(in.text()).isEqualTo("&lt;\n<b>");
    in.next();
    assertThat(in.piTarget()).isEqualTo("t");
    assertThat(in.text()).isEqualTo("&lt;\n? ");
  }

  @Test
  void contentPassesOverCommentsAndInstructionsWithinOneText() {
    XmlReader in = XmlReaders.atRoot("<a>x&amp;<!--c-->y<?p?>\u00e9<b/><!--c-->z<!--d--></a>");

    assertThat(in.nextContent()).isEqualTo(XmlReader.TEXT);
    assertThat(in.text()).isEqualTo("x&y\u00e9");
    assertThat(in.nextContent()).isEqualTo(XmlReader.START_ELEMENT);
    assertThat(in.nextContent()).isEqualTo(XmlReader.END_ELEMENT);
    assertThat(in.nextContent()).isEqualTo(XmlReader.TEXT);
    assertThat(in.text()).isEqualTo("z");
    assertThat(in.nextContent()).isEqualTo(XmlReader.END_ELEMENT);
    assertThat(in.nextContent()).isEqualTo(XmlReader.END_DOCUMENT);
  }

  @Test
  void longRunsAreFoundToTheByte() {
    // Every distance of a special character from the start of an eight-byte step.
    for (int length = 0; length < 40; length++) {
      String run = "x".repeat(length);
      XmlReader in = XmlReaders.atRoot("<a b='" + run + "&lt;'>" + run + "\u00e9&gt;]<b/></a>");

      assertThat(in.attribute(0)).hasToString(run + "<");
      assertThat(in.next()).isEqualTo(XmlReader.TEXT);
      assertThat(in.text()).isEqualTo(run + "\u00e9>]");
    }
  }
}
