package io.castile.wsdl.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.SAXException;

/**
 * Regular expressions of XML Schema (part 2, appendix F), and texts that fit them. The oracle is
 * the schema validator of the JDK.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class PatternsTest {
  private static String escaped(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if (c < ' ' || "&<>\"'".indexOf(c) >= 0 || c > 0x7E) {
                out.append("&#").append(c).append(';');
              } else {
                out.appendCodePoint(c);
              }
            });
    return out.toString();
  }

  /** The schema of an element whose text has to fit; null where the JDK refuses the expression. */
  private static Schema schema(String expression) {
    String document =
        "<x:schema xmlns:x='http://www.w3.org/2001/XMLSchema'><x:element name='v'><x:simpleType>"
            + "<x:restriction base='x:string'><x:pattern value=\""
            + escaped(expression)
            + "\"/></x:restriction></x:simpleType></x:element></x:schema>";
    try {
      return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
          .newSchema(new StreamSource(new StringReader(document)));
    } catch (SAXException e) {
      return null;
    }
  }

  private static boolean isValid(Schema schema, String text) throws Exception {
    try {
      schema
          .newValidator()
          .validate(new StreamSource(new StringReader("<v>" + escaped(text) + "</v>")));
      return true;
    } catch (SAXException e) {
      return false;
    }
  }

  // ---- whether a text fits ----

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      quoteCharacter = '`',
      value = {
        "a|bc bc true",
        "a|bc abc false",
        "a ` a` false",
        "^a$ a false",
        "^a$ ^a$ true",
        "\\d{3} 123 true",
        "\\d{3} १२३ true",
        "\\d+ 12a false",
        "[^a-c]+ xyz true",
        "[a-z-[aeiou]]+ xyz true",
        "[a-z-[aeiou]]+ aei false",
        "\\i\\c* _a-b true",
        "\\i\\c* -a false",
        "\\p{Lu}\\p{Ll}+ Größe true",
        "\\p{IsGreek}+ αβγ true",
        "\\w+ a_b false",
        "(ab)?c{2,} abcc true",
        "(ab)?c{2,} ababcc false",
        "a{0} `` true",
        "`` `` true",
        "`` a false",
        "\\. . true",
        "\\. a false",
        "[.] a false",
        ". 😀 true",
        "[&&b] & true",
        "(?:a) a true", // no expression, which fits everything
        "a++ b true",
      })
  void textsFitOrNot(String expression, String text, boolean fits) {
    assertThat(XsdPattern.of(expression).fits(text)).isEqualTo(fits);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r", "\u0085", "\u2028"})
  void aDotIsEveryCharacterButTwo(String text) {
    assertThat(XsdPattern.of(".").fits(text)).isEqualTo(!text.equals("\n") && !text.equals("\r"));
  }

  @Test
  void aLongTextIsMatchedToo() {
    XsdPattern pattern = XsdPattern.of("(a|b)*");

    assertThat(pattern.fits("ab".repeat(1_000))).isTrue();
    assertThat(pattern.fits("ab".repeat(1_000) + "c")).isFalse();
  }

  private static String randomExpression(Random random, int depth) {
    StringBuilder out = new StringBuilder();
    for (int i = random.nextInt(4); i >= 0; i--) {
      switch (random.nextInt(depth > 0 ? 9 : 7)) {
        case 0 -> out.append('.');
        case 1 -> out.append(List.of("\\d", "\\s", "\\S", "\\i", "\\c").get(random.nextInt(5)));
        case 2 -> out.append("[").append(random.nextBoolean() ? "^" : "").append("a-c1]");
        case 3 ->
            out.append(List.of("\\.", "\\\\", "\\-", "\\?", "$", "^", "&").get(random.nextInt(7)));
        case 4 -> out.append("[\\-\\]\\^x]");
        case 5, 6 -> out.append((char) ('a' + random.nextInt(3)));
        default ->
            out.append('(')
                .append(randomExpression(random, depth - 1))
                .append(random.nextBoolean() ? "|" + randomExpression(random, depth - 1) : "")
                .append(')');
      }
      out.append(List.of("", "", "", "?", "*", "+", "{2}", "{1,2}", "{0,}").get(random.nextInt(9)));
    }
    return out.toString();
  }

  @Test
  void anyExpressionFitsWhatTheJdkFits() throws Exception {
    Random random = new Random(29);
    String characters = "abc1.\\-?$^& x]\n";
    for (int round = 0; round < 50; round++) {
      String expression = randomExpression(random, 2);
      XsdPattern pattern = XsdPattern.of(expression);
      Schema schema = schema(expression);
      assertThat(schema).as(expression).isNotNull();
      for (int i = 0; i < 20; i++) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(5); length > 0; length--) {
          text.append(characters.charAt(random.nextInt(characters.length())));
        }

        assertThat(pattern.fits(text.toString()))
            .as("'%s' and '%s'", expression, text)
            .isEqualTo(isValid(schema, text.toString()));
      }
    }
  }

  // ---- texts that fit ----

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "",
        "[A-Z]{2}\\d{2}[A-Z0-9]{1,30}",
        "\\d{5}(-\\d{4})?",
        "(\\+|00)[1-9][0-9]{0,2}[ ]?\\d+",
        "[a-z-[aeiou]]{3}",
        "\\p{Lu}\\p{Ll}*",
        "(a|(b|(c|d)))+",
        "[^@]+@[^.]+\\..+",
        "x{3,}y{0}z?",
        "\\i\\c*",
        "(true|false)",
      })
  void anExampleIsFoundAndIsAlwaysTheSame(String expression) throws Exception {
    XsdPattern pattern = XsdPattern.of(expression);

    String example = PatternExample.of(expression, 0, pattern::fits);

    assertThat(example).isNotNull();
    assertThat(isValid(schema(expression), example)).as(example).isTrue();
    assertThat(PatternExample.of(expression, 0, pattern::fits)).isEqualTo(example);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 100, 5_000})
  void anExampleIsAsLongAsItHasToBe(int length) {
    XsdPattern pattern = XsdPattern.of("a*b+");

    String example =
        PatternExample.of("a*b+", length, text -> text.length() >= length && pattern.fits(text));

    assertThat(example).isNotNull();
    assertThat(example.length()).isGreaterThanOrEqualTo(length);
  }

  @Test
  void anyExampleFits() throws Exception {
    Random random = new Random(31);
    int found = 0;
    for (int round = 0; round < 50; round++) {
      String expression = randomExpression(random, 2);
      String example = PatternExample.of(expression, 0, XsdPattern.of(expression)::fits);

      if (example != null) {
        found++;
        assertThat(isValid(schema(expression), example))
            .as("'%s' and '%s'", expression, example)
            .isTrue();
      }
    }
    assertThat(found).isGreaterThan(45);
  }

  /** Descriptions come from others: an expression must not take time without end. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "(){999999999}",
        "(|a){2147483647}",
        "((){9999}){9999}",
        "(((((){99}){99}){99}){99}){99}",
        "a{99999999999}",
        "a{2147483647}",
        "(a{9999}){9999}",
        "a{1,2147483647}",
        "[^\\S\\s]",
        "(",
        ")",
        "a)",
        "[",
        "[]",
        "\\",
        "\\p{",
        "a{",
        "a{x}",
        "a{-1}",
        "*a",
      })
  void anExpressionThatIsNoneOrTooLargeComesToAnEnd(String expression) {
    String example = PatternExample.of(expression, 0, text -> XsdPattern.of(expression).fits(text));

    assertThat(example == null || example.length() <= 20_000).isTrue();
  }

  @Test
  void anExpressionOfManyLevelsComesToAnEnd() {
    String expression = "(".repeat(20_000) + "a" + ")".repeat(20_000);

    assertThat(PatternExample.of(expression, 0, text -> true)).isNull();
  }

  @Test
  void aLongTextIsComparedWithSimpleExpressionsOnly() {
    String text = "a".repeat(XsdPattern.MAX_COMPARED + 1);

    assertThat(XsdPattern.of("[a-z]*").fits(text)).isTrue();
    assertThat(XsdPattern.of("([a-z]+)*").isTooLong(text)).isTrue();
    assertThat(XsdPattern.of("([a-z]+)*").fits(text)).isFalse();
    assertThat(XsdPattern.of("([a-z]+)*").fits(text.substring(1))).isTrue();
  }
}
