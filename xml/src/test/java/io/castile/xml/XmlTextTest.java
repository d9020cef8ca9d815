package io.castile.xml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts as values: white space facets, every conversion, lists, and what is refused. */
class XmlTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "abc|abc|abc",
        "` a  b\\t\\nc `|` a  b  c `|a b c",
        "\\n\u00e9\\t\u20ac\\n|` \u00e9 \u20ac `|\u00e9 \u20ac",
        "&#9;x&amp;  y&#10;|` x&  y `|x& y",
        "` a`|` a`|a",
        "`a `|`a `|a",
        "`   `|`   `|``",
        "\u00a0a\u00a0|\u00a0a\u00a0|\u00a0a\u00a0",
      })
  void whiteSpaceIsReplacedOrCollapsed(String content, String replaced, String collapsed) {
    String written = content.replace("\\t", "\t").replace("\\n", "\n");

    XmlReader in = XmlReaders.atRoot("<a>" + written + "</a>");
    XmlText text = in.readText();

    assertThat(text.toNormalizedString()).isEqualTo(replaced);
    assertThat(text.toToken()).isEqualTo(collapsed);
    assertThat(text.isBlank()).isEqualTo(collapsed.isEmpty());
    assertThat(text.isEmpty()).isFalse();
  }

  static Stream<Arguments> values() {
    return Stream.of(
        value("1", XmlText::toBoolean, "true", "xs:boolean", "yes"),
        value("-128", XmlText::toByte, "-128", "xs:byte", "128"),
        value("+32767", XmlText::toShort, "32767", "xs:short", "32768"),
        value("-2147483648", XmlText::toInt, "-2147483648", "xs:int", "2147483648"),
        value("007", XmlText::toLong, "7", "xs:long", "1.0"),
        value("INF", XmlText::toFloat, "Infinity", "xs:float", "Infinity"),
        value("-1E4", XmlText::toDouble, "-10000.0", "xs:double", "1,5"),
        value(
            "123456789012345678901",
            XmlText::toBigInteger,
            "123456789012345678901",
            "xs:integer",
            "1e3"),
        value("1.50", XmlText::toBigDecimal, "1.50", "xs:decimal", "1,3"),
        value("AQ I=", t -> t.toBase64().length, "2", "xs:base64Binary", "AQ*="),
        value("0aFF", t -> t.toHex()[1], "-1", "xs:hexBinary", "0aF"),
        value(
            "2004-02-29Z",
            XmlText::toXMLGregorianCalendar,
            "2004-02-29Z",
            "a date or time",
            "2003-02-29"),
        value("P1DT2H", XmlText::toDuration, "P1DT2H", "xs:duration", "P"),
        value("p:b", XmlText::toQName, "{u}b", "xs:QName", "q:b"));
  }

  private static Arguments value(
      String text, Function<XmlText, Object> conversion, String value, String type, String bad) {
    return Arguments.of(text, conversion, value, type, bad);
  }

  @ParameterizedTest
  @MethodSource("values")
  void textIsConvertedWhereverItStands(
      String text, Function<XmlText, Object> conversion, String value, String type, String bad) {
    String first = "&#" + (int) text.charAt(0) + ";" + text.substring(1);
    for (String content : new String[] {text, " \n" + text + "\t", first, "<!--c-->" + text}) {
      XmlReader in = XmlReaders.atRoot("<a xmlns:p='u'>" + content + "</a>");
      assertThat(conversion.apply(in.readText())).hasToString(value);
    }
    for (String quoted : new String[] {text, " \n" + text + "\t", first}) {
      XmlReader in = XmlReaders.atRoot("<a xmlns:p='u' b='" + quoted + "'/>");
      assertThat(conversion.apply(in.attribute(0))).hasToString(value);
    }
  }

  @ParameterizedTest
  @MethodSource("values")
  void otherTextIsRefusedWithoutMoving(
      String text, Function<XmlText, Object> conversion, String value, String type, String bad) {
    for (String wrong : new String[] {bad, "", " ", "\u00d7", "0\u0661", "&lt;", bad + " "}) {
      XmlReader in = XmlReaders.atRoot("<a xmlns:p='u' b='" + wrong + "'>" + wrong + "</a>");
      if (wrong.isBlank() && (type.equals("xs:base64Binary") || type.equals("xs:hexBinary"))) {
        continue;
      }

      XmlDataException error =
          XmlReaders.failure(in, XmlDataException.class, () -> conversion.apply(in.readText()));
      assertThat(error).hasMessageStartingWith("expected " + type).hasMessageContaining("at /a, ");
      error =
          XmlReaders.failure(in, XmlDataException.class, () -> conversion.apply(in.attribute(0)));
      assertThat(error).hasMessageContaining("at /a/@b, ");
    }
  }

  @Test
  void listsAreDividedIntoTokens() {
    for (String list : new String[] {"1 -2 33", " \n1\t-2  33\r\n", "&#49; -<!--c-->2 33"}) {
      XmlText text = XmlReaders.atRoot("<a>" + list + "</a>").readText();
      List<Integer> items = new ArrayList<>();
      while (text.nextToken()) {
        items.add(text.toInt());
      }
      assertThat(items).containsExactly(1, -2, 33);
      assertThat(text.nextToken()).isFalse();
    }
    assertThat(XmlReaders.atRoot("<a> </a>").readText().nextToken()).isFalse();
  }

  @Test
  void aWrongItemOfAListIsTheOneNamed() {
    XmlReader in = XmlReaders.atRoot("<a>1 x2 3</a>");
    XmlText text = in.readText();
    text.nextToken();
    text.nextToken();

    assertThat(text.invalid("xs:int")).hasMessage("expected xs:int, found \"x2\" at /a, byte 5");
    assertThat(in.event()).isEqualTo(XmlReader.START_ELEMENT);
  }

  @Test
  void tokensCompareWithoutTheSpaceAround() {
    XmlText text = XmlReaders.atRoot("<a> red\n</a>").readText();

    assertThat(text.tokenEquals(XmlReaders.utf8("red"))).isTrue();
    assertThat(text.tokenEquals(XmlReaders.utf8("re"))).isFalse();
    assertThat(text.tokenEquals(XmlReaders.utf8("redd"))).isFalse();
  }

  @Test
  void qnamesKeepTheirPrefix() {
    QName name = XmlReaders.atRoot("<a xmlns:p='u'>p:b</a>").readText().toQName();

    assertThat(name.getPrefix()).isEqualTo("p");
  }
}
