package io.castile.generate.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Source means the same to a compiler and to its reader. */
final class JavaTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/** A {@link Bill} of 5 \\ 7, with 'quotes' and \"more\". */\nclass A {}\n",
        "String a = \"\\\\u002a/ \\n \\\" \\140 ü\"; // b\n\tchar c = '\\'', d = '\"', e = '\\\\';\n",
        "class Größe { int 価格; String \\ud840\\udc00; }\n",
        "int a = 1 / 2 * 3;\n",
        ""
      })
  void whatIsPlainStaysAsItIs(String source) {
    assertThat(JavaText.settled(source)).isEqualTo(source);
  }

  @Test
  void aCommentHasNoEscapes() {
    assertThat(
            JavaText.settled(
                "/** \\u002a/ \\\\u002a/ */ int a; // \\uuuu000a b\n/* \\\\\\u002f C:\\users */"))
        .isEqualTo(
            "/** &#92;u002a/ \\&#92;u002a/ */ int a; // &#92;uuuu000a b\n"
                + "/* \\\\&#92;u002f C:&#92;users */");
  }

  @Test
  void whatIsNotShownIsWrittenByItsNumber() {
    assertThat(JavaText.settled("/* \u202e \u2028 \r \u200b */ \"\u2066 \u0085 ä\" // \r\u2029\n"))
        .isEqualTo("/* &#8238; &#8232; &#13; &#8203; */ \"\\u2066 \\u0085 ä\" // &#13;&#8233;\n");
  }

  @Test
  void namesHaveNoCharactersThatCompilersReadPast() {
    assertThat(JavaText.settled("int a\u200db\u202ec;")).isEqualTo("int abc;");
  }

  @ParameterizedTest
  @CsvSource({
    "'int a; \\u007d', 'line 1: expected code, found an escape of ''125'''",
    "'int a;\n \\', 'line 2: expected code, found a backslash'",
    "'int a\\u00;', 'line 1: expected code, found a backslash'",
    "'int a\\u00zz;', 'line 1: expected four digits of a Unicode escape, found others'",
    "'int \u3001;', 'line 1: expected code, found the character 12289'",
    "'\"\\u0022;', 'line 1: expected characters in a string, found an escape of ''34'''",
    "'\"\\\\\\u005c\"', 'line 1: expected characters in a string, found an escape of ''92'''",
    "'\"\\u000a\"', 'line 1: expected characters in a string, found an escape of ''10'''",
    "'\"a\n\"', 'line 1: expected the end of a string, found that of the line'",
    "'\"a', 'line 1: expected the end of a string, found that of the line'",
    "'a\n/* b', 'line 2: expected the end of a comment, found none'",
    "'\"\"\"\na\"\"\"', 'line 1: expected strings of one line, found a text block'"
  })
  void whatMayMeanSomethingElseIsRefused(String source, String message) {
    assertThatThrownBy(() -> JavaText.settled(source))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void aLiteralIsOneString() {
    assertThat(JavaText.literal("a\"\\u0022\n\r\t`\u202e\u0000ä"))
        .isEqualTo("\"a\\\"\\\\u0022\\n\\r\\t\\140\\u202e\\u0000ä\"");
    assertThat(JavaText.settled(JavaText.literal("\\u0022\u202e")))
        .isEqualTo(JavaText.literal("\\u0022\u202e"));
  }
}
